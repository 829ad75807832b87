import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listAssignablePages, updateUserDetail, updateUserPermissions } from '@portico/contract/users/user-profile.ts'
import { answer, answerAfter, refuse, requestsTo } from '../../../test/answer.ts'
import { takeNumbersOfAllCountries } from '../../../test/phone-country.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerProfile, answerUserProfile, profile } from '../../../test/user-profile.ts'
import { dayOf } from '../../ui/day-bounds.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './UserProfilePage.tsx'

beforeEach(answerUserProfile)

async function openTab(tab: string) {
  const page = renderPage(`/content-authenticated/administration/user-profile/21/${tab}`)
  await screen.findByRole('heading', { name: 'Bea Ivers', level: 1 })
  return page
}
const review = () => screen.findByRole('dialog', { name: 'Review your changes' })
/** The text below a field. */
const describedBy = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

test('an unknown tab shows the details, and the address names the open tab (UADM-025, UADM-026, UADM-027)', async () => {
  const { person, address } = await openTab('nonsense')
  expect(screen.getByRole('tab', { name: 'Details' }).getAttribute('aria-selected')).toBe('true')
  await person.click(screen.getByRole('tab', { name: 'Permissions' }))
  await waitFor(() => expect(address()).toContain('/user-profile/21/permissions'))
  expect(await screen.findByRole('table', { name: 'Permissions' })).toBeDefined()
})

test('changed details are shown before they are saved (UADM-011, UADM-143)', async () => {
  const { person } = await openTab('userDetails')
  answer(updateUserDetail, null)
  await person.clear(screen.getByRole('textbox', { name: 'Last name' }))
  await person.type(screen.getByRole('textbox', { name: 'Last name' }), 'Iverson')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Department' }), 'Treasury')
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  const changes = within(await review())
  expect(changes.getByRole('row', { name: /Last name Ivers Iverson/ })).toBeDefined()
  expect(changes.getByRole('row', { name: /Department Empty Treasury/ })).toBeDefined()
  expect(requestsTo(updateUserDetail)).toHaveLength(0)
  await person.click(changes.getByRole('button', { name: 'Save details' }))
  await waitFor(() => expect(requestsTo(updateUserDetail)).toHaveLength(1))
  expect(requestsTo(updateUserDetail)[0]?.body).toMatchObject({
    user: { lastNm: 'Iverson', departmentId: 8, userStatus: 1 },
    version: 4,
  })
})

test('telephones are sent without their dashes (UADM-113)', async () => {
  const { person } = await openTab('userDetails')
  answer(updateUserDetail, null)
  for (const [at, label] of ['Work phone', 'Home phone', 'Fax'].entries()) {
    const phone = screen.getByRole('textbox', { name: label })
    await person.clear(phone)
    await person.type(phone, `206-555-010${at}`)
  }
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  await person.click(within(await review()).getByRole('button', { name: 'Save details' }))
  await waitFor(() => expect(requestsTo(updateUserDetail)).toHaveLength(1))
  expect(requestsTo(updateUserDetail)[0]?.body).toMatchObject({
    user: { workPhone: '2065550100', homePhone: '2065550101', faxNum: '2065550102' },
  })
})

test('telephones of any country are taken where the installation takes them, and others are refused at their field', async () => {
  takeNumbersOfAllCountries('US')
  const { person } = await openTab('userDetails')
  answer(updateUserDetail, null)
  const enter = async (label: string, text: string) => {
    const phone = screen.getByRole('textbox', { name: label })
    await person.clear(phone)
    await person.type(phone, text)
    await person.tab()
  }
  await enter('Fax', '12')
  await screen.findByText('Enter a complete telephone number without an extension, for example +1 206 555 0100.')
  await enter('Fax', '(212) 555-0100')
  await enter('Work phone', '0049 30 1234567')
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  await person.click(within(await review()).getByRole('button', { name: 'Save details' }))
  await waitFor(() => expect(requestsTo(updateUserDetail)).toHaveLength(1))
  expect(requestsTo(updateUserDetail)[0]?.body).toMatchObject({
    user: { workPhone: '+49301234567', faxNum: '+12125550100' },
  })
})

test('going back from the review saves nothing and keeps what was typed', async () => {
  const { person } = await openTab('userDetails')
  await person.type(screen.getByRole('textbox', { name: 'Job title' }), 'Clerk')
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  await person.click(within(await review()).getByRole('button', { name: 'Back to the form' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Job title' }).value).toBe('Clerk')
  expect(requestsTo(updateUserDetail)).toHaveLength(0)
})

test('leaving from the review asks there, without another dialog, and keeps what was typed', async () => {
  const { person, address, router } = await openTab('userDetails')
  await person.type(screen.getByRole('textbox', { name: 'Job title' }), 'Clerk')
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  const dialog = within(await review())
  act(() => void router.navigate({ href: '/content-authenticated/home' }))
  await person.click(await dialog.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await person.click(dialog.getByRole('button', { name: 'Back to the form' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Job title' }).value).toBe('Clerk')
  expect(address()).toContain('/user-profile/21/userDetails')
})

test('what I type while the details are saved stays, beside what the server has', async () => {
  const { person } = await openTab('userDetails')
  await person.type(screen.getByRole('textbox', { name: 'Job title' }), 'Clerk')
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  let finish: () => void = () => undefined
  answerAfter(updateUserDetail, new Promise((resolve) => (finish = () => resolve(null))))
  await person.click(within(await review()).getByRole('button', { name: 'Save details' }))
  await waitFor(() => expect(requestsTo(updateUserDetail)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.type(screen.getByRole('textbox', { name: 'Last name' }), 'on')
  const saved = profile
  answerProfile({ ...saved, user: { ...saved.user, jobTitleDscTxt: 'Clerk', midInitial: 'Q', version: 5 } })
  act(() => finish())
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Middle/ }).value).toBe('Q'))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Last name' }).value).toBe('Iverson')
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  await person.click(within(await review()).getByRole('button', { name: 'Save details' }))
  await waitFor(() =>
    expect(requestsTo(updateUserDetail)[1]?.body).toMatchObject({ user: { lastNm: 'Iverson' }, version: 5 }),
  )
})

const offeredPage = (pageId: number, pageNm: string) => ({
  pageId,
  pageNm,
  sectionNm: null,
  internalUserPage: false,
  dispFlg: true,
  pageAssignableFlg: true,
  admAccessRqrFlg: false,
  assignableFlg: true,
})

/** What the server answers to a save that names an older version. */
const changedByGrace = { changedByNm: 'Grace Hopper', changedDt: '2026-03-04T09:30:00.000Z' }

test('when another administrator was first, I load the current state: what I typed stays, and I read what they changed (UADM-011, UADM-143)', async () => {
  const { person } = await openTab('userDetails')
  const text = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
  await person.type(text('Job title'), 'Clerk')
  await person.type(text('Last name'), 'on')
  refuse(updateUserDetail, 409, 'Grace Hopper changed this user.', changedByGrace)
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  await person.click(within(await review()).getByRole('button', { name: 'Save details' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Grace Hopper changed this user.')
  answerProfile({
    ...profile,
    user: { ...profile.user, lastNm: 'Ivory', midInitial: 'Q', departmentId: 8, version: 5 },
  })
  await person.click(screen.getByRole('button', { name: 'Load the current state' }))
  const changes = await screen.findByRole('table', { name: 'Changed while you were editing' })
  expect(within(changes).getByRole('row', { name: 'Last name Ivers Ivory' })).toBeDefined()
  expect(within(changes).getByRole('row', { name: 'Middle initial Empty Q' })).toBeDefined()
  expect(within(changes).getByRole('row', { name: 'Department Empty Treasury' })).toBeDefined()
  expect(within(changes).getAllByRole('row')).toHaveLength(4)
  expect(document.activeElement?.contains(changes)).toBe(true)
  expect(screen.getByText(/saving replaces them with your values: Last name\.$/)).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  expect([text('Job title').value, text('Last name').value, text(/Middle/).value]).toEqual(['Clerk', 'Iverson', 'Q'])
  answer(updateUserDetail, null)
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  const mine = within(await review())
  expect(mine.getByRole('row', { name: 'Last name Ivory Iverson' })).toBeDefined()
  expect(mine.getByRole('row', { name: 'Job title Empty Clerk' })).toBeDefined()
  expect(mine.getAllByRole('row')).toHaveLength(3)
  await person.click(mine.getByRole('button', { name: 'Save details' }))
  await waitFor(() =>
    expect(requestsTo(updateUserDetail)[1]?.body).toMatchObject({
      user: { lastNm: 'Iverson', midInitial: 'Q', jobTitleDscTxt: 'Clerk', departmentId: 8 },
      version: 5,
    }),
  )
  await waitFor(() => expect(screen.queryByText('Changed while you were editing')).toBeNull())
})

test('permissions that others changed meanwhile are listed, and only my own changes are saved on top (UADM-012, UADM-144)', async () => {
  const { person } = await openTab('permissions')
  await person.click(screen.getByRole('checkbox', { name: 'Vault: Assigned' }))
  refuse(updateUserPermissions, 409, 'Grace Hopper changed this user.', changedByGrace)
  await person.click(screen.getByRole('button', { name: 'Save permissions' }))
  await person.click(within(await review()).getByRole('button', { name: 'Save permissions' }))
  const [ledger] = profile.userSystems
  if (!ledger) throw new Error('The profile has no application')
  const raised = { ...ledger, adminFlg: true }
  answerProfile({ ...profile, userSystems: [raised], userPages: [] }, null, 10)
  await person.click(await screen.findByRole('button', { name: 'Load the current state' }))
  const changes = within(await screen.findByRole('table', { name: 'Changed while you were editing' }))
  expect(changes.getByRole('row', { name: 'Ledger Assigned Assigned, Administrator' })).toBeDefined()
  expect(changes.getByRole('row', { name: 'Ledger / Entries Assigned Empty' })).toBeDefined()
  const isTicked = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked
  expect(isTicked('Ledger: Administrator')).toBe(true)
  expect(isTicked('Vault: Assigned')).toBe(true)
  answer(updateUserPermissions, null)
  await person.click(screen.getByRole('button', { name: 'Save permissions' }))
  const mine = within(await review())
  expect(mine.getAllByRole('row')).toHaveLength(2)
  expect(mine.getByRole('row', { name: 'Vault Empty Assigned' })).toBeDefined()
  await person.click(mine.getByRole('button', { name: 'Save permissions' }))
  await waitFor(() =>
    expect(requestsTo(updateUserPermissions)[1]?.body).toMatchObject({
      userSystems: [
        { systemId: 30, adminFlg: 'Y' },
        { systemId: 31, adminFlg: 'N' },
      ],
      userPages: [],
      version: 10,
    }),
  )
})

test('a page that I gave stays with its application when others have taken that away meanwhile', async () => {
  const { person } = await openTab('permissions')
  answer(listAssignablePages, [offeredPage(300, 'Entries'), offeredPage(301, 'Balances')])
  await person.click(screen.getByRole('button', { name: '1 page: Ledger' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bea Ivers Permissions' }))
  await person.click(await dialog.findByRole('checkbox', { name: 'Balances' }))
  await person.click(dialog.getByRole('button', { name: 'Done' }))
  refuse(updateUserPermissions, 409, 'Grace Hopper changed this user.', changedByGrace)
  await person.click(screen.getByRole('button', { name: 'Save permissions' }))
  await person.click(within(await review()).getByRole('button', { name: 'Save permissions' }))
  answerProfile({ ...profile, userSystems: [], userPages: [] }, null, 10)
  await person.click(await screen.findByRole('button', { name: 'Load the current state' }))
  await screen.findByRole('row', { name: 'Ledger Assigned Empty' })
  answer(updateUserPermissions, null)
  await person.click(screen.getByRole('button', { name: 'Save permissions' }))
  const mine = within(await review())
  expect(mine.getByRole('row', { name: 'Ledger Empty Assigned' })).toBeDefined()
  expect(mine.getByRole('row', { name: 'Ledger / Balances Empty Assigned' })).toBeDefined()
  expect(mine.getAllByRole('row')).toHaveLength(3)
})

test('rules are said at their field, and so are the refusals of the server (UADM-114, UADM-161)', async () => {
  const { person } = await openTab('userDetails')
  const last = screen.getByRole('textbox', { name: 'Last name' })
  await person.clear(last)
  await person.type(last, 'A<b>')
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText("Use only letters, digits, spaces and . , ' -")).toBeDefined()
  await person.clear(last)
  await person.type(last, 'Taken')
  refuse(updateUserDetail, 422, 'Not this name.', [{ field: 'lastNm', message: 'Not this name.' }])
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  await person.click(within(await review()).getByRole('button', { name: 'Save details' }))
  await waitFor(() => expect(last.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Not this name.')).toBeDefined()
})

const tooLong = 'The text entered exceeds the maximum length'
const badPhone = 'Enter 10 digits, for example 206-555-0100.'
/** Label, the longest value, one that is too long, and what is said of it. */
const limits: [label: string, longest: string, beyond: string, message: string][] = [
  ['First name', 'f'.repeat(50), 'f'.repeat(51), tooLong],
  ['Middle initial', 'Ä', 'AB', 'Enter one letter.'],
  ['Last name', 'l'.repeat(50), 'l'.repeat(51), tooLong],
  ['Email', `${'e'.repeat(64)}@harborview.test`, `${'e'.repeat(64)}@${'b'.repeat(60)}.nowhere`.repeat(3), tooLong],
  ['Job title', 'j'.repeat(100), 'j'.repeat(101), tooLong],
  ['Employee ID', 'e'.repeat(50), 'e'.repeat(51), tooLong],
  ['Cost center', 'c'.repeat(30), 'c'.repeat(31), tooLong],
  ['Work phone', '206-555-0100', '20655501001', badPhone],
  ['Extension', '1234567890', '12345678901', 'Use up to 10 digits.'],
  ['Home phone', '2065550100', '206555010', badPhone],
  ['Fax', '2065550100', '206-5550100', badPhone],
]

test('every field takes its longest value; beyond it the form says so at the field, and nothing is sent (UADM-112..118)', async () => {
  const { person } = await openTab('userDetails')
  const fill = async (label: string, value: string) => {
    const field = screen.getByRole('textbox', { name: label })
    await person.clear(field)
    await person.click(field)
    await person.paste(value)
  }
  for (const [label, , beyond] of limits) await fill(label, beyond)
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  for (const [label, , , message] of limits) {
    const field = await screen.findByRole('textbox', { name: label })
    await waitFor(() => expect(descriptionOf(field)).toContain(message))
    expect(field.getAttribute('aria-invalid')).toBe('true')
  }
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'First name' }))
  for (const [label, longest] of limits) await fill(label, longest)
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  await review()
  expect(requestsTo(updateUserDetail)).toHaveLength(0)
})

/** What assistive technology reads after the name of a field. */
const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

test('text messages need the agree box; without them number, carrier and agreement are cleared (UADM-119..121)', async () => {
  const { person } = await openTab('userDetails')
  await person.click(screen.getByRole('checkbox', { name: 'Text message' }))
  await person.type(screen.getByRole('textbox', { name: 'Mobile phone' }), '2065550100')
  await person.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Please check the box to agree to receive text messages')).toBeDefined()
  await person.click(screen.getByRole('checkbox', { name: 'Text message' }))
  await person.click(screen.getByRole('checkbox', { name: 'Text message' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Mobile phone' }).value).toBe('')
})

test('I assign an application with a page and an end date, and see the change by name (UADM-012, UADM-039, UADM-144)', async () => {
  const { person } = await openTab('permissions')
  answer(listAssignablePages, [offeredPage(310, 'Boxes')])
  answer(updateUserPermissions, null)
  await person.click(screen.getByRole('checkbox', { name: 'Vault: Administrator' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Vault: Assigned' }).checked).toBe(true)
  await person.click(screen.getByRole('button', { name: '0 pages: Vault' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bea Ivers Permissions' }))
  await person.click(await dialog.findByRole('checkbox', { name: 'Boxes' }))
  await person.click(dialog.getByRole('button', { name: 'Done' }))
  await person.click(await screen.findByRole('button', { name: 'Save permissions' }))
  const changes = within(await review())
  expect(changes.getByRole('row', { name: 'Vault Empty Assigned, Administrator' })).toBeDefined()
  expect(changes.getByRole('row', { name: 'Vault / Boxes Empty Assigned' })).toBeDefined()
  await person.click(changes.getByRole('button', { name: 'Save permissions' }))
  await waitFor(() => expect(requestsTo(updateUserPermissions)).toHaveLength(1))
  expect(requestsTo(updateUserPermissions)[0]?.body).toEqual({
    userSystems: [
      { systemId: 30, adminFlg: 'N', sensitiveDataAccessFlg: 'N', permissionAssignedFlg: 'Y', endDt: null },
      { systemId: 31, adminFlg: 'Y', sensitiveDataAccessFlg: 'N', permissionAssignedFlg: 'Y', endDt: null },
    ],
    userPages: [
      { pageId: 300, endDt: null },
      { pageId: 310, endDt: null },
    ],
    version: 9,
  })
})

test('an end date before today is refused at its field, and today is not (UADM-039)', async () => {
  const { person } = await openTab('permissions')
  answer(listAssignablePages, [])
  await person.click(screen.getByRole('button', { name: '1 page: Ledger' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bea Ivers Permissions' }))
  const end = dialog.getByLabelText('Access ends on')
  await person.type(end, '2020-01-31')
  await person.tab()
  await waitFor(() => expect(descriptionOf(end)).toContain('The end date of Ledger must be today or later.'))
  await person.click(dialog.getByRole('button', { name: 'Done' }))
  expect(document.activeElement).toBe(end)
  await person.clear(end)
  await person.type(end, dayOf(new Date()))
  await waitFor(() => expect(end.getAttribute('aria-invalid')).not.toBe('true'))
  await person.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('pages that can’t be loaded don’t look as if there were none, and I can try again', async () => {
  const { person } = await openTab('permissions')
  refuse(listAssignablePages, 500, 'Something broke.')
  await person.click(screen.getByRole('button', { name: '0 pages: Vault' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bea Ivers Permissions' }))
  expect(await dialog.findByText('The pages of Vault couldn’t be loaded.', {}, { timeout: 8_000 })).toBeDefined()
  expect(dialog.queryByText('This application has no pages to assign.')).toBeNull()
  answer(listAssignablePages, [])
  await person.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('This application has no pages to assign.')).toBeDefined()
})

test('without its application a page goes too, and I find applications by name', async () => {
  const { person } = await openTab('permissions')
  expect(screen.getByRole('button', { name: '1 page: Ledger' })).toBeDefined()
  await person.click(screen.getByRole('checkbox', { name: 'Ledger: Assigned' }))
  expect(screen.getByRole('button', { name: '0 pages: Ledger' })).toBeDefined()
  await person.type(screen.getByRole('searchbox', { name: 'Search applications' }), 'vau')
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Ledger' })).toBeNull())
  expect(screen.getByRole('rowheader', { name: 'Vault' })).toBeDefined()
})

/** What a directory can provide of an account, by the labels of the form. */
const provided = {
  firstNm: 'First name',
  midInitial: 'Middle initial',
  lastNm: 'Last name',
  emailAddress: 'Email',
  workPhone: 'Work phone',
  homePhone: 'Home phone',
  faxNum: 'Fax',
  employeeId: 'Employee ID',
  costCenter: 'Cost center',
  jobTitleDscTxt: 'Job title',
  departmentId: 'Department',
}

test.each(Object.entries(provided))(
  '%s of a user whose company manages it alone is read-only, and says why',
  async (name, label) => {
    answerProfile({ ...profile, user: { ...profile.user, readOnlyFields: [name] } })
    await openTab('userDetails')
    const field = screen.getByLabelText<HTMLInputElement>(label, { selector: ':not([type=checkbox])' })
    expect(field.disabled).toBe(true)
    expect(describedBy(field)).toBe('Managed by the user’s company.')
    expect(screen.getByLabelText<HTMLInputElement>('Extension').disabled).toBe(false)
  },
)

test('a stronger user is read-only, and says why (E4)', async () => {
  answerProfile(profile, 'stronger')
  await openTab('permissions')
  expect(await screen.findAllByText('This user has administration rights that you don’t have.')).not.toEqual([])
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Vault: Assigned' }).disabled).toBe(true)
})

test('the list leads to a profile, and its actions are in the profile too (UADM-016, UADM-032)', async () => {
  const { person, address } = renderPage('/content-authenticated/administration')
  await person.click(await screen.findByRole('button', { name: 'Actions for Bea Ivers' }))
  await person.click(await screen.findByRole('menuitem', { name: 'View profile' }))
  await waitFor(() => expect(address()).toContain('/user-profile/21/overview'))
  await person.click(await screen.findByRole('button', { name: 'Actions for Bea Ivers' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Inactivate User' }))
  expect(await screen.findByRole('dialog', { name: 'Inactivate User' })).toBeDefined()
})

test('the row of an application says until when it is held, who gave it and when it was opened last', async () => {
  const [ledger] = profile.userSystems
  if (!ledger) throw new Error('The profile has no application')
  const endDt = new Date('2027-01-31T12:00:00Z')
  const lastUsedDt = new Date('2026-11-20T15:00:00Z')
  answerProfile({ ...profile, userSystems: [{ ...ledger, endDt, givenByNm: 'Grace Hopper', lastUsedDt }] })
  await openTab('permissions')
  const row = await screen.findByRole('row', { name: /^Ledger/ })
  expect(row.textContent).toContain('until 01/31/2027 · given or changed by Grace Hopper · last opened 11/20/2026')
})

test('an application with accounts of its own links to them, in a window of their own (SACC-001)', async () => {
  const [ledger] = profile.userSystems
  if (!ledger) throw new Error('The profile has no application')
  const system = { ...ledger.system, systemAccountSetupFlg: true }
  answerProfile({ ...profile, userSystems: [{ ...ledger, system }] })
  await openTab('permissions')
  const link = await screen.findByRole('link', { name: 'Accounts of Ledger' })
  expect(link.getAttribute('href')).toMatch(/user-profile\/21\/permissions\/system-account-settings\/30$/)
  expect(link.getAttribute('target')).toBe('_blank')
})
