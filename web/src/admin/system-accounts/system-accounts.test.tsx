import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import {
  getUserSummary,
  listSystemAccountTypes,
  listUserSystemAccounts,
  saveUserSystemAccounts,
  type SystemAccount,
} from '@portico/contract/system-accounts/system-accounts.ts'
import { listAssignableSystems } from '@portico/contract/users/user-profile.ts'
import { answer, failToConnect, refuse, requestsTo } from '../../../test/answer.ts'
import { expectAsksBeforeClosing } from '../../../test/closing.ts'
import { answerFrame } from '../../../test/frame.ts'
import { assignable } from '../../../test/user-profile.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { invalidate } from '../../api/query.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import { mergeAccounts } from './accounts-form.ts'
import './SystemAccountsPage.tsx'

const trade: SystemAccount = {
  systemAccountUserId: 5,
  accountTypeId: 1,
  accountUserNm: 'bea.trade',
  clientIds: [],
  lockedFlg: false,
  version: 1,
}

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 1, pageNm: 'User Administration' }])
  answer(getUserSummary, {
    userId: 21,
    userNm: 'bea.ivers',
    firstNm: 'Bea',
    lastNm: 'Ivers',
    readOnlyReasonCd: null,
    clients: [
      { clientId: 3, clientNm: 'Harborview' },
      { clientId: 4, clientNm: 'Meridian' },
    ],
  })
  answer(listSystemAccountTypes, [
    { accountTypeId: 1, accountTypeDesc: 'Trading', accountTypeCd: 'TRD' },
    { accountTypeId: 2, accountTypeDesc: 'Read only', accountTypeCd: 'RO' },
  ])
  answer(listAssignableSystems, [assignable(107, 'Vault')])
  answer(listUserSystemAccounts, [trade])
  signInAs({ internalUserFlg: true })
})

async function openPage() {
  const page = renderPage(
    '/content-authenticated/administration/user-profile/21/permissions/system-account-settings/107',
  )
  await screen.findByRole('heading', { name: 'System account settings', level: 1 })
  return page
}
type Person = Awaited<ReturnType<typeof openPage>>['person']
const press = async (person: Person, name: string) => person.click(await screen.findByRole('button', { name }))
const nameFields = () => screen.getAllByRole('textbox', { name: 'Account name' })
const body = () => requestsTo(saveUserSystemAccounts).at(-1)?.body

test('the page names the user and the application, and a save says which accounts I have seen', async () => {
  const { person } = await openPage()
  expect(screen.getByText('Accounts of Bea Ivers (bea.ivers) in Vault')).toBeDefined()
  refuse(saveUserSystemAccounts, 409, 'Max Hill has changed these accounts.')
  await person.type(nameFields()[0] as HTMLElement, '2')
  await press(person, 'Save accounts')
  expect(await screen.findByText('Max Hill has changed these accounts.')).toBeDefined()
  expect(requestsTo(saveUserSystemAccounts)[0]?.search).toBe('?seen=5%3A1')
})

test('my own accounts are read-only, and the page says why', async () => {
  answer(getUserSummary, {
    userId: 21,
    userNm: 'bea.ivers',
    firstNm: 'Bea',
    lastNm: 'Ivers',
    readOnlyReasonCd: 'own',
    clients: [],
  })
  await openPage()
  expect(screen.getAllByText('Another administrator must change your own accounts.').length).toBeGreaterThan(0)
  expect(nameFields()[0]).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: /^Save accounts/ }).getAttribute('aria-disabled')).toBe('true')
})

const row = (key: string, name: string, id = Number(key)) => ({
  key,
  id,
  typeId: '1',
  name,
  clientIds: [],
  isLocked: false,
})

test('newly loaded accounts meet what I changed, added and removed', () => {
  const before = { accounts: [row('1', 'one'), row('2', 'two'), row('3', 'three'), row('new', 'four', 0)] }
  const now = { accounts: [row('1', 'mine'), row('3', 'three'), row('new', 'four, changed', 0), row('other', '', 0)] }
  const loaded = {
    accounts: [row('1', 'one'), row('2', 'two'), row('3', 'theirs'), row('new', 'four', 4), row('5', 'five')],
  }
  expect(mergeAccounts(now, before, loaded)).toEqual({
    accounts: [
      row('1', 'mine'),
      row('3', 'theirs'),
      row('new', 'four, changed', 4),
      row('5', 'five'),
      row('other', '', 0),
    ],
  })
})

test('an account that I changed and another administrator removed is a new one', () => {
  const before = { accounts: [row('1', 'one'), row('2', 'two')] }
  const now = { accounts: [row('1', 'mine'), row('2', 'two')] }
  expect(mergeAccounts(now, before, { accounts: [] })).toEqual({ accounts: [row('1', 'mine', 0)] })
})

test('I am asked before the clients that I chose are discarded', async () => {
  const { person } = await openPage()
  await press(person, 'Assign clients to bea.trade')
  const dialog = within(await screen.findByRole('dialog', { name: 'Client Assignment' }))
  await person.click(dialog.getByRole('checkbox', { name: 'Meridian' }))
  await expectAsksBeforeClosing(person)
})

test('I am asked once before I leave a page on which accounts and the clients of one of them are unsaved', async () => {
  const { person, router } = await openPage()
  await person.type(nameFields()[0] as HTMLElement, '2')
  await press(person, 'Assign clients to bea.trade2')
  const dialog = within(await screen.findByRole('dialog', { name: 'Client Assignment' }))
  await person.click(dialog.getByRole('checkbox', { name: 'Meridian' }))
  answer(getAdminMenu, [{ pageId: 5, pageNm: 'Database Maintenance' }])
  const elsewhere = '/content-authenticated/database-maintenance/static-settings'
  act(() => void router.navigate({ to: elsewhere as never }))
  await dialog.findByText('Your changes aren’t saved yet.')
  await person.click(dialog.getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(router.state.location.pathname).toBe(elsewhere))
})

test('clients that I choose stay chosen while an account is removed by another administrator', async () => {
  const { person } = await openPage()
  await press(person, 'Assign clients to bea.trade')
  const dialog = within(await screen.findByRole('dialog', { name: 'Client Assignment' }))
  await person.click(dialog.getByRole('checkbox', { name: 'Meridian' }))
  answer(listUserSystemAccounts, [])
  await act(() => invalidate(listUserSystemAccounts))
  expect(dialog.getByRole('checkbox', { name: 'Meridian' })).toHaveProperty('checked', true)
  await person.click(dialog.getByRole('button', { name: 'Apply' }))
  answer(saveUserSystemAccounts, [trade], { message: 'Changes saved successfully' })
  await press(person, 'Save accounts')
  await waitFor(() => expect(body()).toEqual([{ accountTypeId: 1, accountUserNm: 'bea.trade', clientIds: [4] }]))
})

test('an account that I add, save and remove before it has loaded stays removed', () => {
  const before = { accounts: [row('1', 'one'), row('new', 'two', 0)] }
  const loaded = { accounts: [row('1', 'one'), row('new', 'two', 2)] }
  expect(mergeAccounts({ accounts: [row('1', 'one')] }, before, loaded)).toEqual({ accounts: [row('1', 'one')] })
})

test('an account saved as new keeps what I changed when the accounts load once more', () => {
  const loaded = { accounts: [row('new', 'two', 2)] }
  const now = { accounts: [row('new', 'two, changed', 2)] }
  expect(mergeAccounts(now, loaded, loaded)).toEqual(now)
})

test('I add an account, and a blank one must get a name first (SACC-001, SACC-002, SACC-009, SACC-015)', async () => {
  const { person } = await openPage()
  expect(screen.getByText('Accounts of Bea Ivers (bea.ivers) in Vault')).toBeDefined()
  await press(person, 'Add account')
  await waitFor(() => expect(nameFields()).toHaveLength(2))
  expect(screen.getByRole('button', { name: 'Add account' }).getAttribute('aria-disabled')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(nameFields()[1]))
  await person.keyboard('bea.view')
  answer(saveUserSystemAccounts, [trade], { message: 'Changes saved successfully' })
  await press(person, 'Save accounts')
  expect(await screen.findByText('Changes saved successfully')).toBeDefined()
  expect(body()).toEqual([
    { systemAccountUserId: 5, accountTypeId: 1, accountUserNm: 'bea.trade', clientIds: [] },
    { accountTypeId: 1, accountUserNm: 'bea.view', clientIds: [] },
  ])
})

test('I go on typing in the row of an account that I have just added and saved', async () => {
  const { person } = await openPage()
  await press(person, 'Add account')
  await waitFor(() => expect(nameFields()).toHaveLength(2))
  const added = nameFields()[1] as HTMLInputElement
  await person.type(added, 'bea.view')
  const saved = [trade, { ...trade, systemAccountUserId: 6, accountUserNm: 'bea.view' }]
  answer(saveUserSystemAccounts, saved, { message: 'Changes saved successfully' })
  answer(listUserSystemAccounts, saved)
  await person.type(added, '{Enter}')
  await waitFor(() => expect(requestsTo(listUserSystemAccounts)).toHaveLength(2))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save accounts' }).ariaDisabled).not.toBe('true'))
  await person.keyboard('2')
  expect(nameFields()[1]).toBe(added)
  expect(added.value).toBe('bea.view2')
  await press(person, 'Save accounts')
  await waitFor(() => expect(body()).toMatchObject([{ systemAccountUserId: 5 }, { systemAccountUserId: 6 }]))
})

test('after an account is removed the keyboard goes on in the next one, and then at the title', async () => {
  answer(listUserSystemAccounts, [trade, { ...trade, systemAccountUserId: 6, accountUserNm: 'bea.read' }])
  const { person } = await openPage()
  await press(person, 'Remove account bea.trade')
  const next = within(screen.getByRole('group', { name: 'bea.read' }))
  expect(document.activeElement).toBe(next.getByRole('combobox', { name: 'Account type' }))
  await press(person, 'Remove account bea.read')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'System account settings', level: 1 }))
})

test('an account needs a name (SACC-008)', async () => {
  const { person } = await openPage()
  await person.clear(nameFields()[0] as HTMLElement)
  await press(person, 'Save accounts')
  expect(await screen.findByText('This field is required')).toBeDefined()
  expect(requestsTo(saveUserSystemAccounts)).toHaveLength(0)
})

test('I choose the clients that an account serves (SACC-004)', async () => {
  const { person } = await openPage()
  await press(person, 'Assign clients to bea.trade')
  const dialog = within(await screen.findByRole('dialog', { name: 'Client Assignment' }))
  await person.click(dialog.getByRole('checkbox', { name: 'Meridian' }))
  await person.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('Meridian')).toBeDefined()
  answer(saveUserSystemAccounts, [trade], { message: 'Changes saved successfully' })
  await press(person, 'Save accounts')
  await waitFor(() => expect(body()).toMatchObject([{ clientIds: [4] }]))
})

test.each(['Account name is already taken', 'Cannot update account name'])(
  'a refusal of the server stands on the page: %s (SACC-016, SACC-017, SACC-020)',
  async (message) => {
    const { person } = await openPage()
    await person.type(nameFields()[0] as HTMLElement, '2')
    refuse(saveUserSystemAccounts, 400, message)
    await press(person, 'Save accounts')
    expect(await screen.findByText(message)).toBeDefined()
    expect((nameFields()[0] as HTMLInputElement).value).toBe('bea.trade2')
  },
)

test('what fails otherwise says so (SACC-014)', async () => {
  const { person } = await openPage()
  await person.type(nameFields()[0] as HTMLElement, '2')
  failToConnect(saveUserSystemAccounts)
  await press(person, 'Save accounts')
  expect(await screen.findByText('There is an error processing the request. Please try again')).toBeDefined()
})

test('an account in use keeps its type and its name, and cannot be removed', async () => {
  answer(listUserSystemAccounts, [{ ...trade, lockedFlg: true }])
  const { person } = await openPage()
  expect((nameFields()[0] as HTMLInputElement).readOnly).toBe(true)
  const type = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Account type' })
  await person.selectOptions(type, 'Read only')
  expect(type.selectedOptions[0]?.text).toBe('Trading')
  expect(screen.queryByRole('button', { name: 'Remove account bea.trade' })).toBeNull()
})
