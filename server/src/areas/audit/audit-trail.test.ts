import {
  exportAuditEvents,
  listAuditEvents,
  searchAuditClients,
  searchAuditUsers,
} from '@portico/contract/audit/audit.ts'
import type { ListRequest } from '@portico/contract/kit/list.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { everything } from '../../db/scope.ts'
import { listPage } from '../../db/list-page.ts'
import { recordAudit, recordAudits } from './audit-store.ts'

const EVENTS = 130
let portal: Portal
let staff: Browser
let clientAdmin: Browser
let clientId: number
let user: MadeUser
beforeAll(async () => {
  portal = await startPortal()
  const internal = await portal.make.user({ is_internal: true })
  user = await portal.make.user()
  const external = await portal.make.user({ client_id: user.clientId })
  clientId = user.clientId
  for (const holder of [internal, external]) await portal.make.adminPages(holder, ['Audit Trail'])
  staff = await openSession(portal, internal)
  clientAdmin = await openSession(portal, external)
  const other = await portal.make.client()
  await portal.owner(
    `insert into audit_events (at, event, actor_user_id, subject_user_id, client_id, target_kind, target_id, before, after)
     select '2026-01-01'::timestamptz + n * interval '1 minute', case when n % 2 = 0 then 'user_updated' else 'link_added' end,
            $1, $1, case when n <= 100 then $2::int else $3::int end, 'thing', n, '{"name":"=cmd"}', '{"name":"+1,\\"x\\""}'
       from generate_series(1, ${EVENTS}) n`,
    [user.id, user.clientId, other],
  )
})
afterAll(() => portal.close())

const list = (browser: Browser, query = '') =>
  browser.request('GET', `${fillPath(listAuditEvents.path, { uid: String(browser.userId) })}${query}`, {})
const idsOf = (answer: { data: unknown }) =>
  (answer.data as { targetIdTxt: string }[]).map((row) => Number(row.targetIdTxt))
const things = 'targetKindTxt=thing'

describe('the audit trail', () => {
  test('is sorted newest first, fifteen a page, with the exact total', async () => {
    const first = await list(staff, `?${things}`)
    expect(idsOf(first)).toEqual(Array.from({ length: 15 }, (_, n) => EVENTS - n))
    expect(first.headers.get('x-total-count')).toBe(String(EVENTS))
    expect((first.data as unknown[])[0]).toMatchObject({ actorNm: user.userName, before: { name: '=cmd' } })
    const last = await list(staff, `?${things}&pageNo=3&pageSize=60`)
    expect(idsOf(last)).toEqual(Array.from({ length: 10 }, (_, n) => 10 - n))
  })

  test('shows an administrator of one client neither id, address nor number of people outside of it, in the list, the export and by filters (S41)', async () => {
    const outsider = await portal.make.user({ is_internal: true, client_id: await portal.make.client() })
    const { id: stranger } = outsider
    const recipients = JSON.stringify({ recipientId: stranger, recipients: [stranger, user.id] })
    await portal.owner(
      `insert into audit_events (event, actor_user_id, subject_user_id, client_id, target_kind, target_id, address, after)
       values ('user_updated', $1, $2, $3, 'outside', '1', '198.51.100.7', null),
              ('user_updated', $2, $1, $3, 'outside', '2', '198.51.100.8', $4::jsonb),
              ('user_updated', $2, $2, $3, 'user', $1::text, '198.51.100.8', null),
              ('authn_login_fail', null, $2, $3, 'outside', '4', '198.51.100.9', null)`,
      [stranger, user.id, clientId, recipients],
    )
    const events = (await list(clientAdmin, '?targetKindTxt=outside')).data as Record<string, unknown>[]
    expect(events.map(({ actorId, subjectId, addressTxt }) => ({ actorId, subjectId, addressTxt }))).toEqual([
      { actorId: null, subjectId: user.id, addressTxt: '198.51.100.9' },
      { actorId: user.id, subjectId: null, addressTxt: '198.51.100.8' },
      { actorId: null, subjectId: user.id, addressTxt: null },
    ])
    expect(events[1]?.['after']).toEqual({ recipientId: null, recipients: [user.id] })
    const aboutUsers = (await list(clientAdmin, '?targetKindTxt=user')).data as Record<string, unknown>[]
    expect(aboutUsers.filter(({ targetIdTxt }) => targetIdTxt === String(stranger))).toEqual([])
    expect(aboutUsers[0]).toMatchObject({ targetIdTxt: null, targetNm: null })
    // Nor by asking whether a number is theirs.
    for (const filter of [`actorId=${stranger}`, `subjectId=${stranger}`, `targetKindTxt=user&targetIdTxt=${stranger}`])
      expect((await list(clientAdmin, `?${filter}`)).data).toEqual([])
    const answer = await clientAdmin.send(exportAuditEvents, {
      params: { uid: clientAdmin.userId },
      body: { format: 'csv', targetKindTxt: 'outside' },
    } as never)
    expect(answer.text).not.toContain('198.51.100.7')
    expect(answer.text).toContain('198.51.100.9')
    expect(answer.text).not.toContain(`recipientId"":${stranger}`)
    const all = (await list(staff, '?targetKindTxt=outside')).data as Record<string, unknown>[]
    expect(all[2]).toMatchObject({ actorId: stranger, addressTxt: '198.51.100.7' })
  })

  test('names no other employer to an administrator of one client, in the list and the export (S41)', async () => {
    const before = `jsonb_build_object('employer', (select name from clients where id = $2), 'requestedEmployer', 'Northwind', 'lastName', 'Northwind')`
    await portal.owner(
      `insert into audit_events (event, actor_user_id, subject_user_id, client_id, target_kind, target_id, before, after)
       values ('user_updated', $1, $1, $2, 'moved', 1, ${before}, '{"employer":"Northwind","requestedEmployer":null}')`,
      [user.id, user.clientId],
    )
    const rowOf = async (browser: Browser) => ((await list(browser, '?targetKindTxt=moved')).data as unknown[])[0]
    expect(await rowOf(staff)).toMatchObject({
      before: { requestedEmployer: 'Northwind' },
      after: { employer: 'Northwind' },
    })
    const own = (await portal.owner('select name::text as name from clients where id = $1', [user.clientId]))[0]
    expect(await rowOf(clientAdmin)).toMatchObject({
      before: { employer: own?.['name'], requestedEmployer: 'Another employer', lastName: 'Northwind' },
      after: { employer: 'Another employer', requestedEmployer: null },
    })
  })

  test('has the exact total without filters, whether none, some or all events are sealed', async () => {
    const totals = async () => {
      const total = (await list(staff)).headers.get('x-total-count')
      const [counted] = await portal.owner('select count(*) from audit_events')
      return [total, counted?.['count']]
    }
    for (const most of [0, 50, 1_000_000]) {
      await portal.owner('select seal_audit_events($1)', [most])
      const [total, counted] = await totals()
      expect(total).toBe(String(counted))
    }
  })

  test('counts an event whose transaction ended after later ones were sealed', async () => {
    const [earlier, later] = await portal.owner(
      "select nextval('audit_events_id_seq')::int as id from generate_series(1, 2)",
    )
    const add = (id: unknown, at: string) =>
      portal.owner(
        `insert into audit_events (id, at, event) overriding system value values ($1, ${at}, 'user_updated')`,
        [id],
      )
    await add(later?.['id'], 'now()')
    await portal.owner('select seal_audit_events(1000000)')
    await add(earlier?.['id'], "now() - interval '1 minute'")
    const [counted] = await portal.owner('select count(*)::int from audit_events')
    expect((await list(staff)).headers.get('x-total-count')).toBe(String(counted?.['count']))
  })

  test('has the exact total of each client and time, whether none, some or all events are sealed', async () => {
    const day = (n: number, time = '00:00:00.000') => `2026-03-${String(n).padStart(2, '0')}T${time}Z`
    const moments = [day(1), day(2, '23:59:59.999'), day(3), day(3, '00:00:00.001'), day(4, '10:00:00.000'), day(6)]
    const otherClient = await portal.make.client()
    for (const client of [null, user.clientId, otherClient])
      await portal.owner(
        `insert into audit_events (at, event, client_id) select at::timestamptz, 'counted', $1 from unnest($2::text[]) at`,
        [client, moments],
      )
    const ends = [undefined, '0000-01-01T00:00:00Z', ...moments, '9999-12-31T12:00:00Z', '9999-12-31T23:59:59.999Z']
    const readable = (moment?: string) => moment?.replace(/^0000/, '0001')
    const wrong: unknown[] = []
    const compare = async (browser: Browser, scope: string, client: number | null) => {
      for (const fromDt of ends)
        for (const toDt of ends) {
          const query = new URLSearchParams({
            ...(client !== null && { clientId: String(client) }),
            ...(fromDt && { fromDt }),
            ...(toDt && { toDt }),
          }).toString()
          const total = Number((await list(browser, `?${query}`)).headers.get('x-total-count'))
          const [counted] = await portal.owner(
            `select count(*)::int as total from audit_events
              where ${scope} and ($1::int is null or client_id = $1)
                and at >= coalesce($2, '-infinity')::timestamptz and at < coalesce($3, 'infinity')::timestamptz`,
            [client, readable(fromDt), readable(toDt)],
          )
          if (total !== counted?.['total']) wrong.push({ scope, client, fromDt, toDt, total, counted })
        }
    }
    for (const most of [0, 5, 1_000_000]) {
      await portal.owner('select seal_audit_events($1)', [most])
      await compare(staff, 'true', null)
      await compare(staff, 'true', otherClient)
      await compare(clientAdmin, `client_id = ${user.clientId}`, null)
      await compare(clientAdmin, `client_id = ${user.clientId}`, otherClient)
    }
    expect(wrong).toEqual([])
  })

  test('has no rows beyond the last page, and still returns the total', async () => {
    const answer = await list(staff, `?${things}&pageNo=2147483647`)
    expect(answer).toMatchObject({ status: 200, data: [] })
    expect(answer.headers.get('x-total-count')).toBe(String(EVENTS))
  })

  test('is narrowed by every filter, alone and together', async () => {
    const totals = async (query: string) => Number((await list(staff, query)).headers.get('x-total-count'))
    expect(await totals(`?${things}&eventCd=link_added`)).toBe(65)
    expect(await totals(`?${things}&targetIdTxt=7`)).toBe(1)
    expect(await totals(`?${things}&clientId=${clientId}`)).toBe(100)
    expect(await totals(`?${things}&actorId=${user.id}&subjectId=${user.id}`)).toBe(EVENTS)
    expect(await totals(`?${things}&fromDt=2026-01-01T00:10:00Z&toDt=2026-01-01T00:20:00Z`)).toBe(10)
    expect(await totals(`?${things}&eventCd=link_added&clientId=${clientId}&pageNo=2`)).toBe(50)
    expect(await totals(`?${things}&changesFlg=N`)).toBe(EVENTS)
    expect(await totals(`?${things}&eventCd=${encodeURIComponent("' or 1=1 --")}`)).toBe(0)
  })

  test('of an application are its changes without the sign-ons to it', async () => {
    const events = ['application_changed', 'application_opened', 'authz_denied']
    await portal.owner(
      `insert into audit_events (at, event, target_kind, target_id)
       select '2026-01-01', event, 'page', '987654' from unnest($1::text[]) event`,
      [events],
    )
    const found = async (query: string) => {
      const answer = await list(staff, `?targetKindTxt=page&targetIdTxt=987654${query}`)
      return (answer.data as { eventCd: string }[]).map(({ eventCd }) => eventCd).toSorted()
    }
    expect(await found('')).toEqual(events)
    expect(await found('&changesFlg=Y')).toEqual(['application_changed'])
  })

  test('shows an administrator of one employer only what concerns it, whatever they request', async () => {
    const totals = async (query: string) => Number((await list(clientAdmin, query)).headers.get('x-total-count'))
    expect(await totals(`?${things}`)).toBe(100)
    expect(await totals(`?${things}&targetIdTxt=130`)).toBe(0)
  })

  test.each(['?sort=password_hash', '?name=x', '?pageNo=0', '?pageSize=20', '?fromDt=yesterday', '?direction=up'])(
    'refuses %s',
    async (query) => expect(await list(staff, query)).toMatchObject({ status: 400, code: '400' }),
  )

  test.each(['0', '-1', 'x', '1.5'])('says what a number of a page is where it is %s', async (pageNo) =>
    expect(await list(staff, `?pageNo=${pageNo}`)).toMatchObject({
      status: 400,
      data: [{ field: 'pageNo', message: 'Enter a whole number from 1.' }],
    }),
  )

  test('is exported whole as a spreadsheet without formulas, and the export is an event (L9)', async () => {
    const path = fillPath(`${listAuditEvents.path}/export`, { uid: String(staff.userId) })
    const get = (body: object) =>
      staff.request('POST', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const csv = await get({ format: 'csv', targetKindTxt: 'thing', direction: 'asc', sort: 'eventDt' })
    const lines = csv.text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(EVENTS + 1)
    expect(lines[1]).toContain('2026-01-01T00:01:00.000Z,link_added')
    expect(csv.headers.get('content-disposition')).toContain('audit-trail.csv')
    expect((await get({ format: 'xlsx', targetKindTxt: 'thing' })).status).toBe(200)
    expect(await get({ format: 'pdf' })).toMatchObject({ status: 400 })
    expect(
      Number((await list(staff, `?eventCd=audit_exported&actorId=${staff.userId}`)).headers.get('x-total-count')),
    ).toBe(2)
  })

  test('names its targets where the reader may see them, in the list and the export; the others keep their number', async () => {
    const make = portal.make
    const elsewhere = await make.client()
    const [stranger, deleted] = [await make.user({ client_id: elsewhere }), await make.user({ status: 3 })]
    const shown = await make.announcement({ title: 'Planned maintenance' })
    const internal = await make.announcement({ title: 'For staff', audience: 'internal' })
    const foreign = await make.announcement({ title: 'For others' })
    const gone = await make.announcement({ title: 'Gone', status: 'deleted' })
    await portal.owner('insert into announcement_clients values ($1, $2)', [foreign, elsewhere])
    const [schedule] = await portal.owner(
      `insert into job_schedules (code, name, cron) values ('named-in-audit', 'Nightly run', '0 1 * * *') returning id, name`,
    )
    const [review] = await portal.owner(
      `insert into access_reviews (client_id, started_by, due_at) values ($1, $2, clock_now() + interval '7 days') returning id`,
      [elsewhere, user.id],
    )
    const targets: [kind: string, id: number | string][] = [
      ['user', user.id],
      ['user', stranger.id],
      ['user', deleted.id],
      ['user', '99999999999'],
      ['announcement', shown],
      ['announcement', internal],
      ['announcement', foreign],
      ['announcement', gone],
      ['client', elsewhere],
      ['document', 1],
      ['facilities', 'EDH'],
      ['security_questions', 1],
      ['job-schedule', String(schedule?.['id'])],
      ['access-review', String(review?.['id'])],
    ]
    for (const [kind, id] of targets)
      await portal.owner(
        `insert into audit_events (event, actor_user_id, subject_user_id, client_id, target_kind, target_id)
         values ('targets_named', $1, $1, $2, $3, $4)`,
        [user.id, user.clientId, kind, String(id)],
      )
    const namesFor = async (browser: Browser) => {
      const { data } = await list(browser, '?eventCd=targets_named&sort=eventDt&direction=asc')
      return (data as { targetNm: string | null }[]).map(({ targetNm }) => targetNm)
    }
    const [other] = await portal.owner('select name::text as name from clients where id = $1', [elsewhere])
    const [facility] = await portal.owner(`select name from facilities where code = 'EDH'`)
    const [asked] = await portal.owner('select question from security_questions where id = 1')
    const forStaff = [
      user.userName,
      stranger.userName,
      null,
      null,
      'Planned maintenance',
      'For staff',
      'For others',
      null,
      other?.['name'],
      null,
      facility?.['name'],
      asked?.['question'],
      schedule?.['name'],
      other?.['name'],
    ]
    const forClient = [user.userName, null, null, null, 'Planned maintenance', ...Array.from({ length: 9 }, () => null)]
    expect(await namesFor(staff)).toEqual(forStaff)
    expect(await namesFor(clientAdmin)).toEqual(forClient)
    const exported = async (browser: Browser) => {
      const body = { format: 'csv', eventCd: 'targets_named', direction: 'asc', sort: 'eventDt' }
      const path = fillPath(`${listAuditEvents.path}/export`, { uid: String(browser.userId) })
      const headers = { 'content-type': 'application/json' }
      const { text } = await browser.request('POST', path, { headers, body: JSON.stringify(body) })
      const [header = '', ...lines] = text.trimEnd().split('\r\n')
      const column = header.split(',').indexOf('Target name')
      return lines.map((line) => line.split(',')[column] || null)
    }
    expect(await exported(staff)).toEqual(forStaff)
    expect(await exported(clientAdmin)).toEqual(forClient)
  })
})

describe('what the trail can be filtered by', () => {
  const options = async (browser: Browser, endpoint: typeof searchAuditUsers, query = {}) =>
    (await browser.call(endpoint, { params: { uid: browser.userId }, query })).map(({ id }) => id)

  test('is found by a part of the name or by its id', async () => {
    expect(await options(staff, searchAuditUsers, { text: user.userName.toUpperCase() })).toEqual([user.id])
    expect(await options(staff, searchAuditUsers, { id: user.id })).toEqual([user.id])
    expect(await options(staff, searchAuditUsers, { text: 'nobody has this name' })).toEqual([])
    expect(await options(staff, searchAuditClients, { id: clientId })).toEqual([clientId])
    expect(await options(staff, searchAuditClients, { text: '%' })).toEqual([])
  })

  test('is for an administrator of one employer that employer and its users', async () => {
    const stranger = await portal.make.user({ client_id: await portal.make.client() })
    expect(await options(clientAdmin, searchAuditClients)).toEqual([clientId])
    expect(await options(clientAdmin, searchAuditUsers, { id: stranger.id })).toEqual([])
    expect(await options(clientAdmin, searchAuditUsers, { text: stranger.userName })).toEqual([])
    expect(await options(clientAdmin, searchAuditUsers)).toContain(user.id)
  })
})

describe('a page of a list', () => {
  const source = (searches: readonly 'word'[]) => ({
    from: sql`generate_series(1, 40000) n`,
    id: sql`n`,
    columns: { tens: sql`n / 10`, n: sql`n` },
    filters: { word: (word: string) => sql<boolean>`n::text like ${word}` },
    searches,
    rows: {
      from: sql`(select m from generate_series(1, 40000) m) numbers`,
      id: sql`numbers.m`,
      select: sql<{ m: number }>`numbers.m`,
    },
  })
  const declared = { columns: ['tens', 'n'] as const, defaultSort: { column: 'tens', direction: 'asc' } as const }
  const page = (request: ListRequest<'tens' | 'n'> & { word?: string }, searches: readonly 'word'[] = []) =>
    portal.database.requests.read(everything, (tx) => listPage(tx, declared, source(searches), request))
  const numbers = async (request: Parameters<typeof page>[0], searches: readonly 'word'[] = []) =>
    (await page(request, searches)).rows.map(({ m }) => m)

  test('far from both ends and at the very end is the same as counted from the front', async () => {
    expect(await numbers({ sort: 'n', pageNo: 1000 })).toEqual(Array.from({ length: 15 }, (_, n) => 14986 + n))
    expect(await numbers({ sort: 'n', pageNo: 2000 })).toEqual(Array.from({ length: 15 }, (_, n) => 29986 + n))
    expect(await numbers({ sort: 'n', pageNo: 2667 })).toEqual([
      39991, 39992, 39993, 39994, 39995, 39996, 39997, 39998, 39999, 40000,
    ])
    expect(await numbers({ sort: 'n', direction: 'desc', pageNo: 2667 })).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(await page({ pageNo: 3000 })).toEqual({ rows: [], total: 40000 })
  })

  test('has one order when many rows are equal: no row twice, none missing', async () => {
    const pages = [1, 2, 3, 4].map((pageNo) => numbers({ pageNo }))
    expect((await Promise.all(pages)).flat()).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
    // The last pages are read from the end.
    const last = [2664, 2665, 2666, 2667]
    const ascending = last.map((pageNo) => numbers({ pageNo }))
    expect((await Promise.all(ascending)).flat()).toEqual(Array.from({ length: 55 }, (_, n) => 39946 + n))
    const descending = last.map((pageNo) => numbers({ sort: 'tens', direction: 'desc', pageNo }))
    expect((await Promise.all(descending)).flat()).toEqual(Array.from({ length: 55 }, (_, n) => 55 - n))
  })

  test('of a search answers alike below and above the number of hits that are collected', async () => {
    for (const word of ['1%', '%', '39999', 'x']) {
      const [searched, filtered] = [await page({ word, sort: 'n' }, ['word']), await page({ word, sort: 'n' })]
      expect(searched.total).toBe(filtered.total)
      expect(searched.rows.map(({ m }) => m)).toEqual(filtered.rows.map(({ m }) => m))
    }
  })
})

describe('what is recorded', () => {
  const lastEvent = async () => (await portal.owner('select * from audit_events order by id desc limit 1'))[0]

  test('has the client of its subject unless another one is given', async () => {
    await portal.database.requests.transact(everything, async (tx) =>
      recordAudit(tx, null, { event: 'user_updated', actorId: user.id, subjectId: user.id, sessionId: null }),
    )
    expect(await lastEvent()).toMatchObject({ client_id: user.clientId })
  })

  test('has no client where it holds for all, regardless of who changed it', async () => {
    const entry = { event: 'job_schedule_changed', actorId: user.id, subjectId: user.id, sessionId: null } as const
    await portal.database.requests.transact(everything, async (tx) =>
      recordAudit(tx, null, { ...entry, clientId: null }),
    )
    expect(await lastEvent()).toMatchObject({ event: entry.event, client_id: null })
    await portal.database.requests.transact(everything, async (tx) =>
      recordAudits(tx, null, [
        { ...entry, clientId: null },
        { ...entry, event: 'user_updated' },
      ]),
    )
    const two = await portal.owner('select event, client_id from audit_events order by id desc limit 2')
    expect(two).toEqual([
      { event: 'user_updated', client_id: user.clientId },
      { event: 'job_schedule_changed', client_id: null },
    ])
  })

  test('of an export stays at one point in time and in memory no longer than it is read, and its connection is released when its reader leaves', async () => {
    const statement = { text: 'select n from generate_series(1, $1::int) n', values: [10_000] }
    for (let round = 0; round < 5; round++)
      for await (const rows of await portal.database.stream<{ n: number }>(everything, statement))
        if (rows.some(({ n }) => n > 2500)) break
    const all: number[] = []
    const batches = new Set<readonly { n: number }[]>()
    for await (const rows of await portal.database.stream<{ n: number }>(everything, statement)) {
      all.push(...rows.map(({ n }) => n))
      batches.add(rows)
    }
    expect([...batches].flat()).toEqual([])
    expect(all).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 1))
  })
})
