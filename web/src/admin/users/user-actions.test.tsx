import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  deleteUser,
  deleteUserSecondFactor,
  endUserSessions,
  inactivateUser,
  lockUser,
  reactivateUser,
  resetUserPassword,
  resetUserSecondFactor,
  unlockUser,
} from '@portico/contract/users/user-actions.ts'
import { getUserListOptions, listUsers, type ListedUser } from '@portico/contract/users/users.ts'
import { answer, answerWith, failToConnect, refuse, requestsTo } from '../../../test/answer.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerUserList, bea, gus, ida, vera } from '../../../test/users.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './UsersPage.tsx'

beforeEach(() => answerUserList([bea, gus, ida, vera]))

const nameOf = ({ firstNm, lastNm }: ListedUser) => `${firstNm} ${lastNm}`

async function openMenuOf(user: ListedUser) {
  const page = renderPage('/content-authenticated/administration')
  await page.person.click(await screen.findByRole('button', { name: `Actions for ${nameOf(user)}` }))
  await screen.findByRole('menu')
  return page
}
async function openDialog(user: ListedUser, entry: string, title = entry) {
  const { person } = await openMenuOf(user)
  await person.click(await screen.findByRole('menuitem', { name: entry }))
  return { person, dialog: within(await screen.findByRole('dialog', { name: title })) }
}

describe.each([
  { entry: "Reset User's Password", endpoint: resetUserPassword, user: bea, ids: 'UADM-004, UADM-034' },
  { entry: 'Delete User', endpoint: deleteUser, user: bea, ids: 'UADM-007, UADM-035' },
  { entry: 'Inactivate User', endpoint: inactivateUser, user: bea, ids: 'UADM-008, UADM-036' },
  { entry: 'Reactivate User', endpoint: reactivateUser, user: gus, ids: 'UADM-009, UADM-037' },
  { entry: 'Lock User', endpoint: lockUser, user: bea, ids: 'own' },
  { entry: 'Unlock User', endpoint: unlockUser, user: vera, ids: 'own' },
  { entry: 'End Sessions', endpoint: endUserSessions, user: bea, ids: 'own' },
])('$entry', ({ entry, endpoint, user, ids }) => {
  test(`asks first, names the user, and says the success (${ids}, UADM-107)`, async () => {
    answer(endpoint, null, { message: 'It is done.' })
    const { person, dialog } = await openDialog(user, entry)
    expect(dialog.getByText(new RegExp(nameOf(user)))).toBeDefined()
    expect(requestsTo(endpoint)).toHaveLength(0)
    const lists = requestsTo(listUsers).length
    await person.click(dialog.getByRole('button', { name: entry }))
    expect(await dialog.findByText('It is done.')).toBeDefined()
    expect(requestsTo(endpoint)[0]?.body).toEqual({ userId: user.userId })
    await waitFor(() => expect(requestsTo(listUsers).length).toBeGreaterThan(lists))
  })

  test('a refusal shows the message of the server, and the dialog stays (UADM-107, UADM-159)', async () => {
    refuse(endpoint, 422, 'The user’s status changed in the meantime.')
    const { person, dialog } = await openDialog(user, entry)
    await person.click(dialog.getByRole('button', { name: entry }))
    expect((await dialog.findByRole('alert')).textContent).toBe('The user’s status changed in the meantime.')
    expect(dialog.getByRole('button', { name: entry })).toBeDefined()
  })

  test('without an answer it says so in the given words (UADM-160)', async () => {
    failToConnect(endpoint)
    const { person, dialog } = await openDialog(user, entry)
    await person.click(dialog.getByRole('button', { name: entry }))
    expect((await dialog.findByRole('alert')).textContent).toBe('There is an error occurs.')
  })

  test('Cancel changes nothing', async () => {
    const { person, dialog } = await openDialog(user, entry)
    await person.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requestsTo(endpoint)).toHaveLength(0)
  })
})

describe('the second factor', () => {
  const ENTRY = 'Reset second-factor Enrollment'
  const TITLE = 'Reset DUO second-factor Enrollment'
  const noContent = {
    code: '204',
    data: null,
    message: 'The security provider knows no enrollment of this user.',
  } as const

  test('is reset: the title names the security provider (UADM-001, UADM-005, UADM-033, UADM-107)', async () => {
    answer(resetUserSecondFactor, null, { message: 'The second factor has been reset.' })
    const { person, dialog } = await openDialog(bea, ENTRY, TITLE)
    await person.click(dialog.getByRole('button', { name: 'Reset enrollment' }))
    expect(await dialog.findByText('The second factor has been reset.')).toBeDefined()
    expect(requestsTo(resetUserSecondFactor)[0]?.body).toEqual({ userId: bea.userId })
  })

  test('without an enrollment the user can be removed at the provider (UADM-006, UADM-108, UADM-109)', async () => {
    answerWith(resetUserSecondFactor, noContent)
    answer(deleteUserSecondFactor, null, { message: 'The user has been removed at the security provider.' })
    const { person, dialog } = await openDialog(bea, ENTRY, TITLE)
    await person.click(dialog.getByRole('button', { name: 'Reset enrollment' }))
    await screen.findByText('The security provider knows no enrollment of this user.')
    await person.click(await screen.findByRole('button', { name: 'Remove user at DUO' }))
    expect(await screen.findByText('The user has been removed at the security provider.')).toBeDefined()
    expect(requestsTo(deleteUserSecondFactor)[0]?.body).toEqual({ userId: bea.userId })
  })

  test.each([
    ['a refusal', () => refuse(resetUserSecondFactor, 403, 'You may not do this.'), 'You may not do this.'],
    ['no answer', () => failToConnect(resetUserSecondFactor), 'There is an error occurs.'],
  ])('%s of the reset is said (UADM-107, UADM-159, UADM-160)', async (_what, prepare, sentence) => {
    prepare()
    const { person, dialog } = await openDialog(bea, ENTRY, TITLE)
    await person.click(dialog.getByRole('button', { name: 'Reset enrollment' }))
    expect((await dialog.findByRole('alert')).textContent).toBe(sentence)
  })

  test.each([
    ['a refusal', () => refuse(deleteUserSecondFactor, 403, 'You may not do this.'), 'You may not do this.'],
    ['no answer', () => failToConnect(deleteUserSecondFactor), 'There is an error occurs.'],
  ])('%s of the removal is said (UADM-159, UADM-160)', async (_what, prepare, sentence) => {
    answerWith(resetUserSecondFactor, noContent)
    prepare()
    const { person, dialog } = await openDialog(bea, ENTRY, TITLE)
    await person.click(dialog.getByRole('button', { name: 'Reset enrollment' }))
    await person.click(await screen.findByRole('button', { name: 'Remove user at DUO' }))
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  })

  test('the portal’s own is named after the product', async () => {
    answer(getUserListOptions, {
      portalAdminFlg: true,
      securityProvider: 'built-in',
      signOnAsFlg: true,
      usAssociate: false,
    })
    await openDialog(bea, ENTRY, 'Reset Portico second-factor Enrollment')
  })
})

const entries = () => screen.getAllByRole('menuitem')
const offered = () =>
  entries()
    .filter((entry) => entry.getAttribute('aria-disabled') !== 'true')
    .map(({ textContent }) => textContent)

describe('what is offered', () => {
  const common = ["Reset User's Password", 'Reset second-factor Enrollment']
  const only = 'Only this employer'
  const view = 'View profile'
  const signOn = 'Sign on as User'
  const about = ['Tiles and why', 'Preview home', 'Close account and hand over']
  test.each([
    [
      'active',
      bea,
      [view, signOn, ...common, 'Lock User', 'End Sessions', 'Inactivate User', 'Delete User', ...about, only],
    ],
    [
      'locked',
      vera,
      [view, ...common, 'Unlock User', 'End Sessions', 'Inactivate User', 'Delete User', ...about, only],
    ],
    ['inactive', gus, [view, ...common, 'Lock User', 'End Sessions', 'Reactivate User', 'Delete User', ...about, only]],
    ['deleted', ida, [view, 'Reactivate User', ...about.slice(0, 2), only]],
  ])('for an %s user: what can be done in that state (UADM-032..037)', async (_state, user, expected) => {
    await openMenuOf(user)
    expect(offered()).toEqual(expected)
  })

  test.each<[string, ListedUser, string, string]>([
    ['a deleted user', ida, 'Delete User', 'This user is deleted.'],
    [
      'a user of a directory',
      { ...bea, idmuser: true },
      "Reset User's Password",
      'This user signs in at their company. The portal keeps no password of theirs.',
    ],
    [
      'a user of an employer’s identity provider',
      { ...bea, federatedUser: true },
      "Reset User's Password",
      'This user signs in at their company. The portal keeps no password of theirs.',
    ],
    ['myself', { ...bea, userId: 7 }, 'Delete User', 'You can’t do this to your own account.'],
    ['myself', { ...bea, userId: 7 }, 'Inactivate User', 'You can’t do this to your own account.'],
    ['myself', { ...bea, userId: 7 }, 'Lock User', 'You can’t do this to your own account.'],
  ])('for %s, what cannot be done says why: %3$s', async (_who, user, entry, reason) => {
    answer(listUsers, { result: [user], totalResults: 1 })
    const { person } = await openMenuOf(user)
    const item = screen.getByRole('menuitem', { name: new RegExp(`^${entry}`) })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(item.textContent).toContain(reason)
    await person.click(item)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('signing on as a user begins with the reason', async () => {
    const { person } = await openMenuOf(bea)
    await person.click(screen.getByRole('menuitem', { name: signOn }))
    const reason = await screen.findByRole('textbox', { name: 'Reason' })
    await waitFor(() => expect(document.activeElement).toBe(reason))
  })

  test.each<[string, ListedUser, string]>([
    ['Reset second-factor Enrollment', bea, 'Only portal administrators can do this.'],
    ['Reactivate User', ida, 'Only portal administrators can restore a deleted user.'],
  ])('%s is for portal administrators, and says so to others', async (entry, user, reason) => {
    answer(getUserListOptions, {
      portalAdminFlg: false,
      securityProvider: 'duo',
      signOnAsFlg: true,
      usAssociate: false,
    })
    await openMenuOf(user)
    expect(screen.getByRole('menuitem', { name: new RegExp(`^${entry}`) }).textContent).toContain(reason)
  })

  test('without a second factor in the portal there is none to reset', async () => {
    answer(getUserListOptions, { portalAdminFlg: true, securityProvider: 'off', signOnAsFlg: true, usAssociate: false })
    await openMenuOf(bea)
    expect(screen.getByRole('menuitem', { name: /^Reset second-factor/ }).textContent).toContain(
      'This portal asks for no second factor.',
    )
  })
})
