import { act, screen, waitFor, within } from '@testing-library/react'
import { listEmployersByDomain } from '@portico/contract/users/user-creation.ts'
import {
  type AssignablePage,
  getUserDetail,
  listAssignablePages,
  listAssignableSystems,
  updateUserDetail,
  updateUserPermissions,
} from '@portico/contract/users/user-profile.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, requestsTo } from '../../../test/answer.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerProfile, answerUserProfile, assignable, profile } from '../../../test/user-profile.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './UserProfilePage.tsx'

beforeEach(answerUserProfile)

async function openTab(tab: string, userId = 21) {
  const page = renderPage(`/content-authenticated/administration/user-profile/${userId}/${tab}`)
  await screen.findByRole('heading', { name: 'Bea Ivers', level: 1 })
  return page
}
type Person = ReturnType<typeof renderPage>['person']
const page = (pageId: number, pageNm: string, over: Partial<AssignablePage> = {}): AssignablePage => ({
  pageId,
  pageNm,
  sectionNm: null,
  internalUserPage: false,
  dispFlg: true,
  pageAssignableFlg: true,
  admAccessRqrFlg: false,
  assignableFlg: true,
  ...over,
})
/** The dialog with the pages of Ledger, which Bea holds with its page Entries. */
async function pagesOfLedger(person: Person) {
  await person.click(await screen.findByRole('button', { name: '1 page: Ledger' }))
  return within(await screen.findByRole('dialog', { name: 'Bea Ivers Permissions' }))
}
type Inside = Awaited<ReturnType<typeof pagesOfLedger>>
const names = (dialog: Inside) =>
  dialog.queryAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)
const box = (name: string) => screen.queryByRole<HTMLInputElement>('checkbox', { name })
/** Each page stands in a group of its own, which is off where the page can’t be given. */
const isOff = (field: HTMLElement) => field.closest('fieldset')?.disabled
const describedBy = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

describe('the pages of an application that I give', () => {
  test('are searched from the tenth on', async () => {
    answer(listAssignablePages, [
      page(300, 'Entries'),
      ...Array.from({ length: 8 }, (_, at) => page(310 + at, `Page ${at}`)),
    ])
    const { person } = await openTab('permissions')
    const dialog = await pagesOfLedger(person)
    await dialog.findByRole('checkbox', { name: 'Page 7' })
    expect(names(dialog)).toHaveLength(9)
    expect(dialog.queryByRole('searchbox')).toBeNull()
  })

  test('are found by a part of their names, whatever its case', async () => {
    answer(listAssignablePages, [
      ...Array.from({ length: 9 }, (_, at) => page(300 + at, at === 0 ? 'Entries' : `Page ${at}`)),
      page(400, 'Balance sheets'),
    ])
    const { person } = await openTab('permissions')
    const dialog = await pagesOfLedger(person)
    await person.type(await dialog.findByRole('searchbox', { name: 'Search pages' }), ' bALANCE ')
    await waitFor(() => expect(names(dialog)).toEqual(['Balance sheets']))
  })

  test('are those that can be given to this user, and those that they hold', async () => {
    answer(listAssignablePages, [
      page(301, 'Balances'),
      page(302, 'For staff', { internalUserPage: true }),
      page(303, 'Open to all', { pageAssignableFlg: false }),
      page(304, 'For administrators', { admAccessRqrFlg: true }),
      page(305, 'Mine only', { assignableFlg: false }),
    ])
    const { person } = await openTab('permissions')
    const dialog = await pagesOfLedger(person)
    await dialog.findByRole('checkbox', { name: 'Balances' })
    expect(names(dialog)).toEqual(['Balances', 'For administrators', 'Mine only', 'Entries'])
    expect(describedBy(dialog.getByRole('checkbox', { name: 'For administrators' }))).toBe(
      'Only for administrators of the application',
    )
    const mine = dialog.getByRole('checkbox', { name: 'Mine only' })
    expect(describedBy(mine)).toBe('You need Mine only yourself to give it to others.')
    expect(isOff(mine)).toBe(true)
    expect(isOff(dialog.getByRole('checkbox', { name: 'Entries' }))).toBe(false)
  })

  test('of a user of the operator include those for internal users, which say so', async () => {
    answerProfile({ ...profile, user: { ...profile.user, internalUserFlg: true } })
    answer(listAssignablePages, [page(302, 'For staff', { internalUserPage: true, admAccessRqrFlg: true })])
    const { person } = await openTab('permissions')
    const dialog = await pagesOfLedger(person)
    expect(describedBy(await dialog.findByRole('checkbox', { name: 'For staff' }))).toBe(
      'Internal users only Only for administrators of the application',
    )
  })

  test('give their application too, and have an end only once it is given', async () => {
    answer(listAssignablePages, [page(310, 'Boxes')])
    answer(updateUserPermissions, null)
    const { person } = await openTab('permissions')
    await person.click(await screen.findByRole('button', { name: '0 pages: Vault' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Bea Ivers Permissions' }))
    const end = dialog.getByLabelText<HTMLInputElement>('Access ends on')
    expect(end.disabled).toBe(true)
    await person.click(await dialog.findByRole('checkbox', { name: 'Boxes' }))
    expect(end.disabled).toBe(false)
    await person.click(dialog.getByRole('button', { name: 'Done' }))
    expect(box('Vault: Assigned')?.checked).toBe(true)
    expect(screen.getByRole('button', { name: '1 page: Vault' })).toBeDefined()
    expect(box('Vault: Administrator')?.checked).toBe(false)
  })
})

test.each([
  [100, 100, false],
  [101, 100, true],
])('of %i applications I see %i, and read that a search finds others: %s', async (count, shown, isSaid) => {
  answer(
    listAssignableSystems,
    Array.from({ length: count }, (_, at) => assignable(30 + at, at === 0 ? 'Ledger' : `Application ${at}`)),
  )
  await openTab('permissions')
  expect(await screen.findAllByRole('rowheader')).toHaveLength(shown)
  const sentence = 'Only the first 100 applications are shown. Search to find others.'
  expect(screen.queryByText(sentence) !== null).toBe(isSaid)
})

test('access to sensitive data that I lack myself I can’t give, and the box says why', async () => {
  answer(listAssignableSystems, [
    assignable(30, 'Ledger'),
    { ...assignable(31, 'Vault'), sensitiveDataAssignableFlg: false },
  ])
  await openTab('permissions')
  const sensitive = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Vault: Sensitive data' })
  expect(sensitive.disabled).toBe(true)
  expect(sensitive.title).toBe('You need access to sensitive data in Vault yourself to give it to others.')
  expect(box('Vault: Assigned')?.disabled).toBe(false)
  expect(box('Ledger: Sensitive data')?.disabled).toBe(false)
})

describe('the details that I may change', () => {
  const flags = ['Active', 'Internal user', 'US associate', 'May sign on as other users']
  const offered = () => flags.filter((name) => box(name) !== null)
  const answerAs = (portalAdminFlg: boolean, cpUser = profile) =>
    answer(getUserDetail, { adminUser: profile, cpUser, permissionsVersion: 9, portalAdminFlg, readOnlyReasonCd: null })

  test('as a portal administrator are all of them', async () => {
    await openTab('userDetails')
    expect(offered()).toEqual(flags)
    expect(screen.getByRole('textbox', { name: 'Cost center' })).toBeDefined()
  })

  test('as another administrator of the operator are no rights over others', async () => {
    answerAs(false)
    await openTab('userDetails')
    expect(offered()).toEqual(['Active', 'Internal user'])
  })

  test('as an administrator of a client are nothing that only the operator decides', async () => {
    signInAs({ internalUserFlg: false })
    answerAs(false)
    await openTab('userDetails')
    expect(offered()).toEqual(['Active'])
    expect(screen.queryByRole('textbox', { name: 'Cost center' })).toBeNull()
  })

  test('of myself don’t lock me out', async () => {
    answerAs(true, { ...profile, user: { ...profile.user, userId: 7 } })
    await openTab('userDetails', 7)
    expect(offered()).toEqual(['Internal user'])
  })
})

test('an address and an employer that the user asked for are said, and I can decline the employer', async () => {
  const asked = { pendingEmailAddress: 'bea@atlas.test', pendingEmployerId: 6, pendingEmployerNm: 'Atlas' }
  answerProfile({ ...profile, user: { ...profile.user, ...asked } })
  answer(updateUserDetail, null)
  const { person } = await openTab('userDetails')
  expect(describedBy(screen.getByRole('textbox', { name: 'Email' }))).toBe(
    'The user asked to change it to bea@atlas.test and has not confirmed that yet.',
  )
  expect(screen.getByText('The user asked to change to Atlas.')).toBeDefined()
  await person.click(screen.getByRole('checkbox', { name: 'Decline the change to Atlas' }))
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  const review = within(await screen.findByRole('dialog', { name: 'Review your changes' }))
  await person.click(review.getByRole('button', { name: 'Save details' }))
  await waitFor(() => expect(requestsTo(updateUserDetail)).toHaveLength(1))
  expect(requestsTo(updateUserDetail)[0]?.body).toMatchObject({ user: { pendingEmployerId: null } })
})

test('once I have entered another address, the employers of its domain are offered', async () => {
  const { person } = await openTab('userDetails')
  answer(listEmployersByDomain, [{ clientId: 9, clientNm: 'Northwind', internationalPhonesFlg: false }])
  const email = screen.getByRole('textbox', { name: 'Email' })
  await person.clear(email)
  await person.type(email, 'bea@northwind.test')
  await person.tab()
  const employer = screen.getByRole('combobox', { name: 'Employer' })
  expect(await within(employer).findByRole('option', { name: 'Northwind' })).toBeDefined()
  expect(within(employer).getByRole('option', { name: 'Harborview' })).toBeDefined()
})

test('what I typed about one user never stands in the form of another', async () => {
  const { person, router } = await openTab('userDetails')
  await person.type(screen.getByRole('textbox', { name: 'Job title' }), 'Clerk')
  answerProfile({ ...profile, user: { ...profile.user, userId: 22, firstNm: 'Gus', lastNm: 'Inert' } })
  act(() => void router.navigate({ href: '/content-authenticated/administration/user-profile/22/userDetails' }))
  await person.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await screen.findByRole('heading', { name: 'Gus Inert', level: 1 })
  const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value
  expect([value('First name'), value('Job title')]).toEqual(['Gus', ''])
})
