import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  getPermissionSet,
  givePermissionSet,
  listPermissionSets,
  listPermissionSetsOfUser,
  takePermissionSet,
  undoGivePermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { listAssignablePages } from '@portico/contract/users/user-profile.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { heldClerk, readerSet } from '../../../test/permission-sets.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerProfile, answerUserProfile, profile } from '../../../test/user-profile.ts'
import { bea } from '../../../test/users.ts'
import { endOfDay } from '../../ui/day-bounds.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './UserProfilePage.tsx'
import './PermissionsTab.tsx'
import '../permission-sets/GiveUserSetDialog.tsx'
import '../permission-sets/SetEndDialog.tsx'
import '../permission-sets/TakeSetDialog.tsx'

beforeEach(() => {
  answerUserProfile()
  answer(listPermissionSetsOfUser, [heldClerk])
  answer(listPermissionSets, [readerSet], { headers: { 'x-total-count': '1' } })
})

async function openPermissions() {
  const page = renderPage('/content-authenticated/administration/user-profile/21/permissions')
  await screen.findByRole('heading', { name: 'Bea Ivers', level: 1 })
  return { ...page, sets: within(await screen.findByRole('region', { name: 'Permission sets' })) }
}

test('I read which sets a user has, since when and by whom, and each name leads to its set', async () => {
  const { sets } = await openPermissions()
  const link = await sets.findByRole('link', { name: 'Accounting clerk' })
  expect(link.getAttribute('href')).toContain('/permission-sets/7/contents')
  sets.getByText(/^Version no\. 3 · since .*2026 · given by Grace Hopper$/)
  sets.getByText('Ledger; Ledger / Entries')
})

test('I give a user a set that their client can get, after I read what it gives', async () => {
  const undo = { undoId: 4, undoUntilDt: new Date() }
  answer(
    givePermissionSet,
    { changedCnt: 1, leftOut: [], undo },
    { message: '1 user has the permission set Reader now.' },
  )
  answer(undoGivePermissionSet, { changedCnt: 1, leftOut: [] }, { message: 'The change was undone.' })
  const { person, sets } = await openPermissions()
  await person.click(sets.getByRole('button', { name: 'Give set…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Give Bea Ivers a permission set' }))
  await person.click(await dialog.findByRole('button', { name: 'Give set' }))
  await dialog.findAllByText('Select a permission set.')
  await person.click(dialog.getByRole('combobox', { name: 'Permission set' }))
  await person.click(await screen.findByRole('option', { name: 'Reader (All clients)' }))
  within(await dialog.findByRole('region', { name: 'Reader (All clients) gives:' })).getByText('Ledger')
  await person.click(dialog.getByRole('button', { name: 'Give set' }))
  await screen.findByText('1 user has the permission set Reader now.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(requestsTo(listPermissionSets)[0]?.search).toContain(`forClientId=${bea.employerId}`)
  expect(requestsTo(givePermissionSet)[0]?.body).toEqual({ userIds: [21], endDt: null })
  await person.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('The change was undone.')
  expect(requestsTo(undoGivePermissionSet)[0]?.body).toEqual({ undoId: 4 })
})

test('I read which customers a set of a client gives, before I give it', async () => {
  const harbor = { customerId: 61, customerNm: 'Harbor', facilityCd: 'EDH', givenFlg: true }
  answer(listPermissionSets, [{ ...readerSet, clientId: 3, clientNm: 'Northgate' }], {
    headers: { 'x-total-count': '1' },
  })
  answer(getPermissionSet, {
    set: readerSet,
    customers: [harbor, { ...harbor, customerId: 62, customerNm: 'Wharf', givenFlg: false }],
    hiddenCustomerCnt: 2,
    versions: [],
  })
  const { person, sets } = await openPermissions()
  await person.click(sets.getByRole('button', { name: 'Give set…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(await dialog.findByRole('combobox', { name: 'Permission set' }))
  await person.click(await screen.findByRole('option', { name: 'Reader (Northgate)' }))
  const gives = within(await dialog.findByRole('region', { name: 'Reader (Northgate) gives:' }))
  gives.getByText('Ledger')
  await gives.findByText('Customers, each with all below it:')
  gives.getByText('EDH / Harbor')
  gives.getByText(/^EDH \/ Wharf \(not for further users/)
  gives.getByText('2 customers that you don’t have access to')
})

test('I read why a user cannot get a set, and the dialog stays', async () => {
  refuse(givePermissionSet, 403, 'Only administrators of Ledger can change its permissions.')
  const { person, sets } = await openPermissions()
  await person.click(sets.getByRole('button', { name: 'Give set…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(await dialog.findByRole('combobox', { name: 'Permission set' }))
  await person.click(await screen.findByRole('option', { name: 'Reader (All clients)' }))
  await person.click(dialog.getByRole('button', { name: 'Give set' }))
  await dialog.findByText('Only administrators of Ledger can change its permissions.')
})

test('I take a set after I read what ends, and give it back by Undo', async () => {
  answer(takePermissionSet, { changedCnt: 1, leftOut: [] }, { message: 'Taken' })
  answer(givePermissionSet, { changedCnt: 1, leftOut: [] }, { message: 'Given again' })
  const other = { ...heldClerk, setId: 9, setNm: 'Reader', endsList: ['Vault'] }
  answer(listPermissionSetsOfUser, [other, heldClerk])
  const { person, sets } = await openPermissions()
  await person.click(await sets.findByRole('button', { name: 'Take Accounting clerk…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take Accounting clerk from Bea Ivers' }))
  await dialog.findByText('Ledger / Entries')
  for (const name of ['Ledger', 'Vault']) expect(dialog.queryByText(name)).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Take set' }))
  await screen.findAllByText('Taken')
  expect(requestsTo(takePermissionSet)[0]?.body).toEqual({ userIds: [21] })
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(requestsTo(givePermissionSet)[0]?.body).toEqual({ userIds: [21], endDt: null }))
})

test('I read by which group a user has a set, and why I cannot take it', async () => {
  answer(listPermissionSetsOfUser, [{ ...heldClerk, groupNms: ['fin-all'] }])
  const { person, sets } = await openPermissions()
  await sets.findByText(/ · by group fin-all$/)
  const take = sets.getByRole('button', { name: 'Take Accounting clerk…' })
  const reason = 'The set comes by the group fin-all. Remove the user there, or change what the group gives.'
  expect(sets.getAllByText(reason)).toHaveLength(2)
  await person.click(take)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('I read that no access ends where the user has all of it in another way', async () => {
  answer(listPermissionSetsOfUser, [{ ...heldClerk, endsList: [] }])
  const { person, sets } = await openPermissions()
  await person.click(await sets.findByRole('button', { name: 'Take Accounting clerk…' }))
  await screen.findByText('No access ends: the user has all that the set gives in another way, or lacks it.')
})

test('I give a user a set until a day, and take it back as it was by Undo', async () => {
  const end = endOfDay('2099-03-31')
  answer(listPermissionSetsOfUser, [{ ...heldClerk, endDt: end }])
  answer(givePermissionSet, { changedCnt: 1, leftOut: [] }, { message: 'Given' })
  answer(takePermissionSet, { changedCnt: 1, leftOut: [] }, { message: 'Taken' })
  const { person, sets } = await openPermissions()
  await sets.findByText(/ · until 03\/31\/2099 · /)
  await person.click(sets.getByRole('button', { name: 'Give set…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Give Bea Ivers a permission set' }))
  await person.click(await dialog.findByRole('combobox', { name: 'Permission set' }))
  await person.click(await screen.findByRole('option', { name: 'Reader (All clients)' }))
  await person.type(dialog.getByRole('textbox', { name: /^Ends on/ }), '2099-03-31')
  await person.click(dialog.getByRole('button', { name: 'Give set' }))
  await screen.findByText('Given')
  const body = { userIds: [21], endDt: end.toISOString() }
  expect(requestsTo(givePermissionSet)[0]?.body).toEqual(body)
  await person.click(await sets.findByRole('button', { name: 'Take Accounting clerk…' }))
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take set' }))
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(requestsTo(givePermissionSet)[1]?.body).toEqual(body))
})

test('I change the day on which a set ends, and Undo moves it back', async () => {
  const end = endOfDay('2099-03-31')
  answer(listPermissionSetsOfUser, [{ ...heldClerk, endDt: end }])
  answer(givePermissionSet, { changedCnt: 1, leftOut: [] }, { message: 'Moved' })
  const { person, sets } = await openPermissions()
  await person.click(await sets.findByRole('button', { name: 'Change end of Accounting clerk…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change when Accounting clerk ends for Bea Ivers' }))
  const field = dialog.getByRole('textbox', { name: /^Ends on/ })
  expect(field).toHaveProperty('value', '03/31/2099')
  await person.clear(field)
  await person.type(field, '2099-05-01')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Moved')
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(requestsTo(givePermissionSet).map(({ body }) => body)).toEqual([
      { userIds: [21], endDt: endOfDay('2099-05-01').toISOString() },
      { userIds: [21], endDt: end.toISOString(), expectedEndDt: endOfDay('2099-05-01').toISOString() },
    ]),
  )
})

test('I neither give nor take a set of a user whom I cannot change', async () => {
  answerProfile(profile, 'stronger')
  const { sets } = await openPermissions()
  for (const button of await sets.findAllByRole('button')) expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('I read at each page by what the user has it', async () => {
  const permissionSets = [{ setNm: 'Accounting clerk', versionNr: 3 }]
  const [page] = profile.userPages
  answerProfile({
    ...profile,
    userPages: page ? [{ ...page, givenByNm: 'Grace Hopper', groupNms: ['fin-all'], permissionSets }] : [],
  })
  answer(listAssignablePages, [])
  const { person } = await openPermissions()
  await person.click(await screen.findByRole('button', { name: '1 page: Ledger' }))
  await screen.findByText('given or changed by Grace Hopper · by set Accounting clerk v3 · by group fin-all')
})
