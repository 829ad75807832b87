import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobContext } from '../../../../test/job-context.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { createMailComposer } from '../../../composition/mail-services.ts'
import { readMailbox } from '../../mail/public.ts'
import { dormantUsersJob } from './dormant-users.job.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.moveClock('0')
  await portal.owner('delete from outbox_mails')
  await portal.owner('update users set status = 2')
})

/** A user who last signed in so long before the clock of the test, for example '75 days'. */
async function away(since: string, columns: Record<string, unknown> = {}): Promise<MadeUser> {
  const user = await portal.make.user({ first_name: 'Ada', ...columns })
  await portal.owner(
    `update users set created_at = clock_now() - interval '5 years', status_changed_at = clock_now() - interval '5 years' where id = $1`,
    [user.id],
  )
  await portal.owner(`update user_sign_ins set last_signed_in_at = clock_now() - $2::interval where user_id = $1`, [
    user.id,
    since,
  ])
  return user
}

const run = (parameters = '') => dormantUsersJob({ db: portal.database.jobs }).run({}, jobContext({ parameters }))
const mails = async () => {
  const entries = await readMailbox(portal.database.requests, createMailComposer(portal.config))
  return entries.map(({ to, mail }) => `${to.split('@')[0]}: ${mail?.subject}`).toSorted()
}
const statusOf = async ({ id }: MadeUser) =>
  (await portal.owner('select status from users where id = $1', [id]))[0]?.['status']
const signInAgain = ({ id }: MadeUser) =>
  portal.owner('update user_sign_ins set last_signed_in_at = clock_now() where user_id = $1', [id])
const nothing = 'Users notified: 0. Users inactivated: 0.'

test('I get one email 14 days before my account is inactivated (decision I2)', async () => {
  const me = await away('75 days 23:45')
  expect(await run()).toBe(nothing)
  await portal.moveClock('15 minutes')
  expect(await run()).toBe('Users notified: 1. Users inactivated: 0.')
  expect(await run()).toBe(nothing)
  expect(await mails()).toEqual([`${me.userName}: Sign in to keep your account`])
  const [entry] = await readMailbox(portal.database.requests, createMailComposer(portal.config))
  expect(entry?.mail?.text).toMatch(/We’ll inactivate your account on \w+ \d+, \d{4} at \d+:\d\d [AP]M/)
  await portal.moveClock('14 days')
  expect(await run()).toBe(nothing)
  expect(await statusOf(me)).toBe(1)
  await portal.moveClock('14 days 00:30')
  expect(await run()).toBe('Users notified: 0. Users inactivated: 1.')
  expect(await statusOf(me)).toBe(2)
  expect(await run()).toBe(nothing)
})

test('the audit trail says that nobody did it, and my sessions end', async () => {
  const me = await away('80 days')
  await portal.as(me)
  await portal.owner(
    `update user_sign_ins set last_signed_in_at = clock_now() - interval '80 days' where user_id = $1`,
    [me.id],
  )
  await run()
  await portal.moveClock('15 days')
  await run()
  const events = await portal.owner(
    `select actor_user_id as actor, before, after from audit_events where event = 'dormant_user_inactivated' and subject_user_id = $1`,
    [me.id],
  )
  expect(events).toEqual([
    { actor: null, before: { status: 1, lastActiveAt: expect.any(String) }, after: { status: 2 } },
  ])
  expect(await portal.owner('select from sessions where user_id = $1 and ended_at is null', [me.id])).toEqual([])
  const kept = await portal.owner('select previous_status from users where id = $1', [me.id])
  expect(kept).toEqual([{ previous_status: 1 }])
})

test('nobody is inactivated without a notice, however long they were away when the job is enabled', async () => {
  const me = await away('3 years')
  await run()
  expect(await statusOf(me)).toBe(1)
  // The mail names the day that counts: not one in the past.
  expect(
    await portal.owner(
      `select round(extract(epoch from (fields->>'inactiveFrom')::timestamptz - noticed_at) / 86400)::integer as days
         from outbox_mails, dormancy_notices where user_id = $1`,
      [me.id],
    ),
  ).toEqual([{ days: 14 }])
  await portal.moveClock('13 days')
  await run()
  expect(await statusOf(me)).toBe(1)
  await portal.moveClock('14 days 1 minute')
  await run()
  expect(await statusOf(me)).toBe(2)
})

test('when I sign in I keep my account, and the next absence begins with another notice', async () => {
  const me = await away('80 days')
  await run()
  await portal.moveClock('5 days')
  await signInAgain(me)
  await portal.moveClock('20 days')
  expect(await run()).toBe(nothing)
  await portal.moveClock('82 days')
  expect(await run()).toBe('Users notified: 1. Users inactivated: 0.')
  expect(await statusOf(me)).toBe(1)
})

test('a second notice gives as many days as the first one, also where it comes late', async () => {
  const me = await away('80 days')
  await run()
  await portal.moveClock('5 days')
  await signInAgain(me)
  await portal.moveClock('200 days')
  expect(await run()).toBe('Users notified: 1. Users inactivated: 0.')
  await portal.moveClock('213 days')
  expect(await run()).toBe(nothing)
  await portal.moveClock('214 days 1 minute')
  expect(await run()).toBe('Users notified: 0. Users inactivated: 1.')
})

test('a new or reactivated account counts as active from that day on, also without a sign-in', async () => {
  const created = await away('75 days')
  await portal.owner(`update users set created_at = clock_now() where id = $1`, [created.id])
  const reactivated = await away('1 year')
  await portal.owner(`update users set status_changed_at = clock_now() where id = $1`, [reactivated.id])
  await portal.owner('update user_sign_ins set last_signed_in_at = null where user_id = $1', [created.id])
  expect(await run()).toBe(nothing)
  await portal.moveClock('76 days 1 minute')
  expect(await run()).toBe('Users notified: 2. Users inactivated: 0.')
})

test('users who are inactive, deleted or of a former client are left alone', async () => {
  await away('1 year', { status: 2 })
  await away('1 year', { status: 3 })
  await away('1 year', { client_id: await portal.make.client({ is_deleted: true }) })
  expect(await run()).toBe(nothing)
})

test('the days are those that an administrator wrote beside the schedule, and nothing happens where they are invalid', async () => {
  const me = await away('35 days')
  await expect(run('soon')).rejects.toThrow('The parameters of the job are invalid: soon')
  expect(await run('inactivateAfterDays=40 noticeDays=5')).toBe('Users notified: 1. Users inactivated: 0.')
  await portal.moveClock('5 days 1 minute')
  expect(await run('inactivateAfterDays=40 noticeDays=5')).toBe('Users notified: 0. Users inactivated: 1.')
  expect(await statusOf(me)).toBe(2)
})

test('2,500 users are handled in batches, each of them once', async () => {
  const client = await portal.make.client()
  await portal.owner(
    `insert into users (user_name, first_name, last_name, email, client_id, created_at, status_changed_at)
     select 'dormant.' || n, 'Ada', 'Away', 'dormant.' || n || '@away.test', $1, clock_now() - interval '1 year',
            clock_now() - interval '1 year' from generate_series(1, 2500) n`,
    [client],
  )
  expect(await run()).toBe('Users notified: 2,500. Users inactivated: 0.')
  await portal.moveClock('15 days')
  expect(await run()).toBe('Users notified: 0. Users inactivated: 2,500.')
  const [events] = await portal.owner(
    `select count(distinct subject_user_id)::int as users, count(*)::int as events from audit_events
      where event = 'dormant_user_inactivated' and client_id = $1`,
    [client],
  )
  expect(events).toEqual({ users: 2500, events: 2500 })
})

describe('of several portal administrators', () => {
  const admin = async (since: string) => {
    const user = await away(since, { is_internal: true })
    await portal.make.grant(user, { systemId: 2, isAdmin: true })
    return user
  }

  test('those who stay away are inactivated, and the last one never', async () => {
    const admins = [await admin('1 year'), await admin('1 year')]
    expect(await run()).toBe('Users notified: 2. Users inactivated: 0.')
    await portal.moveClock('15 days')
    expect(await run()).toBe('Users notified: 0. Users inactivated: 1. The last portal administrator stays active.')
    expect(await Promise.all(admins.map(statusOf))).toEqual([2, 1])
    expect(await run()).toBe('Users notified: 0. Users inactivated: 0. The last portal administrator stays active.')
  })

  test('both may go where a third one is there', async () => {
    const admins = [await admin('1 year'), await admin('1 year')]
    await admin('1 day')
    await run()
    await portal.moveClock('15 days')
    expect(await run()).toBe('Users notified: 0. Users inactivated: 2.')
    expect(await Promise.all(admins.map(statusOf))).toEqual([2, 2])
  })
})
