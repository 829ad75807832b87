import { expect, test } from 'vitest'
import { bea, gus, ida, vera } from '../../../test/users.ts'
import { undoOf } from './undo-bulk.ts'
import type { ManyUsersAction } from './user-actions.ts'

/** Active, inactive, deleted, locked. */
const everybody = [bea, gus, ida, vera]
const doneFor = (ids: readonly number[]) => ids.map((userId) => ({ userId, isDone: true, message: '' }))
const all = doneFor(everybody.map(({ userId }) => userId))

test.each<[ManyUsersAction, string, readonly number[]]>([
  ['inactivate', 'reactivate', [bea.userId, gus.userId, ida.userId]],
  ['reactivate', 'inactivate', [gus.userId]],
  ['lock', 'unlock', [bea.userId, gus.userId, ida.userId]],
  ['unlock', 'lock', [vera.userId]],
])('%s is undone by %s, for those who get back the state that they had', (action, opposite, userIds) => {
  expect(undoOf(action, everybody, all)).toEqual({ action: opposite, userIds })
})

test('nothing is undone for users whom the action has not changed, or whose state is unknown', () => {
  const failed = { userId: bea.userId, isDone: false, message: 'Refused' }
  expect(undoOf('lock', [bea], [failed])).toBeNull()
  const { userId, userNm, firstNm, lastNm } = bea
  expect(undoOf('lock', [{ userId, userNm, firstNm, lastNm }], doneFor([userId]))).toBeNull()
  expect(undoOf('lock', [bea, gus], [failed, ...doneFor([gus.userId])])?.userIds).toEqual([gus.userId])
})

test.each<ManyUsersAction>(['delete', 'restore', 'endSessions', 'resetPassword'])('%s is not undone', (action) => {
  expect(undoOf(action, everybody, all)).toBeNull()
})
