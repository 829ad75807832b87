import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listAccessHistory, type PastGrant } from '@portico/contract/users/access-history.ts'
import { answer, requestsTo } from '../../../test/answer.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerUserProfile } from '../../../test/user-profile.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './AccessHistoryTab.tsx'
import './UserProfilePage.tsx'

const ledger: PastGrant = {
  grantId: 4,
  kindCd: 'system',
  nameTxt: 'Ledger',
  ofNm: null,
  adminFlg: true,
  sensitiveDataAccessFlg: false,
  allCustomersFlg: false,
  beginDt: new Date('2026-03-02T15:00:00Z'),
  endDt: null,
  currentFlg: true,
  givenByNm: 'Grace Hopper',
  endedByNm: null,
  beginningCd: 'request',
  endingCd: null,
}
const entries: PastGrant = {
  ...ledger,
  grantId: 5,
  kindCd: 'page',
  nameTxt: 'Entries',
  ofNm: 'Ledger',
  adminFlg: false,
  beginDt: new Date('2026-01-05T15:00:00Z'),
  endDt: new Date('2026-02-05T15:00:00Z'),
  currentFlg: false,
  givenByNm: null,
  beginningCd: 'created',
  endedByNm: 'Ada Root',
  endingCd: 'review',
}

beforeEach(() => {
  answerUserProfile()
  answer(listAccessHistory, [ledger, entries], { headers: { 'x-total-count': '2' } })
})

async function openHistory() {
  const page = renderPage('/content-authenticated/administration/user-profile/21/accessHistory')
  await screen.findByRole('table', { name: 'Access history' })
  await screen.findByRole('row', { name: /^Ledger/ })
  return page
}

test('I see what a user has and had, from when until when, by whom and in which way', async () => {
  await openHistory()
  const table = within(screen.getByRole('table', { name: 'Access history' }))
  const cells = (name: RegExp) => [...table.getByRole('row', { name }).children].map(({ textContent }) => textContent)
  expect(cells(/^Ledger/)).toEqual([
    'Ledger · Administrator',
    'Application',
    '03/02/2026',
    'No planned end',
    'For a request, by Grace Hopper',
    '',
  ])
  expect(cells(/^Entries/)).toEqual([
    'Entries (Ledger)',
    'Page',
    '01/05/2026',
    '02/05/2026',
    'With the account',
    'In a review, by Ada Root',
  ])
})

test('the list is narrowed to a kind and to what has ended, and the address says so', async () => {
  const { person, address } = await openHistory()
  await person.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Ended')
  await waitFor(() => expect(address()).toContain('accessHistory?state=ended'))
  await person.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Page')
  await waitFor(() => expect(requestsTo(listAccessHistory).at(-1)?.search).toMatch(/stateCd=ended/))
  expect(requestsTo(listAccessHistory).at(-1)?.search).toMatch(/kindCd=page/)
})

test('a user who never had access is said to have had none', async () => {
  answer(listAccessHistory, [], { headers: { 'x-total-count': '0' } })
  renderPage('/content-authenticated/administration/user-profile/21/accessHistory')
  expect(await screen.findByText('This user has had no access yet.')).toBeDefined()
})
