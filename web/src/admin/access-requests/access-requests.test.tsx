import { decideAccessRequest, listAccessRequests } from '@portico/contract/access-requests/access-requests.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, answerAfter, failToConnect, refuse, requestsTo } from '../../../test/answer.ts'
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
  givesList: [],
  reasonTxt: 'I plan the routes',
  departmentNm: 'Planning',
  colleagueCnt: 12,
  colleagueAccessCnt: 8,
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

async function openDialog(decision: 'Grant' | 'Decline' = 'Grant') {
  const page = renderPage(address)
  const [button, title] =
    decision === 'Grant'
      ? ['Grant Rates to Bea Ivers', 'Grant Rates to Bea Ivers?']
      : ['Decline Rates for Bea Ivers', 'Decline Rates for Bea Ivers?']
  await page.person.click(await screen.findByRole('button', { name: button }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: title })) }
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
  // It is decided: there is nothing to select it for.
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(lastQuery()).toMatchObject({ accessRequestId: '7' })
  expect(lastQuery()).not.toHaveProperty('stateCd')
})

test.each([
  ['pending', 'Grant', true],
  ['granted', 'Granted', false],
  ['declined', 'Declined', false],
  ['withdrawn', 'Withdrawn', false],
  ['closed', 'No longer needed', false],
] as const)(
  'a request that is %s is said to be “%s”; only a waiting one is mine to decide',
  async (requestStateCd, word, mayDecide) => {
    answer(listAccessRequests, [{ ...asked, requestStateCd }], { headers: { 'x-total-count': '1' } })
    renderPage(`${address}?request=7`)
    within(await screen.findByRole('row', { name: /Bea Ivers/ })).getByText(word)
    expect(screen.queryAllByRole('button', { name: 'Grant Rates to Bea Ivers' })).toHaveLength(mayDecide ? 1 : 0)
    expect(screen.queryAllByRole('button', { name: 'Decline Rates for Bea Ivers' })).toHaveLength(mayDecide ? 1 : 0)
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
  await person.type(dialog.getByLabelText('Access ends on'), '2027-01-31')
  await person.click(dialog.getByRole('button', { name: 'Grant' }))
  await screen.findByText('Bea Ivers now has Rates. We’ll email them.')
  expect(requestsTo(decideAccessRequest).at(-1)?.body).toEqual({
    decisionCd: 'grant',
    decisionTxt: '',
    endDt: new Date('2027-01-31T23:59:59.999').toISOString(),
  })
})

test('an end before today is refused at its field, and nothing is sent', async () => {
  const { person, dialog } = await openDialog()
  const end = dialog.getByLabelText('Access ends on')
  await person.type(end, '2020-01-31')
  await person.tab()
  await dialog.findByText('The end date of Rates must be today or later.')
  await person.click(dialog.getByRole('button', { name: 'Grant' }))
  expect(document.activeElement).toBe(end)
  expect(requestsTo(decideAccessRequest)).toHaveLength(0)
})

test('declining needs a reason', async () => {
  answer(decideAccessRequest, null, { message: 'Request declined. We’ll email Bea Ivers.' })
  const { person, dialog } = await openDialog('Decline')
  expect(dialog.queryByLabelText('Access ends on')).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Decline' }))
  await dialog.findByText('Enter a reason for declining.')
  expect(requestsTo(decideAccessRequest)).toHaveLength(0)
  await person.type(dialog.getByRole('textbox', { name: 'Your reason' }), 'Not for now')
  await person.click(dialog.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(requestsTo(decideAccessRequest)).toHaveLength(1))
})

test('when another administrator was first I read who, and the list is read again', async () => {
  refuse(decideAccessRequest, 409, 'Grace Hopper has decided this request in the meantime.')
  const { person, dialog } = await openDialog()
  await person.click(dialog.getByRole('button', { name: 'Grant' }))
  await dialog.findByText('Grace Hopper has decided this request in the meantime.')
  answer(listAccessRequests, [], { headers: { 'x-total-count': '0' } })
  await person.click(dialog.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('No requests are waiting for you.')
})

test.each([
  [asked, '8 of 12 in Planning'],
  [{ ...asked, colleagueCnt: 199, colleagueAccessCnt: 198 }, '198 of 199 in Planning'],
  [{ ...asked, colleagueCnt: 200, colleagueAccessCnt: 199 }, '199 of the first 200 in Planning'],
])('I read how many of the user’s colleagues have the application (%#)', async (row, words) => {
  answer(listAccessRequests, [row], { headers: { 'x-total-count': '1' } })
  renderPage(address)
  within(await screen.findByRole('row', { name: /Bea Ivers/ })).getByText(words)
})

test.each([
  { ...asked, departmentNm: null },
  { ...asked, colleagueCnt: 0, colleagueAccessCnt: 0 },
])('nothing is said of colleagues where there are none (%#)', async (row) => {
  answer(listAccessRequests, [row], { headers: { 'x-total-count': '1' } })
  renderPage(address)
  const cells = within(await screen.findByRole('row', { name: /Bea Ivers/ })).getAllByRole('cell')
  expect(cells.map(({ dataset, textContent }) => [dataset['title'], textContent])).toContainEqual(['Who has it', ''])
})

describe('several requests at once', () => {
  const others = [asked, { ...asked, accessRequestId: 8, firstNm: 'Cem', lastNm: 'Aydin' }]
  beforeEach(() => answer(listAccessRequests, others, { headers: { 'x-total-count': '2' } }))
  const decidedIds = () => requestsTo(decideAccessRequest).map(({ path }) => path.split('/').at(-2))
  async function openForBoth(action: 'Grant…' | 'Decline…', title: string) {
    const page = renderPage(address)
    await page.person.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
    await page.person.click(await screen.findByRole('button', { name: action }))
    return { ...page, dialog: within(await screen.findByRole('dialog', { name: title })) }
  }

  test('I grant them until one day', async () => {
    answer(decideAccessRequest, null, { message: 'Granted.' })
    const { person, dialog } = await openForBoth('Grant…', 'Grant 2 requests?')
    dialog.getByText('Bea Ivers of Harborview asks for Rates.')
    dialog.getByText('Cem Aydin of Harborview asks for Rates.')
    await person.type(dialog.getByLabelText('Access ends on'), '2027-01-31')
    await person.click(dialog.getByRole('button', { name: 'Grant' }))
    await screen.findByText('2 requests granted. We’ll email the users.')
    const endDt = new Date('2027-01-31T23:59:59.999').toISOString()
    expect(decidedIds()).toEqual(['7', '8'])
    for (const { body } of requestsTo(decideAccessRequest))
      expect(body).toEqual({ decisionCd: 'grant', decisionTxt: '', endDt })
  })

  test('I decline them with one reason', async () => {
    answer(decideAccessRequest, null, { message: 'Declined.' })
    const { person, dialog } = await openForBoth('Decline…', 'Decline 2 requests?')
    await person.type(dialog.getByRole('textbox', { name: 'Your reason' }), 'Not for now')
    await person.click(dialog.getByRole('button', { name: 'Decline' }))
    await screen.findByText('2 requests declined. We’ll email the users.')
    expect(requestsTo(decideAccessRequest).map(({ body }) => body)).toEqual(
      others.map(() => ({ decisionCd: 'decline', decisionTxt: 'Not for now', endDt: null })),
    )
  })

  test('what I cancel leaves them selected, and what is decided is no longer', async () => {
    answer(decideAccessRequest, null, { message: 'Granted.' })
    const { person, dialog } = await openForBoth('Grant…', 'Grant 2 requests?')
    await person.click(dialog.getByRole('button', { name: 'Cancel' }))
    const boxes = () => screen.getAllByRole('checkbox', { checked: true })
    expect(boxes()).toHaveLength(3)
    await person.click(screen.getByRole('button', { name: 'Grant Rates to Bea Ivers' }))
    await person.click(await screen.findByRole('button', { name: 'Grant' }))
    await screen.findByText('Granted.')
    await waitFor(() => expect(boxes()).toHaveLength(1))
  })

  test('without a connection the rest is not tried, and waits', async () => {
    failToConnect(decideAccessRequest)
    const { person, dialog } = await openForBoth('Grant…', 'Grant 2 requests?')
    await person.click(dialog.getByRole('button', { name: 'Grant' }))
    await dialog.findByText(/^0 of 2 requests are decided\. We can’t reach the portal/)
    expect(decidedIds()).toEqual(['7'])
  })

  test('where one can’t be decided I read whose and why, and only that one is tried again', async () => {
    const first = Promise.withResolvers<null>()
    answerAfter(decideAccessRequest, first.promise)
    const { person, dialog } = await openForBoth('Grant…', 'Grant 2 requests?')
    await person.click(dialog.getByRole('button', { name: 'Grant' }))
    await waitFor(() => expect(decidedIds()).toEqual(['7']))
    refuse(decideAccessRequest, 422, 'This application can’t be granted to Cem Aydin any more. Decline the request.')
    first.resolve(null)
    await dialog.findByText(/^1 of 2 requests are decided\. Cem Aydin, Rates: This application can’t be granted/)
    expect(dialog.queryByText('Bea Ivers of Harborview asks for Rates.')).toBeNull()
    answer(decideAccessRequest, null, { message: 'Cem Aydin now has Rates. We’ll email them.' })
    await person.click(dialog.getByRole('button', { name: 'Grant' }))
    await screen.findByText('Cem Aydin now has Rates. We’ll email them.')
    expect(decidedIds()).toEqual(['7', '8', '8'])
  })
})

test('requests that I selected on two pages are decided together', async () => {
  const other = { ...asked, accessRequestId: 8, firstNm: 'Cy', lastNm: 'Lund' }
  const total = { headers: { 'x-total-count': '16' } }
  answer(listAccessRequests, [asked], total)
  answer(decideAccessRequest, null, { message: 'Done.' })
  const { person } = renderPage(address)
  await person.click(await screen.findByRole('checkbox', { name: 'Select Bea Ivers, Rates' }))
  answer(listAccessRequests, [other], total)
  await person.click(screen.getByRole('button', { name: 'Next' }))
  await person.click(await screen.findByRole('checkbox', { name: 'Select Cy Lund, Rates' }))
  await person.click(screen.getByRole('button', { name: 'Grant…' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/Bea Ivers/)
  dialog.getByText(/Cy Lund/)
})

test('I read what a permission set gives before I grant it until the end of a day', async () => {
  const forSet = { ...asked, pageNm: 'Accounting clerk', systemNm: null, givesList: ['Ledger', 'Ledger / Entries'] }
  answer(listAccessRequests, [forSet], { headers: { 'x-total-count': '1' } })
  answer(decideAccessRequest, null, { message: 'Bea Ivers now has Accounting clerk. We’ll email them.' })
  const { person } = renderPage(address)
  await screen.findByRole('cell', { name: 'Accounting clerk (Permission set)' })
  await person.click(screen.getByRole('button', { name: 'Grant Accounting clerk to Bea Ivers' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Grant Accounting clerk to Bea Ivers?' }))
  dialog.getByText('Bea Ivers of Harborview asks for the permission set Accounting clerk, which gives:')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Ledger', 'Ledger / Entries'])
  await person.type(dialog.getByLabelText('Access ends on'), '2027-01-31')
  await person.click(dialog.getByRole('button', { name: 'Grant' }))
  await screen.findAllByText('Bea Ivers now has Accounting clerk. We’ll email them.')
  const endDt = new Date('2027-01-31T23:59:59.999').toISOString()
  expect(requestsTo(decideAccessRequest)[0]?.body).toMatchObject({ decisionCd: 'grant', endDt })
})
