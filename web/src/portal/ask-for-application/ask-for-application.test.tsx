import {
  listOwnAccessRequests,
  listRequestableApplications,
  requestAccess,
  withdrawAccessRequest,
} from '@portico/contract/access-requests/access-requests.ts'
import { screen, within } from '@testing-library/react'
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
  answer(listRequestableApplications, [{ pageId: 3, pageNm: 'Rates', sectionNm: 'Freight' }])
  answer(listOwnAccessRequests, [])
  signInAs()
})

const form = async () => within(await screen.findByRole('form', { name: 'New request' }))

test('I ask for an application with a reason, and see the request waiting', async () => {
  answer(requestAccess, { accessRequestId: 7 }, { message: 'Request sent. We’ll email you when it’s decided.' })
  const { person } = renderPage(address)
  const fields = await form()
  await person.selectOptions(fields.getByRole('combobox', { name: 'Application' }), 'Freight: Rates')
  await person.type(fields.getByRole('textbox', { name: 'Why you need it' }), 'I plan the routes')
  answer(listOwnAccessRequests, [waiting])
  answer(listRequestableApplications, [])
  await person.click(fields.getByRole('button', { name: 'Send request' }))
  const own = within(await screen.findByRole('region', { name: 'Your requests' }))
  await own.findByText('Rates')
  own.getByText('Waiting')
  expect(requestsTo(requestAccess).at(-1)?.body).toEqual({ pageId: 3, reasonTxt: 'I plan the routes' })
  await screen.findByText('There are no applications you can ask for.')
})

test('without an application or a reason nothing is sent, and the first of both has the focus', async () => {
  const { person } = renderPage(address)
  const fields = await form()
  await person.click(fields.getByRole('button', { name: 'Send request' }))
  expect((await fields.findAllByText('Select an application.')).length).toBeGreaterThan(0)
  expect(document.activeElement).toBe(fields.getByRole('combobox', { name: 'Application' }))
  expect(requestsTo(requestAccess)).toHaveLength(0)
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

test('after a request was sent the form is empty again', async () => {
  answer(requestAccess, { accessRequestId: 7 }, { message: 'Request sent.' })
  answer(listRequestableApplications, [
    { pageId: 3, pageNm: 'Rates', sectionNm: 'Freight' },
    { pageId: 4, pageNm: 'Yards', sectionNm: 'Freight' },
  ])
  const { person } = renderPage(address)
  const fields = await form()
  const choice = fields.getByRole<HTMLSelectElement>('combobox', { name: 'Application' })
  const reason = fields.getByRole<HTMLTextAreaElement>('textbox', { name: 'Why you need it' })
  await person.selectOptions(choice, 'Freight: Yards')
  await person.type(reason, 'I plan')
  await person.click(fields.getByRole('button', { name: 'Send request' }))
  await screen.findByText('Request sent.')
  expect(requestsTo(requestAccess).at(-1)?.body).toEqual({ pageId: 4, reasonTxt: 'I plan' })
  expect([choice.value, reason.value]).toEqual(['', ''])
})

test('a refusal of the server appears, and what I typed stays', async () => {
  refuse(requestAccess, 429, 'You can send up to 10 requests an hour.')
  const { person } = renderPage(address)
  const fields = await form()
  await person.selectOptions(fields.getByRole('combobox', { name: 'Application' }), 'Freight: Rates')
  await person.type(fields.getByRole('textbox', { name: 'Why you need it' }), 'I plan')
  await person.click(fields.getByRole('button', { name: 'Send request' }))
  await screen.findByText('You can send up to 10 requests an hour.')
  expect(fields.getByRole<HTMLTextAreaElement>('textbox', { name: 'Why you need it' }).value).toBe('I plan')
})
