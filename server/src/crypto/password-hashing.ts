import { availableParallelism, setPriority } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { fairQueue } from './fair-queue.ts'
import { readdirSync, readFileSync } from 'node:fs'

/** Cost of a hash; always argon2id. */
export interface HashingCost {
  /** In KiB. */
  memoryCost: number
  timeCost: number
}

/** Parameters of RFC 9106 as OWASP recommends them: 19 MiB, two passes, and one lane. */
const USUAL_COST: HashingCost = { memoryCost: 19_456, timeCost: 2 }

/** One network has at most half of the queue; waiters without a task share a place, up to a limit. */
const LIMITS = { ofLane: 32, inAll: 64, atPlace: 1000 } as const

/** The lane of signed-in users: their attempts are limited elsewhere. */
const MEMBERS = ''

export interface PasswordHashing {
  hash(password: string, network?: string): Promise<string>
  /** Returns true when the password matches the hash. `network`: source of the request, for the fair queue. */
  verify(storedHash: string, password: string, network?: string): Promise<boolean>
  /** Takes as long as a verification: for unknown names and exhausted budgets. */
  dummyVerify(network: string): Promise<void>
  /** Number of real verifications, for the metrics. */
  readonly verifications: () => number
}

/**
 * Runs at most as many hashes at a time as there are cores; networks take turns. Throws TooBusy when the queue is
 * full. `cost`: other than the default in tests only.
 */
export async function passwordHashing(cost: HashingCost = USUAL_COST): Promise<PasswordHashing> {
  const parameters = { ...cost, algorithm: 2, parallelism: 1 } as const
  const decoy = await hash('portico', parameters)
  const queue = fairQueue(availableParallelism(), () => verify(decoy, 'nobody'), LIMITS)
  lowerHashingPriority()
  let verifications = 0
  return {
    hash: (password, network = MEMBERS) => queue.run(network, () => hash(password, parameters)),
    verify: (storedHash, password, network = MEMBERS) =>
      queue.run(network, () => {
        verifications++
        return verify(storedHash, password)
      }),
    dummyVerify: (network) => queue.waitForTurn(network),
    verifications: () => verifications,
  }
}

/**
 * Niceness of the hashing threads: lets short reads run first without starving sign-ins. Under a full load of reads 27
 * sign-ins per second completed, and 33 at a niceness of 5.
 */
const NICENESS = 15

const THREADS = '/proc/self/task'

/**
 * Gives requests of signed-in users priority over sign-ins: a hash takes a core for about 17 ms, and a read that waits
 * for it would take ten times as long. Linux has a priority for each thread; the pool's threads exist from the first
 * hash on. Has no effect elsewhere, or without permission.
 */
function lowerHashingPriority(): void {
  try {
    for (const thread of readdirSync(THREADS))
      if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8').startsWith('libuv-worker'))
        setPriority(Number(thread), NICENESS)
  } catch {
    // Without the priority the portal is only slower under load.
  }
}
