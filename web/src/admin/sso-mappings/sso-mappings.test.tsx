import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import {
  addSsoMapping,
  addSsoMappingApplications,
  addSsoMappingCustomers,
  deleteSsoMapping,
  deleteSsoMappingApplication,
  deleteSsoMappingCustomer,
  listMappableApplications,
  listMappableCustomers,
  listSsoMappings,
  restoreSsoMapping,
  type SsoMapping,
} from '@portico/contract/sso-mappings/sso-mappings.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { expectClosesAfter } from '../../../test/closing.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first test does not wait for it.
import './SsoMappingsPage.tsx'

const acme: SsoMapping = {
  employerId: 5,
  employerName: 'Acme',
  employerApplications: [{ employerPageId: 31, pageId: 11, pageNm: 'Invoices' }],
  employerCustomers: [{ employerClientMasterId: 41, customerId: 21, customerNm: 'North', parentCustId: null }],
}
const saved = { message: 'Changes saved successfully.' }
const oneRow = { headers: { 'x-total-count': '1' } }

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 5, pageNm: 'Database Maintenance' }])
  answer(listSsoMappings, [acme])
  answer(listSharingClients, [
    { clientId: 5, clientNm: 'Acme' },
    { clientId: 6, clientNm: 'Meridian' },
  ])
  answer(listMappableApplications, [{ pageId: 12, pageNm: 'Claims', systemNm: 'Ledger' }], oneRow)
  answer(
    listMappableCustomers,
    [{ customerId: 22, customerNm: 'South', path: 'South', pathAsCustomerId: '22', facilityNm: 'EDH', childCnt: 0 }],
    oneRow,
  )
  signInAs({ internalUserFlg: true })
})

async function openPage() {
  const page = renderPage('/content-authenticated/database-maintenance/sso-mappings')
  await screen.findByRole('heading', { name: 'Single sign-on mappings', level: 1 })
  return page.person
}
type Visitor = Awaited<ReturnType<typeof openPage>>
async function open(person: Visitor, button: string) {
  await person.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog'))
}

test('I see each employer with its applications and customers (DBMT-004, DBMT-008, DBMT-039, DBMT-070, DBMT-071)', async () => {
  await openPage()
  const panel = within(await screen.findByRole('region', { name: 'Acme' }))
  expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Invoices', 'North'])
})

test('an employer is added, and the dialog closes after two seconds; one that is there is refused at its field, and so is none (DBMT-040, DBMT-081, DBMT-090)', async () => {
  const duplicate = 'Cannot add duplicate SSO Employer'
  refuse(addSsoMapping, 422, duplicate, [{ field: 'employerId', message: duplicate }])
  const person = await openPage()
  const dialog = await open(person, 'Add employer')
  const save = dialog.getByRole('button', { name: 'Save employer' })
  await person.click(save)
  await dialog.findByText('This field is required')
  await person.click(dialog.getByRole('combobox', { name: 'Employer' }))
  await person.click(await dialog.findByRole('option', { name: 'Acme' }))
  await person.click(save)
  await dialog.findByText(duplicate)
  answer(addSsoMapping, null, saved)
  await expectClosesAfter(save, 'Changes saved successfully.', 2_000)
  expect(requestsTo(addSsoMapping).at(-1)?.path).toContain('/sso-mapping-employer/5')
})

test('applications are added; none is an error in the specification’s words (DBMT-040, DBMT-081, DBMT-090, DBMT-154, DBMT-158)', async () => {
  answer(addSsoMappingApplications, null, saved)
  const person = await openPage()
  const dialog = await open(person, 'Add applications to Acme')
  const save = dialog.getByRole('button', { name: 'Save applications' })
  await person.click(save)
  const error = await dialog.findByText('Please select at least one application.')
  expect(error.textContent).toBe('Please select at least one application. ')
  await person.click(dialog.getByRole('combobox', { name: 'Applications' }))
  await person.click(await dialog.findByRole('option', { name: 'Claims (Ledger)' }))
  await expectClosesAfter(save, 'Changes saved successfully.', 2_000)
  expect(requestsTo(addSsoMappingApplications)[0]?.body).toEqual({ employerId: 5, applications: [{ pageId: 12 }] })
})

test('customers are chosen in their tree; none and known ones are errors in the specification’s words (DBMT-081, DBMT-155, DBMT-156, DBMT-162)', async () => {
  const known = 'Customer(s) have already been added to this employer'
  refuse(addSsoMappingCustomers, 422, known, [{ field: 'customers', message: known }])
  const person = await openPage()
  const dialog = await open(person, 'Add customers to Acme')
  const save = dialog.getByRole('button', { name: 'Save customers' })
  await person.click(save)
  await dialog.findByText('Please Select at least one customer')
  const tree = await dialog.findByRole('tree', { name: 'Customers' })
  tree.focus()
  await person.keyboard(' ')
  await dialog.findByText('Selected: South')
  await person.click(save)
  await dialog.findByText(known)
  answer(addSsoMappingCustomers, null, saved)
  await expectClosesAfter(save, 'Changes saved successfully.', 2_000)
  expect(requestsTo(addSsoMappingCustomers).at(-1)?.body).toEqual({ employerId: 5, customers: [{ customerId: 22 }] })
})

test('a search for customers that finds more than can be reached says so', async () => {
  const north = {
    customerId: 23,
    customerNm: 'North',
    path: 'North',
    pathAsCustomerId: '23',
    facilityNm: 'EDH',
    childCnt: 0,
  }
  answer(listMappableCustomers, [north], { headers: { 'x-total-count': '5000' } })
  const person = await openPage()
  const dialog = await open(person, 'Add customers to Acme')
  const search = dialog.getByRole('searchbox', { name: 'Search customers' })
  await person.type(search, 'no')
  await dialog.findByRole('treeitem', { name: /North/ })
  expect(dialog.queryByText(/More than/)).toBeNull()
  answer(listMappableCustomers, [north], { headers: { 'x-total-count': '5001' } })
  await person.type(search, 'r')
  await dialog.findByText('More than 5,000 customers match. Enter more of the name to see the others.')
})

test.each([
  [
    'an application',
    deleteSsoMappingApplication,
    'Delete Invoices from Acme',
    'Delete application',
    '/employer-page/31',
  ],
  ['a customer', deleteSsoMappingCustomer, 'Delete North from Acme', 'Delete customer', '/employer-client-master/41'],
  ['an employer', deleteSsoMapping, 'Delete Acme', 'Delete employer', '/sso-mapping/5'],
] as const)(
  '%s is deleted after a question, and can be taken back (DBMT-041, DBMT-081, DBMT-158)',
  async (_what, endpoint, button, confirm, end) => {
    answer(endpoint, { undoId: 3, undoUntilDt: new Date() }, saved)
    answer(restoreSsoMapping, null, saved)
    const person = await openPage()
    const dialog = await open(person, button)
    dialog.getByText(/Accounts that exist/)
    await expectClosesAfter(dialog.getByRole('button', { name: confirm }), 'Changes saved successfully.', 2_000)
    expect(requestsTo(endpoint)[0]?.path).toContain(end)
    await person.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(requestsTo(restoreSsoMapping).at(-1)?.body).toEqual({ undoId: 3 }))
  },
)

test.each([
  [12, 12, false],
  [13, 12, true],
])('of %i applications of an employer I see %i, and a button for the others: %s', async (count, shown, hasButton) => {
  const employerApplications = Array.from({ length: count }, (_, at) => ({
    employerPageId: at,
    pageId: at,
    pageNm: `Application ${at}.`,
  }))
  answer(listSsoMappings, [{ ...acme, employerApplications }])
  const person = await openPage()
  await screen.findByText('Application 0.')
  expect(screen.getAllByText(/^Application \d+\.$/)).toHaveLength(shown)
  const all = screen.queryByRole('button', { name: `Show all ${count}` })
  expect(all !== null).toBe(hasButton)
  if (all) await person.click(all)
  expect(screen.getAllByText(/^Application \d+\.$/)).toHaveLength(count)
})

test('without an employer the screen says what to do', async () => {
  answer(listSsoMappings, [])
  await openPage()
  await screen.findByText('No employer’s users get an account at their first sign-on.')
})

test('employers that could not be loaded are no empty list: it says so, and opening it again tries again', async () => {
  refuse(listSharingClients, 500, 'Something went wrong on our side.')
  const person = await openPage()
  const dialog = await open(person, 'Add employer')
  await person.click(dialog.getByRole('combobox', { name: 'Employer' }))
  await dialog.findByText('The choices couldn’t be loaded.')
  expect(dialog.queryByText('No results found.')).toBeNull()
  answer(listSharingClients, [{ clientId: 6, clientNm: 'Meridian' }])
  await person.tab()
  await person.click(dialog.getByRole('combobox', { name: 'Employer' }))
  await person.click(await dialog.findByRole('option', { name: 'Meridian' }))
  await dialog.findByText('Meridian')
})
