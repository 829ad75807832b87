import { listAuditEvents } from '@portico/contract/audit/audit.ts'
import { reactivateUser } from '@portico/contract/users/user-actions.ts'
import { getUserDetail, updateUserDetail } from '@portico/contract/users/user-profile.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { jobContext } from '../../../../test/job-context.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { keyRing } from '../../../crypto/key-ring.ts'
import { eraseDeletedUsersJob } from './erase-deleted-users.job.ts'
import { erasedTables } from './erased-data.ts'

let portal: Portal
let admin: Browser
beforeAll(async () => {
  portal = await startPortal()
  const user = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(user, ['User Administration', 'Audit Trail'])
  admin = await portal.as(user)
})
afterAll(() => portal.close())
beforeEach(() => portal.owner('update users set status_changed_at = clock_now() where status = 3'))

const run = (deletedUsersKeptDays = 365) =>
  eraseDeletedUsersJob({
    db: portal.database.jobs,
    keys: keyRing(portal.config.secretKeys),
    deletedUsersKeptDays,
    portal: portal.origin,
  }).run({}, jobContext())
const rowOf = async ({ id }: { id: number }) =>
  (await portal.owner('select * from users where id = $1', [id]))[0] as Record<string, unknown>

/** A user who was deleted so long ago, for example '365 days'. */
async function deleted(ago: string, columns: Record<string, unknown> = {}): Promise<MadeUser> {
  const user = await portal.make.user({ status: 3, ...columns })
  await portal.owner('update users set status_changed_at = clock_now() - $2::interval where id = $1', [user.id, ago])
  return user
}

test('a deleted user is erased after the days that the operator set, and no earlier (decision E2)', async () => {
  const recent = await deleted('364 days 23:59')
  const old = await deleted('365 days 00:02')
  expect(await run()).toBe('Deleted users erased: 1.')
  expect(await run()).toBe('Deleted users erased: 0.')
  expect(await rowOf(recent)).toMatchObject({ status: 3, user_name: recent.userName })
  expect(await rowOf(old)).toMatchObject({
    status: 4,
    user_name: `deleted user ${old.id}`,
    first_name: 'Deleted',
    last_name: `user ${old.id}`,
    email: '',
    password_hash: null,
  })
})

test('a user is restored until the last of these days, and not once the erasure is due', async () => {
  const restore = async ({ id: userId }: MadeUser) =>
    admin.send(reactivateUser, { params: { uid: admin.userId }, body: { userId } })
  const recent = await deleted('364 days 23:59')
  const due = await deleted('365 days 00:00:01')
  expect(await restore(recent)).toMatchObject({ code: '200' })
  expect(await restore(due)).toMatchObject({
    status: 422,
    message: 'This user can no longer be restored: the personal data are being erased.',
  })
  expect([(await rowOf(recent))['status'], (await rowOf(due))['status']]).toEqual([1, 3])
})

test('nobody is erased where the operator keeps deleted users, nor anybody who is not deleted', async () => {
  const kept = await deleted('3000 days')
  const inactive = await deleted('3000 days', { status: 2 })
  expect(await run(0)).toBe('Deleted users erased: 0.')
  expect(await run(2999)).toBe('Deleted users erased: 1.')
  expect([(await rowOf(kept))['status'], (await rowOf(inactive))['status']]).toEqual([4, 2])
})

test('nothing that the user had or was called remains, and their user ID is free again', async () => {
  const me = await deleted('400 days', {
    user_name: 'mary.marked',
    first_name: 'Marymark',
    last_name: 'Marymark',
    email: 'marymark@marymark.test',
    work_phone: '2065550100',
    job_title: 'Marymark',
    employee_id: 'Marymark',
  })
  const other = await portal.make.user()
  const system = await portal.make.system()
  await portal.make.grant(me, { systemId: system })
  await portal.make.grant(other, { systemId: system })
  for (const { id } of [me, other]) {
    await portal.owner("insert into user_links (user_id, name, address) values ($1, 'Mine', 'https://example.test')", [
      id,
    ])
    await portal.owner("insert into password_history (user_id, password_hash) values ($1, 'former')", [id])
  }
  const document = await portal.make.document(me)
  await run()
  const counts = async (id: number) =>
    (
      await portal.owner(
        `select (select count(*)::int from user_links where user_id = $1) as links,
                (select count(*)::int from password_history where user_id = $1) as passwords,
                (select count(*)::int from current_system_grants where user_id = $1) as grants`,
        [id],
      )
    )[0]
  expect(await counts(me.id)).toEqual({ links: 0, passwords: 0, grants: 0 })
  expect(await counts(other.id)).toEqual({ links: 1, passwords: 1, grants: 1 })
  expect(await portal.owner('select id from documents where id = $1', [document.id])).toEqual([])
  expect(JSON.stringify(await rowOf(me))).not.toMatch(/mary|2065550100/i)
  expect((await portal.make.user({ user_name: 'mary.marked' })).userName).toBe('mary.marked')
})

test('a user who was renamed and then deleted is named by none of their names in mails to others, and as no contact', async () => {
  const me = await portal.make.user({ first_name: 'Rhoda', last_name: 'Oldham', email: 'rhoda@oldham.test' })
  const other = await portal.make.user()
  const client = await portal.make.client()
  for (const user of [
    { lastNm: 'Middling' },
    { firstNm: 'Rosa', emailAddress: 'rosa@newman.test' },
    { lastNm: 'Newman' },
  ]) {
    const params = { uid: admin.userId, userId: me.id }
    expect((await admin.send(updateUserDetail, { params, body: { user } })).code).toBe('200')
  }
  const names = ['Rhoda Oldham', 'Rhoda Middling', 'Rosa Middling', 'Rosa Newman', 'rhoda@oldham.test']
  for (const name of [...names, 'Rhoda Somebody'])
    await portal.owner(
      `insert into outbox_mails (dedupe_key, to_address, reader_id, template, state, fields)
       values ('named ' || $1::text, 'other@example.test', $2, 'document-shared', 'sent', jsonb_build_object('sender', $1::text))`,
      [name, other.id],
    )
  await portal.owner("update clients set contact_name = 'Rhoda Oldham', contact_phone = '2065550100' where id = $1", [
    client,
  ])
  await portal.owner(
    "update users set status = 3, status_changed_at = clock_now() - interval '400 days' where id = $1",
    [me.id],
  )
  await run()
  const left = await portal.owner(
    "select fields ->> 'sender' as sender from outbox_mails where dedupe_key like 'named %'",
  )
  expect(left.flatMap(({ sender }) => sender ?? [])).toEqual(['Rhoda Somebody'])
  const [contact] = await portal.owner('select contact_name, contact_phone from clients where id = $1', [client])
  expect(contact).toEqual({ contact_name: null, contact_phone: null })
})

test('every table whose rows would be deleted with a user is one that is emptied', async () => {
  const cascading = await portal.owner(
    `select relation.relname as name, attribute.attname as column
       from pg_constraint rule
       join pg_class relation on relation.oid = rule.conrelid
       join pg_attribute attribute on attribute.attrelid = rule.conrelid and attribute.attnum = rule.conkey[1]
      where rule.contype = 'f' and rule.confrelid = 'users'::regclass and rule.confdeltype = 'c'`,
  )
  expect(cascading.length).toBeGreaterThan(20)
  for (const { name, column } of cascading) expect(erasedTables).toHaveProperty(String(name), column)
})

test('no screen shows an erased user, and nobody can restore them; the audit trail names a number', async () => {
  const me = await deleted('400 days')
  await run()
  const params = { uid: admin.userId }
  const { result } = await admin.call(listUsers, { params, body: { nm: `user ${me.id}` } })
  expect(result).toEqual([])
  expect(await admin.send(reactivateUser, { params, body: { userId: me.id } })).toMatchObject({ status: 404 })
  expect(await admin.send(getUserDetail, { params: { ...params, userId: me.id } })).toMatchObject({ status: 404 })
  const [event] = await admin.call(listAuditEvents, { params, query: { eventCd: 'deleted_user_erased' } })
  expect(event).toMatchObject({ actorId: null, subjectId: me.id, subjectNm: `deleted user ${me.id}` })
  expect(await portal.browser().trySignIn(`deleted user ${me.id}`, me.password)).toMatchObject({ code: '204' })
})

test('the reason of a request goes, too, where a node of an earlier version has erased the user', async () => {
  const erased = await portal.make.user({ status: 4 })
  const waiting = await deleted('1 day')
  for (const { id, clientId } of [erased, waiting])
    await portal.owner(
      `insert into erasures (user_id, client_id, requested_at, due_at, reason)
       values ($1, $2, clock_now(), clock_now() + interval '30 days', 'Letter of May 2')`,
      [id, clientId],
    )
  await run()
  expect(
    await portal.owner('select user_id as id from erasures where user_id = any ($1)', [[erased.id, waiting.id]]),
  ).toEqual([{ id: waiting.id }])
})

test('more users than one transaction takes are erased in one run', async () => {
  const client = await portal.make.client()
  await portal.owner(
    `insert into users (user_name, first_name, last_name, email, client_id, status, status_changed_at)
     select 'gone.' || n, 'Gone', 'Person', 'gone.' || n || '@x.test', $1, 3, clock_now() - interval '400 days'
       from generate_series(1, 120) n`,
    [client],
  )
  expect(await run()).toBe('Deleted users erased: 120.')
  expect(await portal.owner('select users from user_counts where client_id = $1 and users > 0', [client])).toEqual([
    { users: 120 },
  ])
})
