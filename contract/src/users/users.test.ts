import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listUsers } from './users.ts'

test('the states of a user list are one text; an empty one means all, and each counts once (UADM-131)', () => {
  const statesOf = (userStatusIds: string) => z.decode(listUsers.body, { userStatusIds }).userStatusIds
  expect([statesOf(''), statesOf('2'), statesOf('3,1,3')]).toEqual([[1, 2, 3], [2], [3, 1]])
  expect(z.encode(listUsers.body, { userStatusIds: [3, 1] })).toEqual({ userStatusIds: '3,1' })
  expect(z.decode(listUsers.body, {})).toEqual({})
})
