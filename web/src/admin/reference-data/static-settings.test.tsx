import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { listCatalogFacilities, listSystems } from '@portico/contract/catalog/catalog-systems.ts'
import { listManagedObjects } from '@portico/contract/managed-objects/managed-objects.ts'
import {
  addDepartment,
  changeDepartment,
  countDepartmentUses,
  listAccountTypeRows,
  listDepartmentRows,
  removeDepartment,
  restoreDepartment,
} from '@portico/contract/reference-data/reference-data.ts'
import { answer, answerAfter, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first test does not wait for it.
import './StaticSettingsPage.tsx'

const claims = { departmentId: 7, departmentNm: 'Claims', version: 3 }

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 5, pageNm: 'Database Maintenance' }])
  answer(listDepartmentRows, [claims], { headers: { 'x-total-count': '1' } })
  answer(countDepartmentUses, [
    { usedByNm: 'users', usageCnt: 0, lostFlg: false },
    { usedByNm: 'announcements', usageCnt: 0, lostFlg: false },
  ])
  signInAs({ internalUserFlg: true })
})

async function openPage(search = '?category=departments') {
  const page = renderPage(`/content-authenticated/database-maintenance/static-settings${search}`)
  await screen.findByRole('heading', { name: 'Static settings', level: 1 })
  return page
}
type Visitor = Awaited<ReturnType<typeof openPage>>['person']
const act = async (person: Visitor, entry: string) => {
  await person.click(await screen.findByRole('button', { name: 'Actions for Claims' }))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
  return within(await screen.findByRole('dialog'))
}

test('a category is chosen first, and the address keeps it (DBMT-001, DBMT-005, DBMT-010, DBMT-011, DBMT-013)', async () => {
  const { person, address } = await openPage('')
  expect(screen.getByText('Choose a category to see its entries.')).toBeDefined()
  const category = screen.getByRole('combobox', { name: 'Category' })
  expect(within(category).getAllByRole('option')[0]?.textContent).toBe('Select One')
  await person.selectOptions(category, 'Departments')
  await screen.findByRole('row', { name: /Claims/ })
  expect(address()).toContain('category=departments')
})

test('stepping through the categories keeps the keyboard in their list, and one entry in the history', async () => {
  const gates = { systems: Promise.withResolvers<[]>(), types: Promise.withResolvers<[]>() }
  answerAfter(listSystems, gates.systems.promise)
  answerAfter(listAccountTypeRows, gates.types.promise)
  answer(listCatalogFacilities, [])
  const { person, address, router } = await openPage('')
  const category = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category' })
  category.focus()
  for (const path of ['departments', 'system-accounts', 'identity-providers', 'system-accounts']) {
    await person.selectOptions(category, path)
    await waitFor(() => expect(address()).toContain(`category=${path}`))
    expect(category.value).toBe(path)
    expect(document.activeElement).toBe(category)
  }
  gates.systems.resolve([])
  gates.types.resolve([])
  await screen.findByRole('button', { name: 'Add account type' })
  expect(document.activeElement).toBe(category)
  expect(address()).toContain('category=system-accounts')
  expect(router.history.length).toBe(2)
})

test('entries are searched and sorted by the server, in the address', async () => {
  const { person, address } = await openPage()
  await person.type(screen.getByRole('searchbox', { name: 'Search' }), 'cla')
  await waitFor(() => expect(requestsTo(listDepartmentRows).at(-1)?.search).toContain('keyword=cla'))
  await person.click(await screen.findByRole('button', { name: 'Name' }))
  await waitFor(() => expect(requestsTo(listDepartmentRows).at(-1)?.search).toContain('direction=desc'))
  expect(address()).toContain('keyword=cla')
})

test('an entry is added; a missing or too long name is reported at its field (DBMT-025, DBMT-089)', async () => {
  answer(addDepartment, { departmentId: 8, departmentNm: 'Billing', version: 1 })
  const { person } = await openPage()
  await person.click(await screen.findByRole('button', { name: 'Add department' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add department' }))
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await person.click(dialog.getByRole('button', { name: 'Save department' }))
  await dialog.findByText('This field is required')
  await person.click(name)
  await person.paste('x'.repeat(101))
  await person.click(dialog.getByRole('button', { name: 'Save department' }))
  await dialog.findByText('The text entered exceeds the maximum length (at most 100 characters)')
  expect(requestsTo(addDepartment)).toHaveLength(0)
  await person.clear(name)
  await person.type(name, '  Billing ')
  await person.click(dialog.getByRole('button', { name: 'Save department' }))
  await dialog.findByText('The department has been added.')
  expect(requestsTo(addDepartment)[0]?.body).toEqual({ departmentNm: 'Billing' })
})

test('a name that is taken is reported at its field', async () => {
  const message = 'That text entered is taken, please try another'
  refuse(addDepartment, 422, message, [{ field: 'departmentNm', message }])
  const { person } = await openPage()
  await person.click(await screen.findByRole('button', { name: 'Add department' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByRole('textbox', { name: 'Name' }), 'Claims')
  await person.click(dialog.getByRole('button', { name: 'Save department' }))
  await dialog.findByText(message)
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Name' }))
})

test('an entry is changed with the version that I saw (DBMT-026)', async () => {
  answer(changeDepartment, { ...claims, departmentNm: 'Appeals', version: 4 })
  const { person } = await openPage()
  const dialog = await act(person, 'Edit')
  const name = dialog.getByRole('textbox', { name: 'Name' })
  expect((name as HTMLInputElement).value).toBe('Claims')
  await person.clear(name)
  await person.type(name, 'Appeals')
  await person.click(dialog.getByRole('button', { name: 'Save department' }))
  await dialog.findByText('The department has been changed.')
  expect(requestsTo(changeDepartment)[0]).toMatchObject({ body: { departmentNm: 'Appeals', version: 3 } })
})

test('when somebody else was faster I see who, when and what, keep what I typed, and the list shows their change', async () => {
  refuse(
    changeDepartment,
    409,
    'Bob Khan changed this department after you opened it. Reload it to see the changes, then try again.',
    {
      changedByNm: 'Bob Khan',
      changedDt: '2026-11-20T15:00:00.000Z',
    },
  )
  const { person } = await openPage()
  const dialog = await act(person, 'Edit')
  await person.type(dialog.getByRole('textbox', { name: 'Name' }), ' and appeals')
  answer(listDepartmentRows, [{ ...claims, departmentNm: 'Claims by Bob', version: 4 }], {
    headers: { 'x-total-count': '1' },
  })
  await person.click(dialog.getByRole('button', { name: 'Save department' }))
  await dialog.findByText(/^Changed by Bob Khan, 11\/20\/2026, /)
  expect(dialog.getByRole('row', { name: 'Name Claims Claims by Bob' })).toBeDefined()
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Claims and appeals')
  await screen.findByRole('row', { name: /^Claims by Bob/, hidden: true })
})

test('an entry in use can’t be deleted, and I see by what', async () => {
  answer(countDepartmentUses, [
    { usedByNm: 'users', usageCnt: 2, lostFlg: false },
    { usedByNm: 'announcements', usageCnt: 0, lostFlg: false },
  ])
  const { person } = await openPage()
  const dialog = await act(person, 'Delete')
  await dialog.findAllByText('This department can’t be deleted because it is in use: users (2).')
  await person.click(dialog.getByRole('button', { name: 'Delete department' }))
  expect(requestsTo(removeDepartment)).toHaveLength(0)
})

test('a deletion is undone from the message about it (DBMT-027)', async () => {
  answer(removeDepartment, { undoId: 41, undoUntilDt: new Date('2026-11-22T16:00:00Z') })
  answer(restoreDepartment, { ...claims, version: 4 })
  const { person } = await openPage()
  const dialog = await act(person, 'Delete')
  await dialog.findByText('Nothing uses it.')
  await person.click(dialog.getByRole('button', { name: 'Delete department' }))
  await dialog.findByText('The department has been deleted.')
  expect(requestsTo(removeDepartment)[0]?.search).toContain('version=3')
  await person.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
  await screen.findByText('The department is back.')
  expect(requestsTo(restoreDepartment)[0]?.body).toEqual({ undoId: 41 })
})

test('the server’s refusal of a deletion is shown in the dialog', async () => {
  refuse(removeDepartment, 422, 'This department can’t be deleted because it is in use: users (1).')
  const { person } = await openPage()
  const dialog = await act(person, 'Delete')
  await person.click(dialog.getByRole('button', { name: 'Delete department' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('in use: users (1)')
})

test('an entry that files of configuration manage is marked in its list, and says so where it is changed', async () => {
  answer(listManagedObjects, [
    { objectId: '7', appliedDt: new Date('2026-11-20T15:00:00Z'), appliedByNm: null, fileSetNm: 'default' },
  ])
  const { person } = await openPage()
  await waitFor(() => screen.getByRole('row', { name: /^Claims Managed by configuration files/ }))
  expect(requestsTo(listManagedObjects)[0]?.path).toMatch(/\/departments$/)
  const dialog = await act(person, 'Edit')
  await dialog.findByText(
    /^Managed by configuration files, last applied (?:(?! by ).)+\. Changes made here are overwritten/,
  )
})
