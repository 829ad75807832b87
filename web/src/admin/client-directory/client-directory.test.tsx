import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  decideDirectoryConflict,
  type DirectoryConflict,
  type DirectoryGroup,
  getClientDirectory,
  listDirectoryConflicts,
  listDirectoryGroups,
  saveGroupAccess,
  undoGroupAccess,
} from '@portico/contract/scim/directory-groups.ts'
import { exportGroupPlan, type GroupLoss, planGroupAccess } from '@portico/contract/scim/directory-group-plans.ts'
import { listPermissionSets, type PermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { listAssignablePages, listAssignableSystems } from '@portico/contract/users/user-profile.ts'
import { answer, answerFile, refuse, requestsTo } from '../../../test/answer.ts'
import { expectAsksBeforeClosing } from '../../../test/closing.ts'
import { answerClientSettings, holdPages, openClientTab } from '../../../test/client-settings.ts'
import { ann } from '../../../test/people.ts'
import { queryClient } from '../../api/query.ts'
import { allowRestore, storeUnsavedState } from '../../ui/restorable-state.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import '../branding/ClientSettingsPage.tsx'
import './ClientDirectoryTab.tsx'
import './GroupQuestionDrawer.tsx'

const ledger = {
  systemId: 5,
  systemNm: 'Ledger',
  pageId: null,
  pageNm: null,
  givenFlg: true,
  givenByNm: 'Grace Hopper',
}
const clerks: DirectoryGroup = {
  groupId: 7,
  groupNm: 'fin-all',
  memberCnt: 1200,
  items: [ledger, { ...ledger, systemNm: 'Vault', systemId: 6, givenFlg: false }],
  sets: [{ setId: 9, setNm: 'Clerk', givenFlg: true, givenByNm: 'Grace Hopper' }],
  version: 3,
}

const auditor: PermissionSet = {
  setId: 10,
  setNm: 'Auditor',
  descriptionTxt: '',
  requestableFlg: false,
  clientId: null,
  clientNm: null,
  ownerNm: null,
  holderCnt: 0,
  items: [],
  versionNr: 1,
  mayChangeFlg: true,
}

const loss: GroupLoss = {
  userId: 31,
  userNm: 'cai.wong',
  firstNm: 'Cai',
  lastNm: 'Wong',
  systemNm: 'Payments',
  pageNm: null,
  setNm: null,
}

const cai: DirectoryConflict = {
  conflictId: 9,
  userNm: 'cai',
  externalIdTxt: '00u9',
  reasonCd: 'deleted',
  userId: 31,
  accountNm: 'cai.wong',
  attemptCnt: 2,
  firstDt: new Date('2026-11-01T10:00:00Z'),
  lastDt: new Date('2026-11-02T10:00:00Z'),
  accounts: [],
  decisionCd: null,
  linkUserId: null,
  decidedByNm: null,
  decidedDt: null,
}

const waiting: DirectoryConflict = {
  ...cai,
  reasonCd: 'administrator',
  accounts: [{ userId: 31, accountNm: 'cai.wong' }],
}

beforeEach(() => {
  answerClientSettings()
  holdPages('Client Settings', 'User Administration')
  answer(getClientDirectory, {
    addressTxt: 'https://portal.example.test/scim/v2',
    personCnt: 1300,
    unnamedCnt: 2,
  })
  answer(listDirectoryGroups, [clerks], { headers: { 'x-total-count': '1' } })
  answer(listDirectoryConflicts, [cai])
  answer(listAssignableSystems, [
    { systemId: 5, systemNm: 'Ledger', systemCd: null, facilityCd: null, sensitiveDataAssignableFlg: true },
    { systemId: 8, systemNm: 'Payments', systemCd: null, facilityCd: null, sensitiveDataAssignableFlg: true },
  ])
  answer(listAssignablePages, [])
  answer(listPermissionSets, [auditor], { headers: { 'x-total-count': '1' } })
})

const openDirectory = () => openClientTab('directory')

test('I read the address for the directory of a client, and what its groups give', async () => {
  await openDirectory()
  const row = within(await screen.findByRole('row', { name: /fin-all/ }))
  row.getByText('Permission set Clerk; Ledger; Vault (not for further members: Grace Hopper may not give it any more)')
  row.getByText('1,200')
  screen.getByRole('button', { name: 'Copy address' })
  screen.getByText(/1,300 people provided. 2 people have no external ID/)
})

test('I read whom the directory could not provide, why, and what helps', async () => {
  await openDirectory()
  const item = await screen.findByText('cai (00u9)')
  expect(item.closest('li')?.textContent).toContain('The account was deleted here. Restore it')
  const account = screen.getByRole('link', { name: 'Account: cai.wong' })
  expect(account.getAttribute('href')).toContain('/31')
})

test.each([
  ['name-taken', /^Another user of the portal has this user ID/],
  ['administrator', /^The account is internal or administers the portal/],
  ['deleted', /^The account was deleted here/],
  ['other-person', /^The account belongs to another person of the directory/],
  ['several', /^Several accounts have the address/],
] as const)('I read of a person who was not provided why: %s', async (reasonCd, words) => {
  answer(listDirectoryConflicts, [{ ...cai, reasonCd, userId: null, accountNm: null }])
  await openDirectory()
  const item = (await screen.findByText('cai (00u9)')).closest('li')
  expect(item?.querySelector('br')?.nextSibling?.textContent).toMatch(words)
})

test('I read that everyone was provided', async () => {
  answer(listDirectoryConflicts, [])
  await openDirectory()
  await screen.findByText('Everyone whom the directory sent has been provided.')
})

test('I see how many members gain and lose what, before I save what a group gives', async () => {
  answer(planGroupAccess, {
    memberCnt: 1200,
    gainCnt: 1100,
    loseCnt: 1,
    items: [{ systemNm: 'Payments', pageNm: null, gainCnt: 1100, loseCnt: 1 }],
    sets: [{ setId: 10, setNm: 'Auditor', gainCnt: 1000, loseCnt: 0 }],
    losses: [loss],
    lossCnt: 1,
  })
  answer(saveGroupAccess, { undoId: 4, undoUntilDt: new Date() }, { message: 'Saved' })
  answer(undoGroupAccess, null, { message: 'Taken back' })
  const { person: user } = await openDirectory()
  await user.click(await screen.findByRole('button', { name: 'Actions for fin-all' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change access…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('checkbox', { name: /Payments/ }))
  await user.type(dialog.getByLabelText('Permission sets', { selector: 'input' }), 'Aud')
  await user.click(await dialog.findByRole('option', { name: 'Auditor' }))
  expect(dialog.queryByRole('checkbox', { name: /Sensitive/ })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Review' }))
  await screen.findByText('Of 1,200 members, 1,100 gain and 1 loses access.')
  screen.getByText('Payments: 1,100 gain, 1 lose')
  screen.getByText('Permission set Auditor: 1,000 gain, 0 lose')
  within(screen.getByRole('row', { name: /Cai Wong \(cai\.wong\)/ })).getByText('Payments')
  expect(requestsTo(saveGroupAccess)).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findAllByText('Saved')
  expect(requestsTo(saveGroupAccess)[0]?.body).toEqual({
    systemIds: [5, 6, 8],
    pageIds: [],
    setIds: [9, 10],
    version: 3,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5000 })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Taken back')
  expect(requestsTo(undoGroupAccess)[0]?.body).toEqual({ undoId: 4 })
})

test('I take away what a group gives no longer, also where I cannot give it, and am asked before that is discarded', async () => {
  answer(planGroupAccess, { memberCnt: 1, gainCnt: 0, loseCnt: 1, items: [], sets: [], losses: [loss], lossCnt: 1 })
  const { person: user } = await openDirectory()
  await user.click(await screen.findByRole('button', { name: 'Actions for fin-all' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change access…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const vault = await dialog.findByRole('checkbox', { name: /Vault/ })
  await user.click(vault)
  expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: /Vault/ })).checked).toBe(false)
  await user.click(dialog.getByRole('button', { name: 'Review' }))
  await screen.findByText(/Of 1 member/)
  expect(requestsTo(planGroupAccess)[0]?.body).toEqual({ systemIds: [5], pageIds: [], setIds: [9] })
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByRole('button', { name: 'Review' })
  await expectAsksBeforeClosing(user)
})

test('I read who would lose what if the group gave nothing, the others counted, and download all of it', async () => {
  answer(planGroupAccess, {
    memberCnt: 1200,
    gainCnt: 0,
    loseCnt: 150,
    items: [{ systemNm: 'Payments', pageNm: null, gainCnt: 0, loseCnt: 150 }],
    sets: [],
    losses: [loss, { ...loss, systemNm: null, setNm: 'Clerk' }, { ...loss, pageNm: 'User Administration' }],
    lossCnt: 153,
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:plan')
  // This window would go to the file instead of saving it.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  answerFile(exportGroupPlan)
  const { person: user } = await openDirectory()
  await user.click(await screen.findByRole('button', { name: 'Actions for fin-all' }))
  await user.click(await screen.findByRole('menuitem', { name: 'If it gave nothing…' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'If fin-all gave its members nothing' }))
  await drawer.findByText('Of 1,200 members, 0 gain and 150 lose access.')
  expect(drawer.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'NameLoses',
    'Cai Wong (cai.wong)Payments',
    'Cai Wong (cai.wong)Permission set Clerk',
    'Cai Wong (cai.wong)Payments / User Administration',
  ])
  drawer.getByText('And 150 more losses. The file names all of them.')
  const nothing = { systemIds: [], pageIds: [], setIds: [] }
  expect(requestsTo(planGroupAccess)[0]?.body).toEqual(nothing)
  await user.click(drawer.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }))
  await waitFor(() => expect(requestsTo(exportGroupPlan)[0]?.body).toEqual({ ...nothing, format: 'csv' }))
})

test('I read that nobody loses anything by a change that only gives, and that the file names who gains', async () => {
  answer(planGroupAccess, { memberCnt: 1, gainCnt: 1, loseCnt: 0, items: [], sets: [], losses: [], lossCnt: 0 })
  const { person: user } = await openDirectory()
  await user.click(await screen.findByRole('button', { name: 'Actions for fin-all' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change access…' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Review' }))
  await screen.findByText('Nobody loses anything. The file names who gains what.')
})

test('what I chose before another administrator changed the group is not restored over their change', async () => {
  const opened = async (user: Awaited<ReturnType<typeof openDirectory>>['person']) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for fin-all' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change access…' }))
    const dialog = within(await screen.findByRole('dialog'))
    return dialog.findByRole<HTMLInputElement>('checkbox', { name: /Payments/ })
  }
  const { person: user } = await openDirectory()
  await user.click(await opened(user))
  storeUnsavedState(ann.userId)
  cleanup()
  queryClient.clear()
  answer(listDirectoryGroups, [{ ...clerks, items: [], version: 4 }], { headers: { 'x-total-count': '1' } })
  allowRestore(ann.userId)
  const { person: later } = await openDirectory()
  expect((await opened(later)).checked).toBe(false)
})

test('I link the account in the way to a person, and take it back', async () => {
  answer(listDirectoryConflicts, [waiting])
  answer(decideDirectoryConflict, null, { message: 'Decided' })
  const { person: user } = await openDirectory()
  await user.click(await screen.findByRole('button', { name: 'Link cai.wong…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Link cai.wong to cai?' }))
  await user.click(dialog.getByRole('button', { name: 'Link account' }))
  await screen.findAllByText('Decided')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await expect
    .poll(() => requestsTo(decideDirectoryConflict).map(({ body }) => body))
    .toEqual([
      { decisionCd: 'link', userId: 31 },
      { decisionCd: 'none', userId: null },
    ])
})

test('I refuse a person, and read who has done so', async () => {
  answer(listDirectoryConflicts, [waiting])
  answer(decideDirectoryConflict, null, { message: 'Decided' })
  const { person: user } = await openDirectory()
  await user.click(await screen.findByRole('button', { name: 'Refuse…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse cai?' }))
  answer(listDirectoryConflicts, [
    { ...waiting, decisionCd: 'refuse', decidedByNm: 'Grace Hopper', decidedDt: new Date('2026-11-03T10:00:00Z') },
  ])
  await user.click(dialog.getByRole('button', { name: 'Refuse person' }))
  await screen.findByText(/^Refused by Grace Hopper on /)
  await user.click(await screen.findByRole('button', { name: 'Withdraw decision' }))
  await expect
    .poll(() => requestsTo(decideDirectoryConflict).map(({ body }) => body))
    .toEqual([
      { decisionCd: 'refuse', userId: null },
      { decisionCd: 'none', userId: null },
    ])
})

test('I read which account the next try gets, and why a decision could not be withdrawn', async () => {
  const decided = { decisionCd: 'link' as const, linkUserId: 31, decidedDt: new Date('2026-11-03T10:00:00Z') }
  answer(listDirectoryConflicts, [{ ...waiting, ...decided }])
  refuse(decideDirectoryConflict, 404, 'This person isn’t waiting any more.')
  const { person: user } = await openDirectory()
  await screen.findByText(/^The next try gets the account cai.wong, decided by an administrator on /)
  await user.click(screen.getByRole('button', { name: 'Withdraw decision' }))
  await screen.findByText('This person isn’t waiting any more.')
})

test('I read that the account which was chosen is no longer one of this client', async () => {
  const decided = { decisionCd: 'link' as const, linkUserId: 32, decidedDt: new Date('2026-11-03T10:00:00Z') }
  answer(listDirectoryConflicts, [{ ...waiting, ...decided, decidedByNm: 'Grace Hopper' }])
  await openDirectory()
  await screen.findByText(/^The account that Grace Hopper chose on .* was deleted or belongs to another client now\./)
})

test('a decision that I withdraw comes back by Undo, with the account that was chosen', async () => {
  const decided = { decisionCd: 'link' as const, linkUserId: 31, decidedDt: new Date('2026-11-03T10:00:00Z') }
  answer(listDirectoryConflicts, [{ ...waiting, ...decided }])
  answer(decideDirectoryConflict, null, { message: 'Decided' })
  const { person: user } = await openDirectory()
  await user.click(await screen.findByRole('button', { name: 'Withdraw decision' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await expect
    .poll(() => requestsTo(decideDirectoryConflict).map(({ body }) => body))
    .toEqual([
      { decisionCd: 'none', userId: null },
      { decisionCd: 'link', userId: 31 },
    ])
})

test('I find the permission sets beyond the first sixty', async () => {
  const setOf = (setId: number) => ({ ...auditor, setId, setNm: `Set ${setId}` })
  const total = { headers: { 'x-total-count': '61' } }
  answer(
    listPermissionSets,
    Array.from({ length: 60 }, (_, at) => setOf(at + 1)),
    total,
  )
  const { person: user } = await openDirectory()
  await user.click(await screen.findByRole('button', { name: 'Actions for fin-all' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change access…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByLabelText('Permission sets', { selector: 'input' }))
  const more = await dialog.findByRole('option', { name: 'Show more' })
  answer(listPermissionSets, [setOf(61)], total)
  await user.click(more)
  await dialog.findByRole('option', { name: 'Set 61' })
  const pages = requestsTo(listPermissionSets).map(({ search }) => new URLSearchParams(search).get('pageNo'))
  expect(pages).toEqual(['1', '2'])
})
