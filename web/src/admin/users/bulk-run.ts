import { actOnUsers, type BulkAction } from '@portico/contract/users/user-actions.ts'
import type { UserStatusCode } from '@portico/contract/users/users.ts'
import { call } from '../../api/call.ts'
import { messageOfFailure } from '../../patterns/run-action.ts'

/** Users of one call. */
const PORTION = 50

export interface UserResult {
  userId: number
  isDone: boolean
  message: string
}

/** Users who have another status or lock by now are not changed. */
export interface ExpectedState {
  expectedStatus?: UserStatusCode
  expectedLockFlg?: boolean
}

/** The expected state of each user, of one lock for all; who has none is changed in any. */
export type ExpectedStates = ReadonlyMap<number, ExpectedState>

interface BulkRun {
  uid: number
  action: BulkAction
  userIds: readonly number[]
  expected?: ExpectedStates | undefined
  onProgress: (done: number) => void
  /** What is said of users whose portion got no answer, and of those after it. */
  words: { noAnswer: string; notTried: string }
}

/** Returns users of one expected status in portions of one call each. */
function portionsOf(userIds: readonly number[], expected?: ExpectedStates): [number, ...number[]][] {
  const portions: [number, ...number[]][] = []
  const statusOf = (userId: number) => expected?.get(userId)?.expectedStatus
  for (const userId of userIds) {
    const open = portions.find((one) => one.length < PORTION && statusOf(one[0]) === statusOf(userId))
    if (open) open.push(userId)
    else portions.push([userId])
  }
  return portions
}

/** Acts on users in portions. Stops at a portion that fails; never throws. */
export async function runBulk({ uid, action, userIds, expected, onProgress, words }: BulkRun): Promise<UserResult[]> {
  const results: UserResult[] = []
  const portions = portionsOf(userIds, expected)
  for (const [at, portion] of portions.entries()) {
    try {
      const body = { actionCd: action, userIds: portion, ...expected?.get(portion[0]) }
      const answers = await call(actOnUsers, { params: { uid }, body })
      results.push(...answers.map(({ userId, code, message }) => ({ userId, isDone: code === '200', message })))
    } catch (error) {
      const failed = messageOfFailure(error, words.noAnswer)
      const toResult = (message: string) => (userId: number) => ({ userId, isDone: false, message })
      return [
        ...results,
        ...portion.map(toResult(failed)),
        ...portions
          .slice(at + 1)
          .flat()
          .map(toResult(words.notTried)),
      ]
    }
    onProgress(results.length)
  }
  return results
}
