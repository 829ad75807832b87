import { setTimeout as delay } from 'node:timers/promises'
import { addAnnouncement } from '@portico/contract/announcements/announcement-admin.ts'
import { measureAnnouncementReach } from '@portico/contract/announcements/announcement-audience.ts'
import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { announcementsInForce } from '../server/src/areas/announcements/announcement-list.ts'
import { getLastAccess } from '@portico/contract/session/session.ts'
import { atEvenPace, HttpConnection } from './clients.ts'
import { atMostOf, type Bench, type Figure, type Report } from './figures.ts'
import { median, percentile } from './harness.ts'
import { makeAdministrator } from './list-cases.ts'
import { type BenchData, BINDING, FIRST_USER } from './load-data.ts'
import { onDatabase } from './postgres.ts'
import { portalEnvironment, startPortal } from './servers.ts'
import { asSignedIn } from './visitors.ts'

const USERS = 100_000
const IN_FORCE = 10_000
const REPEATS = 15
/** A request of someone else every so many milliseconds while an announcement is published. */
const PACE_MS = 50
const LONGEST_MS = 180_000

/** Announcements for 100,000 users: their reach while targets change, the home page among many, and publishing. */
export async function announcements(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(USERS)
  const administrator = await makeAdministrator(data, ['System Announcements'])
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  try {
    const reach = await measureReaches(data, portal.origin, administrator)
    const home = await measureHome(data, portal.origin)
    const publishing = await measurePublishing(data, portal.origin, administrator)
    return { figures: [reach, home, ...publishing] }
  } finally {
    await portal.stop()
  }
}

interface Administrator {
  index: number
  uid: number
}

/** Every kind of target by itself and together, as an administrator narrows them down. */
async function measureReaches({ url }: BenchData, origin: string, administrator: Administrator): Promise<Figure> {
  const [all] = await onDatabase(url, async (client) => {
    await client.query(
      `insert into user_notification_types (user_id, notification_type_id)
       select u.id, type.id from users u cross join notification_types type where u.id >= ${FIRST_USER} on conflict do nothing`,
    )
    await client.query('vacuum analyze user_notification_types, users')
    const { rows } = await client.query<{ id: number }>(
      `select value.id from classification_values value join classification_types type on type.id = value.type_id
        where type.code = 'SYSTEM_ANNC_USER_TYPE' order by value.display_order, value.id`,
    )
    return rows
  })
  const targets = [
    {},
    { employerIdList: [1001, 1002] },
    { industryIdList: [1, 2, 3] },
    { departmentIdList: [1, 2] },
    { systemIdList: [100, 101] },
    { industryIdList: [1, 2, 3], systemIdList: [100, 101], departmentIdList: [1] },
  ]
  const connection = new HttpConnection(origin)
  const headers = writeHeaders(administrator, origin)
  const path = measureAnnouncementReach.path.replace('{uid}', String(administrator.uid))
  const times: number[] = []
  for (let round = 0; round < 5; round++)
    for (const each of targets) {
      const started = performance.now()
      const { status, body } = await connection.send(
        'POST',
        path,
        headers,
        JSON.stringify({ userType: all?.id, ...each }),
      )
      if (status !== 200) throw new Error(`reach: ${body}`)
      times.push(performance.now() - started)
    }
  connection.close()
  return {
    ...figure('reach while targets change, p95', percentile(times, 0.95), 'ms', 150, 100),
    note: `p50 ${median(times).toFixed(0)} ms, everybody included`,
  }
}

/** What a home page reads, through the portal and by the same statement on the database. */
async function measureHome({ url, withoutSession }: BenchData, origin: string): Promise<Figure> {
  await onDatabase(url, async (client) => {
    await client.query(
      `insert into announcements (title, message_html, kind, audience, status, effective_from, published_at, announced_at, announced_version, notified_at)
       select 'One of many ' || n, '<p>News</p>', 'operational', 'all', 'published', current_date, now(), now(), 1, now()
         from generate_series(1, $1) n`,
      [IN_FORCE],
    )
    await client.query(
      `insert into announcement_clients select id, 1001 + id % 200 from announcements where title like 'One of many %'`,
    )
    await client.query('vacuum analyze announcements, announcement_clients')
  })
  const connection = new HttpConnection(origin)
  const through: number[] = []
  const direct: number[] = []
  await onDatabase(url, async (client) => {
    for (let at = 0; at < REPEATS; at++) {
      const index = withoutSession + 1 + at
      const before = performance.now()
      await client.query({
        name: 'home',
        text: `${announcementsInForce('$2', '$3')} order by a.created_at desc, a.id desc`,
        values: [FIRST_USER - 1 + index, 'UTC', 'en'],
      })
      const between = performance.now()
      const { status } = await connection.send('GET', listAnnouncements.path, asSignedIn(index))
      if (status !== 200) throw new Error(`home announcements: ${status}`)
      direct.push(between - before)
      through.push(performance.now() - between)
    }
  })
  connection.close()
  await onDatabase(url, (client) => client.query(`delete from announcements where title like 'One of many %'`))
  return {
    ...figure('home among 10,000 announcements / the same SQL', median(through) / median(direct), '', 2, 1.5),
    note: `${median(through).toFixed(0)} ms / ${median(direct).toFixed(0)} ms`,
  }
}

/** Publishes to everybody who wants mail; others use the portal meanwhile. */
async function measurePublishing(
  { url, withoutSession }: BenchData,
  origin: string,
  administrator: Administrator,
): Promise<Figure[]> {
  const ids = await onDatabase(url, async (client) => {
    const { rows } = await client.query<{ code: string; id: number }>(
      `select value.code, value.id from classification_values value join classification_types type on type.id = value.type_id
        where type.code in ('SYSTEM_ANNC_TYPE', 'SYSTEM_ANNC_USER_TYPE')`,
    )
    return Object.fromEntries(rows.map(({ code, id }) => [code, id]))
  })
  const index = withoutSession + 2
  const path = getLastAccess.path.replace('{uid}', String(FIRST_USER - 1 + index))
  let isOver = false
  const others = atEvenPace(
    origin,
    PACE_MS,
    async (connection) => (await connection.send('GET', path, asSignedIn(index))).status === 200,
    () => isOver,
  )
  const connection = new HttpConnection(origin)
  const started = performance.now()
  const today = new Date().toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' })
  const { status, body } = await connection.send(
    'POST',
    `${addAnnouncement.path.replace('{uid}', String(administrator.uid))}?anncReqType=publish`,
    writeHeaders(administrator, origin),
    JSON.stringify({
      anncTitle: 'To everybody',
      anncMessage: '<p>News</p>',
      anncType: ids['operational'],
      userType: ids['all'],
      effectiveFromDt: today,
    }),
  )
  connection.close()
  if (status !== 200) throw new Error(`publishing: ${body}`)
  const seconds = await onDatabase(url, async (client) => {
    const isDone = `select 1 from announcements where title = 'To everybody' and notified_at is not null`
    while ((await client.query(isDone)).rows.length === 0) {
      if (performance.now() - started > LONGEST_MS) throw new Error('publishing did not end')
      await delay(50)
    }
    return (performance.now() - started) / 1000
  })
  isOver = true
  const { latencies, bad } = await others
  return [
    figure('publishing to everybody: rows and outbox', seconds, 's', 10, 6),
    {
      ...figure('slowest request meanwhile', Math.max(...latencies), 'ms', 250, 100),
      note: `${latencies.length} requests, p95 ${percentile(latencies, 0.95).toFixed(0)} ms, ${bad} bad answers`,
    },
  ]
}

const writeHeaders = ({ index }: Administrator, origin: string) => ({
  ...asSignedIn(index),
  origin,
  'x-csrf-token': BINDING,
  'content-type': 'application/json',
})

const atMost = atMostOf('announcements')
const figure = (name: string, value: number, unit: string, must: number, aim: number) =>
  atMost(`${USERS.toLocaleString('en')} users: ${name}`, value, unit, must, aim)
