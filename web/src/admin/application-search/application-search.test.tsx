import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  deleteApplication,
  getApplicationImpact,
  listApplications,
  listDeletedApplications,
  restoreApplication,
} from '@portico/contract/catalog/catalog.ts'
import { deleteSections, restoreSections } from '@portico/contract/catalog/catalog-sections.ts'
import { deleteSystems, restoreSystems } from '@portico/contract/catalog/catalog-systems.ts'
import { answer, answerWith, refuse, requestsTo } from '../../../test/answer.ts'
import { answerCatalog, refunds } from '../../../test/catalog.ts'
import { expectClosesAfter } from '../../../test/closing.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import './ApplicationSearchPage.tsx'

beforeEach(answerCatalog)

const address = '/content-authenticated/administration/application-search'
async function openPage() {
  const page = renderPage(address)
  await screen.findByRole('heading', { name: 'Applications', level: 1 })
  return page
}
type Person = Awaited<ReturnType<typeof openPage>>['person']

async function choose(person: Person, entry: string) {
  await person.click(await screen.findByRole('button', { name: 'Actions for Refunds' }))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
}
const deleteDialog = async (person: Person) => {
  await choose(person, 'Delete')
  return within(await screen.findByRole('dialog', { name: 'Delete Refunds' }))
}

test('the applications are listed 15 per page by the name of their system (CATA-016, CATA-103, CATA-104)', async () => {
  await openPage()
  const row = within(await screen.findByRole('row', { name: /Refunds/ }))
  expect(row.getByText('Payments Hub')).toBeDefined()
  expect(row.getByText('Cards')).toBeDefined()
  expect(row.getByText('Open')).toBeDefined()
  const asked = new URLSearchParams(requestsTo(listApplications)[0]?.search)
  expect(Object.fromEntries(asked)).toMatchObject({ sort: 'systemNm', direction: 'asc', pageNo: '1', pageSize: '15' })
})

test.each([
  ['Open', { dispFlg: true, linkEnabledFlg: true }],
  ['Temporarily unavailable', { dispFlg: true, linkEnabledFlg: false }],
  ['Not displayed', { dispFlg: false, linkEnabledFlg: true }],
  ['Not displayed', { dispFlg: false, linkEnabledFlg: false }],
])('an application is said to be %s', async (word, flags) => {
  answer(listApplications, [{ ...refunds, ...flags }], { headers: { 'x-total-count': '1' } })
  await openPage()
  const row = within(await screen.findByRole('row', { name: /Refunds/ }))
  const words = ['Open', 'Temporarily unavailable', 'Not displayed']
  expect(words.filter((each) => row.queryByText(each) !== null)).toEqual([word])
})

test('they are searched, and filtered by system and section; the address keeps it', async () => {
  const { person, address: here } = await openPage()
  await person.type(screen.getByRole('searchbox'), 'refund')
  await person.selectOptions(screen.getByRole('combobox', { name: 'System' }), 'Payments Hub')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Section' }), 'Cards')
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(requestsTo(listApplications).at(-1)?.search))).toMatchObject({
      keyword: 'refund',
      systemId: '102',
      sectionId: '7',
    }),
  )
  expect(here()).toContain('keyword=refund')
})

test('an application without users is deleted after a question, which closes after 2 seconds (CATA-018, CATA-066, CATA-099)', async () => {
  const message = 'The application has been successfully deleted'
  answerWith(deleteApplication, {
    code: '200',
    data: { undoId: 9, undoUntilDt: new Date('2026-12-22T12:00:00Z') },
    message,
  })
  const { person } = await openPage()
  const dialog = await deleteDialog(person)
  await dialog.findByText('Nobody has a permission for it.')
  await expectClosesAfter(dialog.getByRole('button', { name: 'Delete' }), message, 2_000)
  expect(requestsTo(deleteApplication)[0]).toMatchObject({ search: '?version=5&permissionCnt=0' })
  answerWith(restoreApplication, { code: '200', data: refunds, message: 'The application is back.' })
  await person.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('The application is back.')
  expect(requestsTo(restoreApplication)[0]?.body).toEqual({ undoId: 9 })
})

test('people with permissions are a warning, with everything that they lose, that must be confirmed (CATA-068, CATA-101)', async () => {
  answer(getApplicationImpact, { permissionCnt: 132, userCnt: 120, tileLossCnt: 40, favoriteCnt: 7 })
  const { person } = await openPage()
  const dialog = await deleteDialog(person)
  await dialog.findByText(
    "Warning! There are users with permissions for this application. Click Delete to remove the application and users' permissions.",
  )
  const counts = dialog.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(counts).toEqual(['132', '120', '40', '7'])
  expect(requestsTo(deleteApplication)).toHaveLength(0)
  await person.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(requestsTo(deleteApplication)).toHaveLength(0)
})

test('while nobody knows who loses it, it can’t be deleted', async () => {
  refuse(getApplicationImpact, 503, 'Not now')
  const { person } = await openPage()
  const dialog = await deleteDialog(person)
  const status = await dialog.findByRole('status')
  await waitFor(() => expect(status.textContent).toBe('Who loses it couldn’t be counted. Close this and try again.'))
  await person.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(requestsTo(deleteApplication)).toHaveLength(0)
})

test('a screen of the portal itself has no Delete', async () => {
  answer(listApplications, [{ ...refunds, protectedFlg: true }], { headers: { 'x-total-count': '1' } })
  const { person } = await openPage()
  await person.click(await screen.findByRole('button', { name: 'Actions for Refunds' }))
  await screen.findByRole('menuitem', { name: 'Edit' })
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
})

test('sections and systems open from their dialogs (CATA-019, CATA-020)', async () => {
  const { person, address: here } = await openPage()
  await person.click(screen.getByRole('button', { name: 'Systems' }))
  const systems = within(await screen.findByRole('dialog', { name: 'Systems' }))
  expect(systems.getByText('1 application · 5 users with a permission')).toBeDefined()
  await person.type(systems.getByRole('searchbox'), 'unus')
  await waitFor(() => expect(systems.queryByRole('link', { name: 'Payments Hub' })).toBeNull())
  await person.keyboard('{Escape}')
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click(screen.getByRole('button', { name: 'Sections' }))
  const sections = within(await screen.findByRole('dialog', { name: 'Sections' }))
  expect(sections.getByText('0 applications · Not displayed')).toBeDefined()
  await person.click(sections.getByRole('link', { name: 'Cards' }))
  await waitFor(() => expect(here()).toBe('/content-authenticated/administration/application-settings/section/7'))
})

test('sections are deleted together, in the specification’s words (CATA-021, CATA-066, CATA-098)', async () => {
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: 'Sections' }))
  await person.click(await screen.findByRole('button', { name: 'Delete sections…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sections to Delete' }))
  await person.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(requestsTo(deleteSections)).toHaveLength(0)
  const message =
    'There are pages associated with at least one selected section. Please delete the associated pages first.'
  answerWith(deleteSections, { code: '200', data: { status: 'fail', names: ['Cards'], undo: null }, message })
  await person.click(dialog.getByRole('checkbox', { name: /Cards/ }))
  await person.click(dialog.getByRole('button', { name: 'Delete' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(`${message} (Cards)`)
  await person.click(dialog.getByRole('checkbox', { name: /Cards/ }))
  await person.click(dialog.getByRole('checkbox', { name: /Empty tile/ }))
  await person.keyboard('{Escape}')
  await person.click(await screen.findByRole('button', { name: 'Keep editing' }))
  const undo = { undoId: 4, undoUntilDt: new Date('2026-11-22T13:00:00Z') }
  const done = 'The selected section(s) has been deleted'
  answerWith(deleteSections, { code: '200', data: { status: 'success', names: ['Empty tile'], undo }, message: done })
  await expectClosesAfter(dialog.getByRole('button', { name: 'Delete' }), done, 2_000)
  expect(requestsTo(deleteSections).at(-1)?.body).toEqual([8])
  answer(restoreSections, { names: ['Empty tile'] }, { message: 'The sections are back.' })
  await person.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
  await screen.findByText('The sections are back.')
  expect(requestsTo(restoreSections)[0]?.body).toEqual({ undoId: 4 })
})

test('the question whether I discard my choice is gone once I delete what I chose', async () => {
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: 'Sections' }))
  await person.click(await screen.findByRole('button', { name: 'Delete sections…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sections to Delete' }))
  await person.click(dialog.getByRole('checkbox', { name: /Empty tile/ }))
  await person.keyboard('{Escape}')
  await dialog.findByText('Your changes aren’t saved yet.')
  refuse(deleteSections, 404, 'There is an error while deleting sections.')
  await person.click(dialog.getByRole('button', { name: 'Delete' }))
  await dialog.findByText('There is an error while deleting sections.')
  expect(dialog.queryByText('Your changes aren’t saved yet.')).toBeNull()
})

test('systems with permissions are warned of before they are deleted; an unknown one is an error (CATA-022, CATA-095, CATA-101)', async () => {
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: 'Systems' }))
  await person.click(await screen.findByRole('button', { name: 'Delete systems…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Systems to Delete' }))
  expect(dialog.queryByRole('checkbox', { name: /Customer Portal/ })).toBeNull()
  const isWarned = () => dialog.queryByText(/There are users with permissions for this system/) !== null
  expect(isWarned()).toBe(false)
  await person.click(dialog.getByRole('checkbox', { name: /Unused system/ }))
  await dialog.findByText(
    "Warning! There are users with permissions for this system. Click Delete to remove the system and users' permissions.",
  )
  refuse(deleteSystems, 404, 'There is an error while deleting systems.')
  await person.click(dialog.getByRole('button', { name: 'Delete' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('There is an error while deleting systems.')
  const undo = { undoId: 5, undoUntilDt: new Date('2026-11-22T13:00:00Z') }
  const message = 'The selected system(s) has been deleted'
  answerWith(deleteSystems, { code: '200', data: { status: 'success', names: ['Unused system'], undo }, message })
  await person.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findAllByText(message)
  answer(restoreSystems, { names: ['Unused system'] }, { message: 'The systems are back.' })
  await person.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
  await screen.findByText('The systems are back.')
  expect(requestsTo(restoreSystems)[0]?.body).toEqual({ undoId: 5 })
})

test('what was deleted in the last 30 days is restored from the same screen', async () => {
  answer(listDeletedApplications, [
    { undoId: 3, undoUntilDt: new Date('2026-12-22T12:00:00Z'), pageNm: 'Chargebacks', systemNm: 'Card Services' },
  ])
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: 'Recently deleted' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Recently deleted applications' }))
  answerWith(restoreApplication, { code: '200', data: refunds, message: 'The application is back.' })
  answer(listDeletedApplications, [])
  await person.click(dialog.getByRole('button', { name: 'Restore Chargebacks' }))
  await dialog.findByText('Nothing is left to restore.')
  expect(requestsTo(restoreApplication)[0]?.body).toEqual({ undoId: 3 })
})
