import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobContext } from '../../../test/job-context.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { entitlementReportsJob } from './entitlement-reports.job.ts'

let portal: Portal
let admin: number
beforeAll(async () => {
  portal = await startPortal()
  admin = (await portal.make.user({ is_internal: true })).id
  await portal.make.grant({ id: admin }, { systemId: 2, isAdmin: true })
})
afterAll(() => portal.close())
beforeEach(async () => {
  await setTime('2026-11-30T12:00:00')
  await portal.owner('delete from access_review_items')
  await portal.owner('delete from access_reviews')
  await portal.owner('delete from entitlement_report_settings')
})

/** Sets the clock of the portal to a time of the business time zone. */
async function setTime(local: string): Promise<void> {
  const [row] = await portal.owner(
    'select extract(epoch from $1::timestamp at time zone $2 - now())::integer as seconds',
    [local, portal.config.businessTimeZone],
  )
  await portal.moveClock(`${Number(row?.['seconds'])} seconds`)
}

/** An employer with a user who holds a system, whose report is enabled or not. */
async function employer({ isEnabled = true, changedBy = null as number | null, columns = {} } = {}) {
  const client = await portal.make.client(columns)
  const holder = await portal.make.user({ client_id: client })
  await portal.make.grant(holder, { systemId: await portal.make.system() })
  await portal.owner(
    'insert into entitlement_report_settings (client_id, is_enabled, changed_by) values ($1, $2, $3)',
    [client, isEnabled, changedBy],
  )
  return client
}

const run = () =>
  entitlementReportsJob({
    db: portal.database.jobs,
    timeZone: portal.config.businessTimeZone,
  }).run({}, jobContext())
const reviews = () =>
  portal.owner(
    `select client_id as client, started_by as by, round(extract(epoch from due_at - started_at) / 86400)::int as days,
            (select count(*)::int from access_review_items item where item.review_id = review.id) as items
       from access_reviews review order by id`,
  )

test('every month the access of an employer is listed once, whose report is enabled (DBMT-061, decisions I2, I4)', async () => {
  const maintainer = await portal.make.user({ is_internal: true })
  const client = await employer({ changedBy: maintainer.id })
  expect(await run()).toBe('Access reviews started: 1.')
  expect(await reviews()).toEqual([{ client, by: maintainer.id, days: 21, items: 1 }])
  expect(await run()).toBe('Access reviews started: 0.')
  await portal.owner('delete from access_review_items')
  await setTime('2026-11-30T23:50:00')
  expect(await run()).toBe('Access reviews started: 0.')
  await setTime('2026-12-01T00:01:00')
  expect(await run()).toBe('Access reviews started: 1.')
  const [event] = await portal.owner(
    `select actor_user_id as actor, client_id as client from audit_events where event = 'access_review_started' order by id desc limit 1`,
  )
  expect(event).toEqual({ actor: null, client })
  expect(await portal.owner(`select from jobs.job where name = 'access-review-notices'`)).not.toEqual([])
})

test('where nobody is known who enabled it, the first portal administrator starts it', async () => {
  const client = await employer()
  await run()
  expect(await reviews()).toMatchObject([{ client, by: admin }])
})

test('nothing is started where it is disabled, the employer is deleted or nobody has access', async () => {
  await employer({ isEnabled: false })
  await employer({ columns: { is_deleted: true } })
  const empty = await portal.make.client()
  await portal.owner('insert into entitlement_report_settings (client_id, is_enabled) values ($1, true)', [empty])
  expect(await run()).toBe('Access reviews started: 0.')
  expect(await reviews()).toEqual([])
})

test('an employer whose users hold more than 20,000 grants gets no review, the next ones do, and the run says so', async () => {
  const large = await employer()
  await portal.owner(
    `with made as (
       insert into systems (name, code) select 'Large ' || each, 'LARGE-' || each from generate_series(1, 140) each returning id),
     people as (
       insert into users (user_name, first_name, last_name, email, client_id)
       select 'many-' || each, 'Many', 'Person', 'many-' || each || '@example.test', $1::int from generate_series(1, 143) each
       returning id)
     insert into user_system_grants (user_id, system_id) select people.id, made.id from made cross join people`,
    [large],
  )
  const client = await employer()
  expect(await run()).toBe('Access reviews started: 1. Employers with too many grants for one review: 1.')
  expect(await reviews()).toMatchObject([{ client }])
})
