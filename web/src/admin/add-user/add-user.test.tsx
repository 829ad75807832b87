import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listCarriers, listDepartments, listNotificationTypes } from '@portico/contract/account/account.ts'
import { listPermissionSets } from '@portico/contract/permission-sets/permission-sets.ts'
import {
  checkEmailAddress,
  createUser,
  listEmployersByDomain,
  proposeUser,
} from '@portico/contract/users/user-creation.ts'
import { getUserCustomers, listTopLevelCustomers } from '@portico/contract/customers/user-customers.ts'
import { getUserDetail, listAssignablePages, listAssignableSystems } from '@portico/contract/users/user-profile.ts'
import { ListedUser } from '@portico/contract/users/users.ts'
import { answer, answerAfter, answerWire, answerWith, refuse, requestsTo } from '../../../test/answer.ts'
import { takeNumbersOfAllCountries } from '../../../test/phone-country.ts'
import { readerSet } from '../../../test/permission-sets.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerUserList, bea } from '../../../test/users.ts'
import { endOfDay } from '../../ui/day-bounds.ts'
import { followsProposal } from './details-form.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './AddUserPage.tsx'
import '../users/UsersPage.tsx'

beforeEach(() => {
  answerUserList([], 0)
  answer(listNotificationTypes, [
    { notificationTypeId: 1, notificationTypeNm: 'Email', textMessageFlg: false },
    { notificationTypeId: 2, notificationTypeNm: 'Text message', textMessageFlg: true },
  ])
  answer(listDepartments, [{ departmentId: 4, departmentNm: 'Billing' }])
  answer(listCarriers, [{ smsCarrierId: 6, smsCarrierNm: 'Bluebird', emailDomainTxt: 'text.test' }])
  answer(listAssignableSystems, [
    { systemId: 9, systemNm: 'Claims', systemCd: null, facilityCd: null, sensitiveDataAssignableFlg: true },
  ])
  answer(listAssignablePages, [])
  answer(getUserCustomers, { facilities: [], userCustomers: [], version: 1 })
  answer(listEmployersByDomain, [{ clientId: 3, clientNm: 'Harbor', internationalPhonesFlg: false }])
  answer(proposeUser, { userNm: 'ghopper', internalUserFlg: false })
  answerWith(checkEmailAddress, { code: '204', data: null, message: '' })
})

const assignablePage = (pageNm: string, index: number) => ({
  pageId: 90 + index,
  pageNm,
  sectionNm: null,
  internalUserPage: false,
  dispFlg: true,
  pageAssignableFlg: true,
  admAccessRqrFlg: false,
  assignableFlg: true,
})

async function openWizard() {
  const page = renderPage('/content-authenticated/administration/user-profile/add-user')
  await screen.findByRole('heading', { name: /Step 1 of 4.*Details/, level: 2 })
  return page
}
type Person = ReturnType<typeof renderPage>['person']
const field = (name: string | RegExp) => screen.getByRole('textbox', { name })
const next = (person: Person) => person.click(screen.getByRole('button', { name: 'Next' }))
const step = (name: string) => screen.findByRole('heading', { name: new RegExp(name), level: 2 })

async function enterPerson(person: Person) {
  await person.type(field('First name'), 'Grace')
  await person.type(field('Last name'), 'Hopper')
  await person.type(field('Email'), 'grace@harbor.test')
  await person.tab()
  await waitFor(() => expect((field('User ID') as HTMLInputElement).value).toBe('ghopper'))
}

test('I enter a person, and employer and user ID are filled in (UADM-018, UADM-154, E18)', async () => {
  const { person } = await openWizard()
  await enterPerson(person)
  await waitFor(() =>
    expect((screen.getByRole('combobox', { name: 'Employer' }) as HTMLSelectElement).selectedOptions[0]?.text).toBe(
      'Harbor',
    ),
  )
  expect(requestsTo(listEmployersByDomain).at(-1)?.search).toBe('?domain=harbor.test')
})

test('of several employers of a domain I choose, and none is chosen before', async () => {
  answer(listEmployersByDomain, [
    { clientId: 3, clientNm: 'Harbor', internationalPhonesFlg: false },
    { clientId: 4, clientNm: 'Northgate', internationalPhonesFlg: false },
  ])
  const { person } = await openWizard()
  await enterPerson(person)
  const employer = screen.getByRole('combobox', { name: 'Employer' }) as HTMLSelectElement
  await waitFor(() =>
    expect([...employer.options].map(({ text }) => text)).toEqual(['Select One', 'Harbor', 'Northgate']),
  )
  expect(employer.value).toBe('')
  await person.selectOptions(employer, 'Northgate')
  expect(employer.value).toBe('4')
})

test('someone with an address of the company is internal by default (UADM-122, UADM-129)', async () => {
  answer(proposeUser, { userNm: 'ghopper', internalUserFlg: true })
  const { person } = await openWizard()
  const internal = screen.getByRole('checkbox', { name: 'Internal user' }) as HTMLInputElement
  expect(internal.checked).toBe(false)
  await enterPerson(person)
  await waitFor(() => expect(internal.checked).toBe(true))
})

test('a proposal for a name that I have corrected meanwhile comes too late', async () => {
  let finish: (found: { userNm: string; internalUserFlg: boolean }) => void = () => undefined
  answerAfter(proposeUser, new Promise((resolve) => (finish = resolve)))
  const { person } = await openWizard()
  await person.type(field('First name'), 'Grace')
  await person.type(field('Last name'), 'Hoper')
  await person.type(field('Email'), 'grace@harbor.test')
  await person.tab()
  await waitFor(() => expect(requestsTo(proposeUser)).toHaveLength(1))
  answer(proposeUser, { userNm: 'ghopper', internalUserFlg: false })
  await person.clear(field('Last name'))
  await person.type(field('Last name'), 'Hopper')
  await person.tab()
  await waitFor(() => expect(field('User ID')).toHaveProperty('value', 'ghopper'))
  await act(async () => finish({ userNm: 'ghoper', internalUserFlg: true }))
  await person.click(field('Extension'))
  expect(field('User ID')).toHaveProperty('value', 'ghopper')
  expect(screen.getByRole('checkbox', { name: 'Internal user' })).toHaveProperty('checked', false)
})

test('each step says what is wrong before it lets me on (UADM-117, UADM-118, UADM-120)', async () => {
  const { person } = await openWizard()
  await person.click(screen.getByRole('checkbox', { name: 'Text message' }))
  await next(person)
  expect(await screen.findByText('Error: Employer is missing.')).toBeDefined()
  expect(screen.getByText('Please check the box to agree to receive text messages')).toBeDefined()
  expect(document.activeElement).toBe(field('First name'))
  expect(screen.getByRole('heading', { name: /Step 1 of 4/ })).toBeDefined()
})

test.each([
  ['User ID', 'x'.repeat(51), 'Use 3 to 50 letters, digits and . _ -, beginning with a letter or digit.'],
  ['First name', 'f'.repeat(51), 'The text entered exceeds the maximum length (at most 50 characters)'],
  ['Middle initial', 'AB', 'Enter one letter.'],
  ['Last name', 'l'.repeat(51), 'The text entered exceeds the maximum length (at most 50 characters)'],
  ['Email', 'no address', 'Enter a valid email address.'],
  ['Work phone', '20655501001', 'Enter 10 digits, for example 206-555-0100.'],
  ['Extension', '12345678901', 'Use up to 10 digits.'],
  ['Home phone', '206555010', 'Enter 10 digits, for example 206-555-0100.'],
  ['Fax', '206-5550100', 'Enter 10 digits, for example 206-555-0100.'],
  ['Employee ID', 'e'.repeat(51), 'The text entered exceeds the maximum length (at most 50 characters)'],
  ['Cost center', 'c'.repeat(31), 'The text entered exceeds the maximum length (at most 30 characters)'],
])('%s as %s is said at its field, and I stay on the step (UADM-112..118)', async (label, value, message) => {
  const { person } = await openWizard()
  await enterPerson(person)
  const wrong = field(label)
  await person.clear(wrong)
  await person.click(wrong)
  await person.paste(value)
  await next(person)
  await screen.findByText(message)
  expect(wrong.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(wrong)
  expect(screen.getByRole('heading', { name: /Step 1 of 4/ })).toBeDefined()
})

test('unticking text messages clears number, carrier and agreement (UADM-121)', async () => {
  const { person } = await openWizard()
  const texts = screen.getByRole('checkbox', { name: 'Text message' })
  await person.click(texts)
  await person.type(field('Mobile phone'), '2065550100')
  await person.click(texts)
  await person.click(texts)
  expect((field('Mobile phone') as HTMLInputElement).value).toBe('')
})

test('an address in use is a warning that lets me on (UADM-124, UADM-164)', async () => {
  answer(checkEmailAddress, null, { message: 'This email address is already used by Ann Smith (asmith).' })
  const { person } = await openWizard()
  await enterPerson(person)
  expect(await screen.findByText('This email address is already used by Ann Smith (asmith).')).toBeDefined()
  await next(person)
  expect(await step('Step 2 of 4')).toBeDefined()
})

test('a domain without an employer is said (UADM-163)', async () => {
  answer(listEmployersByDomain, [])
  const { person } = await openWizard()
  await enterPerson(person)
  expect(await screen.findByText('Cannot return any employer.')).toBeDefined()
})

test('four steps lead to a user, and then to the users; going back keeps what I entered (UIGN-009, UADM-010, UADM-019..022, UADM-113, UADM-142, UADM-170)', async () => {
  answer(createUser, { userId: 50, userNm: 'ghopper' }, { message: 'Grace Hopper has been created.' })
  const { person, address } = await openWizard()
  await enterPerson(person)
  for (const [at, label] of ['Work phone', 'Home phone', 'Fax'].entries()) {
    await person.clear(field(label))
    await person.type(field(label), `206-555-010${at}`)
  }
  await next(person)
  const heading = await step('Step 2 of 4')
  expect(document.activeElement).toBe(heading)
  await person.click(screen.getByRole('button', { name: 'Previous' }))
  await step('Step 1 of 4')
  expect((field('First name') as HTMLInputElement).value).toBe('Grace')
  await next(person)
  await step('Step 2 of 4')
  await person.click(screen.getByRole('combobox', { name: 'Applications' }))
  await person.click(await screen.findByRole('option', { name: 'Claims' }))
  await person.keyboard('{Escape}')
  await person.click(await screen.findByRole('checkbox', { name: 'Claims: Administrator' }))
  await next(person)
  await step('Step 3 of 4')
  await next(person)
  await step('Step 4 of 4')
  const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Details, done',
    'Permissions, done',
    'Customers, done',
    '4Finish',
  ])
  expect(screen.getByText('Claims, Administrator')).toBeDefined()
  screen.getByText(/^Login creates the user, and the portal sends a temporary password to /)
  await person.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByText('Grace Hopper has been created.')).toBeDefined()
  expect(screen.queryByRole('heading', { name: /Step/ })).toBeNull()
  expect(requestsTo(createUser)[0]?.body).toMatchObject({
    user: {
      userNm: 'ghopper',
      firstNm: 'Grace',
      employerId: 3,
      internalUserFlg: 'N',
      workPhone: '2065550100',
      homePhone: '2065550101',
      faxNum: '2065550102',
    },
    userSystems: [{ systemId: 9, adminFlg: 'Y', sensitiveDataAccessFlg: 'N' }],
  })
  await waitFor(() => expect(address()).toBe('/content-authenticated/administration'))
  await screen.findByText(/^A temporary password is on its way to /)
  await person.click(screen.getByRole('button', { name: 'Open the profile' }))
  await waitFor(() => expect(address()).toBe('/content-authenticated/administration/user-profile/50/overview'))
})

test('a new user has telephones of any country where the installation takes them', async () => {
  takeNumbersOfAllCountries('DE')
  answer(createUser, { userId: 50, userNm: 'ghopper' }, { message: 'Grace Hopper has been created.' })
  const { person } = await openWizard()
  await enterPerson(person)
  await person.type(field('Home phone'), '+49')
  await next(person)
  await screen.findByText('Enter a complete telephone number without an extension, for example +1 206 555 0100.')
  await person.clear(field('Home phone'))
  await person.type(field('Work phone'), '030 1234567')
  await person.type(field('Fax'), '+1 (212) 555-0100')
  await next(person)
  for (const name of ['Step 2 of 4', 'Step 3 of 4']) {
    await step(name)
    await next(person)
  }
  await step('Step 4 of 4')
  await person.click(screen.getByRole('button', { name: 'Login' }))
  await screen.findByText('Grace Hopper has been created.')
  expect(requestsTo(createUser)[0]?.body).toMatchObject({
    user: { workPhone: '+49301234567', homePhone: '', faxNum: '+12125550100' },
  })
})

test('the last step names facilities as they are called, not by their code', async () => {
  const facility = {
    facilityCd: 'EDH',
    facilityNm: 'East Dock Harbor',
    hierarchyFlg: true,
    accessFlg: true,
    allCustomersFlg: false,
    endDt: null,
    mayAssignAllFlg: true,
    hiddenCustomerCnt: 0,
  }
  const other = { ...facility, facilityCd: 'KCW', facilityNm: 'Kings Cross' }
  answer(getUserCustomers, { facilities: [facility, other], userCustomers: [], version: 1 })
  answer(listTopLevelCustomers, [])
  const { person } = await openWizard()
  await enterPerson(person)
  await next(person)
  await step('Step 2 of 4')
  await next(person)
  await step('Step 3 of 4')
  await person.click(screen.getByRole('switch', { name: /^All customers of East Dock Harbor/ }))
  await person.click(screen.getByRole('radio', { name: 'Kings Cross' }))
  await person.click(await screen.findByRole('switch', { name: /^Access to Kings Cross/ }))
  await next(person)
  await step('Step 4 of 4')
  expect(screen.getByText('All customers of East Dock Harbor, Kings Cross')).toBeDefined()
})

test('a right to sensitive data that I tick makes nobody an administrator', async () => {
  answer(createUser, { userId: 50, userNm: 'ghopper' }, { message: 'Grace Hopper has been created.' })
  const { person } = await openWizard()
  await enterPerson(person)
  await next(person)
  await step('Step 2 of 4')
  await person.click(screen.getByRole('combobox', { name: 'Applications' }))
  await person.click(await screen.findByRole('option', { name: 'Claims' }))
  await person.keyboard('{Escape}')
  await person.click(await screen.findByRole('checkbox', { name: 'Claims: Sensitive data' }))
  await next(person)
  await step('Step 3 of 4')
  await next(person)
  await step('Step 4 of 4')
  await person.click(screen.getByRole('button', { name: 'Login' }))
  await screen.findByText('Grace Hopper has been created.')
  expect(requestsTo(createUser)[0]?.body).toMatchObject({
    userSystems: [{ systemId: 9, adminFlg: 'N', sensitiveDataAccessFlg: 'Y' }],
  })
})

test.each([
  [2, undefined],
  [6, false],
])(
  'the last step names the %i pages of an application, folded where they are many (UADM-021)',
  async (count, isOpen) => {
    const names = Array.from({ length: count }, (_, index) => `Form ${index + 1}`)
    answer(listAssignablePages, names.map(assignablePage))
    const { person } = await openWizard()
    await enterPerson(person)
    await next(person)
    await step('Step 2 of 4')
    await person.click(screen.getByRole('combobox', { name: 'Applications' }))
    await person.click(await screen.findByRole('option', { name: 'Claims' }))
    await person.keyboard('{Escape}')
    for (const name of names) await person.click(await screen.findByRole('checkbox', { name }))
    await next(person)
    await step('Step 3 of 4')
    await next(person)
    await step('Step 4 of 4')
    for (const name of names) expect(screen.getByText(name).closest('details')?.open).toBe(isOpen)
    expect(screen.queryAllByText('6 pages')).toHaveLength(count === 6 ? 1 : 0)
  },
)

test('an application of which I choose no page is said to show nothing, in step two and before I create the user', async () => {
  answer(listAssignablePages, [assignablePage('Form 1', 0)])
  const { person } = await openWizard()
  await enterPerson(person)
  await next(person)
  await step('Step 2 of 4')
  await person.click(screen.getByRole('combobox', { name: 'Applications' }))
  await person.click(await screen.findByRole('option', { name: 'Claims' }))
  await person.keyboard('{Escape}')
  const note = 'No page of Claims is chosen. Without one the user sees no tile of it.'
  expect(await screen.findByText(note)).toBeDefined()
  await person.click(screen.getByRole('checkbox', { name: 'Form 1' }))
  expect(screen.queryByText(note)).toBeNull()
  await person.click(screen.getByRole('checkbox', { name: 'Form 1' }))
  await next(person)
  await step('Step 3 of 4')
  await next(person)
  await step('Step 4 of 4')
  expect(screen.getByText(note)).toBeDefined()
})

test('an application without pages that could be given is taken without a note', async () => {
  answer(listAssignablePages, [{ ...assignablePage('Form 1', 0), assignableFlg: false }])
  const { person } = await openWizard()
  await enterPerson(person)
  await next(person)
  await step('Step 2 of 4')
  await person.click(screen.getByRole('combobox', { name: 'Applications' }))
  await person.click(await screen.findByRole('option', { name: 'Claims' }))
  await person.keyboard('{Escape}')
  await screen.findByRole('checkbox', { name: 'Claims: Administrator' })
  await next(person)
  await step('Step 3 of 4')
  await next(person)
  await step('Step 4 of 4')
  expect(screen.queryByText(/^No page of/)).toBeNull()
})

test('a page for internal users that I gave before the user became external stays to be taken back, and says so', async () => {
  answer(proposeUser, { userNm: 'ghopper', internalUserFlg: true })
  const page = { sectionNm: null, dispFlg: true, pageAssignableFlg: true, admAccessRqrFlg: false, assignableFlg: true }
  answer(listAssignablePages, [
    { ...page, pageId: 71, pageNm: 'Search', internalUserPage: false },
    { ...page, pageId: 72, pageNm: 'Audit', internalUserPage: true },
  ])
  const { person } = await openWizard()
  await enterPerson(person)
  await next(person)
  await step('Step 2 of 4')
  await person.click(screen.getByRole('combobox', { name: 'Applications' }))
  await person.click(await screen.findByRole('option', { name: 'Claims' }))
  await person.click(await screen.findByRole('checkbox', { name: 'Audit' }))
  await person.click(screen.getByRole('button', { name: 'Previous' }))
  await step('Step 1 of 4')
  await person.click(screen.getByRole('checkbox', { name: 'Internal user' }))
  await next(person)
  await step('Step 2 of 4')
  expect(await screen.findByRole('checkbox', { name: 'Audit' })).toHaveProperty('checked', true)
  screen.getByText('Internal users only')
  await person.click(screen.getByRole('checkbox', { name: 'Audit' }))
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Audit' }))
  expect(screen.getByRole('checkbox', { name: 'Audit' })).toHaveProperty('checked', false)
  expect(screen.getByRole('checkbox', { name: 'Search' })).toHaveProperty('checked', false)
})

test('what may stay empty in step 2 is marked as in other forms', async () => {
  const { person } = await openWizard()
  await enterPerson(person)
  await next(person)
  await step('Step 2 of 4')
  const marked = ['Copy from a colleague', 'Applications', 'Permission sets']
  for (const name of marked) expect(screen.getByRole('combobox', { name })).toBeDefined()
  expect(screen.getAllByText('Optional')).toHaveLength(marked.length)
})

test('permissions are copied from a colleague as far as I may grant them', async () => {
  answerUserList([bea], 1)
  const page = { pageNm: 'Search', sectionNm: null, dispFlg: true, pageAssignableFlg: true, admAccessRqrFlg: false }
  answer(listAssignablePages, [
    { ...page, pageId: 71, internalUserPage: false, assignableFlg: true },
    { ...page, pageId: 72, pageNm: 'Audit', internalUserPage: true, assignableFlg: true },
    { ...page, pageId: 73, pageNm: 'Export', internalUserPage: false, assignableFlg: false },
  ])
  answerColleague(
    [heldSystem(9, 'Claims'), heldSystem(10, 'Payroll')],
    [71, 72, 73].map((pageId) => ({ pageId })),
  )
  const { person } = await openWizard()
  await enterPerson(person)
  await next(person)
  await step('Step 2 of 4')
  await person.click(screen.getByRole('combobox', { name: 'Copy from a colleague' }))
  await person.click(await screen.findByRole('option', { name: /Bea/ }))
  expect(await screen.findByText(/^Copied from Bea .* what you may grant: 1 application\.$/)).toBeDefined()
  const claims = await screen.findByRole('group', { name: 'Claims' })
  const isTicked = (name: string) => (within(claims).getByRole('checkbox', { name }) as HTMLInputElement).checked
  expect((screen.getByRole('checkbox', { name: 'Claims: Sensitive data' }) as HTMLInputElement).checked).toBe(true)
  expect(isTicked('Search')).toBe(true)
  expect(within(claims).queryByRole('checkbox', { name: 'Audit' })).toBeNull()
  expect(within(claims).queryByRole('checkbox', { name: 'Export' })).toBeNull()
})

/** Each page that a colleague may hold, by what stands in the way of granting it. */
const pagesOfColleague = [true, false].flatMap((isHeld) =>
  [true, false].flatMap((internalUserPage) =>
    [true, false].map((assignableFlg) => ({ isHeld, internalUserPage, assignableFlg })),
  ),
)

test('nothing is copied from a colleague that they do not hold or that I may not grant', async () => {
  answerUserList([bea], 1)
  const offered = (systemId: number, systemNm: string, sensitiveDataAssignableFlg: boolean) => ({
    systemId,
    systemNm,
    systemCd: null,
    facilityCd: null,
    sensitiveDataAssignableFlg,
  })
  answer(listAssignableSystems, [offered(9, 'Claims', true), offered(11, 'Ledger', false), offered(12, 'Vault', true)])
  const page = { sectionNm: null, dispFlg: true, pageAssignableFlg: true, admAccessRqrFlg: false }
  answer(
    listAssignablePages,
    pagesOfColleague.map(({ isHeld: _, ...rights }, index) => ({
      ...page,
      ...rights,
      pageId: index,
      pageNm: `P${index}`,
    })),
  )
  answerColleague(
    [
      { ...heldSystem(9, 'Claims'), adminFlg: 'Y' },
      heldSystem(10, 'Payroll'),
      heldSystem(11, 'Ledger'),
      { ...heldSystem(12, 'Vault'), sensitiveDataAccessFlg: 'N' },
    ],
    pagesOfColleague.flatMap(({ isHeld }, pageId) => (isHeld ? [{ pageId }] : [])),
  )
  answer(createUser, { userId: 50, userNm: 'ghopper' })
  const { person } = await openWizard()
  await enterPerson(person)
  await next(person)
  await step('Step 2 of 4')
  await person.click(screen.getByRole('combobox', { name: 'Copy from a colleague' }))
  await person.click(await screen.findByRole('option', { name: /Bea/ }))
  await screen.findByText(/^Copied from Bea .* what you may grant: 3 applications\.$/)
  await next(person)
  await step('Step 3 of 4')
  await next(person)
  await step('Step 4 of 4')
  await person.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(requestsTo(createUser)).toHaveLength(1))
  const { userSystems, userPages } = (requestsTo(createUser)[0]?.body ?? {}) as Record<string, unknown>
  const granted = { permissionAssignedFlg: 'Y', adminFlg: 'N', sensitiveDataAccessFlg: 'N' }
  expect(userSystems).toEqual([
    { ...granted, systemId: 9, adminFlg: 'Y', sensitiveDataAccessFlg: 'Y' },
    { ...granted, systemId: 11 },
    { ...granted, systemId: 12 },
  ])
  const copied = pagesOfColleague.findIndex((each) => each.isHeld && !each.internalUserPage && each.assignableFlg)
  expect(userPages).toEqual([{ pageId: copied }, { pageId: copied }, { pageId: copied }])
})

/** An application of a colleague, with access to its sensitive data. */
function heldSystem(systemId: number, systemNm: string) {
  return {
    systemId,
    systemNm,
    adminFlg: 'N',
    sensitiveDataAccessFlg: 'Y',
    permissionAssignedFlg: 'Y',
    endDt: null,
    givenByNm: null,
    lastUsedDt: null,
    system: { systemNm, systemSetupUrl: null, samlPostFlg: 'N', systemAccountSetupFlg: 'N', systemCd: null },
  }
}

/** Answers the profile of the colleague with these systems and pages. */
function answerColleague(userSystems: object[], pages: { pageId: number }[]): void {
  const user = {
    ...z.encode(ListedUser, bea),
    jobTitleDscTxt: null,
    departmentNm: null,
    pendingEmailAddress: null,
    pendingEmployerId: null,
    pendingEmployerNm: null,
    signOnAsFlg: 'N',
    internationalPhonesFlg: 'N',
    readOnlyFields: [],
    version: 1,
  }
  const userPages = pages.map(({ pageId }) => ({ pageId, pageNm: '', systemId: 9, endDt: null }))
  const rest = { notificationTypes: [], userFacilities: [], userCustomers: [], userCustomerDetail: [] }
  const profile = { user, userSystems, userPages, ...rest }
  const data = {
    adminUser: profile,
    cpUser: profile,
    permissionsVersion: 1,
    portalAdminFlg: 'Y',
    readOnlyReasonCd: null,
  }
  answerWire(getUserDetail, { code: '200', data, message: '' })
}

test('a failure leads back to step one with its message (UADM-111, UADM-161, UADM-162)', async () => {
  refuse(createUser, 422, 'This user ID is taken.', [{ field: 'userNm', message: 'This user ID is taken.' }])
  const { person } = await openWizard()
  await enterPerson(person)
  for (const [title, button] of [
    ['Step 2', 'Next'],
    ['Step 3', 'Next'],
    ['Step 4', 'Next'],
  ] as const) {
    await person.click(screen.getByRole('button', { name: button }))
    await step(title)
  }
  await person.click(screen.getByRole('button', { name: 'Login' }))
  await step('Step 1 of 4')
  expect((await screen.findByRole('alert')).textContent).toContain('This user ID is taken.')
  expect((field('Last name') as HTMLInputElement).value).toBe('Hopper')
  // Nothing is saved: leaving asks as before.
  await person.click(screen.getByRole('button', { name: 'Previous' }))
  await screen.findByRole('button', { name: 'Discard changes' })
})

test('a typed user ID stays, unless it is none', () => {
  const follows = (typed: string) => followsProposal(typed, 'ghopper')
  expect(['', 'ghopper', '?', 'grace.own'].map(follows)).toEqual([true, true, true, false])
})

test('Previous on step one returns to the users, and asks before my entries are lost (UADM-024)', async () => {
  const { person, address } = await openWizard()
  await person.type(field('First name'), 'Grace')
  await person.click(screen.getByRole('button', { name: 'Previous' }))
  await person.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(address()).toBe('/content-authenticated/administration'))
})

test('a set that is refused at the end is named at its field, until I choose another one', async () => {
  answer(listPermissionSets, [readerSet], { headers: { 'x-total-count': '1' } })
  const message = 'The permission set is for another client.'
  refuse(createUser, 422, message, [{ field: 'setIds', message }])
  const { person } = await openWizard()
  await enterPerson(person)
  await next(person)
  await step('Step 2 of 4')
  await person.click(screen.getByRole('combobox', { name: 'Permission sets' }))
  await person.click(await screen.findByRole('option', { name: 'Reader (All clients)' }))
  await next(person)
  await step('Step 3 of 4')
  await next(person)
  await step('Step 4 of 4')
  await person.click(screen.getByRole('button', { name: 'Login' }))
  await step('Step 2 of 4')
  const sets = await screen.findByRole('combobox', { name: 'Permission sets' })
  expect(sets.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText(message).length).toBeGreaterThan(1)
  await person.click(screen.getByRole('button', { name: /Remove Reader/ }))
  expect(sets.getAttribute('aria-invalid')).not.toBe('true')
  await next(person)
  await step('Step 3 of 4')
})

test('I choose permission sets that users of the employer can get, and see them before I create the user', async () => {
  answer(listPermissionSets, [readerSet], { headers: { 'x-total-count': '1' } })
  answer(createUser, { userId: 50, userNm: 'ghopper' }, { message: 'Grace Hopper has been created.' })
  const { person } = await openWizard()
  await enterPerson(person)
  await next(person)
  await step('Step 2 of 4')
  await person.click(screen.getByRole('combobox', { name: 'Permission sets' }))
  await person.click(await screen.findByRole('option', { name: 'Reader (All clients)' }))
  within(screen.getByRole('region', { name: 'Reader (All clients) gives:' })).getByText('Ledger')
  expect(requestsTo(listPermissionSets)[0]?.search).toContain('forClientId=3')
  await next(person)
  await step('Step 3 of 4')
  await next(person)
  await step('Step 4 of 4')
  screen.getByText('Reader (All clients)')
  await person.click(screen.getByRole('button', { name: 'Login' }))
  await screen.findByText('Grace Hopper has been created.')
  expect(requestsTo(createUser)[0]?.body).toMatchObject({ userSystems: [], setIds: [8], setEndDt: null })
})

test('I choose the last day of the sets, and a day that is refused at the end is named at its field until I change it', async () => {
  answer(listPermissionSets, [readerSet], { headers: { 'x-total-count': '1' } })
  const message = 'The end of the permission set is in the past.'
  refuse(createUser, 422, message, [{ field: 'setEndDt', message }])
  const { person } = await openWizard()
  await enterPerson(person)
  await next(person)
  await step('Step 2 of 4')
  const lastDay = () => screen.getByRole('textbox', { name: /^Permission sets end on/ })
  expect(screen.queryByRole('textbox', { name: /^Permission sets end on/ })).toBeNull()
  await person.click(screen.getByRole('combobox', { name: 'Permission sets' }))
  await person.click(await screen.findByRole('option', { name: 'Reader (All clients)' }))
  await person.type(await screen.findByRole('textbox', { name: /^Permission sets end on/ }), 'tomorrow')
  await next(person)
  expect(lastDay().getAttribute('aria-invalid')).toBe('true')
  await person.clear(lastDay())
  await person.type(lastDay(), '2099-03-31')
  await next(person)
  await step('Step 3 of 4')
  await next(person)
  await step('Step 4 of 4')
  screen.getByText('Reader (All clients), until 03/31/2099')
  await person.click(screen.getByRole('button', { name: 'Login' }))
  await step('Step 2 of 4')
  expect(requestsTo(createUser)[0]?.body).toMatchObject({ setEndDt: endOfDay('2099-03-31').toISOString() })
  await waitFor(() => expect(lastDay().getAttribute('aria-invalid')).toBe('true'))
  expect((lastDay() as HTMLInputElement).value).toBe('03/31/2099')
  await person.clear(lastDay())
  expect(lastDay().getAttribute('aria-invalid')).not.toBe('true')
  // A day that is wrong goes with the last set.
  await person.type(lastDay(), 'tomorrow')
  await person.click(screen.getByRole('button', { name: /^Remove Reader/ }))
  expect(screen.queryByRole('textbox', { name: /^Permission sets end on/ })).toBeNull()
  await next(person)
  await step('Step 3 of 4')
})
