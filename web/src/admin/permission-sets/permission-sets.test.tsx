import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { listManagedObjects } from '@portico/contract/managed-objects/managed-objects.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { type CustomerNode, getUserCustomers, searchCustomers } from '@portico/contract/customers/user-customers.ts'
import {
  createPermissionSet,
  deletePermissionSet,
  exportPermissionSetHolders,
  getPermissionSet,
  givePermissionSet,
  listPermissionSetHolders,
  listPermissionSets,
  listPermissionSetsOfUser,
  type PermissionSet,
  planPermissionSet,
  suggestPermissionSet,
  takePermissionSet,
  undoGivePermissionSet,
  undoPermissionSet,
  updatePermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import {
  listAssignablePages,
  listAssignableSystems,
  listDepartmentsForAdmin,
} from '@portico/contract/users/user-profile.ts'
import { listUsers, searchEmployers } from '@portico/contract/users/users.ts'
import { answer, answerFile, refuse, requestsTo } from '../../../test/answer.ts'
import { expectAsksBeforeClosing } from '../../../test/closing.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { heldClerk } from '../../../test/permission-sets.ts'
import { answerUserList, bea } from '../../../test/users.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './PermissionSetsPage.tsx'
import './PermissionSetPage.tsx'
import './HoldersTab.tsx'
import './DeleteSetDialog.tsx'
import './EditSetDialog.tsx'
import './GiveSetDialog.tsx'
import './SuggestSetDialog.tsx'
import './TakeSetDialog.tsx'

const ledger = {
  systemId: 5,
  systemNm: 'Ledger',
  pageId: null,
  pageNm: null,
  givenFlg: true,
  givenByNm: 'Grace Hopper',
}
const clerk: PermissionSet = {
  setId: 7,
  setNm: 'Accounting clerk',
  descriptionTxt: 'Books invoices',
  requestableFlg: false,
  clientId: 3,
  clientNm: 'Northgate',
  ownerNm: 'Grace Hopper',
  holderCnt: 1200,
  items: [ledger, { ...ledger, systemNm: 'Vault', systemId: 6, givenFlg: false }],
  versionNr: 3,
  mayChangeFlg: true,
}
const undoOffer = { undoId: 4, undoUntilDt: new Date() }
const one = { headers: { 'x-total-count': '1' } }
const moment = new Date('2026-11-20T15:00:00Z')
const cai = {
  userId: 31,
  userNm: 'cai.wong',
  firstNm: 'Cai',
  lastNm: 'Wong',
  employerNm: 'Northgate',
  givenDt: moment,
  givenByNm: 'Grace Hopper',
  endDt: null,
  groupNms: [],
}

const facility = {
  facilityCd: 'EDH',
  facilityNm: 'Eden House',
  hierarchyFlg: true,
  accessFlg: true,
  allCustomersFlg: true,
  endDt: null,
  mayAssignAllFlg: true,
  hiddenCustomerCnt: 0,
}

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 2, pageNm: 'User Administration' }])
  answer(listPermissionSets, [clerk], one)
  answer(getPermissionSet, {
    set: clerk,
    customers: [
      { customerId: 61, customerNm: 'Harbor', facilityCd: 'EDH', givenFlg: true },
      { customerId: 62, customerNm: 'Wharf', facilityCd: 'EDH', givenFlg: false },
    ],
    hiddenCustomerCnt: 2,
    versions: [
      {
        versionNr: 3,
        setNm: 'Accounting clerk',
        descriptionTxt: '',
        givesList: ['Ledger', 'Vault'],
        changedDt: moment,
        changedByNm: 'Ada Lovelace',
      },
      {
        versionNr: 1,
        setNm: 'Clerk',
        descriptionTxt: '',
        givesList: ['Ledger'],
        changedDt: moment,
        changedByNm: null,
      },
    ],
  })
  answer(listPermissionSetHolders, [cai], one)
  answer(listAssignableSystems, [
    { systemId: 5, systemNm: 'Ledger', systemCd: null, facilityCd: null, sensitiveDataAssignableFlg: true },
    { systemId: 8, systemNm: 'Payments', systemCd: null, facilityCd: null, sensitiveDataAssignableFlg: true },
  ])
  answer(listAssignablePages, [])
  answer(getUserCustomers, { facilities: [facility], userCustomers: [], version: 1 })
  answer(searchEmployers, [{ id: 3, nameTxt: 'Northgate' }], one)
  signInAs({ internalUserFlg: true })
})

async function openList() {
  const page = renderPage('/content-authenticated/administration/permission-sets')
  await screen.findByRole('heading', { name: 'Permission sets', level: 1 })
  return page
}
async function openSet(tab: string) {
  const page = renderPage(`/content-authenticated/administration/permission-sets/7/${tab}`)
  await screen.findByRole('heading', { name: 'Accounting clerk', level: 1 })
  return page
}
type User = Awaited<ReturnType<typeof openList>>['person']
const act = async (user: User, name: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for Accounting clerk' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

test('I see each set with its client, what it gives, its owner and its users', async () => {
  await openList()
  const row = within(await screen.findByRole('row', { name: /Accounting clerk/ }))
  row.getByText('Northgate')
  row.getByText('Ledger; Vault (not for further users: Grace Hopper may not give it any more)')
  row.getByText('1,200')
})

test.each([
  [1, '1 customer that you don’t have access to'],
  [2, '2 customers that you don’t have access to'],
])('of a set with %i customers to which I have no access I read how many it gives', async (hiddenCustomerCnt, line) => {
  answer(getPermissionSet, { set: clerk, customers: [], hiddenCustomerCnt, versions: [] })
  await openSet('contents')
  screen.getByText(line)
})

test('I add a set of a client or of all, and read at the field what it lacks', async () => {
  answer(createPermissionSet, { setId: 9 })
  const { person: user } = await openList()
  await user.click(screen.getByRole('button', { name: 'Add permission set' }))
  const dialog = within(await screen.findByRole('dialog'))
  const name = await dialog.findByRole('textbox', { name: /Name/ })
  await user.click(dialog.getByRole('button', { name: 'Add permission set' }))
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(name)
  await user.type(name, 'Reader')
  await user.click(dialog.getByRole('button', { name: 'Add permission set' }))
  await dialog.findAllByText('Select at least one application.')
  expect(document.activeElement).toBe(dialog.getByRole('searchbox', { name: 'Search applications' }))
  await user.click(await dialog.findByRole('checkbox', { name: /Payments/ }))
  await user.click(dialog.getByRole('checkbox', { name: 'Users may ask for it' }))
  await user.click(dialog.getByRole('button', { name: 'Add permission set' }))
  await screen.findByText('The permission set was added.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(requestsTo(createPermissionSet)[0]?.body).toEqual({
    setNm: 'Reader',
    descriptionTxt: '',
    requestableFlg: 'Y',
    clientId: null,
    systemIds: [8],
    pageIds: [],
  })
})

test('I add a set of my client as its administrator, and read that I have to choose it', async () => {
  signInAs({ internalUserFlg: false })
  const { person: user } = await openList()
  await user.click(screen.getByRole('button', { name: 'Add permission set' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('Your client, whose users can get the set.')
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Reader')
  await user.click(await dialog.findByRole('checkbox', { name: /Payments/ }))
  await user.click(dialog.getByRole('button', { name: 'Add permission set' }))
  await waitFor(() =>
    expect(dialog.getByRole('combobox', { name: /Client/ }).getAttribute('aria-invalid')).toBe('true'),
  )
  expect(requestsTo(createPermissionSet)).toEqual([])
})

const entries = { systemId: 8, systemNm: 'Payments', pageId: 81, pageNm: 'Entries', holderCnt: 9, bySetCnt: 0 }
const suggestion = {
  userCnt: 10,
  items: [
    { systemId: 5, systemNm: 'Ledger', pageId: null, pageNm: null, holderCnt: 10, bySetCnt: 4, suggestedFlg: false },
    { ...entries, pageId: null, pageNm: null, suggestedFlg: true },
    { ...entries, suggestedFlg: true },
  ],
}

async function openSuggestion() {
  answer(listDepartmentsForAdmin, [{ departmentId: 4, departmentNm: 'Accounting' }])
  answer(suggestPermissionSet, suggestion)
  const { person: user } = await openList()
  await user.click(screen.getByRole('button', { name: 'Suggest from a department…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('combobox', { name: 'Client of the users' }))
  await user.click(await screen.findByRole('option', { name: 'Northgate' }))
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Department' }), 'Accounting')
  return { user, dialog }
}
const isChecked = (box: HTMLElement) => (box as HTMLInputElement).checked

test('I make a set of what the users of a department have in common', async () => {
  answer(createPermissionSet, { setId: 9 })
  const { user, dialog } = await openSuggestion()
  const ledger = await dialog.findByRole('checkbox', { name: 'Ledger' })
  const payments = dialog.getByRole('checkbox', { name: 'Payments' })
  const page = dialog.getByRole('checkbox', { name: 'Payments / Entries' })
  dialog.getByText('10 of 10, 4 by a permission set')
  expect([ledger, payments, page].map(isChecked)).toEqual([false, true, true])
  await user.click(payments)
  expect([ledger, payments, page].map(isChecked)).toEqual([false, false, false])
  await user.click(page)
  expect([ledger, payments, page].map(isChecked)).toEqual([false, true, true])
  await user.click(dialog.getByRole('button', { name: 'Add permission set…' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add permission set' }))
  const name: HTMLInputElement = await form.findByRole('textbox', { name: /Name/ })
  expect(name.value).toBe('Accounting')
  await user.click(form.getByRole('button', { name: 'Add permission set' }))
  await screen.findByText('The permission set was added.')
  expect(requestsTo(createPermissionSet)[0]?.body).toEqual({
    setNm: 'Accounting',
    descriptionTxt: '',
    requestableFlg: 'N',
    clientId: 3,
    systemIds: [8],
    pageIds: [81],
  })
})

test.each([
  [{ userCnt: 4, items: [] }, 'The department has 4 active users at this client. A suggestion takes at least 5.'],
  [{ userCnt: 12, items: [] }, 'There is nothing that most of the 12 active users have and you may give.'],
])('I read why a department suggests nothing: %o', async (found, reason) => {
  const { user, dialog } = await openSuggestion()
  await dialog.findByRole('checkbox', { name: 'Ledger' })
  answer(suggestPermissionSet, found)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Department' }), '')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Department' }), 'Accounting')
  await dialog.findByText(reason)
  expect(dialog.getByRole('button', { name: 'Add permission set…' }).getAttribute('aria-disabled')).toBe('true')
})

test('I see who gains and loses what before I save a change, and take it back', async () => {
  answer(planPermissionSet, {
    memberCnt: 1200,
    changedCnt: 1100,
    gainCnt: 1100,
    loseCnt: 1,
    items: [{ systemNm: 'Payments', pageNm: null, gainCnt: 1100, loseCnt: 1 }],
    users: [
      { userId: 31, userNm: 'cai.wong', firstNm: 'Cai', lastNm: 'Wong', gainFlg: true, loseFlg: false },
      { userId: 32, userNm: 'dee.kern', firstNm: 'Dee', lastNm: 'Kern', gainFlg: false, loseFlg: true },
    ],
  })
  answer(updatePermissionSet, undoOffer, { message: 'Saved' })
  answer(undoPermissionSet, null, { message: 'Taken back' })
  const { person: user } = await openList()
  await act(user, 'Change…')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('checkbox', { name: /Payments/ }))
  await user.click(dialog.getByRole('button', { name: 'Review' }))
  await screen.findByText('Of 1,200 users, 1,100 gain and 1 loses access.')
  screen.getByText('Payments: 1,100 gain, 1 loses')
  screen.getByText('Lose access: Dee Kern (dee.kern)')
  screen.getByText('Gain access: Cai Wong (cai.wong)')
  screen.getByText('and 1,098 more')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findAllByText('Saved')
  expect(requestsTo(updatePermissionSet)[0]?.body).toEqual({
    setNm: 'Accounting clerk',
    descriptionTxt: 'Books invoices',
    requestableFlg: 'N',
    systemIds: [5, 6, 8],
    pageIds: [],
    versionNr: 3,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5000 })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Taken back')
})

test('I am asked before a change of a set is discarded, while I review it and after I went back, until it is saved', async () => {
  answer(planPermissionSet, { memberCnt: 1200, changedCnt: 0, gainCnt: 0, loseCnt: 0, items: [], users: [] })
  answer(updatePermissionSet, null, { message: 'Saved' })
  const { person: user, router } = await openList()
  const leave = () => void router.navigate({ href: '/content-authenticated/administration/permission-sets/7/users' })
  const review = async () => {
    await act(user, 'Change…')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('checkbox', { name: /Payments/ }))
    await user.click(dialog.getByRole('button', { name: 'Review' }))
    return screen.findByRole('button', { name: 'Save' })
  }
  await review()
  leave()
  const question = await screen.findByText('Your changes aren’t saved yet.')
  // Beside the buttons, which would cover it elsewhere.
  expect(question.closest('[data-modal-actions]')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByRole('button', { name: 'Review' })
  await expectAsksBeforeClosing(user)
  await user.click(await review())
  await screen.findAllByText('Saved')
  leave()
  await screen.findByRole('heading', { name: 'Accounting clerk', level: 1 })
})

test('a set that is so already when I save it leaves nothing to undo', async () => {
  answer(planPermissionSet, { memberCnt: 1200, changedCnt: 0, gainCnt: 0, loseCnt: 0, items: [], users: [] })
  answer(updatePermissionSet, null, { message: 'Saved' })
  const { person: user } = await openList()
  await act(user, 'Change…')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('checkbox', { name: /Payments/ }))
  await user.click(dialog.getByRole('button', { name: 'Review' }))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

const pier: CustomerNode = {
  customerId: 63,
  customerNm: 'Pier',
  parentCustId: 0,
  children: [],
  path: 'Harbor / Pier',
  pathAsCustomerId: '61/63',
  selected: false,
  facilityCd: 'EDH',
  childCnt: 0,
}

test('I change the customers of a set of a client, and keep those that I do not see', async () => {
  answer(searchCustomers, [pier], one)
  answer(planPermissionSet, { memberCnt: 2, changedCnt: 0, gainCnt: 0, loseCnt: 0, items: [], users: [] })
  answer(updatePermissionSet, undoOffer, { message: 'Saved' })
  const { person: user } = await openList()
  await act(user, 'Change…')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('EDH / Wharf')
  dialog.getByText('More customers that you can’t change: 2')
  await user.click(dialog.getByRole('button', { name: 'Remove EDH / Harbor' }))
  await user.click(dialog.getByRole('combobox', { name: 'Customers' }))
  await user.click(await screen.findByRole('option', { name: 'EDH / Harbor / Pier' }))
  await user.click(dialog.getByRole('button', { name: 'Review' }))
  await screen.findByText('No user’s access changes.')
  expect(requestsTo(planPermissionSet)[0]?.body).toEqual({ systemIds: [5, 6], pageIds: [], customerIds: [62, 63] })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findAllByText('Saved')
  expect(requestsTo(updatePermissionSet)[0]?.body).toMatchObject({ customerIds: [62, 63] })
})

test('customers are of sets of a client', async () => {
  const { person: user } = await openList()
  await user.click(screen.getByRole('button', { name: 'Add permission set' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('checkbox', { name: /Payments/ })
  expect(dialog.queryByRole('combobox', { name: 'Customers' })).toBeNull()
  await user.click(dialog.getByRole('combobox', { name: /Client/ }))
  await user.click(await screen.findByRole('option', { name: 'Northgate' }))
  await dialog.findByRole('combobox', { name: 'Customers' })
})

test('customers that I chose for a client are not sent once I take the client away', async () => {
  answer(createPermissionSet, { setId: 9 })
  answer(searchCustomers, [pier], one)
  const { person: user } = await openList()
  await user.click(screen.getByRole('button', { name: 'Add permission set' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByRole('textbox', { name: /Name/ }), 'Reader')
  await user.click(await dialog.findByRole('checkbox', { name: /Payments/ }))
  await user.click(dialog.getByRole('combobox', { name: /Client/ }))
  await user.click(await screen.findByRole('option', { name: 'Northgate' }))
  await user.click(await dialog.findByRole('combobox', { name: 'Customers' }))
  await user.click(await screen.findByRole('option', { name: /Pier/ }))
  await user.click(dialog.getByRole('button', { name: 'Remove Northgate' }))
  await waitFor(() => expect(dialog.queryByRole('combobox', { name: 'Customers' })).toBeNull())
  await user.click(dialog.getByRole('button', { name: 'Add permission set' }))
  await screen.findByText('The permission set was added.')
  expect(requestsTo(createPermissionSet)[0]?.body).toMatchObject({ clientId: null })
  expect(requestsTo(createPermissionSet)[0]?.body).not.toHaveProperty('customerIds')
})

test('I delete a set after I read how many users lose it', async () => {
  answer(deletePermissionSet, undoOffer, { message: 'Deleted' })
  const { person: user } = await openList()
  await act(user, 'Delete…')
  await screen.findByText('1,200 users lose what the set gives, unless they have it in another way.')
  await user.click(screen.getByRole('button', { name: 'Delete Accounting clerk' }))
  await screen.findAllByText('Deleted')
  expect(requestsTo(deletePermissionSet)).toHaveLength(1)
})

test('a set of all clients is changed by internal administrators alone', async () => {
  answer(listPermissionSets, [{ ...clerk, clientId: null, clientNm: null, mayChangeFlg: false }], one)
  const { person: user } = await openList()
  screen.getByText('All clients')
  await user.click(await screen.findByRole('button', { name: 'Actions for Accounting clerk' }))
  const change = await screen.findByRole('menuitem', { name: /Change…/ })
  expect(change.getAttribute('aria-disabled') ?? change.getAttribute('data-disabled')).toBeTruthy()
})

test('I read what a set gives and gave, and by whom it was changed', async () => {
  const { person: user } = await openSet('contents')
  await screen.findByText('Books invoices')
  screen.getByText('Ledger')
  screen.getByText('EDH / Harbor')
  screen.getByText('EDH / Wharf (not for further users: its giver may not give it any more)')
  screen.getByText('2 customers that you don’t have access to')
  await user.click(screen.getByRole('tab', { name: 'History' }))
  await screen.findByText(/by Ada Lovelace/)
  screen.getByText('Clerk: Ledger')
  const numbers = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(numbers).toEqual(['Version no. 3', 'Version no. 1'])
})

test('I give a set to users, and read why some were left out', async () => {
  answerUserList([bea])
  answer(
    givePermissionSet,
    { changedCnt: 0, leftOut: [{ userId: bea.userId, reasonTxt: 'This account is inactive.' }] },
    { message: 'No user was changed.' },
  )
  const { person: user } = await openSet('users')
  const [give] = await screen.findAllByRole('button', { name: 'Give to users…' })
  if (give) await user.click(give)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Give set' }))
  await dialog.findAllByText('Select at least one user.')
  await user.click(dialog.getByRole('combobox'))
  await user.click(await screen.findByRole('option', { name: /Bea Ivers/ }))
  await user.click(dialog.getByRole('button', { name: 'Give set' }))
  await screen.findByText('1 user was left out:')
  expect(within(screen.getByRole('dialog')).getByRole('listitem').textContent).toMatch(
    /^Bea Ivers .*This account is inactive\.$/,
  )
  expect(requestsTo(givePermissionSet)[0]?.body).toEqual({ userIds: [bea.userId], endDt: null })
})

async function giveToBea() {
  answerUserList([bea])
  answer(undoGivePermissionSet, { changedCnt: 1, leftOut: [] }, { message: 'The change was undone.' })
  const { person: user } = await openSet('users')
  const [give] = await screen.findAllByRole('button', { name: 'Give to users…' })
  if (give) await user.click(give)
  const dialog = within(await screen.findByRole('dialog'))
  const submit = await dialog.findByRole('button', { name: 'Give set' })
  await user.click(dialog.getByRole('combobox'))
  await user.click(await screen.findByRole('option', { name: /Bea Ivers/ }))
  await user.click(submit)
  return user
}

/** The button of a message; those of tests before may still be there. */
const undoOf = async (message: string) =>
  within((await screen.findByText(message)).parentElement as HTMLElement).getByRole('button', { name: 'Undo' })

test('I give a set to users, and take it back by Undo', async () => {
  answer(
    givePermissionSet,
    { changedCnt: 1, leftOut: [], undo: undoOffer },
    { message: '1 user has the permission set Accounting clerk now.' },
  )
  const user = await giveToBea()
  await user.click(await undoOf('1 user has the permission set Accounting clerk now.'))
  await screen.findByText('The change was undone.')
  expect(requestsTo(undoGivePermissionSet)[0]).toMatchObject({
    path: expect.stringMatching(/permission-sets\/7\/holders\/undo$/) as string,
    body: { undoId: undoOffer.undoId },
  })
})

test('After I have read who was left out I can take the set back from the others', async () => {
  answer(
    givePermissionSet,
    { changedCnt: 2, leftOut: [{ userId: bea.userId, reasonTxt: 'This account is inactive.' }], undo: undoOffer },
    { message: '2 users have the permission set Accounting clerk now.' },
  )
  const user = await giveToBea()
  await screen.findByText('1 user was left out:')
  await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await undoOf('2 users have the permission set Accounting clerk now.'))
  await waitFor(() => expect(requestsTo(undoGivePermissionSet)).toHaveLength(1))
})

test.each([
  ['a client', 'its users alone', clerk.clientId],
  ['the installation', 'users of all clients', null],
])('giving a set of %s offers %s', async (_set, _users, clientId) => {
  answerUserList([bea])
  answer(getPermissionSet, { set: { ...clerk, clientId }, customers: [], hiddenCustomerCnt: 0, versions: [] })
  const { person: user } = await openSet('users')
  const [give] = await screen.findAllByRole('button', { name: 'Give to users…' })
  if (give) await user.click(give)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('combobox'))
  await screen.findByRole('option', { name: /Bea Ivers/ })
  expect(requestsTo(listUsers).map(({ body }) => (body as { employerId?: number }).employerId ?? null)).toEqual([
    clientId,
  ])
})

test('I export the users of a set whom I have searched', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  answerFile(exportPermissionSetHolders)
  const { person: user } = await openSet('users')
  await user.type(await screen.findByRole('searchbox', { name: 'Name, user ID or email' }), 'cai')
  await waitFor(() => expect(requestsTo(listPermissionSetHolders).at(-1)?.search).toContain('nm=cai'))
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }))
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  expect(requestsTo(exportPermissionSetHolders)[0]?.body).toMatchObject({ nm: 'cai', format: 'csv' })
})

test('I take a set from a user, and read why it cannot be', async () => {
  answer(listPermissionSetsOfUser, [heldClerk])
  refuse(takePermissionSet, 403, 'Only administrators of Ledger can change its permissions.')
  const { person: user } = await openSet('users')
  await user.click(await screen.findByRole('button', { name: 'Actions for Cai Wong' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Take set' }))
  await screen.findByText('Ledger / Entries')
  await user.click(screen.getByRole('button', { name: 'Take set' }))
  await screen.findByText('Only administrators of Ledger can change its permissions.')
  expect(requestsTo(takePermissionSet)[0]?.body).toEqual({ userIds: [31] })
})

test('I see which group gives a user the set, and why I cannot take it', async () => {
  answer(listPermissionSetHolders, [{ ...cai, groupNms: ['fin-all', 'ledger'] }], one)
  const { person: user } = await openSet('users')
  const row = within(await screen.findByRole('row', { name: /Cai Wong/ }))
  row.getByText('Group fin-all, ledger')
  expect(row.queryByText('Grace Hopper')).toBeNull()
  await user.click(row.getByRole('button', { name: 'Actions for Cai Wong' }))
  const take = await screen.findByRole('menuitem', { name: /^Take set/ })
  expect(take.textContent).toContain('The set comes by the group fin-all, ledger.')
  expect(take.getAttribute('aria-disabled')).toBe('true')
})

const managedClerk = {
  objectId: '7',
  appliedDt: moment,
  appliedByNm: 'Ada Lovelace',
  fileSetNm: 'default',
}

test('I see in the list which sets files of configuration manage, and on the page that they overwrite my changes', async () => {
  answer(listManagedObjects, [managedClerk])
  answer(listPermissionSets, [clerk, { ...clerk, setId: 8, setNm: 'Reader' }], one)
  await openList()
  await waitFor(() => screen.getByRole('row', { name: /^Accounting clerk Managed by configuration files/ }))
  expect(screen.getAllByText('Managed by configuration files')).toHaveLength(1)
  expect(requestsTo(listManagedObjects).map(({ path, search }) => path.split('/').at(-1) + search)).toEqual([
    'permissionSets?ids=7%2C8',
  ])
  await openSet('contents')
  await screen.findByText(
    /^Managed by configuration files, last applied .+ by Ada Lovelace\. Changes made here are overwritten by the next apply\.$/,
  )
})

test('A set that no files manage says nothing of them, nor where the question fails', async () => {
  refuse(listManagedObjects, 403, 'No')
  await openSet('contents')
  await waitFor(() => expect(requestsTo(listManagedObjects)).toHaveLength(1))
  expect(screen.queryByText(/configuration files/)).toBeNull()
})
