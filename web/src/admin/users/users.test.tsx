import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { getListPreferences, saveListPreferences } from '@portico/contract/preferences/preferences.ts'
import { getUserListOptions, listUsers, listUserStatuses } from '@portico/contract/users/users.ts'
import { answer, failToConnect, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { answerUserList, bea, gus, ida, vera } from '../../../test/users.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { queryClient } from '../../api/query.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './UsersPage.tsx'

beforeEach(() => answerUserList([bea, gus, ida, vera], 31))

async function openPage(search = '') {
  const page = renderPage(`/content-authenticated/administration${search}`)
  await screen.findByRole('heading', { name: 'User Administration', level: 1 })
  return page
}
const lastBody = () => requestsTo(listUsers).at(-1)?.body as Record<string, unknown>
const row = (name: RegExp) => screen.findByRole('row', { name })

test('a user without the page reads that at its address, and nothing is requested (UADM-014)', async () => {
  answerFrame()
  answer(getAdminMenu, [])
  renderPage('/content-authenticated/administration')
  expect(await screen.findByRole('heading', { name: 'You don’t have access to this page' })).toBeDefined()
  for (const endpoint of [listUsers, listUserStatuses, getUserListOptions]) expect(requestsTo(endpoint)).toHaveLength(0)
})

test('I see the users by first name, 15 on a page, and how many there are (UADM-014, UADM-015, UADM-031, UADM-169, UIGN-027)', async () => {
  await openPage()
  expect(lastBody()).toEqual({ orderByColumn: 'firstNm', isOrderByDesc: 'N', pageNo: 1, pageSize: 15 })
  expect(await screen.findByText('Users found: 31')).toBeDefined()
  const bea = within(await row(/Bea/))
  for (const name of ['Bea', 'Active', 'bea.ivers', 'bea@client.test', 'Harborview'])
    expect((await row(/Bea/)).textContent).toContain(name)
  expect(bea.getByText(/^11\/20\/2026/)).toBeDefined()
  expect(within(await row(/Gus/)).getByText('Inactive')).toBeDefined()
  expect(within(await row(/Gus/)).getByText('Never')).toBeDefined()
  expect(within(await row(/Ida/)).getByText('Deleted')).toBeDefined()
  expect(within(await row(/Vera/)).getByText('Locked')).toBeDefined()
})

test('a search by name begins again at page 1, and the address holds it (UADM-003, UADM-028, UADM-168)', async () => {
  const { person, address } = await openPage('?page=2')
  await waitFor(() => expect(lastBody()).toMatchObject({ pageNo: 2 }))
  await person.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), 'vera li')
  await waitFor(() => expect(lastBody()).toMatchObject({ nm: 'vera li', pageNo: 1 }))
  expect(address()).toContain('name=vera')
  expect(address()).not.toContain('page=')
})

test('I find those who have not signed in since a day, for instance to inactivate them', async () => {
  const { person, address } = await openPage('?page=2')
  await person.type(screen.getByLabelText('Last sign-in before'), '2026-05-01')
  await waitFor(() => expect(lastBody()).toMatchObject({ pageNo: 1 }))
  expect(lastBody()['lastLoginBeforeDt']).toBe(new Date('2026-05-01T00:00:00').toISOString())
  expect(address()).toContain('signedInBefore=2026-05-01')
})

test('the status filter offers the states of the server (UADM-029)', async () => {
  const { person, address } = await openPage('?page=2')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Inactive')
  await waitFor(() => expect(lastBody()).toMatchObject({ userStatusIds: '2', pageNo: 1 }))
  expect(address()).toContain('status=inactive')
})

test.each([
  ['Last name', 'lastNm'],
  ['User ID', 'userNm'],
  ['Email', 'emailAddress'],
  ['Status', 'userStatus'],
  ['Last sign-in', 'lastLoginDt'],
])('a press on %s sorts by it, a second one the other way (UADM-030)', async (title, column) => {
  const { person, address } = await openPage()
  await person.click(screen.getByRole('button', { name: title }))
  await waitFor(() => expect(lastBody()).toMatchObject({ orderByColumn: column, isOrderByDesc: 'N' }))
  await person.click(screen.getByRole('button', { name: title }))
  await waitFor(() => expect(lastBody()).toMatchObject({ orderByColumn: column, isOrderByDesc: 'Y' }))
  expect(address()).toContain(`sort=${column}&dir=desc`)
})

test('I choose 30 or 60 rows a page and the columns that I need (UADM-031)', async () => {
  const { person, address } = await openPage()
  await person.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '60')
  await waitFor(() => expect(lastBody()).toMatchObject({ pageSize: 60 }))
  await person.click(screen.getByRole('button', { name: 'Columns' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Email' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Email' })).toBeNull())
  expect(address()).toContain('size=60')
  expect(address()).toContain('hide=')
})

test('an address opens the same list again', async () => {
  await openPage('?name=vera&status=active&employer=5&sort=lastLoginDt&dir=desc&page=2&size=30')
  expect(lastBody()).toEqual({
    nm: 'vera',
    userStatusIds: '1',
    employerId: 5,
    orderByColumn: 'lastLoginDt',
    isOrderByDesc: 'Y',
    pageNo: 2,
    pageSize: 30,
  })
})

test('from one user to all of their employer', async () => {
  const { person, address } = await openPage()
  await person.click(await screen.findByRole('button', { name: 'Actions for Bea Ivers' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Only this employer' }))
  expect(await screen.findByText('Users of Harborview found: 31')).toBeDefined()
  expect(address()).toContain('employer=5')
})

test('I choose an employer by its name, unless I see the users of one only', async () => {
  const { person, address } = await openPage()
  await person.click(screen.getByRole('combobox', { name: 'Employer' }))
  await person.click(await screen.findByRole('option', { name: 'Harborview' }))
  await waitFor(() => expect(lastBody()).toMatchObject({ employerId: 5, pageNo: 1 }))
  expect(address()).toContain('employer=5')
  cleanup()
  signInAs({ internalUserFlg: false })
  await openPage()
  await row(/Bea/)
  expect(screen.queryByRole('combobox', { name: 'Employer' })).toBeNull()
})

test('the employer is off by default where all users have the same one; who shows it keeps it', async () => {
  signInAs({ internalUserFlg: false })
  const { person } = await openPage()
  await row(/Bea/)
  const employer = () => screen.queryByRole('columnheader', { name: 'Employer' })
  expect(employer()).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Columns' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Employer' }))
  await waitFor(() => expect(employer()).not.toBeNull())
  await waitFor(() => expect(requestsTo(saveListPreferences).at(-1)?.body).toEqual({ hiddenColumns: ['employer'] }))
  cleanup()
  queryClient.clear()
  answer(getListPreferences, { savedFilters: [], hiddenColumns: ['employer'] })
  await openPage()
  await row(/Bea/)
  expect(employer()).not.toBeNull()
})

test('the cost center is off until I choose it, and stays as I chose; saved columns of mine are hidden as before', async () => {
  answer(getListPreferences, { savedFilters: [], hiddenColumns: ['emailAddress'] })
  const { person } = await openPage()
  await row(/Bea/)
  const header = (name: string) => screen.queryByRole('columnheader', { name })
  expect([header('Cost center'), header('Email')]).toEqual([null, null])
  expect(header('Employer')).not.toBeNull()
  await person.click(screen.getByRole('button', { name: 'Columns' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Cost center' }))
  await waitFor(() => expect(header('Cost center')).not.toBeNull())
  const body = { hiddenColumns: ['emailAddress', 'costCenter'] }
  await waitFor(() => expect(requestsTo(saveListPreferences).at(-1)?.body).toEqual(body))
  cleanup()
  queryClient.clear()
  answer(getListPreferences, { savedFilters: [], ...body })
  await openPage()
  await row(/Bea/)
  expect(header('Cost center')).not.toBeNull()
  expect(header('Email')).toBeNull()
})

test('nobody found says so, and the filters can be cleared', async () => {
  const { person, address } = await openPage()
  answer(listUsers, { result: [], totalResults: 0 })
  await person.type(screen.getByRole('searchbox', { name: /^Search by name/ }), 'zz')
  expect(await screen.findByText('No results match your filters.')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await row(/Bea/)).toBeDefined()
  expect(address()).toBe('/content-authenticated/administration')
})

test('without an answer the rows stay, and I can try again', async () => {
  const { person } = await openPage()
  failToConnect(listUsers)
  await person.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByRole('button', { name: 'Try again' }, { timeout: 8_000 })).toBeDefined()
  expect(await row(/Bea/)).toBeDefined()
}, 15_000)
