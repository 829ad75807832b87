import {
  addJobSchedule,
  changeJobSchedule,
  type JobSchedule,
  listJobKinds,
  listJobRuns,
  listJobSchedules,
  previewJobSchedule,
  removeJobSchedule,
  restoreJobSchedule,
  runJobNow,
} from '@portico/contract/jobs/jobs.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { insertDefaultSchedules } from '../../jobs/job-schedules.ts'
import { schedules } from '../../jobs/schedule.ts'

let portal: Portal
let ann: Browser
let bob: Browser
let admin: MadeUser
beforeAll(async () => {
  portal = await startPortal()
  const staff = await Promise.all(
    [1, 2].map(() => portal.make.user({ is_internal: true, first_name: 'Bob', last_name: 'Khan' })),
  )
  for (const one of staff) await portal.make.adminPages(one, ['Database Maintenance'])
  admin = staff[0] as MadeUser
  ann = await portal.as(admin)
  bob = await portal.as(staff[1] as MadeUser)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner('delete from job_schedules')
  await portal.owner('delete from job_runs')
  await portal.owner('delete from jobs.job')
})

const idOf = (browser: Browser) => browser.userId as number
/** Sends what the wire has, as other programs than our screens may. */
const send = (browser: Browser, { method, path }: Endpoint, ids: Record<string, string>, body: object) =>
  browser.request(method, fillPath(path, { uid: String(idOf(browser)), ...ids }), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const add = (body: object) => send(ann, addJobSchedule, {}, body)
const added = async (body: object): Promise<JobSchedule> => {
  const answer = await add(body)
  expect(answer).toMatchObject({ code: '200' })
  const row = (await ann.call(listJobSchedules, {})).find(({ jobCd }) => jobCd === (body as { jobCd: string }).jobCd)
  return row as JobSchedule
}
const change = (jobScheduleSetupId: number, body: object, browser = ann) =>
  send(browser, changeJobSchedule, { jobScheduleSetupId: String(jobScheduleSetupId) }, body)
const remove = (jobScheduleSetupId: number, query = {}) =>
  ann.send(removeJobSchedule, { params: { uid: idOf(ann), jobScheduleSetupId }, query })
const restore = (undoId: number, browser = ann) =>
  browser.send(restoreJobSchedule, { params: { uid: idOf(browser) }, body: { undoId } })
const runNow = (jobScheduleSetupId: number) => ann.send(runJobNow, { params: { uid: idOf(ann), jobScheduleSetupId } })
const preview = (cronTxt: string, timeZone: string) => ann.send(previewJobSchedule, { query: { cronTxt, timeZone } })
const events = async () =>
  (
    await portal.owner(
      `select event, before, after from audit_events where target_kind = 'job-schedule' and actor_user_id = $1 order by id`,
      [admin.id],
    )
  ).map(({ event, before, after }) => ({ event, before, after }))

test('I see every scheduled job with its schedule, its last and its next run (JOBS-005, JOBS-006, JOBS-007, JOBS-010)', async () => {
  const row = await added({ jobCd: 'mail-purge', cronTxt: '35 3 * * *' })
  expect(row).toMatchObject({
    jobCd: 'mail-purge',
    jobNm: 'Delete old mail',
    timeZone: null,
    parametersTxt: '',
    notifyEmailTxt: null,
    disableFlg: false,
    lastRunDt: null,
    lastStatus: null,
    lastMessage: null,
    version: 1,
  })
  expect(row.nextRunDt?.getTime()).toBeGreaterThan(Date.now())
  await portal.owner(
    `insert into job_runs (job_code, queue_job_id, started_at, ended_at, result, message)
     values ('mail-purge', gen_random_uuid(), '2026-03-01 09:35Z', '2026-03-01 09:36Z', 'done', 'Old'),
            ('mail-purge', gen_random_uuid(), '2026-03-02 09:35Z', '2026-03-02 09:36Z', 'failed', 'The disk is full')`,
  )
  await change(row.jobScheduleSetupId, { disableFlg: 'Y' })
  expect(await ann.call(listJobSchedules, {})).toMatchObject([
    {
      lastRunDt: new Date('2026-03-02T09:35Z'),
      lastStatus: 'failed',
      lastMessage: 'The disk is full',
      disableFlg: true,
      nextRunDt: null,
    },
  ])
})

test('a job is added, changed, deleted and restored, each with its event (JOBS-001, JOBS-011)', async () => {
  const [last] = await portal.owner('select coalesce(max(id), 0)::int as id from audit_events')
  const row = await added({ jobCd: 'mail-purge', cronTxt: '  35   3 * * * ', disableFlg: 'N' })
  const id = row.jobScheduleSetupId
  expect(row.cronTxt).toBe('35 3 * * *')
  const changed = await change(id, {
    jobNm: 'Purge mail',
    cronTxt: '0 6 * * 1-5',
    timeZone: 'Europe/Berlin',
    notifyEmailTxt: 'ops@portal.test',
    parametersTxt: 'seven',
    disableFlg: 'Y',
    version: 1,
  })
  expect(changed).toMatchObject({
    code: '200',
    data: {
      jobNm: 'Purge mail',
      cronTxt: '0 6 * * 1-5',
      timeZone: 'Europe/Berlin',
      notifyEmailTxt: 'ops@portal.test',
      parametersTxt: 'seven',
      disableFlg: 'Y',
      version: 2,
    },
  })
  expect(await change(id, { timeZone: '', notifyEmailTxt: '' })).toMatchObject({
    data: { timeZone: null, notifyEmailTxt: null, jobNm: 'Purge mail', disableFlg: 'Y' },
  })
  const removed = await remove(id, { version: 3 })
  expect(await ann.call(listJobSchedules, {})).toEqual([])
  const { undoId } = removed.data as { undoId: number }
  expect(await restore(undoId, bob)).toMatchObject({ status: 404 })
  expect(await restore(undoId)).toMatchObject({ code: '200', data: { jobScheduleSetupId: id, jobNm: 'Purge mail' } })
  expect(await restore(undoId)).toMatchObject({ status: 404 })
  const found = await portal.owner(
    `select event, before is not null as before, after is not null as after from audit_events
      where id > $1 and target_kind = 'job-schedule' order by id`,
    [last?.['id']],
  )
  expect(found.map(({ event, before, after }) => [event, before, after])).toEqual([
    ['job_schedule_changed', false, true],
    ['job_schedule_changed', true, true],
    ['job_schedule_changed', true, true],
    ['job_schedule_changed', true, false],
    ['job_schedule_changed', false, true],
  ])
})

test('only jobs of the portal can be scheduled, each once (decision I2)', async () => {
  const refused = (message: string) => ({ status: 422, message, data: [{ field: 'jobCd', message }] })
  expect(await add({ jobCd: 'rm -rf /', cronTxt: '* * * * *' })).toMatchObject(refused('The portal has no such job.'))
  // A queue, but no job of the registry.
  expect(await add({ jobCd: 'user-import', cronTxt: '* * * * *' })).toMatchObject({ status: 422 })
  const { jobScheduleSetupId } = await added({ jobCd: 'mail-purge', cronTxt: '35 3 * * *' })
  expect(await add({ jobCd: 'mail-purge', cronTxt: '0 4 * * *' })).toMatchObject(
    refused('This job is already scheduled.'),
  )
  await remove(jobScheduleSetupId)
  const again = await added({ jobCd: 'mail-purge', cronTxt: '0 4 * * *' })
  expect(again).toMatchObject({ jobScheduleSetupId, cronTxt: '0 4 * * *' })
  const kinds = await ann.call(listJobKinds, {})
  expect(kinds.jobs.map(({ jobCd }) => jobCd).toSorted()).toEqual(schedules.map(({ name }) => name).toSorted())
  expect(kinds.businessTimeZone).toBe(portal.config.businessTimeZone)
  expect(kinds.jobs).toContainEqual({
    jobCd: 'deliver-mail',
    jobNm: 'Deliver mail',
    cronTxt: '* * * * *',
    timeZone: 'UTC',
  })
})

test('a schedule that I deleted is not added again by the next start; another one is', async () => {
  const { jobScheduleSetupId } = await added({ jobCd: 'mail-purge', cronTxt: '35 3 * * *' })
  await remove(jobScheduleSetupId)
  await insertDefaultSchedules(
    (text, values) => portal.owner(text, values),
    schedules.filter(({ name }) => name === 'mail-purge' || name === 'seal-audit'),
  )
  expect((await ann.call(listJobSchedules, {})).map(({ jobCd }) => jobCd)).toEqual(['seal-audit'])
})

test('an invalid schedule is refused at its field, and nothing changes (JOBS-009)', async () => {
  const row = await added({ jobCd: 'mail-purge', cronTxt: '35 3 * * *' })
  const before = await events()
  const invalid =
    'Enter five fields: minute, hour, day of the month, month and weekday. Jobs run at most once a minute.'
  const never = 'This never runs: there is no such date.'
  for (const [cronTxt, message] of [
    ['every day', invalid],
    // Every second.
    ['* * * * * *', invalid],
    ['@daily', invalid],
    ['0 0 30 2 *', never],
    ['0 0 31 4,6 *', never],
  ] as const) {
    const refusal = { status: 422, message, data: [{ field: 'cronTxt', message }] }
    expect(await change(row.jobScheduleSetupId, { cronTxt })).toMatchObject(refusal)
    expect(await add({ jobCd: 'seal-audit', cronTxt })).toMatchObject(refusal)
    expect(await ann.request('GET', `${previewJobSchedule.path}?cronTxt=${encodeURIComponent(cronTxt)}`)).toMatchObject(
      {
        status: 400,
        data: [{ field: 'cronTxt' }],
      },
    )
  }
  const zone = { status: 422, data: [{ field: 'timeZone', message: 'There is no such time zone.' }] }
  expect(await change(row.jobScheduleSetupId, { timeZone: 'Mars/Olympus' })).toMatchObject(zone)
  expect(await preview('0 6 * * *', 'Mars/Olympus')).toMatchObject(zone)
  for (const body of [
    { notifyEmailTxt: 'nobody' },
    { jobNm: ' ' },
    { disableFlg: 'maybe' },
    { cronTxt: 'x'.repeat(101) },
    { parametersTxt: 'x'.repeat(501) },
    { commandTxt: 'ls' },
  ])
    expect(await change(row.jobScheduleSetupId, body)).toMatchObject({ status: 400 })
  expect(await ann.call(listJobSchedules, {})).toEqual([row])
  expect(await events()).toEqual(before)
})

test('the days of dormant users are refused at their field where the job could not read them (decision I3)', async () => {
  const message =
    'Enter it like inactivateAfterDays=90 noticeDays=14: 30 to 3650 days without a sign-in, and an email 1 to 60 days before.'
  const refused = { status: 422, message, data: [{ field: 'parametersTxt', message }] }
  const fields = { jobCd: 'dormant-users', cronTxt: '25 7 * * *' }
  expect(await add({ ...fields, parametersTxt: 'ninety' })).toMatchObject(refused)
  const row = await added({ ...fields, parametersTxt: 'inactivateAfterDays=60' })
  expect(await change(row.jobScheduleSetupId, { parametersTxt: 'noticeDays=0' })).toMatchObject(refused)
  expect(await ann.call(listJobSchedules, {})).toEqual([row])
  expect(await change(row.jobScheduleSetupId, { parametersTxt: '' })).toMatchObject({ code: '200' })
})

test('dormant users are left alone until an administrator enables their job (decision I2)', async () => {
  await insertDefaultSchedules((text, values) => portal.owner(text, values), schedules)
  const disabled = (await ann.call(listJobSchedules, {})).filter(({ disableFlg }) => disableFlg)
  expect(disabled).toMatchObject([
    { jobCd: 'dormant-users', parametersTxt: 'inactivateAfterDays=90 noticeDays=14', nextRunDt: null },
  ])
})

test('I do not overwrite what another administrator has changed meanwhile', async () => {
  const { jobScheduleSetupId: id } = await added({ jobCd: 'mail-purge', cronTxt: '35 3 * * *' })
  expect(await change(id, { cronTxt: '0 4 * * *', version: 1 }, bob)).toMatchObject({ code: '200' })
  const stale = {
    status: 409,
    message: 'Bob Khan changed this job after you opened it. Reload it to see the changes, then try again.',
    data: { changedByNm: 'Bob Khan', changedDt: expect.any(String) },
  }
  expect(await change(id, { cronTxt: '0 5 * * *', version: 1 })).toMatchObject(stale)
  expect(await remove(id, { version: 1 })).toMatchObject(stale)
  // Nobody is named where the command line made the change.
  await portal.owner('update job_schedules set changed_by = null where id = $1', [id])
  expect(await change(id, { cronTxt: '0 5 * * *', version: 1 })).toMatchObject({
    status: 409,
    message: 'This job was changed after you opened it. Reload it to see the changes, then try again.',
    data: { changedByNm: null },
  })
  expect(await change(987_654, { cronTxt: '0 5 * * *' })).toMatchObject({ status: 404 })
})

test('a schedule that the command line left invalid is listed, can be disabled, and has no next run', async () => {
  await portal.owner(
    `insert into job_schedules (code, name, cron) values ('mail-purge', 'Delete old mail', 'at night'),
     ('a-former-job', 'Of another version', '* * * * *')`,
  )
  const [row, ...others] = await ann.call(listJobSchedules, {})
  expect([row, others]).toMatchObject([{ cronTxt: 'at night', nextRunDt: null }, []])
  expect(await change(row?.jobScheduleSetupId as number, { disableFlg: 'Y' })).toMatchObject({ code: '200' })
})

test('the next five runs of a schedule are shown before it is saved', async () => {
  const { nextRunDts } = await ann.call(previewJobSchedule, { query: { cronTxt: '0 6 L * *', timeZone: 'UTC' } })
  expect(nextRunDts).toHaveLength(5)
  for (const run of nextRunDts) {
    expect(run.getUTCHours()).toBe(6)
    expect(new Date(run.getTime() + 86_400_000).getUTCDate()).toBe(1)
  }
  const business = await ann.call(previewJobSchedule, { query: { cronTxt: '0 6 L * *' } })
  expect(business.nextRunDts[0]?.getUTCHours()).not.toBe(6)
})

test('a job that is added disabled runs now, once: asking again while it waits is refused (R17)', async () => {
  const schedule = await added({ jobCd: 'mail-purge', cronTxt: '35 3 * * *', disableFlg: 'Y' })
  expect(schedule).toMatchObject({ disableFlg: true, nextRunDt: null })
  const { jobScheduleSetupId: id } = schedule
  expect(await runNow(id)).toMatchObject({ code: '200', message: 'The job runs as soon as a node is free.' })
  expect(await runNow(id)).toMatchObject({ status: 422, message: 'This job is already waiting or running.' })
  expect(await portal.owner(`select data from jobs.job where name = 'mail-purge'`)).toEqual([
    { data: { isRequested: true } },
  ])
  expect((await events()).at(-1)).toMatchObject({ event: 'job_run_requested', after: { code: 'mail-purge' } })
  expect(await runNow(987_654)).toMatchObject({ status: 404 })
})

test('the runs of a job are listed, the latest first, with how long they took and what they say', async () => {
  const { jobScheduleSetupId } = await added({ jobCd: 'mail-purge', cronTxt: '35 3 * * *' })
  await portal.owner(
    `insert into job_runs (job_code, queue_job_id, started_at, ended_at, result, message)
     select 'mail-purge', gen_random_uuid(), t, t + interval '90 seconds', 'done', 'Run ' || n
       from generate_series(1, 16) n, lateral (select '2026-03-01'::timestamptz + n * interval '1 day' as t) at`,
  )
  await portal.owner(`insert into job_runs (job_code, queue_job_id) values ('seal-audit', gen_random_uuid())`)
  const runs = await ann.call(listJobRuns, { params: { jobScheduleSetupId }, query: {} })
  expect(runs).toHaveLength(15)
  expect(runs[0]).toMatchObject({ runStatus: 'done', messageTxt: 'Run 16' })
  expect((runs[0]?.endedDt?.getTime() ?? 0) - (runs[0]?.startedDt.getTime() ?? 0)).toBe(90_000)
  const rest = await ann.call(listJobRuns, { params: { jobScheduleSetupId }, query: { pageNo: 2 } })
  expect(rest.map(({ messageTxt }) => messageTxt)).toEqual(['Run 1'])
  expect(await ann.send(listJobRuns, { params: { jobScheduleSetupId: 987_654 }, query: {} })).toMatchObject({
    status: 404,
  })
})
