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

test.each(agePurges)('the entry of $table by $column runs', async ({ job, table, column }) => {
  // Every entry names a table and a column that exist and that the portal may delete from.
  await jobs.drain(job)
  const [run] = await portal.owner(
    'select result, message from job_runs where job_code = $1 order by id desc limit 1',
    [job],
  )
  expect(run, `${table}.${column}`).toMatchObject({ result: 'done' })
})
