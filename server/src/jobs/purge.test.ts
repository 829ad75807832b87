import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../test/portal.ts'
import { clientLogPurgeJob } from '../areas/client-log/client-log-purge.job.ts'
import { sessionPurgeJob } from '../areas/session/session-purge.job.ts'
import { spentTokenPurgeJob } from '../areas/sign-in/spent-token-purge.job.ts'
import { createLogger } from '../logging.ts'
import { transactOn } from '../stores.ts'
import { type Jobs, startJobs } from './runner.ts'

let portal: Portal
let jobs: Jobs

beforeAll(async () => {
  portal = await startPortal()
  const parts = { transact: transactOn(portal.database.jobs) }
  jobs = await startJobs({
    url: portal.config.databaseUrl ?? '',
    database: portal.database,
    logger: createLogger('silent', 'test'),
    timeZone: 'UTC',
    jobs: [sessionPurgeJob(parts), spentTokenPurgeJob(parts), clientLogPurgeJob(parts)],
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

test('a spent token is remembered for as long as somebody could try it again', async () => {
  await portal.owner(`delete from spent_tokens`)
  await portal.owner(
    `insert into spent_tokens values ('over', now() - interval '2 hours'), ('just over', now()), ('good', now() + interval '1 hour')`,
  )
  await jobs.drain('spent-token-purge')
  const left = await portal.owner(`select encode(token_id, 'escape') as token from spent_tokens order by 1`)
  expect(left).toEqual([{ token: 'good' }, { token: 'just over' }])
})

test('what browsers reported is kept for thirty days, however much it is', async () => {
  await portal.owner(
    `insert into client_log_entries (kind, message, created_at)
     select 'error', 'old', now() - interval '31 days' from generate_series(1, 12000)
     union all select 'error', 'new', now() - interval '29 days'`,
  )
  await jobs.drain('client-log-purge')
  expect(await portal.owner('select message from client_log_entries')).toEqual([{ message: 'new' }])
})
