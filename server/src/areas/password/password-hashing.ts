import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { fairQueue } from './fair-queue.ts'
import { letHashingGiveWay } from './hashing-priority.ts'

/** What a hash costs; argon2id in any case. */
export interface HashingCost {
  /** In KiB. */
  memoryCost: number
  timeCost: number
}

/** Parameters of RFC 9106 as OWASP recommends them: 19 MiB, two passes, and one lane. */
const USUAL_COST: HashingCost = { memoryCost: 19_456, timeCost: 2 }

/** Half of the hashes that may wait are one network's at most; who only waits shares a place, up to a limit. */
const LIMITS = { ofLane: 32, inAll: 64, atPlace: 1000 } as const

/** The lane of those who are signed in: their tries are counted elsewhere. */
const MEMBERS = ''

export interface PasswordHashing {
  hash(password: string, network?: string): Promise<string>
  /** True if the password belongs to the hash. `network`: who asks, so that the queue is shared fairly. */
  verify(storedHash: string, password: string, network?: string): Promise<boolean>
  /** Takes as long as a check and says nothing: for unknown names and spent budgets. */
  pretend(network: string): Promise<void>
  /** Checks that really ran, for the metrics. */
  readonly verifications: () => number
}

/**
 * Hashing held to as many at a time as there are cores; networks take turns. Throws TooBusy when the queue
 * is full. `cost`: other than usual in tests only.
 */
export async function passwordHashing(cost: HashingCost = USUAL_COST): Promise<PasswordHashing> {
  const parameters = { ...cost, algorithm: 2, parallelism: 1 } as const
  const decoy = await hash('portico', parameters)
  const queue = fairQueue(availableParallelism(), () => verify(decoy, 'nobody'), LIMITS)
  letHashingGiveWay()
  let verifications = 0
  return {
    hash: (password, network = MEMBERS) => queue.run(network, () => hash(password, parameters)),
    verify: (storedHash, password, network = MEMBERS) =>
      queue.run(network, () => {
        verifications++
        return verify(storedHash, password)
      }),
    pretend: (network) => queue.waitAsLong(network),
    verifications: () => verifications,
  }
}
