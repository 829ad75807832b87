import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import type { CatalogSystem } from '@portico/contract/catalog/catalog-records.ts'
import { addSystem, listCatalogFacilities, listSystems } from '@portico/contract/catalog/catalog-systems.ts'
import {
  addAccountType,
  changeAccountType,
  countAccountTypeUses,
  listAccountTypeRows,
  removeAccountType,
  restoreAccountType,
} from '@portico/contract/reference-data/reference-data.ts'
import { answer, answerAfter, refuse, requestsTo } from '../../../../test/answer.ts'
import { expectClosesAfter } from '../../../../test/closing.ts'
import { answerFrame } from '../../../../test/frame.ts'
import { signInAs } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render-page.tsx'
// Loaded with the tests, so that the first test does not wait for it.
import '../StaticSettingsPage.tsx'

/** The file of the screen arrives when the first test says so. */
const screenOfAccountTypes = vi.hoisted(() => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { arrived: promise, load: resolve }
})
vi.mock('./AccountTypes.tsx', async (original) => {
  await screenOfAccountTypes.arrived
  return original()
})

const ledger: CatalogSystem = {
  systemId: 9,
  systemNm: 'Ledger',
  facilityCd: null,
  cmrCenterExtlSoftware: [],
  pageCnt: 1,
  permissionCnt: 0,
  protectedFlg: false,
  browserLogoutUrl: null,
  logoutFollowedUrlTxt: null,
  logoutOriginList: [],
  logoutReturnUrlTxt: 'https://portal.example/logout?app=9',
  version: 1,
}
const clerk = {
  systemAccountTypeId: 3,
  systemId: 9,
  systemNm: 'Ledger',
  systemAccountTypeDescTxt: 'Clerk',
  systemAccountTypeCd: 'CLK',
  version: 4,
}

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 5, pageNm: 'Database Maintenance' }])
  answer(listSystems, [ledger])
  answer(listCatalogFacilities, [])
  answer(listAccountTypeRows, [clerk])
  answer(countAccountTypeUses, [])
  signInAs({ internalUserFlg: true })
})

async function openPage(search = '?category=system-accounts') {
  const { person } = renderPage(`/content-authenticated/database-maintenance/static-settings${search}`)
  await screen.findByRole('heading', { name: 'Static settings', level: 1 })
  return person
}
type Visitor = Awaited<ReturnType<typeof openPage>>
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))
async function manage(person: Visitor) {
  await person.click(await screen.findByRole('button', { name: 'Actions for Ledger' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Manage account types' }))
  return dialogNamed('Account types of Ledger')
}

test('the page says that a category is loading while its screen is', async () => {
  const person = await openPage('')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'System Accounts')
  await screen.findByRole('group', { name: 'Loading', busy: true })
  // The screen would have asked for them.
  expect(requestsTo(listSystems)).toEqual([])
  screenOfAccountTypes.load()
  await screen.findByRole('row', { name: /Ledger Clerk \(CLK\)/ })
})

test('the page says that a category is loading while its screen waits for what it shows', async () => {
  screenOfAccountTypes.load()
  answerAfter(listSystems, new Promise(() => undefined))
  const person = await openPage('')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'System Accounts')
  await waitFor(() => expect(requestsTo(listSystems)).toHaveLength(1))
  await screen.findByRole('group', { name: 'Loading', busy: true })
})

test('the category System Accounts lists systems with their account types (DBMT-020, DBMT-066..069, DBMT-146)', async () => {
  const person = await openPage('')
  const category = screen.getByRole('combobox', { name: 'Category' })
  await person.selectOptions(category, 'System Accounts')
  await screen.findByRole('row', { name: /Ledger Clerk \(CLK\)/ })
  const names = within(category)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(names.indexOf('System Accounts')).toBe(names.indexOf('SMS Carriers') + 1)
})

test('an account type is added to a system; missing and taken values are at their fields (DBMT-028, DBMT-067..069, DBMT-084)', async () => {
  const taken = 'The system already has an account type with this code.'
  refuse(addAccountType, 422, taken, [{ field: 'systemAccountTypeCd', message: taken }])
  const person = await openPage()
  await person.click(await screen.findByRole('button', { name: 'Add account type' }))
  const dialog = await dialogNamed('Add account type')
  const save = dialog.getByRole('button', { name: 'Save account type' })
  await person.click(save)
  expect(await dialog.findAllByText('This field is required')).toHaveLength(3)
  await person.click(dialog.getByRole('combobox', { name: 'System' }))
  await person.click(await dialog.findByRole('option', { name: 'Ledger' }))
  await person.type(dialog.getByRole('textbox', { name: 'Name' }), 'Auditor')
  await person.type(dialog.getByRole('textbox', { name: 'Code' }), 'AUD')
  await person.click(save)
  await dialog.findByText(taken)
  answer(addAccountType, { ...clerk, version: 1 })
  await expectClosesAfter(save, 'The account type has been added.', 3_500)
  expect(requestsTo(addAccountType).at(-1)?.body).toEqual({
    systemId: 9,
    systemAccountTypeDescTxt: 'Auditor',
    systemAccountTypeCd: 'AUD',
  })
})

test('the account types of a system are changed in one dialog (DBMT-029)', async () => {
  answer(changeAccountType, { ...clerk, version: 5 })
  const person = await openPage()
  const list = await manage(person)
  await person.click(list.getByRole('button', { name: 'Edit Clerk' }))
  const dialog = await dialogNamed('Edit account type')
  await person.type(dialog.getByRole('textbox', { name: 'Name' }), ' of sales')
  await person.click(dialog.getByRole('button', { name: 'Save account type' }))
  await dialog.findByText('The account type has been changed.')
  expect(requestsTo(changeAccountType)[0]?.body).toEqual({
    systemAccountTypeDescTxt: 'Clerk of sales',
    systemAccountTypeCd: 'CLK',
    version: 4,
  })
  await person.keyboard('{Escape}')
  await dialogNamed('Account types of Ledger')
})

test('an account type added where I manage those of a system is of that system (DBMT-029)', async () => {
  answer(addAccountType, { ...clerk, version: 1 })
  const person = await openPage()
  await person.click((await manage(person)).getByRole('button', { name: 'Add account type' }))
  const dialog = await dialogNamed('Add account type')
  dialog.getByText('System: Ledger')
  expect(dialog.queryByRole('combobox')).toBeNull()
  await person.type(dialog.getByRole('textbox', { name: 'Name' }), 'Auditor')
  await person.type(dialog.getByRole('textbox', { name: 'Code' }), 'AUD')
  await person.click(dialog.getByRole('button', { name: 'Save account type' }))
  await dialog.findByText('The account type has been added.')
  expect(requestsTo(addAccountType)[0]?.body).toEqual({
    systemId: 9,
    systemAccountTypeDescTxt: 'Auditor',
    systemAccountTypeCd: 'AUD',
  })
})

test('an account type that users have is not deleted; another one is (DBMT-029, DBMT-084)', async () => {
  answer(countAccountTypeUses, [{ usedByNm: 'users', usageCnt: 1, lostFlg: false }])
  const person = await openPage()
  const askToDelete = async () => {
    await person.click((await dialogNamed('Account types of Ledger')).getByRole('button', { name: 'Delete Clerk' }))
    return dialogNamed('Delete account type')
  }
  await manage(person)
  const used = await askToDelete()
  await used.findAllByText('Users exist for this account')
  await person.click(used.getByRole('button', { name: 'Cancel' }))
  // Somebody may get such an account after the count.
  answer(countAccountTypeUses, [{ usedByNm: 'users', usageCnt: 0, lostFlg: false }])
  refuse(removeAccountType, 422, 'Users exist for this account')
  const dialog = await askToDelete()
  const confirm = dialog.getByRole('button', { name: 'Delete account type' })
  await person.click(confirm)
  await dialog.findByText('Users exist for this account')
  answer(removeAccountType, { undoId: 8, undoUntilDt: new Date() })
  answer(restoreAccountType, clerk)
  await expectClosesAfter(confirm, 'The account type has been deleted.', 3_500)
  await person.click(screen.getByRole('button', { name: 'Undo', hidden: true }))
  await screen.findByText('The account type is back.')
  expect(requestsTo(restoreAccountType)[0]?.body).toEqual({ undoId: 8 })
})

test('a system is added from here (DBMT-030)', async () => {
  answer(addSystem, { ...ledger, systemId: 10, systemNm: 'Archive' })
  const person = await openPage()
  await person.click(await screen.findByRole('button', { name: 'Add system' }))
  const dialog = await dialogNamed('Add system')
  await person.type(dialog.getByRole('textbox', { name: /name/i }), 'Archive')
  await person.click(dialog.getByRole('button', { name: 'Add system' }))
  await waitFor(() => expect(requestsTo(addSystem)[0]?.body).toMatchObject({ systemNm: 'Archive' }))
})

test('a failure that the server does not explain has its own sentence, and the form keeps what I typed; one that it explains keeps its words (SACC-018..020)', async () => {
  const person = await openPage()
  const dialog = await manage(person)
  const failed = 'There was an error processing your request'
  refuse(removeAccountType, 500, 'Something went wrong on our side.')
  await person.click(dialog.getByRole('button', { name: 'Delete Clerk' }))
  const question = await dialogNamed('Delete account type')
  await person.click(question.getByRole('button', { name: 'Delete account type' }))
  await question.findByText(failed)
  await person.click(question.getByRole('button', { name: 'Cancel' }))
  refuse(changeAccountType, 500, 'Something went wrong on our side.')
  await person.click((await dialogNamed('Account types of Ledger')).getByRole('button', { name: 'Edit Clerk' }))
  const form = await dialogNamed('Edit account type')
  await person.type(form.getByRole('textbox', { name: 'Name' }), ' of the day')
  await person.click(form.getByRole('button', { name: 'Save account type' }))
  await form.findByText(failed)
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Clerk of the day')
  // A refusal that the server explains keeps its words.
  refuse(changeAccountType, 422, 'Users exist for this account')
  await person.click(form.getByRole('button', { name: 'Save account type' }))
  await form.findByText('Users exist for this account')
})
