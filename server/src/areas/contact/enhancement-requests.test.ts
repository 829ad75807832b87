import { listEnhanceReqs } from '@portico/contract/contact/contact.ts'
import { changeEnhancementRequest, listEnhancementRequests } from '@portico/contract/contact/enhancement-requests.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { readMailbox } from '../mail/public.ts'

let portal: Portal
let staff: Browser
let clientAdmin: Browser
let client: number
let section: number
let clerk: MadeUser
let stranger: MadeUser
beforeAll(async () => {
  portal = await startPortal()
  client = await portal.make.client({ name: 'Harborview' })
  section = await portal.make.section({ name: 'Statements' })
  staff = await adminOf({ is_internal: true, first_name: 'Grace', last_name: 'Hopper' })
  clientAdmin = await adminOf({ client_id: client })
  clerk = await portal.make.user({
    client_id: client,
    first_name: 'Bea',
    last_name: 'Ivers',
    email: 'bea@harbor.test',
    work_phone: '2065550100',
  })
  stranger = await portal.make.user({ client_id: await portal.make.client(), first_name: 'Zoe', last_name: 'Zimmer' })
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner('delete from enhancement_requests')
  await portal.owner('delete from outbox_mails')
})

async function adminOf(columns: Record<string, unknown>): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, ['User Administration'])
  return portal.as(user)
}
async function sent({ id, clientId }: MadeUser, columns: Record<string, unknown> = {}): Promise<number> {
  const values = { user_id: id, client_id: clientId, section_id: section, comment: 'Search by amount', ...columns }
  const marks = Object.keys(values).map((_, index) => `$${index + 1}`)
  const [row] = await portal.owner(
    `insert into enhancement_requests (${Object.keys(values).join(', ')}) values (${marks.join(', ')}) returning id`,
    Object.values(values),
  )
  return Number(row?.['id'])
}
const list = (query: RequestOf<typeof listEnhancementRequests>['query'] = {}, by = staff) =>
  by.call(listEnhancementRequests, { params: { uid: by.userId }, query })
const change = (enhancementRequestId: number, body: RequestOf<typeof changeEnhancementRequest>['body'], by = staff) =>
  by.send(changeEnhancementRequest, { params: { uid: by.userId, enhancementRequestId }, body })
const numbersOf = (found: readonly { requestNo: number }[]) => found.map(({ requestNo }) => requestNo)
const mails = async () => {
  const all = await readMailbox(portal.database.requests, createMailComposer(portal.config))
  return all.map(({ to, mail }) => ({ to, subject: mail?.subject ?? '', text: mail?.text ?? '' }))
}

test('I see what users asked for, with how to contact those who want it', async () => {
  const one = await sent(clerk, { wants_contact: true })
  const [found] = await list()
  expect(found).toMatchObject({
    requestNo: one,
    firstNm: 'Bea',
    lastNm: 'Ivers',
    employerNm: 'Harborview',
    sectionNm: 'Statements',
    comment: 'Search by amount',
    emailAddress: 'bea@harbor.test',
    workPhone: '2065550100',
    requestState: 'received',
    answerTxt: '',
    version: 1,
  })
  const quiet = await sent(clerk)
  expect((await list()).find(({ requestNo }) => requestNo === quiet)).toMatchObject({
    contactMeFlag: false,
    emailAddress: null,
    workPhone: null,
  })
})

test('I find them by sender, number, status and employer, in any order', async () => {
  const early = await sent(clerk, { created_at: new Date('2026-01-01T00:00:00Z') })
  const planned = await sent(stranger, { state: 'planned' })
  const done = await sent(clerk, { state: 'done' })
  expect(numbersOf(await list({ stateCd: 'open' }))).toEqual([planned, early])
  expect(numbersOf(await list({ stateCd: 'done' }))).toEqual([done])
  expect(numbersOf(await list({ nm: 'ZIMM' }))).toEqual([planned])
  expect(numbersOf(await list({ nm: ` ${early} ` }))).toEqual([early])
  expect(numbersOf(await list({ employerId: stranger.clientId }))).toEqual([planned])
  expect(numbersOf(await list({ sort: 'createdDt', direction: 'asc' }))[0]).toBe(early)
  expect((await list({ sort: 'lastNm', direction: 'desc' }))[0]?.requestNo).toBe(planned)
})

test('a status and an answer reach the sender, on their page and by email; the audit trail has both (N-2)', async () => {
  const number = await sent(clerk)
  expect(
    await change(number, { requestState: 'planned', answerTxt: ' In spring,\r\nas we hope ', version: 1 }),
  ).toMatchObject({
    code: '200',
    message: `Request ${number} saved. We’ll email Bea Ivers.`,
  })
  const own = await portal.as(clerk)
  expect(await own.call(listEnhanceReqs, { params: { uid: own.userId } })).toMatchObject([
    { requestNo: number, requestState: 'planned', answerTxt: 'In spring,\nas we hope' },
  ])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: 'bea@harbor.test', subject: `Your enhancement request ${number}: Planned` })
  for (const word of ['Hello Bea', 'Statements', 'In spring']) expect(mail?.text).toContain(word)
  const [event] = await portal.owner(
    `select actor_user_id as actor, subject_user_id as subject, client_id as client, before, after from audit_events
      where event = 'enhancement_request_changed' and target_id = $1`,
    [String(number)],
  )
  expect(event).toEqual({
    actor: staff.userId,
    subject: clerk.id,
    client,
    before: { state: 'received', answer: '' },
    after: { state: 'planned', answer: 'In spring,\nas we hope' },
  })
})

test('another answer with the same status reaches the sender, too', async () => {
  const number = await sent(clerk)
  await change(number, { requestState: 'planned', answerTxt: 'In spring', version: 1 })
  await change(number, { requestState: 'planned', answerTxt: 'In summer', version: 2 })
  const texts = (await mails()).map(({ text }) => /In \w+/.exec(text)?.[0] ?? '')
  expect(texts.toSorted()).toEqual(['In spring', 'In summer'])
})

test('the second of two administrators is told who answered; without a change nobody is emailed', async () => {
  const number = await sent(clerk)
  await portal.owner("update enhancement_requests set updated_at = '2020-01-01' where id = $1", [number])
  await change(number, { requestState: 'in-review', version: 1 })
  const late = await change(number, { requestState: 'declined', version: 1 })
  expect(Date.now() - Date.parse((late.data as { changedDt: string }).changedDt)).toBeLessThan(86_400_000)
  expect(late).toMatchObject({
    status: 409,
    message: 'Grace Hopper has answered this request in the meantime. Check the answer, then save again.',
    data: { changedByNm: 'Grace Hopper', changedDt: expect.any(String) },
  })
  // Nobody is named whose account is gone.
  await portal.owner('update enhancement_requests set changed_by = null where id = $1', [number])
  expect(await change(number, { requestState: 'declined', version: 1 })).toMatchObject({
    status: 409,
    message: 'This request was answered in the meantime. Check the answer, then save again.',
    data: { changedByNm: null },
  })
  await portal.owner('delete from outbox_mails')
  expect(await change(number, { requestState: 'in-review' })).toMatchObject({
    code: '200',
    message: 'Nothing has changed.',
  })
  expect(await mails()).toEqual([])
  expect(await list()).toMatchObject([{ requestState: 'in-review', version: 2 }])
  const answers = await Promise.all([
    change(number, { requestState: 'planned', version: 2 }),
    change(number, { requestState: 'done', version: 2 }),
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
})

test('a sender who is no longer active gets no email', async () => {
  const gone = await portal.make.user({ client_id: client, status: 2 })
  const number = await sent(gone)
  expect((await change(number, { requestState: 'done' })).message).toBe(`Request ${number} saved.`)
  expect(await mails()).toEqual([])
})

test('an administrator of a client sees the requests of the client, and answers none', async () => {
  const own = await sent(clerk)
  const foreign = await sent(stranger)
  expect(numbersOf(await list({}, clientAdmin))).toEqual([own])
  expect(await list({ nm: 'zimmer' }, clientAdmin)).toEqual([])
  for (const number of [own, foreign])
    expect(await change(number, { requestState: 'done' }, clientAdmin)).toMatchObject({ status: 403 })
  expect(await list()).toMatchObject([{ requestState: 'received' }, { requestState: 'received' }])
})

test('an answer that is too long and an unknown request are refused', async () => {
  const number = await sent(clerk)
  const message = 'Enter at most 2000 characters.'
  expect(await change(number, { requestState: 'done', answerTxt: 'a'.repeat(2001) })).toMatchObject({
    status: 422,
    message,
    data: [{ field: 'answerTxt', message }],
  })
  expect(await change(number + 1000, { requestState: 'done' })).toMatchObject({ status: 404 })
  expect(await list()).toMatchObject([{ requestState: 'received', answerTxt: '' }])
})
