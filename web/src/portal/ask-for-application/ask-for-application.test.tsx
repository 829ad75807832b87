import {
  listOwnAccessRequests,
  listRequestableApplications,
  listRequestableSets,
  requestAccess,
  type RequestableApplication,
  requestPermissionSet,
  withdrawAccessRequest,
} from '@portico/contract/access-requests/access-requests.ts'
import { ACCESS_REASON_MAX } from '@portico/contract/limits.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'

const address = '/content-authenticated/ask-for-application'
const waiting = {
  accessRequestId: 41,
  pageNm: 'Rates',
  sectionNm: 'Freight',
  reasonTxt: 'I plan the routes',
  requestStateCd: 'pending' as const,
  requestedDt: new Date('2026-11-20T15:00:00Z'),
  decidedDt: null,
  decisionTxt: '',
  endDt: null,
}
const declined = {
  ...waiting,
  accessRequestId: 6,
  pageNm: 'Yards',
  requestStateCd: 'declined' as const,
  decidedDt: new Date('2026-11-21T15:00:00Z'),
  decisionTxt: 'Ask your manager first',
}

// The page's modules are loaded once, so that no test waits for them.
beforeAll(async () => {
  await Promise.all([import('./AskForApplicationPage.tsx'), import('../../shell/Shell.tsx')])
})

beforeEach(() => {
  answerFrame()
  answer(listRequestableApplications, [rates])
  answer(listRequestableSets, [])
  answer(listOwnAccessRequests, [])
  signInAs()
})

const rates: RequestableApplication = {
  pageId: 3,
  pageNm: 'Rates',
  sectionNm: 'Freight',
  tileColor: '112233',
  tileImage: '/ccservices/images/tiles/5.png',
  applicationSubLinks: [{ sublinkNm: 'Lanes', descriptionTxt: 'What a lane costs' }],
  requestableStateCd: 'open',
}
const yards: RequestableApplication = { ...rates, pageId: 4, pageNm: 'Yards', applicationSubLinks: [] }

const catalog = async () => within(await screen.findByRole('list', { name: 'Applications' }))
const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const ask = async (person: UserEvent, name: string) => {
  await person.click((await catalog()).getByRole('button', { name: `Ask for ${name}` }))
  return within(await screen.findByRole('dialog', { name: `Ask for ${name}` }))
}
const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Why you need it' })

test('I ask for an application with a reason, and see the request waiting', async () => {
  answer(requestAccess, { accessRequestId: 7 }, { message: 'Request sent. We’ll email you when it’s decided.' })
  const { person } = renderPage(address)
  const dialog = await ask(person, 'Rates')
  await waitFor(() => expect(document.activeElement).toBe(reason()))
  await person.type(reason(), 'I plan the routes')
  answer(listOwnAccessRequests, [waiting])
  answer(listRequestableApplications, [{ ...rates, requestableStateCd: 'waiting' }])
  await person.click(dialog.getByRole('button', { name: 'Send request' }))
  const own = within(await screen.findByRole('region', { name: 'Your requests' }))
  await own.findByText('Rates')
  own.getByText('Waiting')
  expect(requestsTo(requestAccess).at(-1)?.body).toEqual({ pageId: 3, reasonTxt: 'I plan the routes' })
  await screen.findByText('Request sent. We’ll email you when it’s decided.')
  await screen.findByText('There are no applications you can ask for.')
  const shown = await catalog()
  shown.getByText('You have asked for it')
  expect(shown.queryByRole('button')).toBeNull()
})

test('without a reason nothing is sent, and its field has the focus', async () => {
  const { person } = renderPage(address)
  const dialog = await ask(person, 'Rates')
  await person.click(dialog.getByRole('button', { name: 'Send request' }))
  await dialog.findByText('Enter why you need it.')
  expect(document.activeElement).toBe(reason())
  expect(requestsTo(requestAccess)).toHaveLength(0)
})

test('a reason as long as it may be is sent, and of one that is longer I read so', async () => {
  answer(requestAccess, { accessRequestId: 7 }, { message: 'Request sent.' })
  const { person } = renderPage(address)
  const dialog = await ask(person, 'Rates')
  fireEvent.change(reason(), { target: { value: 'x'.repeat(ACCESS_REASON_MAX + 1) } })
  dialog.getByText('0 characters left')
  await person.click(dialog.getByRole('button', { name: 'Send request' }))
  await dialog.findByText(`Enter at most ${ACCESS_REASON_MAX} characters.`)
  expect(document.activeElement).toBe(reason())
  expect(requestsTo(requestAccess)).toHaveLength(0)
  fireEvent.change(reason(), { target: { value: 'x'.repeat(ACCESS_REASON_MAX) } })
  await person.click(dialog.getByRole('button', { name: 'Send request' }))
  await screen.findByText('Request sent.')
  expect(requestsTo(requestAccess)).toHaveLength(1)
})

test('the search has the focus, and finds names and what an application is for by words in any order', async () => {
  answer(listRequestableApplications, [rates, yards])
  const { person, address: now } = renderPage(address)
  const search = await screen.findByRole('searchbox', { name: 'Search by name or task' })
  expect(document.activeElement).toBe(search)
  screen.getByText('Lanes: What a lane costs')
  await person.type(search, 'costs freight')
  await waitFor(() => expect(names()).toEqual(['Rates']))
  expect(now()).toBe(`${address}?q=costs+freight`)
  screen.getByText('1 application')
  await person.clear(search)
  await person.type(search, 'boats')
  await screen.findByText('No applications match your search.')
})

test('a term in the address is searched for', async () => {
  answer(listRequestableApplications, [rates, yards])
  renderPage(`${address}?q=yard`)
  await catalog()
  expect(names()).toEqual(['Yards'])
})

test('what I have or have asked for is marked and cannot be asked for', async () => {
  answer(listRequestableApplications, [
    { ...rates, requestableStateCd: 'held' },
    { ...yards, requestableStateCd: 'waiting' },
  ])
  renderPage(address)
  const [first, second] = (await catalog())
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByRole('heading'))
  within(first as HTMLElement).getByText('You have it')
  within(second as HTMLElement).getByText('You have asked for it')
  expect((await catalog()).queryAllByRole('button')).toEqual([])
})

test('I read why a request was declined, and withdraw one that waits', async () => {
  answer(listOwnAccessRequests, [waiting, declined])
  answer(withdrawAccessRequest, null, { message: 'Request withdrawn.' })
  const { person } = renderPage(address)
  await screen.findByText('Reason: Ask your manager first')
  expect(screen.getAllByRole('button', { name: /^Withdraw/ })).toHaveLength(1)
  await person.click(screen.getByRole('button', { name: 'Withdraw the request for Rates' }))
  answer(listOwnAccessRequests, [{ ...waiting, requestStateCd: 'withdrawn' }, declined])
  await person.click(await screen.findByRole('button', { name: 'Withdraw request' }))
  await screen.findByText('Withdrawn')
  expect(requestsTo(withdrawAccessRequest).map(({ path }) => path)).toEqual([
    expect.stringMatching(/access-requests\/41\/withdraw$/),
  ])
})

test.each([
  ['pending', 'Waiting', /^Sent 11\/20\/2026.{0,20}$/],
  ['granted', 'Granted', /^Sent 11\/20\/2026.* · Decided 11\/21\/2026.* · Until 11\/30\/2026/],
  ['declined', 'Declined', /^Sent 11\/20\/2026.* · Decided 11\/21\/2026.{0,20}$/],
  ['withdrawn', 'Withdrawn', /^Sent 11\/20\/2026.{0,20}$/],
  ['closed', 'No longer needed', /^Sent 11\/20\/2026.{0,20}$/],
] as const)(
  'a request that is %s is said to be “%s”, with its days; only a waiting one can be withdrawn',
  async (requestStateCd, word, moments) => {
    const isDecided = requestStateCd === 'granted' || requestStateCd === 'declined'
    answer(listOwnAccessRequests, [
      {
        ...waiting,
        requestStateCd,
        decidedDt: isDecided ? new Date('2026-11-21T15:00:00Z') : null,
        endDt: requestStateCd === 'granted' ? new Date('2026-11-30T15:00:00Z') : null,
      },
    ])
    renderPage(address)
    const own = within(await screen.findByRole('region', { name: 'Your requests' }))
    own.getByText(word)
    own.getByText(moments)
    expect(own.queryAllByRole('button', { name: /^Withdraw/ })).toHaveLength(requestStateCd === 'pending' ? 1 : 0)
  },
)

test('after a request was sent the next one begins with an empty reason', async () => {
  answer(requestAccess, { accessRequestId: 7 }, { message: 'Request sent.' })
  answer(listRequestableApplications, [rates, yards])
  const { person } = renderPage(address)
  const first = await ask(person, 'Yards')
  await person.type(reason(), 'I plan')
  await person.click(first.getByRole('button', { name: 'Send request' }))
  await screen.findByText('Request sent.')
  expect(requestsTo(requestAccess).at(-1)?.body).toEqual({ pageId: 4, reasonTxt: 'I plan' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const name of ['Yards', 'Rates']) {
    const next = await ask(person, name)
    expect(reason().value).toBe('')
    await person.click(next.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})

test('a refusal of the server appears, and what I typed stays', async () => {
  refuse(requestAccess, 429, 'You can send up to 10 requests an hour.')
  const { person } = renderPage(address)
  const dialog = await ask(person, 'Rates')
  await person.type(reason(), 'I plan')
  await person.click(dialog.getByRole('button', { name: 'Send request' }))
  await dialog.findByText('You can send up to 10 requests an hour.')
  expect(reason().value).toBe('I plan')
})

const clerk = {
  setId: 7,
  setNm: 'Accounting clerk',
  descriptionTxt: 'Keeps the books',
  givesList: ['Ledger', 'Ledger / Entries'],
  requestableStateCd: 'open' as const,
}

test('I read what a permission set gives, ask for it, and see the request waiting', async () => {
  answer(listRequestableSets, [clerk])
  answer(requestPermissionSet, { accessRequestId: 8 }, { message: 'Request sent.' })
  const { person } = renderPage(address)
  const sets = within(await screen.findByRole('region', { name: 'Access packages' }))
  sets.getByText('Keeps the books')
  expect(sets.getByRole('list', { name: 'Accounting clerk gives' }).textContent).toBe('LedgerLedger / Entries')
  await person.click(sets.getByRole('button', { name: 'Ask for Accounting clerk' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for Accounting clerk' }))
  dialog.getByText('Ledger / Entries')
  await person.type(reason(), 'I keep the books')
  answer(listRequestableSets, [{ ...clerk, requestableStateCd: 'waiting' }])
  answer(listOwnAccessRequests, [{ ...waiting, pageNm: 'Accounting clerk', sectionNm: null }])
  await person.click(dialog.getByRole('button', { name: 'Send request' }))
  await sets.findByText('You have asked for it')
  expect(requestsTo(requestPermissionSet)[0]?.body).toEqual({ setId: 7, reasonTxt: 'I keep the books' })
})

test('permission sets take no place where there are none to ask for', async () => {
  renderPage(address)
  await catalog()
  expect(screen.queryByRole('region', { name: 'Access packages' })).toBeNull()
})
