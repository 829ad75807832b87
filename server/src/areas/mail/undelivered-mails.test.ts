import { discardMail, listUndeliveredMails, resendMail } from '@portico/contract/mail/mail.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let admin: Browser
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await adminOf({ is_internal: true }))
})
afterAll(() => portal.close())
beforeEach(() => portal.owner('delete from outbox_mails'))

async function adminOf(columns: object) {
  const user = await portal.make.user({ ...columns })
  await portal.make.adminPages(user, ['Mail Delivery'])
  return user
}

const own = (browser: Browser) => ({ params: { uid: browser.userId } })
const list = (query: RequestOf<typeof listUndeliveredMails>['query'] = {}) =>
  admin.call(listUndeliveredMails, { ...own(admin), query })
const addresses = async (query: Parameters<typeof list>[0]) => (await list(query)).map(({ toAddress }) => toAddress)
const act = (endpoint: typeof resendMail, mailId: number) =>
  admin.send(endpoint, { params: { uid: admin.userId, mailId } })

let count = 0
async function mail(columns: Record<string, unknown> = {}): Promise<number> {
  const row = {
    dedupe_key: `mail ${++count}`,
    to_address: 'gone@example.test',
    template: 'announcement',
    fields: JSON.stringify({ title: 'Hello', text: 'Secret plans' }),
    state: 'dead',
    attempts: 3,
    last_error: '550 no such user',
    ...columns,
  }
  const names = Object.keys(row)
  const [made] = await portal.owner(
    `insert into outbox_mails (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return Number(made?.['id'])
}
const stateOf = async (id: number) =>
  (await portal.owner('select state, attempts, fields from outbox_mails where id = $1', [id]))[0]
const trail = async (event: string) =>
  portal.owner('select actor_user_id, target_kind, target_id from audit_events where event = $1 order by id desc', [
    event,
  ])

describe('an internal administrator sees what did not arrive', () => {
  test('newest first: receiver, kind, time and reason, and none of the content', async () => {
    const client = await portal.make.client({ name: 'Lindqvist' })
    await mail({ client_id: client })
    const waiting = await mail({ state: 'waiting', template: 'password-changed', attempts: 1, last_error: '451 later' })
    await mail({ state: 'sent', last_error: null })
    await mail({ state: 'waiting', last_error: null })
    const answer = await admin.send(listUndeliveredMails, { ...own(admin), query: {} })
    expect(answer.text).not.toContain('Secret plans')
    expect(await list()).toMatchObject([
      { mailId: waiting, kindTxt: 'Password changed', stateCd: 'retrying', clientNm: null, sendAgainFlg: false },
      {
        kindTxt: 'Announcement',
        toAddress: 'gone@example.test',
        clientNm: 'Lindqvist',
        stateCd: 'failed',
        attemptsCnt: 3,
        nextAttemptDt: null,
        lastErrorTxt: '550 no such user',
        sendAgainFlg: true,
      },
    ])
  })

  test('a page at a time, however many there are, with their exact number', async () => {
    await portal.owner(
      `insert into outbox_mails (dedupe_key, to_address, template, state, last_error, created_at)
       select 'many ' || n, 'reader' || lpad(n::text, 3, '0') || '@example.test', 'test', 'dead', '550',
              clock_now() - n * interval '1 minute'
         from generate_series(1, 250) n`,
    )
    const last = await admin.send(listUndeliveredMails, { ...own(admin), query: { pageNo: 5, pageSize: 60 } })
    expect(last.headers.get('x-total-count')).toBe('250')
    expect((await addresses({ pageNo: 5, pageSize: 60 })).at(-1)).toBe('reader250@example.test')
    expect(await list()).toHaveLength(15)
    expect((await addresses({ sort: 'createdDt', direction: 'asc', pageSize: 30 }))[0]).toBe('reader250@example.test')
  })

  test('by state, by kind, and by a part of the recipient or their employer, in any case', async () => {
    const client = await portal.make.client({ name: 'Åkerlund' })
    await mail({ to_address: 'Anna@one.test', client_id: client })
    await mail({ to_address: 'bo@two.test', state: 'waiting', last_error: '451', template: 'test' })
    expect(await addresses({ stateCd: 'failed' })).toEqual(['Anna@one.test'])
    expect(await addresses({ stateCd: 'retrying' })).toEqual(['bo@two.test'])
    expect(await addresses({ kindCd: 'test' })).toEqual(['bo@two.test'])
    expect(await addresses({ nm: ' ANNA@ ' })).toEqual(['Anna@one.test'])
    expect(await addresses({ nm: 'åkerl' })).toEqual(['Anna@one.test'])
    expect(await addresses({ nm: '%' })).toEqual([])
  })

  test('in the order of any column', async () => {
    const [first, second] = [await portal.make.client({ name: 'aa' }), await portal.make.client({ name: 'BB' })]
    await mail({ to_address: 'B@x.test', client_id: first, attempts: 9 })
    await mail({ to_address: 'a@x.test', client_id: second, attempts: 10 })
    expect(await addresses({ sort: 'toAddress' })).toEqual(['a@x.test', 'B@x.test'])
    expect(await addresses({ sort: 'clientNm' })).toEqual(['B@x.test', 'a@x.test'])
    expect(await addresses({ sort: 'attemptsCnt', direction: 'desc' })).toEqual(['a@x.test', 'B@x.test'])
  })

  test('the mail server’s answer is shown without other addresses', async () => {
    await mail({ last_error: '550 <Gone@example.test> refused for <boss@corp.test>, ask postmaster@corp.test.' })
    expect((await list())[0]?.lastErrorTxt).toBe('550 <Gone@example.test> refused for <…>, ask …')
  })

  test('staff only: an administrator of a client who was granted the page is refused, and nothing changes', async () => {
    const id = await mail()
    const external = await portal.as(await adminOf({}))
    for (const endpoint of [resendMail, discardMail])
      expect((await external.send(endpoint, { params: { uid: external.userId, mailId: id } })).status).toBe(403)
    expect((await external.send(listUndeliveredMails, { ...own(external), query: {} })).status).toBe(403)
    expect(await stateOf(id)).toMatchObject({ state: 'dead', attempts: 3 })
  })
})

describe('an internal administrator manages it', () => {
  test('and sends it again, which is audited', async () => {
    const id = await mail()
    expect(await act(resendMail, id)).toMatchObject({ code: '200', message: 'Email queued for sending.' })
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', attempts: 0 })
    expect((await trail('mail_sent_again'))[0]).toEqual({
      actor_user_id: admin.userId,
      target_kind: 'mail',
      target_id: String(id),
    })
    expect(await act(resendMail, id)).toMatchObject({ status: 404 })
  })

  test('but no expired temporary password: a new one has to be requested', async () => {
    const id = await mail({ template: 'temporary-password', good_until: '2020-01-01' })
    expect((await list())[0]).toMatchObject({ mailId: id, sendAgainFlg: false })
    expect((await act(resendMail, id)).status).toBe(404)
  })

  test('and a temporary password until it ends, not longer because it is sent again', async () => {
    const goodUntil = async (id: number) => {
      const text = `select round(extract(epoch from good_until - clock_now()) / 3600)::integer as hours from outbox_mails where id = $1`
      return (await portal.owner(text, [id]))[0]?.['hours']
    }
    const soon = new Date(Date.now() + 2 * 3_600_000)
    const [secret, plain] = [
      await mail({ template: 'temporary-password', good_until: soon }),
      await mail({ good_until: soon }),
    ]
    for (const id of [secret, plain]) expect(await act(resendMail, id)).toMatchObject({ code: '200' })
    expect([await goodUntil(secret), await goodUntil(plain)]).toEqual([2, 72])
  })

  test('and discards it, whether it was still being retried or not: its secrets are erased, and it is gone from the list', async () => {
    const secret = await mail({ template: 'temporary-password', state: 'waiting' })
    const other = await mail()
    for (const id of [secret, other]) expect((await act(discardMail, id)).code).toBe('200')
    expect(await stateOf(secret)).toMatchObject({ state: 'discarded', fields: {} })
    expect(await stateOf(other)).toMatchObject({ state: 'discarded' })
    expect(await list()).toEqual([])
    expect(await trail('mail_given_up')).toHaveLength(2)
    expect((await act(discardMail, other)).status).toBe(404)
    expect((await act(resendMail, other)).status).toBe(404)
  })

  test('but not one that has arrived, or that waits for its first attempt', async () => {
    const sent = await mail({ state: 'sent', last_error: null })
    const fresh = await mail({ state: 'waiting', last_error: null })
    for (const id of [sent, fresh]) expect((await act(discardMail, id)).status).toBe(404)
  })
})
