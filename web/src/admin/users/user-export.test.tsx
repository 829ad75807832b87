import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { exportUsers } from '@portico/contract/users/users.ts'
import { answerFile, requestsTo } from '../../../test/answer.ts'
import { answerUserList, bea } from '../../../test/users.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import './UsersPage.tsx'

beforeEach(() => answerUserList([bea], 31))

test('I export the users that I filtered, of all pages, in their order (UADM-003)', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:users')
  // This window would go to the file instead of saving it.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  answerFile(exportUsers)
  const { person } = renderPage('/content-authenticated/administration?name=be&status=active&sort=lastNm&page=2')
  await person.click(await screen.findByRole('button', { name: 'Export' }))
  await person.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }))
  await screen.findByText('The export has been downloaded.')
  expect(requestsTo(exportUsers)[0]?.body).toEqual({
    nm: 'be',
    userStatusIds: '1',
    orderByColumn: 'lastNm',
    isOrderByDesc: 'N',
    format: 'csv',
  })
})

test('on a phone a card begins with the whole name, and the order is chosen in one line', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media === 'screen and (width < 50em)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
  const { person, address } = renderPage('/content-authenticated/administration')
  expect(await screen.findByRole('rowheader', { name: 'Bea Ivers' })).toBeDefined()
  expect(screen.queryByRole('columnheader', { name: 'Last name' })).toBeNull()
  await person.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Email')
  await vi.waitFor(() => expect(address()).toContain('sort=emailAddress'))
  await person.click(screen.getByRole('button', { name: 'Sort descending' }))
  await vi.waitFor(() => expect(address()).toContain('dir=desc'))
  vi.unstubAllGlobals()
})
