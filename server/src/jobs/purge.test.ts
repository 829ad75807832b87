import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../test/portal.ts'
import { createLogger } from '../logging.ts'
import { agePurgeJobs, agePurges } from './age-purges.ts'
import { type Jobs, startJobs } from './runner.ts'

let portal: Portal
let jobs: Jobs

beforeAll(async () => {
  portal = await startPortal()
  const deps = { db: portal.database.jobs }
  jobs = await startJobs({
    url: portal.config.databaseUrl ?? '',
    database: portal.database,
    logger: createLogger('silent', 'test'),
    timeZone: 'UTC',
    jobs: agePurgeJobs(deps),
    onlyDrained: true,
  })
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
})

test('sessions are kept for ninety days after their end, and mine of today stays open', async () => {
  const user = await portal.make.user()
  for (const [name, ended, expires] of [
    ['ended long ago', '91 days', '91 days'],
    ['run out long ago', null, '91 days'],
    ['ended lately', '89 days', '89 days'],
  ])
    await portal.owner(
      `insert into sessions (token_hash, csrf_hash, binding_hash, user_id, expires_at, ended_at, device)
       values (sha256(convert_to($1, 'UTF8')), '', '', $2, now() - $3::interval, now() - $4::interval, $1)`,
      [name, user.id, expires, ended],
    )
  await portal.as(user)
  await jobs.drain('session-purge')
  const left = await portal.owner('select ended_at is null as open, device from sessions order by id')
  expect(left).toEqual([
    { open: false, device: 'ended lately' },
    { open: true, device: expect.any(String) },
  ])
})

test('a used token is kept for as long as it could be tried again', async () => {
  await portal.owner(`delete from used_tokens`)
  await portal.owner(
    `insert into used_tokens values ('over', now() - interval '2 hours'), ('just over', now()), ('good', now() + interval '1 hour')`,
  )
  await jobs.drain('spent-token-purge')
  const left = await portal.owner(`select encode(token_id, 'escape') as token from used_tokens order by 1`)
  expect(left).toEqual([{ token: 'good' }, { token: 'just over' }])
})

test('browser reports are kept for thirty days, however many there are', async () => {
  await portal.owner(
    `insert into client_log_entries (kind, message, created_at)
     select 'error', 'old', now() - interval '31 days' from generate_series(1, 12000)
     union all select 'error', 'new', now() - interval '29 days'`,
  )
  await jobs.drain('client-log-purge')
  expect(await portal.owner('select message from client_log_entries')).toEqual([{ message: 'new' }])
})

test('each record is kept for as long as was decided', () => {
  expect(Object.fromEntries(agePurges.map(({ table, column, age }) => [`${table}.${column}`, age]))).toEqual({
    'sessions.expires_at': '90 days',
    'brand_previews.created_at': '1 day',
    'used_tokens.expires_at': '1 hour',
    'used_assertions.expires_at': '1 hour',
    'saml_requests.expires_at': '0',
    'application_requests.expires_at': '0',
    'sign_in_tests.expires_at': '0',
    'sign_in_tickets.expires_at': '0',
    'passed_human_checks.expires_at': '0',
    'recovery_links.expires_at': '0',
    'undo_offers.expires_at': '0',
    'pending_factor_setups.expires_at': '0',
    'trusted_devices.expires_at': '0',
    'sign_in_failures.since': '1 day',
    'device_sign_ins.attempts_since': '1 day',
    'attempt_counts.attempts_since': '1 day',
    'oidc_state.expires_at': '0',
    'back_channel_logouts.created_at': '7 days',
    'client_log_entries.created_at': '30 days',
    'grant_end_notices.noticed_at': '60 days',
    'access_changes.created_at': '90 days',
    'scim_conflicts.last_at': '90 days',
    'scim_requests.at': '30 days',
    'user_imports.created_at': '7 days',
    'reports.expires_at': '0',
    'report_exports.renewed_at': '1 day',
    'job_runs.started_at': '30 days',
  })
})

test.each(agePurges)('the entry of $table by $column runs', async ({ job, table, column }) => {
  // Every entry names a table and a column that exist and that the portal may delete from.
  await jobs.drain(job)
  const [run] = await portal.owner(
    'select result, message from job_runs where job_code = $1 order by id desc limit 1',
    [job],
  )
  expect(run, `${table}.${column}`).toMatchObject({ result: 'done' })
})
