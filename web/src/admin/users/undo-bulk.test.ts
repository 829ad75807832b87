import { expect, test } from 'vitest'
import { bea, gus, ida, vera } from '../../../test/users.ts'
import { undoOf } from './undo-bulk.ts'
import type { ManyUsersAction } from './user-actions.ts'

/** Active, inactive, deleted, locked. */
const everybody = [bea, gus, ida, vera]
const doneFor = (ids: readonly number[]) => ids.map((userId) => ({ userId, isDone: true, message: '' }))
const inactive = { expectedStatus: 2, expectedLockFlg: false }
const locked = (expectedStatus: number) => ({ expectedStatus, expectedLockFlg: true })
const all = doneFor(everybody.map(({ userId }) => userId))

test.each<[ManyUsersAction, string, readonly number[], readonly object[]]>([
  ['inactivate', 'reactivate', [bea.userId, gus.userId, ida.userId], [inactive, inactive, inactive]],
  ['reactivate', 'inactivate', [gus.userId], [{ expectedStatus: 1, expectedLockFlg: false }]],
  ['lock', 'unlock', [bea.userId, gus.userId, ida.userId], [1, 2, 3].map(locked)],
])(
  '%s is undone by %s, for those who get back the state that they had, and still have that of the action',
  (action, opposite, userIds, expected) => {
    const states = new Map(userIds.map((userId, at) => [userId, expected[at]]))
    expect(undoOf(action, everybody, all)).toEqual({ action: opposite, userIds, expected: states })
  },
)

test('a reactivation that lifted a lock is not undone, which would leave the user unlocked', () => {
  const wasLocked = { ...gus, acctLockedFlg: true }
  expect(undoOf('reactivate', [wasLocked], doneFor([gus.userId]))).toBeNull()
})

test('nothing is undone for users whom the action has not changed, or whose state is unknown', () => {
  const failed = { userId: bea.userId, isDone: false, message: 'Refused' }
  expect(undoOf('lock', [bea], [failed])).toBeNull()
  const { userId, userNm, firstNm, lastNm } = bea
  expect(undoOf('lock', [{ userId, userNm, firstNm, lastNm }], doneFor([userId]))).toBeNull()
  expect(undoOf('lock', [bea, gus], [failed, ...doneFor([gus.userId])])?.userIds).toEqual([gus.userId])
})

test.each<ManyUsersAction>(['delete', 'restore', 'unlock', 'endSessions', 'resetPassword'])(
  '%s is not undone',
  (action) => {
    expect(undoOf(action, everybody, all)).toBeNull()
  },
)
