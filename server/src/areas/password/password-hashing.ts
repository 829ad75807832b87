import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { TooBusy } from '../../http/too-busy.ts'

/** Parameters of RFC 9106 as OWASP recommends them: argon2id, 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes that may wait; beyond that people are told to come back instead of waiting longer and longer. */
const MAX_WAITING = 64

export interface PasswordHashing {
  hash(password: string): Promise<string>
  /** True if the password belongs to the hash. */
  verify(storedHash: string, password: string): Promise<boolean>
  /** Takes as long as a check and says nothing: for unknown names and spent budgets. */
  pretend(password: string): Promise<void>
  /** Checks that really ran, for the metrics. */
  readonly verifications: () => number
}

/** Hashing held to as many at a time as there are cores. Throws TooBusy when the queue is full. */
export async function passwordHashing(): Promise<PasswordHashing> {
  const inTurn = queue(availableParallelism())
  const decoy = await hash('portico', PARAMETERS)
  let verifications = 0
  return {
    hash: (password) => inTurn(() => hash(password, PARAMETERS)),
    verify: (storedHash, password) =>
      inTurn(() => {
        verifications++
        return verify(storedHash, password)
      }),
    pretend: async (password) => {
      await inTurn(() => verify(decoy, password))
    },
    verifications: () => verifications,
  }
}

/** Runs at most `width` works at a time, the others in order of arrival. */
function queue(width: number) {
  const waiting: (() => void)[] = []
  let running = 0
  const turn = async () => {
    if (running < width) return void running++
    if (waiting.length >= MAX_WAITING) throw new TooBusy('password hashing')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await turn()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
