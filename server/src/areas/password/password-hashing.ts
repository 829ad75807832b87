import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { TooBusy } from '../../http/too-busy.ts'
import { letHashingGiveWay } from './hashing-priority.ts'

/** Parameters of RFC 9106 as OWASP recommends them: argon2id, 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes that may wait for one caller's network: nobody fills the queue alone. */
const MAX_WAITING_OF_ONE = 32

/** Hashes that may wait; beyond that people are told to come back instead of waiting longer and longer. */
const MAX_WAITING = 64

export interface PasswordHashing {
  hash(password: string): Promise<string>
  /** True if the password belongs to the hash. `network`: who asks, so that the queue is shared fairly. */
  verify(storedHash: string, password: string, network?: string): Promise<boolean>
  /** Takes as long as a check and says nothing: for unknown names and spent budgets. */
  pretend(password: string, network?: string): Promise<void>
  /** Checks that really ran, for the metrics. */
  readonly verifications: () => number
}

/** Hashing held to as many at a time as there are cores. Throws TooBusy when the queue is full. */
export async function passwordHashing(): Promise<PasswordHashing> {
  const inTurn = queue(availableParallelism())
  const decoy = await hash('portico', PARAMETERS)
  letHashingGiveWay()
  let verifications = 0
  return {
    hash: (password) => inTurn(() => hash(password, PARAMETERS)),
    verify: (storedHash, password, network) =>
      inTurn(() => {
        verifications++
        return verify(storedHash, password)
      }, network),
    pretend: async (password, network) => {
      await inTurn(() => verify(decoy, password), network)
    },
    verifications: () => verifications,
  }
}

/** Runs at most `width` works at a time, the others in order of arrival; refuses those beyond a network's share. */
function queue(width: number) {
  const waiting: { network: string | undefined; start: () => void }[] = []
  let running = 0
  const turn = async (network: string | undefined) => {
    if (running < width) return void running++
    const ofSame = network === undefined ? 0 : waiting.filter((one) => one.network === network).length
    if (waiting.length >= MAX_WAITING || ofSame >= MAX_WAITING_OF_ONE) throw new TooBusy('password hashing')
    await new Promise<void>((start) => waiting.push({ network, start }))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next.start()
    else running--
  }
  return async <T>(work: () => Promise<T>, network?: string): Promise<T> => {
    await turn(network)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
