import {
  getAccessChange,
  listAccessChanges,
  planAccessChange,
  startAccessChange,
  undoAccessChange,
} from '@portico/contract/access-changes/access-changes.ts'
import {
  ACCESS_CHANGE_AHEAD_DAYS,
  ACCESS_CHANGES_PLANNED_MAX,
} from '@portico/contract/access-changes/access-change-rules.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { jobSchema } from '../../db/job-schema.ts'
import { ACCESS_CHANGE_RUNS } from '../../jobs/queue.ts'
import { accessChangeJob } from './access-change.job.ts'

type Start = RequestOf<typeof startAccessChange>['body']

const DAY_MS = 86_400_000

let portal: Portal
let admin: Browser
let client: number
let ledger: number
let person: MadeUser

beforeAll(async () => {
  portal = await startPortal()
  client = await portal.make.client({ name: 'Harbor' })
  ledger = await portal.make.system({ name: 'Ledger' })
})
afterAll(() => portal.close())
beforeEach(async () => {
  admin = await newAdmin()
  person = await portal.make.user({ client_id: client })
})

async function newAdmin(): Promise<Browser> {
  const user = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(user, ['User Administration'])
  return portal.as(user)
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
const giveLedger = (plannedDt: Date | null, more: Partial<Start> = {}): Start => ({
  kindCd: 'give',
  userIds: [person.id],
  userSystems: [{ systemId: ledger }],
  plannedDt,
  ...more,
})
const start = (body: Start, by = admin) => by.call(startAccessChange, { params: { uid: by.userId }, body })
const startRaw = (body: Start) => admin.send(startAccessChange, { params: { uid: admin.userId }, body })
const show = (accessChangeId: number, by = admin) =>
  by.call(getAccessChange, { params: { uid: by.userId, accessChangeId } })
const undoRaw = (accessChangeId: number, by = admin) =>
  by.send(undoAccessChange, { params: { uid: by.userId, accessChangeId } })

const runJob = (accessChangeId: number) =>
  accessChangeJob({ db: portal.database.jobs }).run({ accessChangeId }, jobContext())
const holdsLedger = async () =>
  (await portal.owner('select from current_system_grants where user_id = $1 and system_id = $2', [person.id, ledger]))
    .length === 1
/** Moves the date of an act: an interval from now. */
const moveDate = (accessChangeId: number, interval: string) =>
  portal.owner('update access_changes set planned_at = clock_now() + $2::interval where id = $1', [
    accessChangeId,
    interval,
  ])

test('access that I plan begins on its date, not before', async () => {
  const plannedDt = inDays(3)
  const answer = await startRaw(giveLedger(plannedDt))
  expect(answer).toMatchObject({ code: '200', message: 'The change is planned.' })
  const { accessChangeId } = answer.data as { accessChangeId: number }
  expect(await show(accessChangeId)).toMatchObject({ stateCd: 'planned', plannedDt, undoUntilDt: plannedDt })
  const jobs = await portal.owner(
    `select start_after from ${jobSchema}.job where name = 'access-change' and singleton_key = $1`,
    [String(accessChangeId)],
  )
  expect(jobs).toEqual([{ start_after: plannedDt }])
  await moveDate(accessChangeId, '1 minute')
  await runJob(accessChangeId)
  expect([await holdsLedger(), (await show(accessChangeId)).stateCd]).toEqual([false, 'planned'])
  await moveDate(accessChangeId, '0')
  await runJob(accessChangeId)
  expect(await holdsLedger()).toBe(true)
  expect(await show(accessChangeId)).toMatchObject({ stateCd: 'done', changedCnt: 1 })
})

test('I take a planned change back until it begins; then nothing happens on its date', async () => {
  const { accessChangeId } = await start(giveLedger(inDays(3)))
  expect(await undoRaw(accessChangeId)).toMatchObject({ code: '200', data: { stateCd: 'undone', undoUntilDt: null } })
  await moveDate(accessChangeId, '0')
  await runJob(accessChangeId)
  expect([await holdsLedger(), (await show(accessChangeId)).stateCd]).toEqual([false, 'undone'])
  const events = await portal.owner(`select event from audit_events where actor_user_id = $1 order by id`, [
    admin.userId,
  ])
  expect(events.map(({ event }) => event).slice(-2)).toEqual(['access_change_started', 'access_change_undone'])
})

test('a change whose date has come can no longer be taken back before it is done', async () => {
  const { accessChangeId } = await start(giveLedger(inDays(3)))
  await moveDate(accessChangeId, '0')
  expect(await undoRaw(accessChangeId)).toMatchObject({ code: '409' })
  expect(await show(accessChangeId)).toMatchObject({ stateCd: 'planned' })
})

test('who is inactive by then is left out, and who lost the right to give gives nothing', async () => {
  const first = await start(giveLedger(inDays(3)))
  await portal.owner('update users set status = 2 where id = $1', [person.id])
  await moveDate(first.accessChangeId, '0')
  await runJob(first.accessChangeId)
  expect(await show(first.accessChangeId)).toMatchObject({ stateCd: 'done', changedCnt: 0, leftOutCnt: 1 })
  await portal.owner('update users set status = 1 where id = $1', [person.id])
  const second = await start(giveLedger(inDays(3)))
  await moveDate(second.accessChangeId, '0')
  await portal.owner('update user_page_grants set valid_to = clock_now() where user_id = $1', [admin.userId])
  await runJob(second.accessChangeId)
  const [stored] = await portal.owner('select state from access_changes where id = $1', [second.accessChangeId])
  expect([stored?.['state'], await holdsLedger()]).toEqual(['stopped', false])
  const stops = await portal.owner(
    `select subject_user_id from audit_events where event = 'access_change_stopped' and target_id = $1`,
    [String(second.accessChangeId)],
  )
  expect(stops).toEqual([{ subject_user_id: admin.userId }])
})

test.each([
  ['already begun', -0.0001, null, 'This day has begun. Choose a later one, or none to start now.'],
  ['too far ahead', ACCESS_CHANGE_AHEAD_DAYS + 0.01, null, 'A change can be planned at most 60 days ahead.'],
  ['on the day of its end', 10, 10, 'Access must end after it begins.'],
])('a date is refused at its field, in the plan and at the start: %s', async (_what, days, endDays, message) => {
  const plannedDt = inDays(days)
  const endDt = endDays === null ? null : plannedDt
  const body = giveLedger(plannedDt, { userSystems: [{ systemId: ledger, endDt }] })
  const refusal = { code: '422', message, data: [{ field: 'plannedDt', message }] }
  expect(await startRaw(body)).toMatchObject(refusal)
  expect(await admin.send(planAccessChange, { params: { uid: admin.userId }, body })).toMatchObject(refusal)
  expect(await portal.owner('select from access_changes where owner_id = $1', [admin.userId])).toEqual([])
})

test('the last moment that can be planned is taken', async () => {
  const plannedDt = inDays(ACCESS_CHANGE_AHEAD_DAYS - 0.01)
  expect(await start(giveLedger(plannedDt))).toMatchObject({ stateCd: 'planned', plannedDt })
})

test('a planned change of a colleague is taken back by a portal administrator, and by nobody else', async () => {
  const { accessChangeId } = await start(giveLedger(inDays(3)))
  const ofOneSystem = await newAdmin()
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [ofOneSystem.userId])
  await portal.make.grant({ id: ofOneSystem.userId }, { systemId: ledger, isAdmin: true })
  expect(await undoRaw(accessChangeId, ofOneSystem)).toMatchObject({ code: '404' })
  const portalAdmin = await newAdmin()
  expect((await show(accessChangeId, portalAdmin)).undoUntilDt).not.toBeNull()
  expect(await undoRaw(accessChangeId, portalAdmin)).toMatchObject({ code: '200', data: { stateCd: 'undone' } })
})

test('a new password of the administrator stops what was planned before it', async () => {
  const { accessChangeId } = await start(giveLedger(inDays(3)))
  await portal.owner('update users set password_changed_at = clock_now() where id = $1', [admin.userId])
  await moveDate(accessChangeId, '0')
  await runJob(accessChangeId)
  expect([await holdsLedger(), (await show(accessChangeId)).stateCd]).toEqual([false, 'stopped'])
})

test('of what I planned I find what stopped before everybody had their turn, not what was done and could not be undone', async () => {
  const [done, stopped] = [await start(giveLedger(inDays(3))), await start(giveLedger(inDays(3)))]
  const found = async () => {
    const query = { conditionCd: 'stoppedPlan' as const }
    const acts = await admin.call(listAccessChanges, { params: { uid: admin.userId }, query })
    return acts.map(({ accessChangeId }) => accessChangeId)
  }
  await moveDate(done.accessChangeId, '0')
  await runJob(done.accessChangeId)
  await portal.owner(`update access_changes set state = 'undoing' where id = $1`, [done.accessChangeId])
  await portal.owner('update users set password_changed_at = clock_now() where id = $1', [admin.userId])
  for (const { accessChangeId } of [done, stopped]) {
    await moveDate(accessChangeId, '-1 minute')
    await runJob(accessChangeId)
    expect(await show(accessChangeId)).toMatchObject({ stateCd: 'stopped', plannedDt: expect.any(Date) })
  }
  expect(await found()).toEqual([stopped.accessChangeId])
})

test('an act whose runs all ended early before it began is stopped by the last one', async () => {
  const { accessChangeId } = await start(giveLedger(inDays(3)))
  await moveDate(accessChangeId, '0')
  await accessChangeJob({ db: portal.database.jobs }).run(
    { accessChangeId },
    jobContext({ attempt: ACCESS_CHANGE_RUNS + 1 }),
  )
  expect([await holdsLedger(), (await show(accessChangeId)).stateCd]).toEqual([false, 'stopped'])
})

test('so many changes are planned at a time, and no more', async () => {
  for (let planned = 0; planned < ACCESS_CHANGES_PLANNED_MAX; planned++) await start(giveLedger(inDays(3)))
  expect(await startRaw(giveLedger(inDays(3)))).toMatchObject({
    code: '409',
    message: 'You have 20 planned changes, the most at a time. Undo one of them, or wait until one has begun.',
  })
  expect(await start(giveLedger(null))).toMatchObject({ stateCd: 'done' })
  // Neither those that were undone count, nor those that have begun.
  const [first, second] = await portal.owner(
    `select id from access_changes where owner_id = $1 and state = 'planned' order by id`,
    [admin.userId],
  )
  expect(await undoRaw(Number(first?.['id']))).toMatchObject({ code: '200' })
  expect(await startRaw(giveLedger(inDays(3)))).toMatchObject({ code: '200' })
  expect(await startRaw(giveLedger(inDays(3)))).toMatchObject({ code: '409' })
  await portal.owner(`update access_changes set state = 'done' where id = $1`, [second?.['id']])
  expect(await startRaw(giveLedger(inDays(3)))).toMatchObject({ code: '200' })
})
