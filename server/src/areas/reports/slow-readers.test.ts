import { type IncomingMessage, request as send } from 'node:http'
import { exportUsers } from '@portico/contract/users/users.ts'
import { exportUserListReport, getReportAddress, requestAccessReport } from '@portico/contract/reports/reports.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { drainedJobs, reportAdmin, sheetOf } from '../../../test/reports.ts'
import type { Jobs } from '../../jobs/runner.ts'

/** More than the buffers of a connection hold. */
const MANY = 60_000

let portal: Portal
let jobs: Jobs
let admin: Browser
const reading: IncomingMessage[] = []

beforeAll(async () => {
  portal = await startPortal({ database: { streamWaitMs: 100 }, timings: { slowClientTimeoutMs: 60_000 } })
  jobs = await drainedJobs(portal)
  admin = await newAdmin()
  await portal.owner(
    `insert into users (user_name, first_name, last_name, email, client_id, is_internal)
     select 'many.' || n, md5(n::text), md5(n::text || 'x'), md5(n::text || 'y') || '@x.test', u.client_id, true
       from generate_series(1, ${MANY}) n, users u where u.id = $1`,
    [admin.userId],
  )
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
})
afterEach(async () => {
  for (const response of reading.splice(0)) response.destroy()
  await vi.waitUntil(async () => (await openStreams()) === 0, { timeout: 30_000 })
})

async function newAdmin(): Promise<Browser> {
  const pages = ['User Administration', 'User List Report', 'User Access Report'] as const
  const browser = await reportAdmin(portal, { is_internal: true }, pages)
  await portal.owner('update user_system_grants set is_admin = true where user_id = $1 and system_id = 2', [
    browser.userId,
  ])
  return browser
}

/** Streams that hold a connection of the database. */
const openStreams = async () =>
  Number(
    (
      await portal.owner(
        `select count(*) from pg_stat_activity
          where application_name like '% streams' and datname = current_database() and state like 'idle in transaction%'`,
      )
    )[0]?.['count'],
  )

const headersOf = (browser: Browser) => ({
  'content-type': 'application/json',
  origin: browser.origin,
  authorization: `Bearer ${browser.sessionToken}`,
  'x-csrf-token': browser.csrfToken ?? '',
  cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
})

const everyone = { dateType: 'all', userStatus: 'ALL', userType: 'ALL' }

/** Asks for a spreadsheet and takes nothing of it. */
const readSlowly = (browser: Browser, { origin } = portal) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const path = fillPath(exportUserListReport.path, { uid: String(browser.userId) })
    const call = send(
      origin + path,
      { method: 'POST', headers: { ...headersOf(browser), origin }, agent: false },
      (response) => {
        reading.push(response)
        response.on('error', () => undefined)
        resolve(response)
      },
    )
    call.on('error', reject)
    call.end(JSON.stringify(everyone))
  })
const ask = (browser: Browser, endpoint: Endpoint, body: object) =>
  browser.request('POST', fillPath(endpoint.path, { uid: String(browser.userId) }), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const open = (address: string) =>
  admin.request('GET', address, { without: ['authorization', 'x-csrf-token'], headers: { accept: 'text/html' } })
const linesOf = (text: string) => portal.logged.filter((line) => line.includes(text))

describe('slow readers', () => {
  test('keep a third download of the same user waiting, which begins when one of them ends', async () => {
    const other = await startPortal({ beside: portal, database: { streamWaitMs: 60_000 } })
    try {
      const slow = await newAdmin()
      const first = await readSlowly(slow, other)
      await readSlowly(slow, other)
      const third = readSlowly(slow, other)
      await expect.poll(openStreams).toBe(2)
      expect(reading).toHaveLength(2)
      first.destroy()
      expect((await third).statusCode).toBe(200)
    } finally {
      for (const response of reading.splice(0)) response.destroy()
      await other.close()
    }
  })

  test('have a third download of the same user refused in the end, not one of others', async () => {
    const slow = await newAdmin()
    expect([(await readSlowly(slow)).statusCode, (await readSlowly(slow)).statusCode]).toEqual([200, 200])
    const refused = await ask(slow, exportUserListReport, everyone)
    expect(refused).toMatchObject({
      status: 503,
      message: 'Other downloads and reports are still being sent. Try again in a few seconds.',
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await sheetOf(admin, exportUserListReport, {})).status).toBe(200)
  })

  test('never make a portal answer nothing: every export tells that it is busy, and a ticket stays good', async () => {
    const [customer] = await portal.owner(
      "insert into customers (name, facility_code) values ('Acme', 'EDH') returning id",
    )
    const { data: reportId } = await ask(admin, requestAccessReport, { customerId: Number(customer?.['id']) })
    await jobs.drain()
    const { data } = await admin.send(getReportAddress, {
      params: { uid: admin.userId ?? 0, reportId: Number(reportId) },
    })
    for (let n = 0; n < 2; n++) {
      const slow = await newAdmin()
      await readSlowly(slow)
      await readSlowly(slow)
    }
    const events = () =>
      portal.owner("select event from audit_events where actor_user_id = $1 and event like '%\\_exported'", [
        admin.userId,
      ])
    const before = await events()
    for (const [endpoint, body] of [
      [exportUserListReport, everyone],
      [exportUsers, { format: 'csv' }],
    ] as const) {
      const refused = await ask(admin, endpoint, body)
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toBe('10')
    }
    expect(await events()).toEqual(before)
    const busy = await open(`${String(data)}&whole=Y`)
    expect(busy.status).toBe(503)
    expect(busy.headers.get('retry-after')).toBe('10')
    for (const response of reading.splice(0)) response.destroy()
    await expect.poll(openStreams).toBe(0)
    expect((await open(`${String(data)}&whole=Y`)).status).toBe(200)
  })

  test('that take nothing are dropped, which leaves one line in the log and no connection of the database', async () => {
    const other = await startPortal({ beside: portal, timings: { slowClientTimeoutMs: 300 } })
    try {
      const slow = await newAdmin()
      const response = await readSlowly(slow, other)
      expect(response.statusCode).toBe(200)
      const stalled = () => other.logged.filter((line) => line.includes('an answer broke off'))
      await expect.poll(stalled).toHaveLength(1)
      expect(JSON.parse(stalled()[0] ?? '')).toMatchObject({
        reqId: response.headers['x-request-id'],
        call: 'exportUserListReport',
        reason: 'reader stalled',
      })
      await expect.poll(openStreams).toBe(0)
    } finally {
      await other.close()
    }
  })
})

describe('a download that breaks off', () => {
  test('leaves one line with its request when its reader leaves', async () => {
    const before = linesOf('an answer broke off').length
    const response = await readSlowly(await newAdmin())
    response.destroy()
    await expect.poll(() => linesOf('an answer broke off').length).toBe(before + 1)
    const id = String(response.headers['x-request-id'])
    const lines = linesOf(id).map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toMatchObject([{ call: 'exportUserListReport', reason: 'reader left' }])
    expect(linesOf(id).join()).not.toMatch(/ticket|@x\.test/)
  })

  test('leaves one line with its request when its rows fail', async () => {
    const response = await readSlowly(await newAdmin())
    await portal.owner(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like '% streams' and datname = current_database()",
    )
    const ended = new Promise((resolve) => response.once('close', resolve))
    response.resume()
    await ended
    const id = String(response.headers['x-request-id'])
    await expect.poll(() => linesOf(id)).toHaveLength(1)
    expect(JSON.parse(linesOf(id)[0] ?? '')).toMatchObject({ call: 'exportUserListReport', reason: 'error' })
  })
})
