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

interface BulkRun {
  uid: number
  action: BulkAction
  userIds: readonly number[]
  expected?: ExpectedState | undefined
  onProgress: (done: number) => void
  /** What is said of users whose portion got no answer, and of those after it. */
  words: { noAnswer: string; notTried: string }
}

/** Acts on users in portions. Stops at a portion that fails; never throws. */
export async function runBulk({ uid, action, userIds, expected, onProgress, words }: BulkRun): Promise<UserResult[]> {
  const results: UserResult[] = []
  for (let from = 0; from < userIds.length; from += PORTION) {
    const portion = userIds.slice(from, from + PORTION)
    try {
      const body = { actionCd: action, userIds: portion, ...expected }
      const answers = await call(actOnUsers, { params: { uid }, body })
      results.push(...answers.map(({ userId, code, message }) => ({ userId, isDone: code === '200', message })))
    } catch (error) {
      const failed = messageOfFailure(error, words.noAnswer)
      const toResult = (message: string) => (userId: number) => ({ userId, isDone: false, message })
      return [
        ...results,
        ...portion.map(toResult(failed)),
        ...userIds.slice(from + PORTION).map(toResult(words.notTried)),
      ]
    }
    onProgress(results.length)
  }
  return results
}
