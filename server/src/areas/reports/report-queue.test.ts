import {
  deleteReportQueue,
  getReportAddress,
  listReportQueue,
  requestAccessReport,
  requestPciReport,
} from '@portico/contract/reports/reports.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import { jobContext } from '../../../test/job-context.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { drainedJobs, reportAdmin } from '../../../test/reports.ts'
import { jobRegistry } from '../../composition/job-registry.ts'
import { jobSchema } from '../../db/job-schema.ts'
import { everything } from '../../db/scope.ts'
import { REPORT_TRIES } from '../../jobs/queue.ts'
import { type Jobs, startJobs } from '../../jobs/runner.ts'
import { createLogger } from '../../logging.ts'
import { generateReportJob } from './generate-report.job.ts'
import { beginReport, addReportChunks, finishReport } from './report-store.ts'
import { ReportCounts } from './report-summary.ts'

let portal: Portal
let jobs: Jobs
let admin: Browser
let harbor: number
let billing: number
let acme: number

beforeAll(async () => {
  portal = await startPortal()
  jobs = await drainedJobs(portal)
  const { make } = portal
  harbor = await make.client({ name: 'Harbor' })
  const atlas = await make.client({ name: 'Atlas' })
  billing = await make.system({ name: 'Billing' })
  await make.page({ system_id: billing, section_id: await make.section() })
  const [row] = await portal.owner("insert into customers (name, facility_code) values ('Acme', 'EDH') returning id")
  acme = Number(row?.['id'])
  for (const [name, client, isSensitive] of [
    ['<b>Ada</b>', harbor, true],
    ['Bea', harbor, false],
    ['Cleo', atlas, true],
  ] as const) {
    const user = await make.user({ last_name: 'Holder', first_name: name, client_id: client })
    await make.grant(user, { systemId: billing })
    await portal.owner('update user_system_grants set has_sensitive_data = $2 where user_id = $1 and system_id = $3', [
      user.id,
      isSensitive,
      billing,
    ])
    await portal.owner(
      "insert into user_facility_grants (user_id, facility_code, all_customers) values ($1, 'EDH', true)",
      [user.id],
    )
  }
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
})
beforeEach(async () => {
  admin = await portalAdmin()
})
afterEach(async () => {
  await portal.moveClock('0')
  await portal.owner('delete from reports')
  await portal.owner(`delete from ${jobSchema}.job where name = 'report'`)
})

async function portalAdmin(): Promise<Browser> {
  const browser = await reportAdmin(portal, { is_internal: true })
  await portal.owner('update user_system_grants set is_admin = true where user_id = $1 and system_id = 2', [
    browser.userId,
  ])
  return browser
}
/** An administrator of Harbor to whom Acme is assigned. */
async function harborAdmin(): Promise<Browser> {
  const browser = await reportAdmin(portal, { client_id: harbor })
  await portal.owner("insert into user_facility_grants (user_id, facility_code) values ($1, 'EDH')", [browser.userId])
  await portal.owner('insert into user_customer_grants (user_id, customer_id) values ($1, $2)', [browser.userId, acme])
  return browser
}

const ownUid = (browser: Browser) => ({ uid: browser.userId ?? 0 })
const askFor = (browser: Browser, endpoint: Endpoint = requestAccessReport, body: object = {}) =>
  browser.request('POST', fillPath(endpoint.path, { uid: String(browser.userId) }), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      customerId: acme,
      ...(endpoint.name === 'requestAccessReport' ? { userType: 'ALL', systemId: billing } : {}),
      ...body,
    }),
  })
const request = async (browser = admin, endpoint?: Endpoint, body?: object) => {
  const { code, data } = await askFor(browser, endpoint, body)
  expect(code).toBe('200')
  return data as number
}
const queueOf = (browser = admin) => browser.call(listReportQueue, { params: ownUid(browser) })
const view = (reportId: number, browser = admin) =>
  browser.send(getReportAddress, { params: { ...ownUid(browser), reportId } })
const addressOf = async (reportId: number, browser = admin) => String((await view(reportId, browser)).data)
/** The page with all rows, in place of the screen that a ticket leads to. */
const open = (address: string, browser = admin, headers: Record<string, string> = {}) =>
  browser.request('GET', `${address}${address.includes('?') ? '&' : '?'}whole=Y`, {
    headers,
    without: ['authorization', 'x-csrf-token'],
  })
const readyReport = async (browser = admin, endpoint?: Endpoint, body?: object) => {
  const reportId = await request(browser, endpoint, body)
  await jobs.drain()
  return reportId
}
const noRows = new ReportCounts(new Date()).summary()
const chunksOf = (reportId: number) =>
  portal.owner('select jsonb_array_length(rows) as rows from report_chunks where report_id = $1 order by number', [
    reportId,
  ])

describe('the report queue', () => {
  test('has a report from the request to the finished one (RPTS-084, RPTS-087, RPTS-090, RPTS-020, RPTS-055, RPTS-056)', async () => {
    const reportId = await request(admin, requestAccessReport, {
      dateType: 'specific',
      fromDate: '01/31/2026',
      toDate: '01/31/2027',
    })
    expect(reportId).toEqual(expect.any(Number))
    const [queued] = await queueOf()
    expect(queued).toMatchObject({
      reportId,
      reportCd: 'user-access',
      reportNm: 'User Access Report',
      status: 0,
      rowCnt: 0,
      completedDt: null,
      errorTxt: null,
      criteriaTxt:
        'Facility: EDH; Customer: Acme; Application: Billing; Active users; Internal and external users; Added 01/31/2026 to 01/31/2027',
    })
    expect(queued && queued.expiresDt.getTime() - queued.requestedDt.getTime()).toBe(30 * 86_400_000)
    expect((await view(reportId)).data).toBe(0)
    await portal.owner("update reports set state = 'running'")
    expect((await view(reportId)).data).toBe(9)
    await jobs.drain()
    const pci = await readyReport(admin, requestPciReport)
    expect(await queueOf()).toMatchObject([
      { reportId: pci, reportCd: 'pci-user', status: 1, rowCnt: 2, criteriaTxt: 'Facility: EDH; Customer: Acme' },
      { reportId, status: 1, rowCnt: 3, completedDt: expect.any(Date) },
    ])
  })

  test('is in the language of its reader', async () => {
    await request(admin, requestPciReport, { dateType: 'specific', fromDate: '01/31/2026', toDate: '01/31/2027' })
    const german = await admin.request('GET', fillPath(listReportQueue.path, { uid: String(admin.userId) }), {
      headers: { 'accept-language': 'de' },
    })
    expect(german.data).toMatchObject([
      {
        reportNm: 'Bericht: PCI-Benutzer',
        criteriaTxt: 'Standort: EDH; Kunde: Acme; Angelegt 31.01.2026 bis 31.01.2027',
      },
    ])
  })

  test('takes the request and its job together, or neither', async () => {
    await portal.owner(
      `create function refuse_job() returns trigger language plpgsql as $$ begin
         if new.name = 'report' then raise 'no'; end if; return new; end $$`,
    )
    await portal.owner(
      `create trigger refuse_job before insert on ${jobSchema}.job for each row execute function refuse_job()`,
    )
    expect((await askFor(admin)).status).toBe(500)
    await portal.owner('drop function refuse_job cascade')
    expect(await queueOf()).toEqual([])
  })

  test('takes three of a user that wait or run, and not a fourth (S74)', async () => {
    const other = await portalAdmin()
    for (let n = 0; n < 3; n++) await request()
    await portal.owner("update reports set state = 'running' where id = (select min(id) from reports)")
    const refused = await askFor(admin, requestPciReport)
    expect(refused).toMatchObject({ status: 429, code: '429' })
    expect(refused.message).toMatch(/^You already have 3 reports that wait or run\./)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await request(other)
    await jobs.drain()
    await request()
  })

  test('takes three of four that come at once (S74)', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => askFor(admin)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['200', '200', '200', '429'])
    expect(await queueOf()).toHaveLength(3)
  })

  test('loses what is deleted, its rows too, and keeps what belongs to others (RPTS-085, RPTS-102, RPTS-054, S73)', async () => {
    const other = await portalAdmin()
    const own = await readyReport()
    const waiting = await request()
    const foreign = await readyReport(other)
    const entries = (await queueOf()).map(({ reportId }) => ({ reportId, selected: true, reportNm: 'x', status: 1 }))
    const answer = await admin.request('POST', fillPath(deleteReportQueue.path, { uid: String(admin.userId) }), {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([...entries, { reportId: foreign }, { reportId: 987_654 }]),
    })
    expect(answer).toMatchObject({
      status: 200,
      data: null,
      message: 'Report queues have been successfully deleted.',
    })
    expect(await queueOf()).toEqual([])
    expect(await queueOf(other)).toMatchObject([{ reportId: foreign }])
    expect(await chunksOf(own)).toEqual([])
    expect((await view(own)).status).toBe(404)
    await jobs.drain()
    expect((await view(waiting)).status).toBe(404)
    const events = await portal.owner(
      "select target_id, actor_user_id from audit_events where event = 'report_deleted' and actor_user_id = $1 order by id",
      [admin.userId],
    )
    expect(events.map((event) => Number(event['target_id'])).toSorted((a, b) => a - b)).toEqual([own, waiting])
  })

  test('forgets a report thirty days after its request, to the moment (decision I2)', async () => {
    const kept = await readyReport()
    const expired = await readyReport()
    await portal.owner(
      "update reports set requested_at = clock_now() - interval '30 days', expires_at = clock_now() where id = $1",
      [expired],
    )
    await portal.owner("update reports set expires_at = clock_now() + interval '1 hour' where id = $1", [kept])
    expect((await queueOf()).map(({ reportId }) => reportId)).toEqual([kept])
    expect((await view(expired)).status).toBe(404)
    await jobs.drain('report-purge')
    expect(await portal.owner('select id from reports')).toEqual([{ id: kept }])
    expect(await chunksOf(expired)).toEqual([])
  })
})

describe('the rows of a queued report', () => {
  const pageOf = async (reportId: number, browser: Browser) =>
    (await open(await addressOf(reportId, browser), browser)).text

  test('are those of the owner’s scope: all, or their own employer (decision L8, S41, S72, AUTZ-010)', async () => {
    const client = await harborAdmin()
    for (const [endpoint, rows] of [
      [requestAccessReport, 2],
      [requestPciReport, 1],
    ] as const) {
      const reportId = await readyReport(client, endpoint)
      expect((await queueOf(client))[0]).toMatchObject({ status: 1, rowCnt: rows })
      expect(await pageOf(reportId, client)).not.toContain('Cleo')
    }
    expect(await pageOf(await readyReport(), admin)).toContain('Cleo')
  })

  test('of PCI User are those with sensitive data (RPTS-002, decision L6)', async () => {
    const html = await pageOf(await readyReport(admin, requestPciReport), admin)
    expect(html).toContain('Cleo')
    expect(html).not.toContain('Bea')
  })

  test('are none where the owner lost the page, the customer or their employer meanwhile (S71, R10)', async () => {
    const changes: ((userId: number | undefined) => Promise<unknown>)[] = [
      (id) => portal.owner('update user_page_grants set valid_to = clock_now() where user_id = $1', [id]),
      (id) => portal.owner('update user_customer_grants set valid_to = clock_now() where user_id = $1', [id]),
      async (id) => portal.owner('update users set client_id = $2 where id = $1', [id, await portal.make.client()]),
      (id) => portal.owner('update users set status = 2 where id = $1', [id]),
    ]
    for (const change of changes) {
      const client = await harborAdmin()
      const reportId = await request(client)
      await change(client.userId)
      await jobs.drain()
      expect(await portal.owner('select state, failure, row_count from reports where id = $1', [reportId])).toEqual([
        { state: 'failed', failure: 'refused', row_count: 0 },
      ])
    }
  })

  test('are none, either, where the owner holds the page again by the time of reading; they read why', async () => {
    const client = await harborAdmin()
    const reportId = await request(client)
    const setEnd = (end: string) =>
      portal.owner(`update user_page_grants set valid_to = ${end} where user_id = $1`, [client.userId])
    await setEnd('clock_now()')
    await jobs.drain()
    await setEnd('null')
    expect(await view(reportId, client)).toMatchObject({
      code: '200',
      message: 'You no longer have the permissions that this report needs.',
    })
  })
})

describe('a report whose generation is interrupted (R10)', () => {
  const MANY = 1_234
  beforeAll(async () => {
    await portal.owner(
      `with added as (
         insert into users (user_name, first_name, last_name, email, client_id)
         select 'many.' || n, 'Many', 'Person ' || n, 'many@x.test', $1 from generate_series(1, ${MANY}) n returning id),
       granted as (insert into user_system_grants (user_id, system_id) select id, $2 from added)
       insert into user_facility_grants (user_id, facility_code, all_customers) select id, 'EDH', true from added`,
      [harbor, billing],
    )
  })
  afterAll(() => portal.owner("update users set status = 3 where first_name = 'Many'"))
  /** Those of the other tests, too. */
  const ROWS = MANY + 3
  const retryNow = () =>
    portal.owner(`update ${jobSchema}.job set start_after = now() where name = 'report' and state = 'retry'`)
  const stopAtChunk = async (chunk: number) => {
    await portal.owner(
      `create function stop_chunk() returns trigger language plpgsql as $$ begin
         if new.number >= ${chunk} then raise 'stopped'; end if; return new; end $$`,
    )
    await portal.owner(
      'create trigger stop_chunk before insert on report_chunks for each row execute function stop_chunk()',
    )
  }
  const goOn = () => portal.owner('drop function if exists stop_chunk cascade')
  afterEach(goOn)

  test('starts again, shows 9 meanwhile, and has every row once on its page, by last name', async () => {
    await stopAtChunk(21)
    const reportId = await request()
    await jobs.drain()
    expect(await chunksOf(reportId)).toHaveLength(20)
    expect((await view(reportId)).data).toBe(9)
    await goOn()
    await retryNow()
    await jobs.drain()
    const rows = (await chunksOf(reportId)).reduce((sum, chunk) => sum + Number(chunk['rows']), 0)
    expect(rows).toBe(ROWS)
    expect(await queueOf()).toMatchObject([{ status: 1, rowCnt: rows }])
    const { text } = await open(await addressOf(reportId))
    const names = [...text.matchAll(/<tr><td>Many<\/td><td>([^<]*)/g)].map(([, lastName]) => lastName)
    const users = await portal.owner("select last_name from users where first_name = 'Many' order by last_name")
    expect(names).toEqual(users.map((user) => user['last_name']))
    expect(text.match(/<tr><td>/g)).toHaveLength(ROWS)
  })

  test('fails after three tries, with a sentence, and leaves no rows (RPTS-061, RPTS-101)', async () => {
    await stopAtChunk(21)
    const reportId = await request()
    for (const status of [9, 9, 3]) {
      await jobs.drain()
      expect((await view(reportId)).data).toBe(status)
      await retryNow()
    }
    const sentence = 'An unexpected error occurs while processing your report.'
    expect(await view(reportId)).toMatchObject({ status: 200, code: '200', data: 3, message: sentence })
    expect(await queueOf()).toMatchObject([{ status: 3, errorTxt: sentence, rowCnt: 0 }])
    expect(await chunksOf(reportId)).toEqual([])
    await goOn()
    await jobs.drain()
    expect((await view(reportId)).data).toBe(3)
  })

  /** As a kill leaves it: rows of the try, and a running job without heartbeats. */
  const killed = async (reportId: number, tries: number) => {
    await portal.owner("update reports set state = 'running', attempt = $2, row_count = 50 where id = $1", [
      reportId,
      tries,
    ])
    await portal.owner("insert into report_chunks values ($1, 0, '[]'), ($1, 99, '[]') on conflict do nothing", [
      reportId,
    ])
    await portal.owner(
      `update ${jobSchema}.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '31 seconds',
              retry_count = $1 where name = 'report'`,
      [tries - 1],
    )
  }
  const successor = () =>
    startJobs({
      url: portal.config.databaseUrl ?? '',
      database: portal.database,
      logger: createLogger('silent', 'test'),
      timeZone: 'UTC',
      watchSeconds: 1,
      jobs: jobRegistry({ ...portal, transport: null, scanner: null }).filter(({ name }) => name === 'report'),
    })

  test.each([
    ['goes on at another node after a kill, and is finished once', 1, 1],
    ['fails after the third kill', 3, 3],
  ])('%s', async (_, tries, status) => {
    const reportId = await request()
    await killed(reportId, tries)
    const node = await successor()
    try {
      await expect
        .poll(
          async () => {
            await retryNow()
            return (await queueOf())[0]?.status
          },
          { interval: 200 },
        )
        .toBe(status)
    } finally {
      await node.stop()
    }
    const rows = (await chunksOf(reportId)).reduce((sum, chunk) => sum + Number(chunk['rows']), 0)
    expect(rows).toBe(status === 1 ? ROWS : 0)
  })

  test('has not failed where its node stopped during the last try', async () => {
    const reportId = await request()
    const [job] = jobRegistry({ ...portal, transport: null, scanner: null }).filter(({ name }) => name === 'report')
    const run = (attempt: number, signal: AbortSignal) =>
      job?.run({ reportId } as never, { attempt, signal, logger: createLogger('silent', 'test'), parameters: '' })
    await expect(run(REPORT_TRIES, AbortSignal.abort())).rejects.toThrow('aborted')
    expect(await queueOf()).toMatchObject([{ errorTxt: null }])
    await run(REPORT_TRIES + 1, new AbortController().signal)
    expect(await queueOf()).toMatchObject([{ errorTxt: 'An unexpected error occurs while processing your report.' }])
  })

  test('is read from the primary where a replica has broken off its first try', async () => {
    const reportId = await request()
    const conflict = () => Promise.reject(new Error('canceling statement due to conflict with recovery'))
    const { jobs: db, jobStream: primaryStream } = portal.database
    const job = generateReportJob({ db, stream: conflict, primaryStream, timeZone: 'UTC' })
    const logger = createLogger('silent', 'test')
    const run = (attempt: number) => job.run({ reportId }, jobContext({ attempt, logger }))
    await expect(run(1)).rejects.toThrow('conflict with recovery')
    await run(2)
    expect(await queueOf()).toMatchObject([{ errorTxt: null, rowCnt: expect.toSatisfy((rows: number) => rows > 0) }])
  })

  test('takes nothing more from a node that was given up and still runs', async () => {
    const reportId = await request()
    const db = portal.database.jobs
    const late = await db.transact(everything, (tx) => beginReport(tx, reportId))
    await jobs.drain()
    const rowCount = (await queueOf())[0]?.rowCnt
    const attempt = late?.attempt ?? 0
    expect(await db.transact(everything, (tx) => addReportChunks(tx, reportId, attempt, 500, [[]]))).toBe(false)
    expect(await db.transact(everything, (tx) => finishReport(tx, reportId, attempt, noRows))).toBe(false)
    expect((await queueOf())[0]).toMatchObject({ status: 1, rowCnt: rowCount })
  })

  test('is left alone once it was deleted', async () => {
    await stopAtChunk(21)
    const reportId = await request()
    await jobs.drain()
    await portal.owner('delete from reports where id = $1', [reportId])
    await goOn()
    await retryNow()
    await jobs.drain()
    expect(await chunksOf(reportId)).toEqual([])
  })
})

describe('the page with all rows of a finished report', () => {
  const openedEvents = (reportId: number) =>
    portal.owner("select actor_user_id from audit_events where event = 'report_opened' and target_id = $1", [
      String(reportId),
    ])

  test('stands for itself: no script, every value escaped, headings on every printed page (RPTS-062, RPTS-086, RPTS-025)', async () => {
    const reportId = await readyReport()
    const address = await addressOf(reportId)
    expect(address).toMatch(/^\/ccservices\/secure\/admin\/rest\/report\/page\?ticket=[\w%.~-]{80,}$/)
    const { status, headers, text } = await open(address, admin, { accept: 'text/html' })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script-src')
    expect(text).toContain('&lt;b&gt;Ada&lt;/b&gt;')
    expect(text).not.toMatch(/<b>|<script/)
    expect(text).toContain('thead{display:table-header-group}')
    expect(text).toContain('<li>Customer: Acme</li>')
    expect(text).toMatch(/<p>Requested .+ by Ada Lovelace<\/p>/)
    expect(text).toMatch(/<p>Completed \d\d\/\d\d\/\d{4}, [^<]+<\/p>/)
    expect(text).toContain(`<p>All times are in ${portal.config.businessTimeZone}.</p>`)
    expect(text).toContain('3 rows')
    expect(text.match(/<tr>/g)).toHaveLength(4)
    expect(await openedEvents(reportId)).toEqual([{ actor_user_id: admin.userId }])
  })

  test('is in the language of its reader, and says where nobody meets the criteria', async () => {
    const reportId = await readyReport(admin, requestAccessReport, { userStatus: 'I' })
    const { text } = await open(await addressOf(reportId), admin, { 'accept-language': 'de' })
    expect(text).toContain('<html lang="de">')
    expect(text).toContain('Kein Benutzer entspricht diesen Kriterien.')
    expect(text).toContain('<li>Inaktive Benutzer</li>')
  })

  test('opens once (S71)', async () => {
    const address = await addressOf(await readyReport())
    expect((await open(address)).status).toBe(200)
    const again = await open(address, admin, { accept: 'text/html' })
    expect(again.status).toBe(404)
    expect(again.text).toContain('<h1>This report can’t be opened here</h1>')
  })

  test('is left unopened by HEAD, as link scanners send it, which answers as GET would (S71, S79)', async () => {
    const reportId = await readyReport()
    const address = await addressOf(reportId)
    const head = (at: string) => admin.request('HEAD', at, { without: ['authorization', 'x-csrf-token'] })
    for (let n = 0; n < 2; n++) {
      const answer = await head(address)
      expect(answer).toMatchObject({ status: 200, text: '' })
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
    expect(await openedEvents(reportId)).toEqual([])
    expect((await open(address)).status).toBe(200)
    expect(await openedEvents(reportId)).toEqual([{ actor_user_id: admin.userId }])
    expect((await head(address)).status).toBe(404)
    const refused = await addressOf(reportId)
    await portal.owner('update user_page_grants set valid_to = clock_now() where user_id = $1', [admin.userId])
    expect((await head(refused)).status).toBe(403)
  })

  test('opens for five minutes (S71)', async () => {
    const reportId = await readyReport()
    const [inTime, late] = [await addressOf(reportId), await addressOf(reportId)]
    await portal.moveClock('4 minutes 50 seconds')
    expect((await open(inTime)).status).toBe(200)
    await portal.moveClock('5 minutes')
    expect((await open(late)).status).toBe(404)
  })

  test('opens in the browser and the session that asked for it alone (S71)', async () => {
    const other = await portalAdmin()
    const reportId = await readyReport()
    const addresses = await Promise.all([1, 2, 3].map(() => addressOf(reportId)))
    expect((await open(addresses[0] ?? '', other)).status).toBe(404)
    expect((await open(addresses[1] ?? '', portal.browser())).status).toBe(404)
    await portal.owner("update sessions set ended_at = clock_now(), end_reason = 'logout' where user_id = $1", [
      admin.userId,
    ])
    expect((await open(addresses[2] ?? '')).status).toBe(404)
    for (const address of ['', '?ticket=', '?ticket=guess', '?ticket=a&ticket=b'])
      expect((await open(`/ccservices/secure/admin/rest/report/page${address}`)).status).toBe(404)
  })

  test('does not open in an emulation of its owner', async () => {
    const emulator = await portal.make.user({ is_internal: true, may_sign_on_as: true })
    await portal.make.adminPages(emulator, ['User Administration'])
    const reportId = await readyReport()
    await openSession(portal, emulator)
    const address = await addressOf(reportId)
    await portal.make.emulation(emulator, { id: admin.userId ?? 0 })
    expect((await open(address)).status).toBe(404)
    await portal.owner('update sessions set actor_user_id = null, actor_session_id = null where user_id = $1', [
      admin.userId,
    ])
    expect((await open(address)).status).toBe(200)
  })

  test('does not open for an owner who has lost the page or the scope of the report since (S71, S26)', async () => {
    for (const loss of [
      'update user_page_grants set valid_to = clock_now() where user_id = $1 and valid_to is null',
      'update users set is_internal = false where id = $1',
    ]) {
      admin = await portalAdmin()
      const reportId = await readyReport()
      const address = await addressOf(reportId)
      await portal.owner(loss, [admin.userId])
      expect((await open(address)).status).toBe(403)
      expect((await view(reportId)).status).toBe(403)
    }
  })

  test('does not open for an owner who has lost its customers or may not see its application since (S71)', async () => {
    const losses = [
      'update user_customer_grants set valid_to = clock_now() where user_id = $1',
      "update pages set is_internal_only = $1 > 0 where system_id = (select id from systems where name = 'Billing')",
    ]
    for (const loss of losses) {
      const client = await harborAdmin()
      const reportId = await readyReport(client)
      const address = await addressOf(reportId, client)
      expect((await open(await addressOf(reportId, client), client)).status).toBe(200)
      await portal.owner(loss, [client.userId])
      const page = await open(address, client, { accept: 'text/html' })
      expect(page.status).toBe(403)
      expect(page.text).not.toContain('Holder')
      expect((await view(reportId, client)).status).toBe(403)
    }
    await portal.owner('update pages set is_internal_only = false where system_id = $1', [billing])
  })

  test('of others is not found, whatever id is guessed (S71, RPTS-086)', async () => {
    const other = await portalAdmin()
    const reportId = await readyReport()
    for (const id of [reportId, reportId + 1, 987_654]) expect((await view(id, other)).status).toBe(404)
  })
})
