import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { callsOf, type ReferenceCategory } from '@portico/contract/kit/reference-table.ts'
import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import { listSamlIdentityProviders } from '@portico/contract/federation/identity-providers.ts'
import {
  listEntitlementConfigRows,
  listSessionTimeoutRows,
  saveSessionTimeout,
} from '@portico/contract/reference-data/employer-settings.ts'
import {
  addClassificationValue,
  addPasswordRule,
  changeClassificationType,
  changeInternalDomain,
  countFacilityUses,
  countInternalDomainUses,
  listApplicationConfigRows,
  listClassificationTypeRows,
  listClassificationValueRows,
  listFacilityRows,
  listInternalDomainRows,
  listNotificationTypeRows,
  listPasswordRuleRows,
  removeFacility,
  removeInternalDomain,
  saveApplicationConfig,
} from '@portico/contract/reference-data/reference-data.ts'
import { answer, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { categories } from './reference-categories.ts'
// Loaded with the tests, so that the first test does not wait for it.
import './StaticSettingsPage.tsx'

const blue = {
  clsVldValId: 4,
  valueMediumNm: 'Dark blue',
  valueShortNm: 'Blue',
  classificationTypeId: 9,
  displayOrderSeqCnt: 1,
  classificationTypeTxt: 'Colors',
  protectedFlg: false,
  version: 1,
}
const shortest = {
  phraseCompRuleId: 1,
  ruleTxt: 'At least 12',
  typeCd: 'MIN_LENGTH',
  value: 12,
  displayOrderSeqCnt: 1,
  version: 1,
}
const colors = {
  classificationTypeId: 9,
  descriptionTxt: 'Colors',
  classificationTypeCd: 'COLORS',
  protectedFlg: false,
  version: 1,
}

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 5, pageNm: 'Database Maintenance' }])
  for (const category of categories)
    answer(callsOf(category as ReferenceCategory).list as Endpoint, [] as never, { headers: { 'x-total-count': '0' } })
  answer(listClassificationTypeRows, [colors], { headers: { 'x-total-count': '1' } })
  signInAs({ internalUserFlg: true })
})

async function openPage(category: string) {
  const page = renderPage(`/content-authenticated/database-maintenance/static-settings?category=${category}`)
  await screen.findByRole('heading', { name: 'Static settings', level: 1 })
  return page.person
}

test('the categories stand in the order of the specification (DBMT-012..019, DBMT-021..024)', async () => {
  await openPage('')
  const options = within(screen.getByRole('combobox', { name: 'Category' })).getAllByRole('option')
  const names = [
    'Select One',
    'Classification Types and Values',
    'Departments',
    'Internal Domains',
    'Facilities',
    'Notification Types',
    'Password Composition Rules',
    'Security Questions',
    'SMS Carriers',
    'System Accounts',
    'Application Configurations',
    'Entitlement Report Configurations',
    'Employer Session Timeout',
    'Saml Identity Provider',
  ]
  // Others may stand among them.
  expect(options.map(({ textContent }) => textContent).filter((name) => names.includes(name ?? ''))).toEqual(names)
})

test('types and their values are one category, and a value names its type (DBMT-012, DBMT-048..050)', async () => {
  answer(listClassificationValueRows, [blue], { headers: { 'x-total-count': '1' } })
  answer(addClassificationValue, blue)
  const person = await openPage('clasfn-type')
  await screen.findByRole('row', { name: /COLORS/ })
  await person.click(screen.getByRole('radio', { name: 'Classification values' }))
  expect((await screen.findByRole('row', { name: /Dark blue/ })).textContent).toContain('Colors')
  await person.click(screen.getByRole('button', { name: 'Add classification value' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add classification value' }))
  await person.type(dialog.getByRole('textbox', { name: 'Name' }), 'Light red')
  await person.type(dialog.getByRole('textbox', { name: 'Short name' }), 'Red')
  await person.click(dialog.getByRole('combobox', { name: 'Type' }))
  await person.click(await dialog.findByRole('option', { name: 'Colors' }))
  await person.click(dialog.getByRole('button', { name: 'Save classification value' }))
  await dialog.findByText('The classification value has been added.')
  expect(requestsTo(addClassificationValue)[0]?.body).toEqual({
    valueMediumNm: 'Light red',
    valueShortNm: 'Red',
    classificationTypeId: 9,
  })
})

test('an entry that the portal itself needs says so before I open a form (DBMT-012, DBMT-016)', async () => {
  const mail = {
    notificationTypeId: 1,
    notificationTypeNm: 'Email',
    descriptionTxt: '',
    displayOrderSeqCnt: 1,
    textMessageFlg: false,
    protectedFlg: true,
    version: 1,
  }
  answer(listClassificationTypeRows, [{ ...colors, protectedFlg: true }], { headers: { 'x-total-count': '1' } })
  answer(listNotificationTypeRows, [mail], { headers: { 'x-total-count': '1' } })
  const person = await openPage('clasfn-type')
  await person.click(await screen.findByRole('button', { name: 'Actions for Colors' }))
  const edit = await screen.findByRole('menuitem', { name: /^Edit/ })
  expect(edit.getAttribute('aria-disabled')).toBe('true')
  screen.getByText('The portal itself needs this classification type, so it can’t be changed or deleted.')
  await person.keyboard('{Escape}')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Notification Types')
  await person.click(await screen.findByRole('button', { name: 'Actions for Email' }))
  const remove = await screen.findByRole('menuitem', { name: /^Delete/ })
  expect(remove.textContent).toContain('The portal itself needs this notification type, so it can’t be deleted.')
  expect(screen.getByRole('menuitem', { name: 'Edit' }).getAttribute('aria-disabled')).toBeNull()
})

test('a password rule is chosen from the checks that there are, with a number or none (DBMT-017, DBMT-053)', async () => {
  answer(listPasswordRuleRows, [shortest], { headers: { 'x-total-count': '1' } })
  answer(addPasswordRule, shortest)
  const person = await openPage('pswd-comp-rules')
  expect((await screen.findByRole('row', { name: /At least 12/ })).textContent).toContain('Shortest length')
  await person.click(screen.getByRole('button', { name: 'Add password rule' }))
  const dialog = within(await screen.findByRole('dialog'))
  const save = dialog.getByRole('button', { name: 'Save password rule' })
  await person.type(dialog.getByRole('textbox', { name: 'Text that users read' }), 'Think of four words')
  await person.click(save)
  await dialog.findByText('This field is required')
  await person.selectOptions(dialog.getByRole('combobox', { name: 'What is checked' }), 'Nothing: advice only')
  await person.type(dialog.getByRole('textbox', { name: 'Number' }), 'many')
  await person.click(save)
  await dialog.findByText('That is not a valid number (from 1 to 128)')
  await person.clear(dialog.getByRole('textbox', { name: 'Number' }))
  await person.click(save)
  await dialog.findByText('The password rule has been added.')
  expect(requestsTo(addPasswordRule)[0]?.body).toEqual({
    ruleTxt: 'Think of four words',
    typeCd: 'ADVICE',
    value: null,
  })
})

test('a domain is renamed and deleted by the calls of the specification (DBMT-014, DBMT-056, DBMT-057, DBMT-118, DBMT-119, GENL-014)', async () => {
  answer(listInternalDomainRows, [{ domainNm: 'staff.test', version: 2 }], { headers: { 'x-total-count': '1' } })
  answer(changeInternalDomain, { domainNm: 'crew.test', version: 3 })
  answer(countInternalDomainUses, [])
  answer(removeInternalDomain, { undoId: 4, undoUntilDt: new Date('2026-11-22T16:00:00Z') })
  const person = await openPage('dsto-domains')
  const choose = async (entry: string) => {
    await person.click(await screen.findByRole('button', { name: 'Actions for staff.test' }))
    await person.click(await screen.findByRole('menuitem', { name: entry }))
    return within(await screen.findByRole('dialog'))
  }
  const edit = await choose('Edit')
  const name = edit.getByRole('textbox', { name: 'Domain' })
  await person.clear(name)
  await person.type(name, 'crew.test')
  await person.click(edit.getByRole('button', { name: 'Save internal domain' }))
  await edit.findByText('The internal domain has been changed.')
  expect(requestsTo(changeInternalDomain)[0]?.body).toEqual({
    oldDomainNm: 'staff.test',
    domainNm: 'crew.test',
    version: 2,
  })
  await person.keyboard('{Escape}')
  const remove = await choose('Delete')
  await remove.findByText('Nothing uses it.')
  await person.click(remove.getByRole('button', { name: 'Delete internal domain' }))
  await remove.findByText('The internal domain has been deleted.')
  expect(requestsTo(removeInternalDomain)[0]?.body).toEqual({ domainNm: 'staff.test', version: 2 })
})

test.each([
  [
    'emp-session-timeouts',
    listSessionTimeoutRows,
    { timeoutMinutesCnt: 20 },
    'Delete session timeout',
    'session timeout',
  ],
  [
    'entl-configs',
    listEntitlementConfigRows,
    { clientCd: null, enableFlg: true },
    'Delete entitlement report configuration',
    'entitlement report configuration',
  ],
] as const)(
  'deleting an entry of %s does not read as if the employer were deleted',
  async (path, list, fields, title, what) => {
    const row = { employerId: 3, employerNm: 'Harbor Foods', version: 1, ...fields }
    answer(list as Endpoint, [row] as never, { headers: { 'x-total-count': '1' } })
    const person = await openPage(path)
    await person.click(await screen.findByRole('button', { name: 'Actions for Harbor Foods' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    const text = dialog.getByText(/will be deleted/).textContent
    expect(text).toContain(`The ${what} of “Harbor Foods” will be deleted`)
    expect(text).toContain('The employer itself stays.')
  },
)

test('identity providers are maintained on their own screen, to which the category has a link (DBMT-024)', async () => {
  answer(listSamlIdentityProviders, [])
  answer(listSharingClients, [])
  const person = await openPage('')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Saml Identity Provider')
  await screen.findByText('Identity providers have a screen of their own.')
  await person.click(screen.getByRole('link', { name: 'Open identity providers' }))
  await screen.findByRole('heading', { name: 'Identity providers', level: 1 })
})

test('a secret value is not shown, is typed anew, and stays where it is left empty (DBMT-021, decision I11)', async () => {
  const token = {
    applicationConfigId: 3,
    configNm: 'gateway.token',
    configValueTxt: null,
    secretFlg: true,
    descriptionTxt: '',
    version: 1,
  }
  answer(listApplicationConfigRows, [token], { headers: { 'x-total-count': '1' } })
  answer(saveApplicationConfig, token)
  const person = await openPage('dynamic_app_configs')
  expect((await screen.findByRole('row', { name: /gateway.token/ })).textContent).toContain('••••••••')
  await person.click(await screen.findByRole('button', { name: 'Actions for gateway.token' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText<HTMLInputElement>('Value').type).toBe('password')
  dialog.getByText('Leave it empty to keep a secret value.')
  await person.type(dialog.getByRole('textbox', { name: 'Description' }), 'Token')
  await person.click(dialog.getByRole('button', { name: 'Save application configuration' }))
  await dialog.findByText('The application configuration has been changed.')
  expect(requestsTo(saveApplicationConfig)[0]?.body).toEqual({
    applicationConfigId: 3,
    configNm: 'gateway.token',
    configValueTxt: '',
    secretFlg: 'Y',
    descriptionTxt: 'Token',
    version: 1,
  })
})

test('before a facility is deleted I see which systems and users lose it (DBMT-086, DBMT-163, decision I7)', async () => {
  const facility = { facilityCd: 'NORTH', facilityNm: 'North', hierarchyFlg: true, version: 1 }
  answer(listFacilityRows, [facility], { headers: { 'x-total-count': '1' } })
  const uses = (clientRecords: number) => [
    { usedByNm: 'client records', usageCnt: clientRecords, lostFlg: false },
    { usedByNm: 'systems', usageCnt: 2, lostFlg: true },
    { usedByNm: 'users', usageCnt: 7, lostFlg: true },
  ]
  answer(countFacilityUses, uses(0))
  answer(removeFacility, { undoId: 4, undoUntilDt: new Date('2026-11-22T16:00:00Z') })
  const person = await openPage('facilities')
  const openDialog = async () => {
    await person.click(await screen.findByRole('button', { name: 'Actions for NORTH' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    return within(await screen.findByRole('dialog'))
  }
  const dialog = await openDialog()
  await dialog.findByText('Deleting it takes it away from: systems (2), users (7).')
  await person.click(dialog.getByRole('button', { name: 'Cancel' }))
  answer(countFacilityUses, uses(1))
  const refused = await openDialog()
  await refused.findAllByText('Cannot delete because client records contain this facility.')
  expect(refused.queryByText(/will be deleted/)).toBeNull()
  refused.getByText('NORTH')
  expect(requestsTo(removeFacility)).toHaveLength(0)
})

test('adding a timeout for an employer that has one already says that it was changed (DBMT-023, DBMT-126)', async () => {
  const timeout = (version: number) => ({ employerId: 4, employerNm: 'Acme', timeoutMinutesCnt: 25, version })
  answer(listSharingClients, [{ clientId: 4, clientNm: 'Acme' }])
  const person = await openPage('emp-session-timeouts')
  const add = async () => {
    await person.click(await screen.findByRole('button', { name: 'Add session timeout' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.click(dialog.getByRole('combobox', { name: 'Employer' }))
    await person.click(await dialog.findByRole('option', { name: 'Acme' }))
    await person.type(dialog.getByRole('textbox', { name: 'Minutes' }), '25')
    await person.click(dialog.getByRole('button', { name: 'Save session timeout' }))
    return dialog
  }
  answer(saveSessionTimeout, timeout(1))
  await (await add()).findByText('The session timeout has been added.')
  await person.keyboard('{Escape}')
  answer(saveSessionTimeout, timeout(2))
  await (await add()).findByText('The session timeout has been changed.')
})

test('minutes that a timeout can’t have are refused with those that it can', async () => {
  const timeout = { employerId: 4, employerNm: 'Acme', timeoutMinutesCnt: 25, version: 1 }
  answer(listSessionTimeoutRows, [timeout], { headers: { 'x-total-count': '1' } })
  const person = await openPage('emp-session-timeouts')
  await person.click(await screen.findByRole('button', { name: 'Actions for Acme' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  const minutes = dialog.getByRole('textbox', { name: 'Minutes' })
  await person.clear(minutes)
  await person.type(minutes, '0')
  await person.click(dialog.getByRole('button', { name: 'Save session timeout' }))
  await dialog.findByText('That is not a valid number (from 1 to 1,440)')
  expect(requestsTo(saveSessionTimeout)).toHaveLength(0)
})

test('an entry without a name is listed under its next value and can be given one (DBMT-012, DBMT-101)', async () => {
  answer(listClassificationTypeRows, [{ ...colors, descriptionTxt: '' }], { headers: { 'x-total-count': '1' } })
  answer(changeClassificationType, colors)
  const person = await openPage('clasfn-type')
  await person.click(await screen.findByRole('button', { name: 'Actions for COLORS' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByRole('textbox', { name: 'Description' }), 'Colors')
  await person.click(dialog.getByRole('button', { name: 'Save classification type' }))
  await dialog.findByText('The classification type has been changed.')
})

test('the dialog names the employer whose timeout I change (DBMT-023, DBMT-026)', async () => {
  const timeout = { employerId: 4, employerNm: 'Acme', timeoutMinutesCnt: 25, version: 1 }
  answer(listSessionTimeoutRows, [timeout], { headers: { 'x-total-count': '1' } })
  const person = await openPage('emp-session-timeouts')
  await person.click(await screen.findByRole('button', { name: 'Actions for Acme' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await within(await screen.findByRole('dialog')).findByText('Employer: Acme')
})

test('a new application configuration has no secret value to keep (DBMT-021)', async () => {
  const person = await openPage('dynamic_app_configs')
  await person.click(await screen.findByRole('button', { name: 'Add application configuration' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByText('Leave it empty to keep a secret value.')).toBeNull()
})

test('the employers do not cover the text that one is missing, and still open by mouse and keyboard (DBMT-089)', async () => {
  answer(listSharingClients, [{ clientId: 4, clientNm: 'Acme' }])
  const person = await openPage('emp-session-timeouts')
  await person.click(await screen.findByRole('button', { name: 'Add session timeout' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(dialog.getByRole('button', { name: 'Save session timeout' }))
  const employer = dialog.getByRole('combobox', { name: 'Employer' })
  await waitFor(() => expect(document.activeElement).toBe(employer))
  expect(employer.getAttribute('aria-expanded')).toBe('false')
  await person.keyboard('{ArrowDown}')
  await dialog.findByRole('option', { name: 'Acme' })
  await person.keyboard('{Tab}')
  await person.click(employer)
  await person.click(await dialog.findByRole('option', { name: 'Acme' }))
})

test('a dialog that begins with a choice has the focus in it, with its list closed (DBMT-022)', async () => {
  answer(listSharingClients, [{ clientId: 5, clientNm: 'Acme' }])
  const person = await openPage('emp-session-timeouts')
  await person.click(await screen.findByRole('button', { name: 'Add session timeout' }))
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'Employer' })))
  expect(dialog.queryByRole('option')).toBeNull()
  await person.keyboard('{ArrowDown}')
  await dialog.findByRole('option', { name: 'Acme' })
})
