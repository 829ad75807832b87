import { expect, test } from 'vitest'
import { isExclusion, isForOthersOnly, statusesOfAction, type UserAction } from './user-action-rules.ts'

const actions = Object.keys(statusesOfAction) as UserAction[]
const inStatus = (status: 1 | 2 | 3) => actions.filter((action) => statusesOfAction[action].includes(status))

test('an active user can be everything but reactivated, an inactive one everything but inactivated (E1, E2)', () => {
  expect(inStatus(1)).toEqual(actions.filter((action) => action !== 'reactivate'))
  expect(inStatus(2)).toEqual(actions.filter((action) => action !== 'inactivate'))
})

test('a deleted user can only be reactivated (E2)', () => {
  expect(inStatus(3)).toEqual(['reactivate'])
})

test('administrators neither shut themselves out nor reset their own password and second factor here (E1)', () => {
  expect(actions.filter(isExclusion)).toEqual(['delete', 'inactivate', 'lock'])
  expect(actions.filter(isForOthersOnly)).toEqual([
    'resetPassword',
    'resetSecondFactor',
    'delete',
    'inactivate',
    'lock',
  ])
})
