import { expect, test } from 'vitest'
import type { UserAction } from '@portico/contract/users/user-action-rules.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { bea, gus, ida, vera } from '../../../test/users.ts'
import { texts } from '../../api/texts.ts'
import { disabledReasonOf, offeredActions, signOnAsReasonOf } from './user-action-offers.ts'
import { statusText, statusTone } from './user-columns.tsx'

/** Texts whose value is their key. */
const keys = new Proxy({}, { get: (_, key) => key }) as Parameters<typeof disabledReasonOf>[3] &
  Parameters<typeof signOnAsReasonOf>[2]
const portalAdmin = { uid: 7, isPortalAdmin: true, hasSecondFactor: true }
const everyAction: readonly UserAction[] = [
  'resetPassword',
  'resetSecondFactor',
  'delete',
  'inactivate',
  'reactivate',
  'lock',
  'unlock',
  'endSessions',
]
const reasonsFor = (user: ListedUser, admin = portalAdmin) =>
  everyAction.map((action) => disabledReasonOf(action, user, admin, keys) ?? null)
const self = 'user_not_yourself'
const gone = 'user_is_deleted'

test.each([
  // In the order of everyAction; null: it can be done.
  ['an active user', reasonsFor(bea), [null, null, null, null, 'user_not_inactive', null, 'user_is_unlocked', null]],
  ['an inactive user', reasonsFor(gus), [null, null, null, 'user_not_active', null, null, 'user_is_unlocked', null]],
  ['a deleted user', reasonsFor(ida), [gone, gone, gone, gone, null, gone, gone, gone]],
  ['a locked user', reasonsFor(vera), [null, null, null, null, 'user_not_inactive', 'user_is_locked', null, null]],
  [
    'oneself',
    reasonsFor({ ...bea, userId: 7 }),
    [self, self, self, self, 'user_not_inactive', self, 'user_is_unlocked', null],
  ],
  [
    'a user whom a provider signs in',
    reasonsFor({ ...bea, federatedUser: true }),
    ['user_no_own_password', null, null, null, 'user_not_inactive', null, 'user_is_unlocked', null],
  ],
  [
    'a user of a directory',
    reasonsFor({ ...bea, idmuser: true }),
    ['user_no_own_password', null, null, null, 'user_not_inactive', null, 'user_is_unlocked', null],
  ],
  [
    'a deleted user, by an administrator of an application',
    reasonsFor(ida, { ...portalAdmin, isPortalAdmin: false }),
    [gone, gone, gone, gone, 'user_restore_portal_admin_only', gone, gone, gone],
  ],
  [
    'an active user, by an administrator of an application',
    reasonsFor(bea, { ...portalAdmin, isPortalAdmin: false }),
    [null, 'user_portal_admin_only', null, null, 'user_not_inactive', null, 'user_is_unlocked', null],
  ],
  [
    'an active user, where there is no second factor',
    reasonsFor(bea, { ...portalAdmin, hasSecondFactor: false }),
    [null, 'user_second_factor_off', null, null, 'user_not_inactive', null, 'user_is_unlocked', null],
  ],
])('each action on %s can be done, or says why not (decisions E1, E2, E4)', (_whom, found, expected) => {
  expect(found).toEqual(expected)
})

test('of two opposite actions only the possible one is offered', () => {
  const offered = [bea, gus, vera].map((user) => offeredActions(user).filter((each) => /lock|activate/.test(each)))
  expect(offered).toEqual([
    ['lock', 'inactivate'],
    ['lock', 'reactivate'],
    ['unlock', 'inactivate'],
  ])
})

test('signing on as a user can be done, or says why not (decisions E6, E7)', () => {
  const admin = { uid: 7, maySignOnAs: true, isUsAssociate: false }
  const us = { ...bea, usAssociate: true }
  const found = [
    signOnAsReasonOf(bea, admin, keys),
    signOnAsReasonOf(bea, { ...admin, maySignOnAs: false }, keys),
    signOnAsReasonOf({ ...bea, userId: 7 }, admin, keys),
    ...[gus, ida, vera].map((user) => signOnAsReasonOf(user, admin, keys)),
    signOnAsReasonOf(us, admin, keys),
    signOnAsReasonOf(us, { ...admin, isUsAssociate: true }, keys),
  ]
  const inactive = 'user_sign_on_not_active'
  expect(found).toEqual([
    undefined,
    'emulation_not_permitted',
    self,
    inactive,
    inactive,
    inactive,
    'user_sign_on_us_associate',
    undefined,
  ])
})

test.each([
  [1, false, 'success', 'Active'],
  [1, true, 'warning', 'Locked'],
  [2, false, 'neutral', 'Inactive'],
  [2, true, 'neutral', 'Inactive, locked'],
  [3, true, 'error', 'Deleted, locked'],
] as const)('a user with the status %i, locked: %s, is shown as %s: %s', (userStatus, acctLockedFlg, tone, text) => {
  const names = { 1: 'Active', 2: 'Inactive', 3: 'Deleted' } as const
  const statuses = Object.entries(names).map(([id, valueMediumNm]) => ({ clsVldValId: Number(id), valueMediumNm }))
  const user = { ...bea, userStatus, acctLockedFlg }
  expect([statusTone(user), statusText(user, texts(userListTexts), statuses)]).toEqual([tone, text])
})
