import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  decideDirectoryConflict,
  type DirectoryConflict,
  listDirectoryConflicts,
} from '@portico/contract/scim/directory-groups.ts'
import {
  type DirectoryPerson,
  exportDirectoryPeople,
  listDirectoryPeople,
} from '@portico/contract/scim/directory-people.ts'
import { actOnUsers, inactivateUser } from '@portico/contract/users/user-actions.ts'
import { answer, answerFile, requestsTo } from '../../../test/answer.ts'
import { answerClientSettings, openClientTab } from '../../../test/client-settings.ts'
import { ann } from '../../../test/people.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import '../branding/ClientSettingsPage.tsx'
import '../users/BulkActionDialog.tsx'
import './ClientDirectoryTab.tsx'
import './LinkPersonDialog.tsx'

const ida: DirectoryPerson = {
  userId: 31,
  userNm: 'ida.holm',
  firstNm: 'Ida',
  lastNm: 'Holm',
  emailAddress: 'ida@meridian.test',
  stateCd: 'not-provided',
  accountCd: 'active',
}
const bo: DirectoryPerson = { ...ida, userId: 32, firstNm: 'Bo', userNm: 'bo.holm', stateCd: 'no-external-id' }
const cy: DirectoryPerson = { ...ida, userId: 33, firstNm: 'Cy', stateCd: 'removed', accountCd: 'inactive' }

const waiting: DirectoryConflict = {
  conflictId: 9,
  userNm: 'holm',
  externalIdTxt: '00u9',
  reasonCd: 'name-taken',
  userId: null,
  accountNm: null,
  attemptCnt: 2,
  firstDt: new Date('2026-11-01T10:00:00Z'),
  lastDt: new Date('2026-11-02T10:00:00Z'),
  accounts: [],
  decisionCd: null,
  linkUserId: null,
  decidedByNm: null,
  decidedDt: null,
}
const refused: DirectoryConflict = { ...waiting, conflictId: 10, userNm: 'refused', decisionCd: 'refuse' }
const likely: DirectoryConflict = {
  ...waiting,
  conflictId: 11,
  userNm: 'ida',
  externalIdTxt: null,
  accounts: [{ userId: 31, accountNm: 'ida.holm' }],
}

beforeEach(() => {
  answerClientSettings()
  answer(listDirectoryPeople, [ida, bo, cy], { headers: { 'x-total-count': '3' } })
  answer(listDirectoryConflicts, [waiting, refused, likely])
})

async function openPeople() {
  const page = await openClientTab('directory-people')
  await screen.findByRole('row', { name: /Ida/ })
  return page
}

const openMenu = async (user: Awaited<ReturnType<typeof openPeople>>['person'], name: string) => {
  await user.click(screen.getByRole('button', { name: `Actions for ${name} Holm` }))
  return screen.findByRole('menuitem', { name: /^Link to a person of the directory…/ })
}

test('I read whom the directory does not provide, and what it says of them', async () => {
  await openPeople()
  for (const [name, state, account] of [
    [/Ida/, 'Not provided', 'Active'],
    [/Bo/, 'No external ID', 'Active'],
    [/Cy/, 'Removed by the directory', 'Inactive'],
  ] as const) {
    const row = within(screen.getByRole('row', { name }))
    row.getByText(state)
    row.getByText(account)
  }
  expect(screen.getByRole('link', { name: /Ida/ }).getAttribute('href')).toContain('/31')
  screen.getByText(/^Users of Meridian whom the directory doesn’t provide/)
})

test('I narrow the list, and export what I see', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:people')
  // This window would go to the file instead of saving it.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  answerFile(exportDirectoryPeople)
  const { person: user } = await openPeople()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Directory' }), 'No external ID')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Account' }), 'Active')
  await waitFor(() => expect(requestsTo(listDirectoryPeople).at(-1)?.search).toContain('accountCd=active'))
  expect(requestsTo(listDirectoryPeople).at(-1)?.search).toContain('stateCd=no-external-id')
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }))
  await waitFor(() =>
    expect(requestsTo(exportDirectoryPeople)[0]?.body).toEqual({
      stateCd: 'no-external-id',
      accountCd: 'active',
      sort: 'lastNm',
      direction: 'asc',
      format: 'csv',
    }),
  )
})

test('I link an account to a person who waits, the likely one first, and take it back', async () => {
  answer(decideDirectoryConflict, null, { message: 'Decided' })
  const { person: user } = await openPeople()
  await user.click(await openMenu(user, 'Ida'))
  const title = 'Link Ida Holm (ida.holm) to a person of the directory'
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  const choice = dialog.getByRole('combobox', { name: 'Waiting person' })
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a person', 'ida', 'holm (00u9)'])
  await user.click(dialog.getByRole('button', { name: 'Link account' }))
  expect(requestsTo(decideDirectoryConflict)).toHaveLength(0)
  await user.selectOptions(choice, 'holm (00u9)')
  const before = requestsTo(listDirectoryConflicts).length
  await user.click(dialog.getByRole('button', { name: 'Link account' }))
  await screen.findByText('Decided')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(requestsTo(listDirectoryConflicts).length).toBeGreaterThan(before))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await expect
    .poll(() => requestsTo(decideDirectoryConflict).map(({ body }) => body))
    .toEqual([
      { decisionCd: 'link', userId: 31 },
      { decisionCd: 'none', userId: null, expectedUserId: 31 },
    ])
})

test('I read why an account cannot be linked: it is provided, or nobody waits', async () => {
  const { person: user } = await openPeople()
  expect((await openMenu(user, 'Bo')).textContent).toContain('The directory provides this user already.')
  await user.keyboard('{Escape}')
  expect((await openMenu(user, 'Cy')).textContent).toBe('Link to a person of the directory…')
})

test('I read that nobody of the directory waits for an account', async () => {
  answer(listDirectoryConflicts, [refused])
  const { person: user } = await openPeople()
  expect((await openMenu(user, 'Ida')).textContent).toContain('Nobody of the directory waits for an account.')
})

test('I inactivate a user who has left, and the list loads again', async () => {
  answer(inactivateUser, null, { message: 'The user has been inactivated.' })
  const { person: user } = await openPeople()
  await openMenu(user, 'Cy')
  expect(screen.getByRole('menuitem', { name: /^Inactivate User/ }).textContent).toContain('isn’t active')
  await user.keyboard('{Escape}')
  await openMenu(user, 'Ida')
  await user.click(screen.getByRole('menuitem', { name: 'Inactivate User' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Inactivate User' }))
  const before = requestsTo(listDirectoryPeople).length
  await user.click(dialog.getByRole('button', { name: 'Inactivate User' }))
  await screen.findByText('The user has been inactivated.')
  expect(requestsTo(inactivateUser).at(-1)?.body).toEqual({ userId: 31 })
  await waitFor(() => expect(requestsTo(listDirectoryPeople).length).toBeGreaterThan(before))
})

test('I inactivate several at once, with a result for each', async () => {
  answer(actOnUsers, [
    { userId: 31, code: '200', message: 'The user has been inactivated.' },
    { userId: 33, code: '409', message: 'This user isn’t active.' },
  ])
  const { person: user } = await openPeople()
  await user.click(screen.getByRole('checkbox', { name: 'Select Cy Holm' }))
  expect(screen.getByRole('button', { name: /^Inactivate User/ }).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('checkbox', { name: 'Select Ida Holm' }))
  await user.click(screen.getByRole('button', { name: /^Inactivate User/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Inactivate User: 2 selected' }))
  await user.click(dialog.getByRole('button', { name: 'Inactivate User' }))
  await screen.findByRole('dialog', { name: 'Inactivate User: results' })
  expect(requestsTo(actOnUsers).at(-1)?.body).toMatchObject({ actionCd: 'inactivate' })
})

test('I cannot inactivate myself', async () => {
  answer(listDirectoryPeople, [ida, { ...cy, userId: ann.userId, accountCd: 'active' }], {
    headers: { 'x-total-count': '2' },
  })
  const { person: user } = await openPeople()
  await openMenu(user, 'Cy')
  expect(screen.getByRole('menuitem', { name: /^Inactivate User/ }).getAttribute('aria-disabled')).toBe('true')
})
