import {
  getAccessChange,
  listAccessChanges,
  undoAccessChange,
} from '@portico/contract/access-changes/access-changes.ts'
import { ACCESS_CHANGE_AHEAD_DAYS } from '@portico/contract/access-changes/access-change-rules.ts'
import { getPlannedHandOvers, planHandOver } from '@portico/contract/access-changes/planned-hand-overs.ts'
import { getHandOver, handOverUser } from '@portico/contract/users/hand-over.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { jobSchema } from '../../db/job-schema.ts'
import { everything } from '../../db/scope.ts'
import { accessChangeJob } from './access-change.job.ts'
import { runHandOver } from './run-hand-over.ts'

const DAY_MS = 86_400_000

let portal: Portal
let admin: Browser
let client: number
let leaver: MadeUser
let recipient: MadeUser
let system: number

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  admin = await newAdmin()
  client = await portal.make.client()
  leaver = await portal.make.user({ client_id: client, first_name: 'Lea', last_name: 'Ver' })
  recipient = await portal.make.user({ client_id: client, first_name: 'Rita', last_name: 'Cip' })
  system = await portal.make.system()
  await portal.make.grant(leaver, { systemId: system })
})

async function newAdmin(columns: Record<string, unknown> = { is_internal: true }): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, ['User Administration'])
  return portal.as(user)
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
const planRaw = (plannedDt = inDays(3), more: { recipientId?: number | null; userId?: number } = {}, by = admin) =>
  by.send(planHandOver, {
    params: { uid: by.userId },
    body: { userId: leaver.id, recipientId: recipient.id, plannedDt, ...more },
  })
async function plan(...given: Parameters<typeof planRaw>): Promise<number> {
  const answer = await planRaw(...given)
  expect(answer).toMatchObject({ code: '200', message: 'The hand-over is planned.' })
  return (answer.data as { accessChangeId: number }).accessChangeId
}
const show = (accessChangeId: number, by = admin) =>
  by.call(getAccessChange, { params: { uid: by.userId, accessChangeId } })
const undoRaw = (accessChangeId: number, by = admin) =>
  by.send(undoAccessChange, { params: { uid: by.userId, accessChangeId } })
const plannedOf = ({ id }: MadeUser, by = admin) =>
  by.call(getPlannedHandOvers, { params: { uid: by.userId, userId: id } })
async function runOnItsDate(accessChangeId: number) {
  await portal.owner('update access_changes set planned_at = clock_now() where id = $1', [accessChangeId])
  await runJob(accessChangeId)
}
const runJob = (accessChangeId: number) =>
  accessChangeJob({ db: portal.database.jobs }).run({ accessChangeId }, jobContext())
async function stateOfLeaver() {
  const [row] = await portal.owner(
    `select status, (select count(*)::int from current_system_grants held where held.user_id = u.id) as systems,
            (select count(*)::int from documents owned where owned.owner_id = u.id) as documents
       from users u where id = $1`,
    [leaver.id],
  )
  return row
}
const untouched = { status: 1, systems: 1, documents: 1 }
async function eventsOf(accessChangeId: number) {
  return portal.owner(
    `select event, subject_user_id, client_id from audit_events
      where target_kind = 'access-change' and target_id = $1 order by id`,
    [String(accessChangeId)],
  )
}
const aboutLeaver = (event: string) => ({ event, subject_user_id: leaver.id, client_id: client })
const plannedAndStopped = () => [aboutLeaver('user_hand_over_planned'), aboutLeaver('access_change_stopped')]

test('a hand-over that I plan happens on its date, with what the user has by then, and tells nobody before', async () => {
  const mails = async () => Number((await portal.owner('select count(*) from outbox_mails'))[0]?.['count'])
  await portal.make.document(leaver)
  const before = await mails()
  const plannedDt = inDays(3)
  const id = await plan(plannedDt)
  expect(await show(id)).toMatchObject({
    kindCd: 'hand-over',
    stateCd: 'planned',
    plannedDt,
    undoUntilDt: plannedDt,
    leaverNm: 'Lea Ver',
    recipientNm: 'Rita Cip',
  })
  const jobs = await portal.owner(
    `select start_after from ${jobSchema}.job where name = 'access-change' and singleton_key = $1`,
    [String(id)],
  )
  expect(jobs).toEqual([{ start_after: plannedDt }])
  await runJob(id)
  expect(await stateOfLeaver()).toEqual(untouched)
  expect(await mails()).toBe(before)
  await portal.make.document(leaver)
  await runOnItsDate(id)
  expect(await stateOfLeaver()).toEqual({ status: 2, systems: 0, documents: 0 })
  const owned = await portal.owner('select from documents where owner_id = $1', [recipient.id])
  expect(owned).toHaveLength(2)
  expect(await show(id)).toMatchObject({ stateCd: 'done', changedCnt: 1, undoUntilDt: null })
  expect(await plannedOf(leaver)).toEqual({ leaving: [], receiving: [] })
  const events = await portal.owner(
    `select event, actor_user_id, session_id is not null as "hasSession" from audit_events
      where subject_user_id = $1 and event in ('user_hand_over_planned', 'user_handed_over') order by id`,
    [leaver.id],
  )
  expect(events.map(({ event }) => event)).toEqual(['user_hand_over_planned', 'user_handed_over'])
  expect(events.every((row) => Number(row['actor_user_id']) === admin.userId && row['hasSession'])).toBe(true)
})

test('until then it stands in the user list, the profile and with the new owner of the documents', async () => {
  const plannedDt = inDays(5)
  const id = await plan(plannedDt)
  const expected = { accessChangeId: id, plannedDt, leaverId: leaver.id, leaverNm: 'Lea Ver', recipientNm: 'Rita Cip' }
  expect(await plannedOf(leaver)).toMatchObject({ leaving: [{ ...expected, undoFlg: true }], receiving: [] })
  expect(await plannedOf(recipient)).toMatchObject({ leaving: [], receiving: [expected] })
  const { result } = await admin.call(listUsers, { params: { uid: admin.userId }, body: { employerId: client } })
  expect(result.map(({ userId, closesDt }) => [userId, closesDt])).toEqual(
    expect.arrayContaining([
      [leaver.id, plannedDt],
      [recipient.id, undefined],
    ]),
  )
  const detail = await admin.call(getUserDetail, { params: { uid: admin.userId, userId: leaver.id } })
  expect(detail.cpUser.user.closesDt).toEqual(plannedDt)
  const listed = await admin.call(listAccessChanges, { params: { uid: admin.userId }, query: { kindCd: 'hand-over' } })
  expect(listed.find(({ accessChangeId }) => accessChangeId === id)).toMatchObject({ leaverNm: 'Lea Ver' })
})

test('I undo it until its date, and so does a portal administrator; then nothing happens', async () => {
  await portal.make.document(leaver)
  const first = await plan()
  expect(await undoRaw(first)).toMatchObject({ code: '200', data: { stateCd: 'undone' } })
  await runOnItsDate(first)
  expect(await stateOfLeaver()).toEqual(untouched)
  const second = await plan()
  const colleague = await newAdmin()
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [colleague.userId])
  expect((await plannedOf(leaver, colleague)).leaving[0]?.undoFlg).toBe(false)
  expect(await undoRaw(second, colleague)).toMatchObject({ code: '404' })
  const portalAdmin = await newAdmin()
  expect((await plannedOf(leaver, portalAdmin)).leaving[0]?.undoFlg).toBe(true)
  expect(await undoRaw(second, portalAdmin)).toMatchObject({ code: '200' })
  expect(await eventsOf(second)).toEqual([aboutLeaver('user_hand_over_planned'), aboutLeaver('access_change_undone')])
  const third = await plan()
  await portal.owner('update access_changes set planned_at = clock_now() where id = $1', [third])
  expect(await undoRaw(third)).toMatchObject({ code: '409' })
})

test('a user has one planned hand-over at a time', async () => {
  await plan()
  expect(await planRaw()).toMatchObject({
    code: '409',
    message: 'A hand-over of this user is planned already. Undo it first.',
  })
})

test('I can’t close an account now while that is planned; after I undo the plan I can', async () => {
  await portal.make.document(leaver)
  const id = await plan()
  const closeNow = () =>
    admin.send(handOverUser, { params: { uid: admin.userId }, body: { userId: leaver.id, recipientId: recipient.id } })
  expect(await closeNow()).toMatchObject({
    code: '409',
    message: 'A hand-over of this user is planned already. Undo it first.',
  })
  expect(await stateOfLeaver()).toEqual(untouched)
  await undoRaw(id)
  expect(await closeNow()).toMatchObject({ code: '200' })
  expect(await stateOfLeaver()).toEqual({ status: 2, systems: 0, documents: 0 })
})

test.each([
  ['already begun', -0.0001, 'This day has begun. Choose a later one, or none to start now.'],
  ['too far ahead', ACCESS_CHANGE_AHEAD_DAYS + 0.01, 'A change can be planned at most 60 days ahead.'],
])('a date is refused at its field: %s', async (_what, days, message) => {
  expect(await planRaw(inDays(days))).toMatchObject({ code: '422', data: [{ field: 'plannedDt', message }] })
})

test('whom I can’t hand over now, I can’t hand over later', async () => {
  expect(await planRaw(inDays(1), { userId: admin.userId })).toMatchObject({ code: '422' })
  expect(await planRaw(inDays(1), { recipientId: admin.userId })).toMatchObject({
    code: '422',
    data: [{ field: 'recipientId' }],
  })
  const clientAdmin = await newAdmin({ client_id: client })
  const stronger = await portal.make.user({ client_id: client })
  await portal.make.adminPages(stronger, ['User Administration', 'Client Settings'])
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [clientAdmin.userId])
  const ids = { recipientId: null, userId: stronger.id }
  expect(await planRaw(inDays(1), ids, clientAdmin)).toMatchObject({ code: '403' })
  const params = { uid: clientAdmin.userId, userId: stronger.id }
  expect((await clientAdmin.call(getHandOver, { params })).refusedCd).toBe('stronger')
  expect((await admin.call(getHandOver, { params: { uid: admin.userId, userId: leaver.id } })).refusedCd).toBeNull()
  const elsewhere = await newAdmin({ client_id: await portal.make.client() })
  expect(await planRaw(inDays(1), {}, elsewhere)).toMatchObject({ code: '404' })
  const ofLeaver = { params: { uid: elsewhere.userId, userId: leaver.id } }
  expect(await elsewhere.send(getPlannedHandOvers, ofLeaver)).toMatchObject({ code: '404' })
})

test('what is refused by its date stops it, says why, and stands in the audit trail of the user', async () => {
  await portal.make.document(leaver)
  const id = await plan()
  await portal.owner('update users set status = 2 where id = $1', [recipient.id])
  await runOnItsDate(id)
  expect(await stateOfLeaver()).toEqual(untouched)
  expect(await show(id)).toMatchObject({
    stateCd: 'stopped',
    changedCnt: 0,
    leftOut: [{ userId: leaver.id, message: 'Select an active user of the same employer.' }],
  })
  expect(await eventsOf(id)).toEqual(plannedAndStopped())
})

test('it stops where the user has changed employer by its date', async () => {
  await portal.make.document(leaver)
  const id = await plan(inDays(3), { recipientId: null })
  await portal.owner('update users set client_id = $1 where id = $2', [await portal.make.client(), leaver.id])
  await runOnItsDate(id)
  expect(await stateOfLeaver()).toEqual(untouched)
  const message = 'The user has another employer since the hand-over was planned.'
  expect(await show(id)).toMatchObject({ stateCd: 'stopped', leftOut: [{ userId: leaver.id, message }] })
  expect(await eventsOf(id)).toEqual(plannedAndStopped())
})

test('it stops where an administrator of the client no longer finds the user, who has changed employer', async () => {
  const clientAdmin = await newAdmin({ client_id: client })
  const id = await plan(inDays(3), { recipientId: null }, clientAdmin)
  await portal.owner('update users set client_id = $1 where id = $2', [await portal.make.client(), leaver.id])
  await runOnItsDate(id)
  expect(await stateOfLeaver()).toMatchObject({ status: 1, systems: 1 })
  expect(await show(id, clientAdmin)).toMatchObject({ stateCd: 'stopped', changedCnt: 0 })
  expect(await eventsOf(id)).toEqual(plannedAndStopped())
})

test('it stops where the user is erased by its date', async () => {
  const id = await plan()
  await portal.owner('delete from access_change_users where access_change_id = $1', [id])
  await runOnItsDate(id)
  expect(await show(id)).toMatchObject({ stateCd: 'stopped' })
  expect((await eventsOf(id)).at(-1)).toEqual({
    event: 'access_change_stopped',
    subject_user_id: null,
    client_id: client,
  })
})

test('it stops where its administrator lost the right to it, or has a new password since', async () => {
  await portal.make.document(leaver)
  const id = await plan()
  await portal.owner('update users set password_changed_at = clock_now() where id = $1', [admin.userId])
  await runOnItsDate(id)
  expect(await stateOfLeaver()).toEqual(untouched)
  expect(await show(id)).toMatchObject({ stateCd: 'stopped' })
  expect(await eventsOf(id)).toEqual(plannedAndStopped())
})

test('it stops where that right is lost while it begins', async () => {
  const id = await plan()
  await portal.owner(`update access_changes set state = 'running' where id = $1`, [id])
  await portal.owner('update users set password_changed_at = clock_now() where id = $1', [admin.userId])
  await runHandOver({ db: portal.database.jobs }, everything, id)
  expect(await stateOfLeaver()).toMatchObject({ status: 1, systems: 1 })
  expect(await show(id)).toMatchObject({ stateCd: 'stopped' })
})

test('administrators of the leaver’s client see it, those of another one do not', async () => {
  await plan()
  const clientAdmin = await newAdmin({ client_id: client })
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [clientAdmin.userId])
  expect(await plannedOf(leaver, clientAdmin)).toMatchObject({
    leaving: [{ leaverNm: 'Lea Ver', plannedByNm: null, undoFlg: false }],
  })
  const elsewhere = await newAdmin({ client_id: await portal.make.client() })
  const { result } = await elsewhere.call(listUsers, { params: { uid: elsewhere.userId }, body: {} })
  expect(result.filter(({ closesDt }) => closesDt !== undefined)).toEqual([])
})
