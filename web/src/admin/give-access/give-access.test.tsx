import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ACCESS_CHANGE_REASON_MAX } from '@portico/contract/access-changes/access-change-rules.ts'
import {
  getAccessChange,
  listAccessChanges,
  planAccessChange,
  startAccessChange,
  undoAccessChange,
} from '@portico/contract/access-changes/access-changes.ts'
import { listUserApplications } from '@portico/contract/catalog/catalog.ts'
import { listClientApplications } from '@portico/contract/clients/client-applications.ts'
import { getUserCustomers } from '@portico/contract/customers/user-customers.ts'
import {
  getPermissionSet,
  listPermissionSetHolders,
  listPermissionSets,
  listPermissionSetsOfUser,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { explainTile, listTileUsers, listUserTiles } from '@portico/contract/tile-access/tile-access.ts'
import { getUserDetail, listAssignablePages, listAssignableSystems } from '@portico/contract/users/user-profile.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { givenToOne } from '../../../test/access-change.ts'
import { answer, requestsTo } from '../../../test/answer.ts'
import { expectAsksBeforeClosing } from '../../../test/closing.ts'
import { readerSet } from '../../../test/permission-sets.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerUserList, bea, gus } from '../../../test/users.ts'
import { queryClient } from '../../api/query.ts'
import { addDays } from '../../ui/calendar-day.ts'
import { endOfDay, startOfDay, today } from '../../ui/day-bounds.ts'
import { formatDay } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import '../access-changes/AccessChangesPage.tsx'
import '../users/UsersPage.tsx'
import './GiveAccessDialog.tsx'
import { beginUndo, followAccessChange } from './follow-access-change.ts'

const rights = { adminFlg: false, sensitiveDataAccessFlg: false, endDt: null }
const nameOf = ({ userId, userNm, firstNm, lastNm }: typeof bea) => ({ userId, userNm, firstNm, lastNm })
const plan = {
  userCnt: 2,
  reviewedUsersTxt: 'of-bea-and-gus',
  changedCnt: 1,
  leftOutCnt: 1,
  changed: [{ ...nameOf(bea), changes: [{ systemNm: 'Ledger', pageNm: null, before: null, after: rights }] }],
  leftOut: [{ ...nameOf(gus), message: 'This account is inactive.' }],
  reasons: [{ message: 'This account is inactive.', userCnt: 1 }],
}
const done = { ...givenToOne, userCnt: 2, leftOutCnt: 1, leftOut: plan.leftOut, reasons: plan.reasons }

beforeEach(() => {
  toast.clear()
  answerUserList([bea, gus], 60)
  answer(listAssignableSystems, [
    { systemId: 5, systemNm: 'Ledger', systemCd: null, facilityCd: null, sensitiveDataAssignableFlg: false },
  ])
  answer(listAssignablePages, [])
  answer(planAccessChange, plan)
  answer(startAccessChange, done)
})

async function openPage() {
  const { person } = renderPage('/content-authenticated/administration')
  await screen.findByRole('row', { name: /Bea/ })
  await person.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  return person
}
type Person = Awaited<ReturnType<typeof openPage>>
const press = (person: Person, name: string | RegExp) => person.click(screen.getByRole('button', { name }))

test('I give the selected users an application: I see what changes for whom, and can take it back', async () => {
  queryClient.setQueryData([getUserDetail.name, 'opened before'], null)
  const person = await openPage()
  await press(person, 'Give access…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Give access to 2 users' }))
  await person.click(await dialog.findByRole('checkbox', { name: 'Ledger: Assigned' }))
  await person.click(dialog.getByRole('button', { name: 'Review' }))
  const review = within(await screen.findByRole('dialog', { name: 'Review the change' }))
  expect(review.getByText('Access of 1 user changes, 1 is left out.')).toBeDefined()
  expect(
    within(review.getByRole('list', { name: 'Users whose access changes' })).getByText(/Ledger \(Assigned\): new/),
  ).toBeDefined()
  expect(
    within(review.getByRole('list', { name: 'Users that are left out' })).getByText('This account is inactive.'),
  ).toBeDefined()
  await person.click(review.getByRole('button', { name: 'Give access to 1 user' }))
  const act = {
    kindCd: 'give',
    userIds: [bea.userId, gus.userId],
    userSystems: [{ systemId: 5, adminFlg: 'N', sensitiveDataAccessFlg: 'N', endDt: null }],
    userPages: [],
  }
  expect(requestsTo(planAccessChange)[0]?.body).toEqual(act)
  expect(requestsTo(startAccessChange)[0]?.body).toEqual({ ...act, reasonTxt: '', reviewedUsersTxt: 'of-bea-and-gus' })
  answer(undoAccessChange, { ...done, stateCd: 'undone' })
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The change was undone.')).toBeDefined()
})

test('an act, and taking it back, has everything read anew that shows who has which access', async () => {
  const shown = [
    explainTile,
    getAccessChange,
    getPermissionSet,
    getUserCustomers,
    getUserDetail,
    listAccessChanges,
    listClientApplications,
    listPermissionSetHolders,
    listPermissionSets,
    listPermissionSetsOfUser,
    listTileUsers,
    listUserApplications,
    listUsers,
    listUserTiles,
  ]
  const open = () => shown.forEach(({ name }) => queryClient.setQueryData([name, 'opened before'], null))
  const isKept = ({ name }: { name: string }) =>
    queryClient.getQueryState([name, 'opened before'])?.isInvalidated === false
  const kept = () => shown.filter(isKept).map(({ name }) => name)
  open()
  expect(kept()).toHaveLength(shown.length)
  await followAccessChange(7, done, () => undefined)
  expect(kept()).toEqual([])
  open()
  answer(undoAccessChange, { ...done, stateCd: 'undoing' })
  answer(getAccessChange, { ...done, stateCd: 'undone' })
  await beginUndo(7, done.accessChangeId)
  await waitFor(() => expect(kept()).toEqual([]), { timeout: 5000 })
})

test('before I give access until a day I read that day for each user', async () => {
  const endDt = new Date('2027-03-31T23:59:59.999Z')
  const [first] = plan.changed
  const changes = [{ systemNm: 'Ledger', pageNm: null, before: rights, after: { ...rights, adminFlg: true, endDt } }]
  answer(planAccessChange, { ...plan, changed: first ? [{ ...first, changes }] : [] })
  const person = await openPage()
  await press(person, 'Give access…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Give access to 2 users' }))
  await person.click(await dialog.findByRole('checkbox', { name: 'Ledger: Assigned' }))
  await person.click(dialog.getByRole('button', { name: 'Review' }))
  const review = within(await screen.findByRole('dialog', { name: 'Review the change' }))
  const changed = review.getByRole('list', { name: 'Users whose access changes' })
  expect(changed.textContent).toContain('Assigned, Administrator, until 03/31/2027')
})

test('access that I plan says when it begins, before and after I confirm it', async () => {
  const day = addDays(today(), 5)
  const person = await openPage()
  await press(person, 'Give access…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Give access to 2 users' }))
  await person.click(await dialog.findByRole('checkbox', { name: 'Ledger: Assigned' }))
  fireEvent.change(dialog.getByLabelText(/Access starts on/), { target: { value: day } })
  await person.click(dialog.getByRole('button', { name: 'Review' }))
  const review = within(await screen.findByRole('dialog', { name: 'Review the change' }))
  const date = formatDay(day)
  expect(review.getByText(`The change begins on ${date}. Each user is checked again then.`)).toBeDefined()
  answer(startAccessChange, { ...done, stateCd: 'planned', plannedDt: startOfDay(day), changedCnt: 0, leftOutCnt: 0 })
  await person.click(review.getByRole('button', { name: 'Give access to 1 user' }))
  expect(requestsTo(startAccessChange)[0]?.body).toMatchObject({ plannedDt: startOfDay(day).toISOString() })
  expect(await screen.findByText(`Access will be given on ${date}.`)).toBeDefined()
  answer(undoAccessChange, { ...done, stateCd: 'undone', changedCnt: 0, leftOutCnt: 0 })
  await person.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The change was undone.')).toBeDefined()
})

test('a change that left everybody as they were offers nothing to undo', async () => {
  answer(startAccessChange, { ...done, changedCnt: 0, leftOutCnt: 2, undoUntilDt: null })
  const person = await openPage()
  await press(person, 'Give access…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Give access to 2 users' }))
  await person.click(await dialog.findByRole('checkbox', { name: 'Ledger: Assigned' }))
  await person.click(dialog.getByRole('button', { name: 'Review' }))
  await person.click(await screen.findByRole('button', { name: 'Give access to 1 user' }))
  await screen.findByRole('button', { name: 'Show changes' })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('the message of a change leads to the list of changes', async () => {
  answer(listAccessChanges, [done], { headers: { 'x-total-count': '1' } })
  const person = await openPage()
  await press(person, 'Give access…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Give access to 2 users' }))
  await person.click(await dialog.findByRole('checkbox', { name: 'Ledger: Assigned' }))
  await person.click(dialog.getByRole('button', { name: 'Review' }))
  await person.click(await screen.findByRole('button', { name: 'Give access to 1 user' }))
  await person.click(await screen.findByRole('button', { name: 'Show changes' }))
  expect(await screen.findByRole('heading', { name: 'Access changes', level: 1 })).toBeDefined()
})

test('all users that match are one act, which goes on after the answer', async () => {
  const person = await openPage()
  await press(person, 'Select all 60 that match')
  expect(screen.getByText('All 60 that match are selected, on all pages')).toBeDefined()
  await press(person, 'Give access…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Give access to 60 users' }))
  await person.click(await dialog.findByRole('checkbox', { name: 'Ledger: Assigned' }))
  await person.click(dialog.getByRole('button', { name: 'Review' }))
  answer(startAccessChange, { ...done, stateCd: 'running' })
  answer(getAccessChange, { ...done, changedCnt: 58, leftOutCnt: 2 })
  await person.click(await screen.findByRole('button', { name: 'Give access to 1 user' }))
  expect(requestsTo(startAccessChange)[0]?.body).toMatchObject({ match: { orderByColumn: 'firstNm' } })
  expect(
    await screen.findByText('58 users were given access. 2 users were left out.', {}, { timeout: 5_000 }),
  ).toBeDefined()
})

test('with other filters nobody but the selected rows is selected, whatever their order', async () => {
  const person = await openPage()
  await press(person, 'Select all 60 that match')
  await press(person, /^User ID/)
  await waitFor(() => expect(requestsTo(listUsers).at(-1)?.body).toMatchObject({ orderByColumn: 'userNm' }))
  expect(screen.getByText('All 60 that match are selected, on all pages')).toBeDefined()
  answer(listUsers, { result: [bea], totalResults: 1 })
  await person.type(screen.getByRole('searchbox'), 'bea')
  await waitFor(() => expect(screen.queryByText('All 60 that match are selected, on all pages')).toBeNull())
  expect(screen.getByText('2 selected')).toBeDefined()
  await press(person, 'Give access…')
  await screen.findByRole('dialog', { name: 'Give access to 2 users' })
})

test.each([
  [20, null],
  [21, 'Only the first 20 applications are shown. Search to find others.'],
])('of %i applications the first twenty are shown', async (count, words) => {
  answer(
    listAssignableSystems,
    Array.from({ length: count }, (_, index) => ({
      systemId: 100 + index,
      systemNm: `System ${index}`,
      systemCd: null,
      facilityCd: null,
      sensitiveDataAssignableFlg: true,
    })),
  )
  const person = await openPage()
  await press(person, 'Give access…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Give access to 2 users' }))
  expect(await dialog.findAllByRole('checkbox', { name: /^System \d+: Assigned$/ })).toHaveLength(20)
  expect(dialog.queryByText(/^Only the first/)?.textContent ?? null).toBe(words)
})

test('an application has its rights and the pages that I can give; what ends has neither', async () => {
  const page = {
    sectionNm: null,
    internalUserPage: false,
    dispFlg: true,
    pageAssignableFlg: true,
    admAccessRqrFlg: false,
  }
  answer(listAssignablePages, [
    { ...page, pageId: 50, pageNm: 'Entries', assignableFlg: true },
    { ...page, pageId: 51, pageNm: 'Vault', assignableFlg: false },
  ])
  const person = await openPage()
  await press(person, 'Give access…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Give access to 2 users' }))
  await person.click(await dialog.findByRole('checkbox', { name: 'Ledger: Assigned' }))
  dialog.getByRole('checkbox', { name: 'Ledger: Administrator' })
  await dialog.findByRole('checkbox', { name: 'Entries' })
  expect(dialog.queryByRole('checkbox', { name: 'Vault' })).toBeNull()
  dialog.getByLabelText(/^Access ends on/)
  await person.click(dialog.getByRole('checkbox', { name: 'Ledger: Assigned' }))
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Give access to 2 users' })).toBeNull())
  await press(person, 'End access…')
  const ending = within(await screen.findByRole('dialog', { name: 'End access of 2 users' }))
  await ending.findByRole('checkbox', { name: 'Ledger: Assigned' })
  expect(ending.queryByRole('checkbox', { name: 'Ledger: Administrator' })).toBeNull()
  ending.getByLabelText(/^Ends on/)
  expect(ending.queryByLabelText(/^Access ends on/)).toBeNull()
})

test.each([
  [ACCESS_CHANGE_REASON_MAX, 1],
  [ACCESS_CHANGE_REASON_MAX + 1, 0],
])('a reason of %i characters is reviewed %i times', async (length, times) => {
  const person = await openPage()
  await press(person, 'Give access…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Give access to 2 users' }))
  await person.click(await dialog.findByRole('checkbox', { name: 'Ledger: Assigned' }))
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'x'.repeat(length) } })
  await person.click(dialog.getByRole('button', { name: 'Review' }))
  await screen.findAllByText(times === 1 ? 'Review the change' : /at most 500 characters/)
  expect(requestsTo(planAccessChange)).toHaveLength(times)
})

test.each([
  [20, 20, null],
  [25, 20, 'and 5 more'],
])('of %i users that are left out %i are named', async (count, named, more) => {
  const leftOut = Array.from({ length: count }, (_, index) => ({
    ...nameOf(gus),
    userId: 100 + index,
    message: 'This account is inactive.',
  }))
  answer(planAccessChange, { ...plan, leftOutCnt: count, leftOut })
  const person = await openPage()
  await press(person, 'Give access…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Give access to 2 users' }))
  await person.click(await dialog.findByRole('checkbox', { name: 'Ledger: Assigned' }))
  await person.click(dialog.getByRole('button', { name: 'Review' }))
  const list = within(await screen.findByRole('list', { name: 'Users that are left out' }))
  expect(list.getAllByText('This account is inactive.', { exact: false })).toHaveLength(named)
  expect(list.queryByText(/ more$/)?.textContent ?? null).toBe(more)
})

test('what an administrator goes back from changes nothing, and is discarded only after a question', async () => {
  const person = await openPage()
  await press(person, 'End access…')
  const dialog = within(await screen.findByRole('dialog', { name: 'End access of 2 users' }))
  await person.click(await dialog.findByRole('checkbox', { name: 'Ledger: Assigned' }))
  answer(planAccessChange, { ...plan, changedCnt: 0, changed: [], leftOutCnt: 0, leftOut: [], reasons: [] })
  await person.click(dialog.getByRole('button', { name: 'Review' }))
  const review = within(await screen.findByRole('dialog', { name: 'Review the change' }))
  expect(review.queryAllByRole('list')).toEqual([])
  await person.click(review.getByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('dialog', { name: 'End access of 2 users' })).toBeDefined()
  expect(requestsTo(startAccessChange)).toEqual([])
  await expectAsksBeforeClosing(person)
})

test('I give the selected users a permission set, which the preview and the message name', async () => {
  answer(listPermissionSets, [readerSet], { headers: { 'x-total-count': '1' } })
  answer(planAccessChange, { ...plan, changed: [{ ...nameOf(bea), changes: [], setNms: ['Reader'] }] })
  const person = await openPage()
  await press(person, 'Give access…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Give access to 2 users' }))
  await person.click(await dialog.findByRole('combobox', { name: 'Permission sets' }))
  await person.click(await screen.findByRole('option', { name: 'Reader (All clients)' }))
  within(dialog.getByRole('region', { name: 'Reader (All clients) gives:' })).getByText('Ledger')
  await person.type(dialog.getByRole('textbox', { name: /^Access ends on/ }), '2099-03-31')
  await person.click(dialog.getByRole('button', { name: 'Review' }))
  const review = within(await screen.findByRole('dialog', { name: 'Review the change' }))
  review.getByText('Permission set Reader: new, until 03/31/2099')
  await person.click(review.getByRole('button', { name: 'Give access to 1 user' }))
  expect(requestsTo(startAccessChange)[0]?.body).toMatchObject({
    userSystems: [],
    setIds: [8],
    setEndDt: endOfDay('2099-03-31').toISOString(),
  })
})

test('the preview says of a permission set that a user has already that it is for longer, or without an end', async () => {
  answer(listPermissionSets, [readerSet], { headers: { 'x-total-count': '1' } })
  const changed = [{ ...nameOf(bea), changes: [], setNms: ['Reader'], longerSetNms: ['Reader'] }]
  answer(planAccessChange, { ...plan, changed })
  const person = await openPage()
  await press(person, 'Give access…')
  const dialog = () => screen.findByRole('dialog', { name: 'Give access to 2 users' })
  const review = async () => {
    await person.click(within(await dialog()).getByRole('button', { name: 'Review' }))
    return within(await screen.findByRole('dialog', { name: 'Review the change' }))
  }
  await person.click(await within(await dialog()).findByRole('combobox', { name: 'Permission sets' }))
  await person.click(await screen.findByRole('option', { name: 'Reader (All clients)' }))
  const endless = await review()
  endless.getByText('Permission set Reader: without an end')
  await person.click(endless.getByRole('button', { name: 'Back' }))
  await person.type(within(await dialog()).getByRole('textbox', { name: /^Access ends on/ }), '2099-03-31')
  ;(await review()).getByText('Permission set Reader: for longer, until 03/31/2099')
})
