import { decideAccessRequest, listAccessRequests } from '@portico/contract/access-requests/access-requests.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import './AccessRequestsPage.tsx'

const address = '/content-authenticated/administration/access-requests'
const asked = {
  accessRequestId: 7,
  userId: 30,
  userNm: 'bea.ivers',
  firstNm: 'Bea',
  lastNm: 'Ivers',
  employerNm: 'Harborview',
  pageNm: 'Rates',
  systemNm: 'Freight Planner',
  reasonTxt: 'I plan the routes',
  requestStateCd: 'pending' as const,
  requestedDt: new Date('2026-11-20T15:00:00Z'),
  decidedDt: null,
  decidedByNm: null,
  decisionTxt: '',
  endDt: null,
}

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 1, pageNm: 'User Administration' }])
  answer(listAccessRequests, [asked], { headers: { 'x-total-count': '1' } })
  signInAs()
})

const lastQuery = () => Object.fromEntries(new URLSearchParams(requestsTo(listAccessRequests).at(-1)?.search))

async function openDialog() {
  const page = renderPage(address)
  await page.person.click(await screen.findByRole('button', { name: 'Actions for Bea Ivers' }))
  await page.person.click(await screen.findByRole('menuitem', { name: 'Decide' }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Request of Bea Ivers' })) }
}

test('I see what waits for my decision, oldest first', async () => {
  renderPage(address)
  await screen.findByRole('row', { name: /Bea Ivers/ })
  expect(lastQuery()).toMatchObject({ stateCd: 'pending', sort: 'requestedDt', direction: 'asc' })
})

test('I see those that were decided when I choose so', async () => {
  const { person } = renderPage(address)
  const state = await screen.findByRole('combobox', { name: 'Status' })
  expect(
    within(state)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Waiting', 'Decided'])
  await person.selectOptions(state, 'Decided')
  await waitFor(() => expect(lastQuery()).toMatchObject({ stateCd: 'decided' }))
})

test('the link of an email shows its request in whatever state', async () => {
  answer(listAccessRequests, [{ ...asked, requestStateCd: 'granted' as const, decidedByNm: 'Grace Hopper' }], {
    headers: { 'x-total-count': '1' },
  })
  renderPage(`${address}?request=7`)
  await screen.findByText('Granted by Grace Hopper')
  expect(lastQuery()).toMatchObject({ accessRequestId: '7' })
  expect(lastQuery()).not.toHaveProperty('stateCd')
})

test.each([
  ['pending', 'Waiting', true],
  ['granted', 'Granted', false],
  ['declined', 'Declined', false],
  ['withdrawn', 'Withdrawn', false],
  ['closed', 'No longer needed', false],
] as const)(
  'a request that is %s is said to be “%s”; only a waiting one is mine to decide',
  async (requestStateCd, word, mayDecide) => {
    answer(listAccessRequests, [{ ...asked, requestStateCd }], { headers: { 'x-total-count': '1' } })
    const { person } = renderPage(address)
    within(await screen.findByRole('row', { name: /Bea Ivers/ })).getByText(word)
    await person.click(screen.getByRole('button', { name: 'Actions for Bea Ivers' }))
    await screen.findByRole('menu')
    expect(screen.queryAllByRole('menuitem', { name: 'Decide' })).toHaveLength(mayDecide ? 1 : 0)
  },
)

test('an application that is called like its system is named once', async () => {
  answer(listAccessRequests, [{ ...asked, pageNm: 'Rates', systemNm: 'Rates' }], { headers: { 'x-total-count': '1' } })
  const { dialog } = await openDialog()
  dialog.getByText('Bea Ivers of Harborview asks for Rates.')
})

test('I grant a request until the end of a day', async () => {
  answer(decideAccessRequest, null, { message: 'Bea Ivers now has Rates. We’ll email them.' })
  const { person, dialog } = await openDialog()
  dialog.getByText('Bea Ivers of Harborview asks for Rates (Freight Planner).')
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Decision' }), 'Grant')
  await person.type(dialog.getByLabelText('Access ends on'), '2027-01-31')
  await person.click(dialog.getByRole('button', { name: 'Save decision' }))
  await screen.findByText('Bea Ivers now has Rates. We’ll email them.')
  expect(requestsTo(decideAccessRequest).at(-1)?.body).toEqual({
    decisionCd: 'grant',
    decisionTxt: '',
    endDt: new Date('2027-01-31T23:59:59.999').toISOString(),
  })
})

test('an end before today is refused at its field, and nothing is sent', async () => {
  const { person, dialog } = await openDialog()
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Decision' }), 'Grant')
  const end = dialog.getByLabelText('Access ends on')
  await person.type(end, '2020-01-31')
  await person.tab()
  await dialog.findByText('The end date of Rates must be today or later.')
  await person.click(dialog.getByRole('button', { name: 'Save decision' }))
  expect(document.activeElement).toBe(end)
  expect(requestsTo(decideAccessRequest)).toHaveLength(0)
})

test('declining needs a reason', async () => {
  answer(decideAccessRequest, null, { message: 'Request declined. We’ll email Bea Ivers.' })
  const { person, dialog } = await openDialog()
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Decision' }), 'Decline')
  expect(dialog.queryByLabelText('Access ends on')).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Save decision' }))
  await dialog.findByText('Enter a reason for declining.')
  expect(requestsTo(decideAccessRequest)).toHaveLength(0)
  await person.type(dialog.getByRole('textbox', { name: 'Your reason' }), 'Not for now')
  await person.click(dialog.getByRole('button', { name: 'Save decision' }))
  await waitFor(() => expect(requestsTo(decideAccessRequest)).toHaveLength(1))
})

test('when another administrator was first I read who, and the list is read again', async () => {
  refuse(decideAccessRequest, 409, 'Grace Hopper has decided this request in the meantime.')
  const { person, dialog } = await openDialog()
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Decision' }), 'Grant')
  await person.click(dialog.getByRole('button', { name: 'Save decision' }))
  await dialog.findByText('Grace Hopper has decided this request in the meantime.')
  answer(listAccessRequests, [], { headers: { 'x-total-count': '0' } })
  await person.click(dialog.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('No requests are waiting for you.')
})
