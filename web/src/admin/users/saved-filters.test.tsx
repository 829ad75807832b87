import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { preferenceLists } from '@portico/contract/preferences/preference-rules.ts'
import { getListPreferences, type SavedFilter, saveListPreferences } from '@portico/contract/preferences/preferences.ts'
import { preferenceTexts } from '@portico/contract/preferences/preference-texts.ts'
import { userFieldTexts } from '@portico/contract/users/user-field-texts.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { texts } from '../../api/texts.ts'
import { answer, answerAfter, failToConnect, refuse, requestsTo } from '../../../test/answer.ts'
import { answerUserList, bea } from '../../../test/users.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { userColumns } from './user-columns.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import './UsersPage.tsx'

const inactive: SavedFilter = { nameTxt: 'Inactive', filters: { status: 'inactive' } }
const vera: SavedFilter = { nameTxt: 'Vera', filters: { name: 'vera' } }
const keep = (savedFilters: SavedFilter[], hiddenColumns: string[] = []) =>
  answer(getListPreferences, { savedFilters, hiddenColumns })

beforeEach(() => answerUserList([bea], 31))

async function openPage(search = '') {
  const page = renderPage(`/content-authenticated/administration${search}`)
  await screen.findByRole('heading', { name: 'User Administration', level: 1 })
  return page
}
type Visitor = Awaited<ReturnType<typeof openPage>>['person']
const choose = async (person: Visitor, entry: string) => {
  await person.click(screen.getByRole('button', { name: 'Saved filters' }))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
}
const lastSaved = () => requestsTo(saveListPreferences).at(-1)?.body
const nameField = () => screen.findByRole('textbox', { name: 'Name' })

test('every column that I can hide is one that the server keeps', () => {
  const hideable = userColumns({ ...texts(userListTexts), ...texts(userFieldTexts) }, [], true).slice(1)
  expect(hideable.map(({ key }) => key)).toEqual(preferenceLists.users.columns)
})

test('I save the filters of the list under a name', async () => {
  const { person } = await openPage('?status=inactive&sort=lastNm')
  keep([vera])
  await choose(person, 'Save current filters')
  await person.type(await nameField(), ' Inactive ')
  await person.click(screen.getByRole('button', { name: 'Save filters' }))
  await waitFor(() => expect(lastSaved()).toEqual({ savedFilters: [inactive, vera] }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click(screen.getByRole('button', { name: 'Saved filters' }))
  const entry = await screen.findByRole('menuitem', { name: 'Inactive' })
  expect(entry.getAttribute('aria-current')).toBe('true')
})

test('a name may have sixty characters, and one more is refused at its field', async () => {
  const { person } = await openPage('?status=inactive')
  await choose(person, 'Save current filters')
  const name = await nameField()
  await person.click(name)
  await person.paste('n'.repeat(61))
  await person.click(screen.getByRole('button', { name: 'Save filters' }))
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  expect(requestsTo(saveListPreferences)).toHaveLength(0)
  await person.type(name, '{Backspace}')
  await person.click(screen.getByRole('button', { name: 'Save filters' }))
  await waitFor(() =>
    expect(lastSaved()).toEqual({ savedFilters: [{ nameTxt: 'n'.repeat(60), filters: { status: 'inactive' } }] }),
  )
})

test('columns hidden while the saved filters could not be loaded stay hidden, and no filters are made up', async () => {
  failToConnect(getListPreferences)
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: 'Columns' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Email' }))
  await waitFor(() => expect(requestsTo(saveListPreferences)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Email' })).toBeNull())
  await person.click(screen.getByRole('button', { name: 'Saved filters' }))
  expect(await screen.findByText(texts(preferenceTexts).saved_filters_failed)).toBeDefined()
})

test('without a filter there is nothing to save', async () => {
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: 'Saved filters' }))
  const entry = await screen.findByRole('menuitem', { name: /^Save current filters/ })
  expect(entry.getAttribute('aria-disabled')).toBe('true')
  expect(within(entry).getByText('Choose a filter first.')).toBeDefined()
  expect(screen.getByText('You haven’t saved any filters yet.')).toBeDefined()
})

test('saved filters replace those of the list, which begins again at page 1', async () => {
  keep([inactive, vera])
  const { person, address } = await openPage('?name=bea&page=2')
  await choose(person, 'Inactive')
  await waitFor(() => expect(requestsTo(listUsers).at(-1)?.body).toMatchObject({ userStatusIds: '2', pageNo: 1 }))
  expect(address()).toBe('/content-authenticated/administration?status=inactive')
})

test('a name is needed, once whatever its case, and a refusal of the server shows at its field', async () => {
  keep([vera])
  const { person } = await openPage('?status=inactive')
  await choose(person, 'Save current filters')
  const submit = () => person.click(screen.getByRole('button', { name: 'Save filters' }))
  await nameField()
  await submit()
  expect(await screen.findByText('Enter a name.')).toBeDefined()
  await person.type(await nameField(), 'VERA')
  await submit()
  expect(await screen.findByText(/^You already have a filter with this name/)).toBeDefined()
  await person.type(await nameField(), ' 2')
  const message = 'Another tab was quicker.'
  refuse(saveListPreferences, 422, message, [{ field: 'nameTxt', message }])
  await submit()
  expect(await screen.findByText(message)).toBeDefined()
})

test('I rename the filters that are applied', async () => {
  keep([inactive, vera])
  const { person } = await openPage('?name=vera')
  await choose(person, 'Rename “Vera”')
  const field = await nameField()
  await person.clear(field)
  await person.type(field, 'All Veras')
  await person.click(screen.getByRole('button', { name: 'Rename filter' }))
  await waitFor(() => expect(lastSaved()).toEqual({ savedFilters: [{ ...vera, nameTxt: 'All Veras' }, inactive] }))
})

test('I delete the filters that are applied, and can undo it', async () => {
  keep([inactive, vera])
  const { person } = await openPage('?name=vera')
  await choose(person, 'Delete “Vera”')
  await waitFor(() => expect(lastSaved()).toEqual({ savedFilters: [inactive] }))
  keep([inactive])
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(lastSaved()).toEqual({ savedFilters: [inactive, vera] }))
})

test('hidden columns are kept on the server and hidden when the list opens; the address wins', async () => {
  keep([], ['emailAddress'])
  const { person, address } = await openPage()
  await screen.findByRole('row', { name: /Bea/ })
  const header = (name: string) => screen.queryByRole('columnheader', { name })
  expect(header('Email')).toBeNull()
  expect(address()).not.toContain('hide')
  await person.click(screen.getByRole('button', { name: 'Columns' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Email' }))
  await waitFor(() => expect(header('Email')).not.toBeNull())
  expect(lastSaved()).toEqual({ hiddenColumns: [] })
})

test('columns that I choose and take back before the server has answered are kept as chosen last', async () => {
  keep([])
  const { person } = await openPage()
  await screen.findByRole('row', { name: /Bea/ })
  const first = Promise.withResolvers<null>()
  answerAfter(saveListPreferences, first.promise)
  await person.click(screen.getByRole('button', { name: 'Columns' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Email' }))
  await waitFor(() => expect(requestsTo(saveListPreferences)).toHaveLength(1))
  answer(saveListPreferences, null)
  await person.click(screen.getByRole('button', { name: 'Columns' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Email' }))
  expect(requestsTo(saveListPreferences)).toHaveLength(1)
  first.resolve(null)
  await waitFor(() => expect(requestsTo(saveListPreferences)).toHaveLength(2))
  expect(lastSaved()).toEqual({ hiddenColumns: [] })
})

test('filters that I delete one after the other are both deleted, however slow the server is', async () => {
  keep([inactive, vera])
  const first = Promise.withResolvers<null>()
  answerAfter(saveListPreferences, first.promise)
  const { person } = await openPage('?name=vera')
  await choose(person, 'Delete “Vera”')
  await waitFor(() => expect(lastSaved()).toEqual({ savedFilters: [inactive] }))
  await choose(person, 'Inactive')
  await choose(person, 'Delete “Inactive”')
  expect(requestsTo(saveListPreferences)).toHaveLength(1)
  keep([inactive])
  answer(saveListPreferences, null)
  first.resolve(null)
  await waitFor(() => expect(requestsTo(saveListPreferences)).toHaveLength(2))
  expect(lastSaved()).toEqual({ savedFilters: [] })
})

test('the columns that an address hides win over mine', async () => {
  keep([], ['emailAddress'])
  await openPage(`?hide=${encodeURIComponent('["employer"]')}`)
  await screen.findByRole('row', { name: /Bea/ })
  expect(screen.queryByRole('columnheader', { name: 'Employer' })).toBeNull()
  expect(screen.getByRole('columnheader', { name: 'Email' })).toBeDefined()
})

test('columns that could not be saved stay for the visit, and I see a message', async () => {
  keep([], ['emailAddress'])
  const { person } = await openPage()
  failToConnect(saveListPreferences)
  await person.click(screen.getByRole('button', { name: 'Columns' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Email' }))
  expect(await screen.findByText(/^Your columns couldn’t be saved/)).toBeDefined()
  expect(screen.getByRole('columnheader', { name: 'Email' })).toBeDefined()
})
