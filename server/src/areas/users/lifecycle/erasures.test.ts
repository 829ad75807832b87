import { createHash } from 'node:crypto'
import { ERASURE_REASON_MAX } from '@portico/contract/users/erasure-kinds.ts'
import { listDeletedUsers } from '@portico/contract/users/deleted-users.ts'
import {
  getErasureCertificate,
  getErasurePlan,
  requestErasure,
  takeBackErasure,
} from '@portico/contract/users/erasures.ts'
import { reactivateUser } from '@portico/contract/users/user-actions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { keyRing } from '../../../crypto/key-ring.ts'
import { eraseDueUsers } from './erase-users.ts'

const DAY = 86_400_000

let portal: Portal
let admin: Browser
beforeAll(async () => {
  portal = await startPortal({ environment: { PORTAL_ERASURE_WAITING_DAYS: '10' } })
  const user = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(user, ['User Administration'])
  admin = await portal.as(user)
})
afterAll(() => portal.close())

const deleted = (columns: object = {}): Promise<MadeUser> => portal.make.user({ status: 3, ...columns })
const plan = ({ id }: { id: number }, by = admin) => by.send(getErasurePlan, { params: { uid: by.userId, userId: id } })
const ask = ({ id }: { id: number }, reasonTxt = 'Letter of May 2', by = admin) =>
  by.send(requestErasure, { params: { uid: by.userId }, body: { userId: id, reasonTxt } })
const takeBack = ({ id }: { id: number }, by = admin) =>
  by.send(takeBackErasure, { params: { uid: by.userId }, body: { userId: id } })
const listed = async ({ id }: { id: number }) =>
  (await admin.call(listDeletedUsers, { params: { uid: admin.userId }, query: { pageSize: 60 } })).find(
    ({ userId }) => userId === id,
  )
const events = ({ id }: { id: number }) =>
  portal.owner(
    `select event, actor_user_id as actor, client_id as client, after ->> 'reason' as reason, target_id as target
       from audit_events where subject_user_id = $1 and event ~ '^erasure' order by id`,
    [id],
  )

test('before I ask for an erasure I see how much goes, what stays, and from when on', async () => {
  const user = await deleted()
  await portal.make.document(user)
  const { goes, stays, erasedFromDt } = await admin.call(getErasurePlan, {
    params: { uid: admin.userId, userId: user.id },
  })
  expect(goes.filter(({ rowCnt }) => rowCnt > 0)).toEqual([
    { kindCd: 'profile', rowCnt: 1 },
    { kindCd: 'documents', rowCnt: 1 },
  ])
  expect(stays.map(({ kindCd }) => kindCd)).toEqual(['number', 'audit', 'grants', 'organization', 'outside'])
  expect(Math.round((erasedFromDt.getTime() - Date.now()) / DAY)).toBe(10)
})

test('I ask for the erasure of a deleted user, with a reason, and take it back until it is due', async () => {
  const user = await deleted()
  expect(await ask(user, '  Letter of May 2 ')).toMatchObject({
    code: '200',
    message: 'Erasure requested. You can take it back until it is due.',
  })
  const row = await listed(user)
  expect(Math.round(((row?.erasedFromDt?.getTime() ?? 0) - Date.now()) / DAY)).toBe(10)
  expect(row?.erasureRequestedDt).toBeInstanceOf(Date)
  expect(await ask(user)).toMatchObject({
    status: 422,
    message: 'The erasure of this user was requested already.',
  })
  expect(await takeBack(user)).toMatchObject({
    code: '200',
    message: 'The erasure was taken back. The user stays deleted.',
  })
  expect(await listed(user)).toMatchObject({ erasureRequestedDt: null })
  expect(await takeBack(user)).toMatchObject({ status: 422 })
  const event = { actor: admin.userId, client: user.clientId, target: String(user.id) }
  expect(await events(user)).toEqual([
    { ...event, event: 'erasure_requested', reason: 'Letter of May 2' },
    { ...event, event: 'erasure_taken_back', reason: null },
  ])
})

test('who was deleted long ago is erased no later than without being asked for, also when I take it back', async () => {
  const user = await deleted()
  await portal.owner(`update users set status_changed_at = clock_now() - interval '360 days' where id = $1`, [user.id])
  const daysUntil = (moment?: Date | null) => Math.round(((moment?.getTime() ?? 0) - Date.now()) / DAY)
  const params = { uid: admin.userId, userId: user.id }
  expect(daysUntil((await admin.call(getErasurePlan, { params })).erasedFromDt)).toBe(5)
  await ask(user)
  const [asked] = await portal.owner('select due_at from erasures where user_id = $1', [user.id])
  expect(daysUntil(asked?.['due_at'] as Date)).toBe(5)
  await takeBack(user)
  const row = await listed(user)
  expect(row?.erasureRequestedDt).toBeNull()
  expect([daysUntil(row?.erasedFromDt), daysUntil(row?.erasedByAgeDt)]).toEqual([5, 5])
})

test('who is erased without a waiting time can neither be restored nor kept, whenever my click began', async () => {
  const user = await deleted()
  await portal.owner(
    `insert into erasures (user_id, client_id, requested_at, due_at)
     select id, client_id, moment, moment from users cross join lateral (select clock_now() + interval '1 minute') one (moment)
      where id = $1`,
    [user.id],
  )
  expect(await takeBack(user)).toMatchObject({ status: 422 })
  expect(await admin.send(reactivateUser, { params: { uid: admin.userId }, body: { userId: user.id } })).toMatchObject({
    status: 422,
    message: 'This user can no longer be restored: the personal data are being erased.',
  })
})

test('an erasure that is due can neither be taken back nor asked for again', async () => {
  const user = await deleted()
  await ask(user)
  await portal.owner(`update users set status_changed_at = status_changed_at - interval '20 days' where id = $1`, [
    user.id,
  ])
  await portal.owner(
    `update erasures set requested_at = requested_at - interval '11 days', due_at = due_at - interval '11 days' where user_id = $1`,
    [user.id],
  )
  expect(await takeBack(user)).toMatchObject({
    status: 422,
    message: 'No erasure of this user can be taken back. It may be due, or it was taken back already.',
  })
  expect(await ask(user)).toMatchObject({
    status: 422,
    message: 'The personal data of this user are being erased already.',
  })
})

test('I download the certificate of a user who is erased, by the number, as it was written', async () => {
  const user = await deleted()
  const certificate = (by = admin, id = user.id) =>
    by.send(getErasureCertificate, { params: { uid: by.userId, userId: id } })
  expect(await certificate()).toMatchObject({ status: 404, message: 'No user with this number is erased.' })
  await ask(user)
  await portal.owner(`update erasures set due_at = requested_at where user_id = $1`, [user.id])
  const deps = { db: portal.database.jobs, keys: keyRing(portal.config.secretKeys), portal: portal.origin }
  await eraseDueUsers({ ...deps, deletedUsersKeptDays: 0 }, [user.id])
  const { status, headers, text } = await certificate()
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toContain(`filename="erasure-${user.id}.json"`)
  expect(JSON.parse(text)).toMatchObject({ user: user.id, requestedBy: `user ${admin.userId}`, basis: 'requested' })
  const [event] = await portal.owner(
    `select after ->> 'certificateHash' as hash from audit_events where subject_user_id = $1 and event = 'deleted_user_erased'`,
    [user.id],
  )
  expect(event).toEqual({ hash: createHash('sha256').update(text).digest('hex') })
})

test('only a deleted user can be erased, and a reason is needed', async () => {
  const active = await portal.make.user()
  const user = await deleted()
  const message = 'Only a deleted user can be erased. Delete the user first.'
  expect(await plan(active)).toMatchObject({ code: '200' })
  for (const answer of [await ask(active), await takeBack(active)])
    expect(answer).toMatchObject({ status: 422, message })
  expect(await ask(user, ' ')).toMatchObject({ status: 422, data: [{ field: 'reasonTxt' }] })
  expect(await ask(user, 'x'.repeat(ERASURE_REASON_MAX + 1))).toMatchObject({
    status: 422,
    data: [{ field: 'reasonTxt' }],
  })
  for (const answer of [await plan({ id: 999_999 }), await ask({ id: 999_999 }), await takeBack({ id: 999_999 })])
    expect(answer).toMatchObject({ status: 404 })
  expect(await events(user)).toEqual([])
})

test('an administrator who is no portal administrator erases nobody', async () => {
  const clerk = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(clerk, ['User Administration'])
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [clerk.id])
  const browser = await portal.as(clerk)
  const user = await deleted()
  for (const answer of [await plan(user, browser), await ask(user, 'Letter', browser), await takeBack(user, browser)])
    expect(answer).toMatchObject({ status: 403 })
})

test('asking for an erasure takes a fresh sign-in', async () => {
  const user = await deleted()
  await portal.owner(`update sessions set authenticated_at = clock_now() - interval '1 hour' where user_id = $1`, [
    admin.userId,
  ])
  expect(await ask(user)).toMatchObject({ status: 200, code: '401', data: { reauth: true } })
  expect(await listed(user)).toMatchObject({ erasureRequestedDt: null })
})
