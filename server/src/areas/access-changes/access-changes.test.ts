import {
  getAccessChange,
  planAccessChange,
  startAccessChange,
  undoAccessChange,
} from '@portico/contract/access-changes/access-changes.ts'
import { ACCESS_CHANGE_USERS_MAX } from '@portico/contract/access-changes/access-change-rules.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { updateUserPermissions } from '@portico/contract/users/user-profile.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { ACCESS_CHANGE_RUNS } from '../../jobs/queue.ts'
import { type Jobs, startJobs } from '../../jobs/runner.ts'
import { createLogger } from '../../logging.ts'
import { everything } from '../../db/scope.ts'
import { accessChangeJob } from './access-change.job.ts'
import { runAccessChange } from './run-access-change.ts'
import { stopChange } from './stop-change.ts'

type Act = RequestOf<typeof planAccessChange>['body']
type Start = RequestOf<typeof startAccessChange>['body']

const END = new Date('2099-01-01T00:00:00Z')
const LATER = new Date('2099-06-01T00:00:00Z')

let portal: Portal
let jobs: Jobs
let portalAdmin: Browser
/** Internal, administers Ledger alone. */
let systemAdmin: Browser
let client: number
let otherClient: number
let ledger: number
let vault: number
let ledgerPage: number
let people: MadeUser[]

beforeAll(async () => {
  portal = await startPortal()
  const { make } = portal
  client = await make.client({ name: 'Harbor' })
  otherClient = await make.client({ name: 'Northwind' })
  const section = await make.section()
  ledger = await make.system({ name: 'Ledger' })
  vault = await make.system({ name: 'Vault' })
  ledgerPage = await make.page({ system_id: ledger, section_id: section, name: 'Entries' })
  portalAdmin = await adminOf({ is_internal: true })
  systemAdmin = await adminOf({ is_internal: true }, ledger)
  const { config, database } = portal
  jobs = await startJobs({
    url: config.databaseUrl ?? '',
    database,
    logger: createLogger('silent', 'test'),
    timeZone: 'UTC',
    jobs: [accessChangeJob({ db: database.jobs })] as readonly JobDefinition[],
    onlyDrained: true,
  })
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
})
beforeEach(async () => {
  people = []
  for (let made = 0; made < 3; made++) people.push(await portal.make.user({ client_id: client }))
})

async function adminOf(columns: Record<string, unknown>, administers?: number): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, ['User Administration'])
  if (administers !== undefined) {
    await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [user.id])
    await portal.make.grant(user, { systemId: administers, isAdmin: true })
  }
  return portal.as(user)
}

const ids = () => people.map(({ id }) => id)
const giveLedger = (more: Partial<Start> = {}): Start => ({
  kindCd: 'give',
  userIds: ids(),
  userSystems: [{ systemId: ledger }],
  ...more,
})
const plan = (body: Act, admin = portalAdmin) => admin.call(planAccessChange, { params: { uid: admin.userId }, body })
const start = (body: Start, admin = portalAdmin) =>
  admin.call(startAccessChange, { params: { uid: admin.userId }, body })
const startRaw = (body: Start, admin = portalAdmin) =>
  admin.send(startAccessChange, { params: { uid: admin.userId }, body })
const show = (accessChangeId: number, admin = portalAdmin) =>
  admin.call(getAccessChange, { params: { uid: admin.userId, accessChangeId } })
const undo = (accessChangeId: number, admin = portalAdmin) =>
  admin.call(undoAccessChange, { params: { uid: admin.userId, accessChangeId } })
const undoRaw = (accessChangeId: number, admin = portalAdmin) =>
  admin.send(undoAccessChange, { params: { uid: admin.userId, accessChangeId } })
const personAt = (index: number): MadeUser => people[index] as MadeUser
const save = (user: MadeUser, body: object) =>
  portalAdmin.call(updateUserPermissions, { params: { uid: portalAdmin.userId, userId: user.id }, body })

/** What the users hold: names of systems and pages, with an end where there is one. */
async function held(users: readonly { id: number }[] = people): Promise<string[][]> {
  const rows = await portal.owner(
    `select held.user_id, system.name || case when is_admin then ' admin' else '' end as name, held.ends_at
       from current_system_grants held join systems system on system.id = held.system_id
     union all
     select held.user_id, page.name, held.ends_at from current_page_grants held join pages page on page.id = held.page_id
     order by name`,
  )
  const textOf = (row: Record<string, unknown>) =>
    `${String(row['name'])}${row['ends_at'] instanceof Date ? ` until ${row['ends_at'].toISOString().slice(0, 10)}` : ''}`
  return users.map(({ id }) => rows.filter((row) => row['user_id'] === id).map(textOf))
}

const eventsOf = (subjects: readonly number[], event: string) =>
  portal.owner(
    `select actor_user_id, subject_user_id, target_kind, target_id, before, after from audit_events
      where subject_user_id = any ($1) and event = $2 order by id`,
    [subjects, event],
  )

describe('the plan of an act', () => {
  test('says what changes for whom, and who is left out and why; it changes nothing', async () => {
    await portal.make.grant(personAt(0), { systemId: ledger })
    await portal.owner('update users set status = 2 where id = $1', [personAt(1).id])
    const found = await plan(giveLedger({ userPages: [{ pageId: ledgerPage, endDt: END }] }))
    expect(found).toMatchObject({ userCnt: 3, changedCnt: 2, leftOutCnt: 1 })
    expect(found.changed.map(({ userId }) => userId)).toEqual([personAt(0).id, personAt(2).id])
    const none = { adminFlg: false, sensitiveDataAccessFlg: false }
    expect(found.changed[1]?.changes).toEqual([
      { systemNm: 'Ledger', pageNm: null, before: null, after: { ...none, endDt: null } },
      { systemNm: 'Ledger', pageNm: 'Entries', before: null, after: { ...none, endDt: END } },
    ])
    expect(found.changed[0]?.changes).toEqual([
      { systemNm: 'Ledger', pageNm: 'Entries', before: null, after: { ...none, endDt: END } },
    ])
    expect(found.leftOut).toMatchObject([{ userId: personAt(1).id, message: 'This account is inactive.' }])
    expect(found.reasons).toEqual([{ message: 'This account is inactive.', userCnt: 1 }])
    expect(await held()).toEqual([['Ledger'], [], []])
    expect(await eventsOf([portalAdmin.userId], 'access_change_started')).toEqual([])
  })

  test('names the reason of most users first', async () => {
    await portal.owner('update users set status = 2 where id = $1', [personAt(0).id])
    for (const index of [1, 2]) await portal.make.grant(personAt(index), { systemId: ledger })
    const { reasons } = await plan(giveLedger())
    expect(reasons.map(({ userCnt }) => userCnt)).toEqual([2, 1])
    expect(reasons[1]?.message).toBe('This account is inactive.')
  })

  test('uses the refusals of the profile: what an administrator may not give leaves everyone out (E4)', async () => {
    const found = await plan(giveLedger({ userSystems: [{ systemId: vault }] }), systemAdmin)
    const refused = await systemAdmin.send(updateUserPermissions, {
      params: { uid: systemAdmin.userId, userId: personAt(0).id },
      body: { userSystems: [{ systemId: vault }] },
    })
    expect(found).toMatchObject({ changedCnt: 0, leftOutCnt: 3 })
    expect(found.reasons).toEqual([{ message: refused.message, userCnt: 3 }])
  })

  test('takes all that match the filters of the list, and leaves the others', async () => {
    const match = { employerId: client, nm: personAt(1).userName }
    const found = await plan({ kindCd: 'give', match, userSystems: [{ systemId: ledger }] })
    expect(found.changed.map(({ userId }) => userId)).toEqual([personAt(1).id])
  })

  test('names nobody outside of the administrator’s employer (AUTZ-010)', async () => {
    const clientAdmin = await adminOf({ client_id: otherClient }, ledger)
    const [mine] = [await portal.make.user({ client_id: otherClient })]
    const found = await plan(giveLedger({ userIds: [...ids(), mine.id] }), clientAdmin)
    expect(found).toMatchObject({ userCnt: 1, changedCnt: 1 })
    const everyone = await plan({ kindCd: 'give', match: {}, userSystems: [{ systemId: ledger }] }, clientAdmin)
    expect(everyone.changed.map(({ userId }) => userId)).toContain(mine.id)
    expect(everyone.changed.map(({ userId }) => userId)).not.toContain(personAt(0).id)
  })

  test.each([
    ['without users', { userIds: undefined }, 'Select at least one user.'],
    ['with users and a filter', { match: {} }, 'Select at least one user.'],
    ['for users that nobody has', { userIds: [2_147_483_647] }, 'Select at least one user.'],
    ['without applications', { userSystems: [] }, 'Select at least one application.'],
  ])('%s is refused', async (_, change, message) => {
    const answer = await portalAdmin.send(planAccessChange, {
      params: { uid: portalAdmin.userId },
      body: { ...giveLedger(), ...change } as Act,
    })
    expect(answer).toMatchObject({ code: '422', message })
  })
})

describe('giving access to few users', () => {
  test('is done with the answer, and records for each what a save of the profile records', async () => {
    const twin = await portal.make.user({ client_id: client })
    await save(twin, { userSystems: [{ systemId: ledger, endDt: END }], userPages: [{ pageId: ledgerPage }] })
    const answer = await startRaw(
      giveLedger({
        userSystems: [{ systemId: ledger, endDt: END }],
        userPages: [{ pageId: ledgerPage }],
        reasonTxt: 'Audit season',
      }),
    )
    expect(answer).toMatchObject({ code: '200', message: '3 users were given access.' })
    expect(answer.data).toMatchObject({ stateCd: 'done', userCnt: 3, changedCnt: 3, waitingCnt: 0, leftOut: [] })
    expect(await held()).toEqual(people.map(() => ['Entries', 'Ledger until 2099-01-01']))
    const [saved] = await eventsOf([twin.id], 'user_permissions_changed')
    const recorded = await eventsOf(ids(), 'user_permissions_changed')
    expect(recorded).toEqual(ids().map((id) => ({ ...saved, subject_user_id: id, target_id: String(id) })))
    const [act] = await eventsOf([portalAdmin.userId], 'access_change_started')
    expect(act).toMatchObject({
      target_kind: 'access-change',
      after: { kind: 'give', applications: 'Ledger, Ledger / Entries', reason: 'Audit season', users: 3 },
    })
    await jobs.drain()
    expect(await eventsOf(ids(), 'user_permissions_changed')).toHaveLength(3)
  })

  test('takes nothing away: access that is wider and longer stays, shorter access lasts longer', async () => {
    const [wide, short, mixed] = [personAt(0), personAt(1), personAt(2)]
    await save(wide, { userSystems: [{ systemId: ledger, adminFlg: true }] })
    await save(short, { userSystems: [{ systemId: ledger, endDt: END }] })
    await save(mixed, { userSystems: [{ systemId: ledger, adminFlg: true, endDt: END }] })
    const done = await start(giveLedger({ userSystems: [{ systemId: ledger, endDt: LATER }] }))
    expect(await held()).toEqual([['Ledger admin'], ['Ledger until 2099-06-01'], ['Ledger admin until 2099-01-01']])
    expect(done.leftOut.map(({ userId, message }) => [userId, message])).toEqual(
      expect.arrayContaining([
        [wide.id, 'Already has this access.'],
        [mixed.id, 'Has this access with other rights and another end date. Change it in the profile.'],
      ]),
    )
  })

  test('is refused where others match than were reviewed, even if they are as many', async () => {
    const act: Act = { kindCd: 'give', match: { nm: 'reviewed' }, userSystems: [{ systemId: ledger }] }
    const [first, second] = people.map(({ id }) => id)
    const call = (id: number | undefined, name: string) =>
      portal.owner('update users set last_name = $1 where id = $2', [name, id])
    await call(first, 'Reviewed')
    const { reviewedUsersTxt } = await plan(act)
    await call(first, 'Other')
    await call(second, 'Reviewed')
    const answer = await startRaw({ ...act, reviewedUsersTxt })
    expect(answer).toMatchObject({ code: '409', message: 'The list has changed: 1 user matches now.' })
    expect(await held()).toEqual([[], [], []])
    await call(first, 'Reviewed')
    await call(second, 'Other')
    expect(await startRaw({ ...act, reviewedUsersTxt })).toMatchObject({ code: '200', data: { changedCnt: 1 } })
    await call(first, 'Other')
  })

  test('leaves out whom the administrator may not manage, and does the others', async () => {
    await portal.make.grant(personAt(1), { systemId: vault, isAdmin: true })
    const done = await start(giveLedger(), systemAdmin)
    expect(done).toMatchObject({ changedCnt: 2, leftOutCnt: 1 })
    expect(await held()).toEqual([['Ledger'], ['Vault admin'], ['Ledger']])
  })

  test('is done by an administrator of an employer for their own users alone (AUTZ-010)', async () => {
    const clientAdmin = await adminOf({ client_id: client }, ledger)
    const stranger = await portal.make.user({ client_id: otherClient })
    const done = await start(giveLedger({ userIds: [...ids(), stranger.id] }), clientAdmin)
    expect(done).toMatchObject({ userCnt: 3, changedCnt: 3 })
    expect(await held([...people, stranger])).toEqual([['Ledger'], ['Ledger'], ['Ledger'], []])
    expect(await undo(done.accessChangeId, clientAdmin)).toMatchObject({ undoneCnt: 3 })
  })

  test('goes on with the others where a change fails', async () => {
    await portal.owner(
      `create function fail_for_one() returns trigger language plpgsql as
       'begin if new.user_id = ${personAt(1).id} then raise exception ''planted''; end if; return new; end'`,
    )
    await portal.owner(
      'create trigger fail_for_one before insert on user_system_grants for each row execute function fail_for_one()',
    )
    const done = await start(giveLedger())
    await portal.owner('drop function fail_for_one cascade')
    expect(done).toMatchObject({
      stateCd: 'done',
      changedCnt: 2,
      failedCnt: 1,
      leftOut: [{ userId: personAt(1).id, message: 'Something went wrong for this user.' }],
    })
    expect(await held()).toEqual([['Ledger'], [], ['Ledger']])
  })

  test('of rights in the portal itself needs a fresh sign-in (S52)', async () => {
    await portal.owner(`update sessions set authenticated_at = clock_now() - interval '1 day' where user_id = $1`, [
      portalAdmin.userId,
    ])
    const body = giveLedger({ userSystems: [{ systemId: PORTAL_SYSTEM_ID }] })
    expect(await startRaw(body)).toMatchObject({ code: '401', data: { reauth: true } })
    await portal.owner('update sessions set authenticated_at = clock_now() where user_id = $1', [portalAdmin.userId])
    expect(await startRaw(body)).toMatchObject({ code: '200', data: { changedCnt: 3 } })
  })
})

describe('ending access', () => {
  const endLedger = (endDt: Date | null = null): Start => ({
    kindCd: 'end',
    userIds: ids(),
    userSystems: [{ systemId: ledger, endDt }],
  })
  beforeEach(async () => {
    for (const user of people.slice(0, 2)) await portal.make.grant(user, { systemId: ledger, pageId: ledgerPage })
  })

  test('takes the application with its pages; who has none is left out', async () => {
    const done = await start(endLedger())
    expect(done).toMatchObject({ changedCnt: 2, leftOutCnt: 1 })
    expect(done.leftOut).toMatchObject([{ userId: personAt(2).id, message: 'Doesn’t have this access.' }])
    expect(await held()).toEqual([[], [], []])
  })

  test('on a date shortens what lasts longer, and nothing else', async () => {
    await save(personAt(1), { userSystems: [{ systemId: ledger, endDt: END }] })
    expect(await start(endLedger(LATER))).toMatchObject({ changedCnt: 1, leftOutCnt: 2 })
    expect(await held()).toEqual([['Entries', 'Ledger until 2099-06-01'], ['Entries', 'Ledger until 2099-01-01'], []])
  })

  test('of the portal itself leaves its last administrator', async () => {
    await adminOf({ is_internal: true })
    const admins = async () => portal.owner('select user_id as id from user_authorities where is_portal_admin')
    const userIds = (await admins()).map(({ id }) => Number(id))
    const done = await start({ kindCd: 'end', userIds, userSystems: [{ systemId: PORTAL_SYSTEM_ID }] })
    expect(done).toMatchObject({ changedCnt: userIds.length - 1, leftOutCnt: 1 })
    expect(await admins()).toHaveLength(1)
    await portal.make.adminPages({ id: portalAdmin.userId }, ['User Administration'])
  })
})

describe('taking an act back', () => {
  test('gives and ends what it changed, and leaves alone what was changed since', async () => {
    await save(personAt(0), { userSystems: [{ systemId: ledger, endDt: END }] })
    const { accessChangeId } = await start(giveLedger({ userPages: [{ pageId: ledgerPage }] }))
    await save(personAt(1), { userSystems: [{ systemId: ledger, endDt: LATER }] })
    const undone = await undo(accessChangeId)
    expect(undone).toMatchObject({ stateCd: 'undone', undoneCnt: 3, undoUntilDt: null })
    expect(await held()).toEqual([['Ledger until 2099-01-01'], ['Ledger until 2099-06-01'], []])
    expect(await eventsOf([portalAdmin.userId], 'access_change_undone')).toHaveLength(1)
    expect(await undoRaw(accessChangeId)).toMatchObject({ code: '409' })
  })

  test('keeps what was ended and given again, even if it looks the same', async () => {
    const { accessChangeId } = await start(giveLedger())
    await save(personAt(0), { userSystems: [] })
    await save(personAt(0), { userSystems: [{ systemId: ledger }] })
    const undone = await undo(accessChangeId)
    expect(undone).toMatchObject({ undoneCnt: 2, keptCnt: 1 })
    expect(undone.leftOut).toMatchObject([{ userId: personAt(0).id, message: 'This access was changed since.' }])
    expect(await held()).toEqual([['Ledger'], [], []])
  })

  test('keeps a page that was ended and given again, even if it looks the same', async () => {
    for (const user of people) await portal.make.grant(user, { systemId: ledger })
    const { accessChangeId } = await start({ kindCd: 'give', userIds: ids(), userPages: [{ pageId: ledgerPage }] })
    await save(personAt(0), { userPages: [] })
    await save(personAt(0), { userPages: [{ pageId: ledgerPage }] })
    expect(await undo(accessChangeId)).toMatchObject({ undoneCnt: 2, keptCnt: 1 })
    expect(await held()).toEqual([['Entries', 'Ledger'], ['Ledger'], ['Ledger']])
  })

  test('gives ended access back with its pages', async () => {
    for (const user of people) await portal.make.grant(user, { systemId: ledger, pageId: ledgerPage })
    const { accessChangeId } = await start({ kindCd: 'end', userIds: ids(), userSystems: [{ systemId: ledger }] })
    expect(await held()).toEqual([[], [], []])
    await undo(accessChangeId)
    expect(await held()).toEqual(people.map(() => ['Entries', 'Ledger']))
  })

  test('gives back nothing that the administrator may not end by now', async () => {
    const admin = await adminOf({ is_internal: true }, ledger)
    await portal.make.grant(personAt(0), { systemId: ledger })
    const body: Start = { kindCd: 'end', userIds: [personAt(0).id], userSystems: [{ systemId: ledger }] }
    const { accessChangeId } = await start(body, admin)
    await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [admin.userId])
    expect(await undo(accessChangeId, admin)).toMatchObject({ undoneCnt: 0, keptCnt: 1 })
    expect(await held()).toEqual([[], [], []])
  })

  const end = (more: Partial<Start> = {}): Start => giveLedger({ kindCd: 'end', ...more })

  test('gives nothing back to an account that is inactive by now', async () => {
    for (const user of people) await portal.make.grant(user, { systemId: ledger })
    const { accessChangeId } = await start(end())
    await portal.owner('update users set status = 2 where id = $1', [personAt(0).id])
    const undone = await undo(accessChangeId)
    expect(undone).toMatchObject({ undoneCnt: 2, keptCnt: 1 })
    expect(undone.leftOut).toMatchObject([{ userId: personAt(0).id, message: 'This account is inactive.' }])
    expect(await held()).toEqual([[], ['Ledger'], ['Ledger']])
  })

  test('gives nothing back to oneself', async () => {
    const own = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(own, ['User Administration'])
    await portal.make.grant(own, { systemId: vault })
    const admin = await portal.as(own)
    const { accessChangeId } = await start(
      { kindCd: 'end', userIds: [admin.userId], userSystems: [{ systemId: vault }] },
      admin,
    )
    const undone = await undo(accessChangeId, admin)
    expect(undone).toMatchObject({ undoneCnt: 0, keptCnt: 1 })
    expect(undone.leftOut).toMatchObject([{ message: 'You can’t give permissions to yourself.' }])
  })

  test('leaves an application whose page was given since', async () => {
    const { accessChangeId } = await start(giveLedger())
    await save(personAt(0), { userSystems: [{ systemId: ledger }], userPages: [{ pageId: ledgerPage }] })
    expect(await undo(accessChangeId)).toMatchObject({ undoneCnt: 2, keptCnt: 1 })
    expect(await held()).toEqual([['Entries', 'Ledger'], [], []])
  })

  test('gives no page for internal users back to a user who is external by now', async () => {
    const internalPage = await portal.make.page({
      system_id: ledger,
      section_id: await portal.make.section(),
      is_internal_only: true,
      name: 'Inside',
    })
    await portal.owner('update users set is_internal = true where id = $1', [personAt(0).id])
    await portal.make.grant(personAt(0), { systemId: ledger, pageId: internalPage })
    await portal.make.grant(personAt(0), { systemId: ledger, pageId: ledgerPage })
    const { accessChangeId } = await start(end({ userIds: [personAt(0).id] }))
    await portal.owner('update users set is_internal = false where id = $1', [personAt(0).id])
    expect(await undo(accessChangeId)).toMatchObject({ undoneCnt: 1 })
    expect(await held([personAt(0)])).toEqual([['Entries', 'Ledger']])
  })

  test('is not offered where nobody was changed, and refused as over', async () => {
    const nobodyChanged = await start(end())
    expect(nobodyChanged).toMatchObject({ stateCd: 'done', changedCnt: 0, leftOutCnt: 3, undoUntilDt: null })
    expect(await undoRaw(nobodyChanged.accessChangeId)).toMatchObject({
      code: '409',
      message: 'This change can’t be undone any more.',
    })
    expect(await show(nobodyChanged.accessChangeId)).toMatchObject({ stateCd: 'done' })
  })

  test('can go on after it was stopped', async () => {
    const { accessChangeId } = await start(giveLedger())
    await portal.owner(`update access_changes set state = 'undoing' where id = $1`, [accessChangeId])
    await portal.database.jobs.transact(everything, (tx) => stopChange(tx, accessChangeId))
    expect(await show(accessChangeId)).toMatchObject({ stateCd: 'stopped', changedCnt: 3 })
    expect(await undo(accessChangeId)).toMatchObject({ stateCd: 'undone', undoneCnt: 3 })
    expect(await held()).toEqual([[], [], []])
  })

  test('is for a day, and for nobody else', async () => {
    const { accessChangeId } = await start(giveLedger())
    const other = await adminOf({ is_internal: true })
    expect(await undoRaw(accessChangeId, other)).toMatchObject({ code: '404' })
    await portal.owner(`update access_changes set ended_at = clock_now() - interval '25 hours' where id = $1`, [
      accessChangeId,
    ])
    expect(await undoRaw(accessChangeId)).toMatchObject({
      code: '409',
      message: 'This change can’t be undone any more.',
    })
    expect(await held()).toEqual(people.map(() => ['Ledger']))
  })

  test('of rights in the portal itself needs a fresh sign-in (S52)', async () => {
    const { accessChangeId } = await start(giveLedger({ userSystems: [{ systemId: PORTAL_SYSTEM_ID }] }))
    await portal.owner(`update sessions set authenticated_at = clock_now() - interval '1 day' where user_id = $1`, [
      portalAdmin.userId,
    ])
    expect(await undoRaw(accessChangeId)).toMatchObject({ code: '401', data: { reauth: true } })
    await portal.owner('update sessions set authenticated_at = clock_now() where user_id = $1', [portalAdmin.userId])
  })
})

describe('an act for many users', () => {
  const crowd = async (prefix: string, count: number): Promise<string> => {
    await portal.owner(
      `insert into users (user_name, first_name, last_name, email, client_id)
       select $1 || '.' || n, $1, 'Crowd', $1 || '.' || n || '@example.test', $2 from generate_series(1, $3::integer) n`,
      [prefix, client, count],
    )
    return prefix
  }
  const giveMatching = (nm: string): Start => ({ kindCd: 'give', match: { nm }, userSystems: [{ systemId: ledger }] })
  const holders = async (prefix: string) =>
    Number(
      (
        await portal.owner(
          `select count(*) from current_system_grants join users on users.id = user_id where user_name like $1 || '.%'`,
          [prefix],
        )
      )[0]?.['count'],
    )

  test('is done by a job, and shows how far it is', async () => {
    const answer = await startRaw(giveMatching(await crowd('several', 450)))
    expect(answer).toMatchObject({ code: '200', message: 'Access is being changed.' })
    const { accessChangeId } = answer.data as { accessChangeId: number }
    expect(await show(accessChangeId)).toMatchObject({ stateCd: 'running', userCnt: 450, waitingCnt: 450 })
    expect(await undoRaw(accessChangeId)).toMatchObject({ code: '409' })
    const outcome = async () => {
      await jobs.drain()
      return portal.owner(
        `select result, message from job_runs where job_code = 'access-change' order by id desc limit 1`,
      )
    }
    expect(await outcome()).toEqual([{ result: 'done', message: 'Users changed: 450.' }])
    expect(await show(accessChangeId)).toMatchObject({ stateCd: 'done', changedCnt: 450, waitingCnt: 0 })
    expect(await holders('several')).toBe(450)
    expect(await undo(accessChangeId)).toMatchObject({ stateCd: 'undoing' })
    expect(await outcome()).toEqual([{ result: 'done', message: 'Users changed: 450.' }])
    expect(await show(accessChangeId)).toMatchObject({ stateCd: 'undone', undoneCnt: 450 })
    expect(await holders('several')).toBe(0)
  })

  test.each([
    ['lost', 'has lost the right', 'update user_page_grants set valid_to = clock_now() where user_id = $1', 'stopped'],
    ['locked', 'is locked', `update user_sign_ins set locked_until = 'infinity' where user_id = $1`, 'stopped'],
    [
      'revoked',
      'had the session revoked',
      `update sessions set ended_at = clock_now(), end_reason = 'revoked' where user_id = $1`,
      'stopped',
    ],
    [
      'left',
      'has signed out',
      `update sessions set ended_at = clock_now(), end_reason = 'logout' where user_id = $1`,
      'done',
    ],
  ])(
    'for users called %s, whose administrator %s meanwhile, goes on only where that says nothing of their rights',
    async (prefix, _why, change, state) => {
      const admin = await adminOf({ is_internal: true })
      const { accessChangeId } = await start(giveMatching(await crowd(prefix, 60)), admin)
      await portal.owner(change, [admin.userId])
      await jobs.drain()
      const [stored] = await portal.owner('select state from access_changes where id = $1', [accessChangeId])
      expect([stored?.['state'], await holders(prefix)]).toEqual([state, state === 'done' ? 60 : 0])
    },
  )

  test('whose runs all ended early is stopped by the last one, says so, and lets the next act begin', async () => {
    const { accessChangeId } = await start(giveMatching(await crowd('unlucky', 60)))
    const run = (attempt: number, signal: AbortSignal) =>
      accessChangeJob({ db: portal.database.jobs }).run(
        { accessChangeId },
        { attempt, signal, logger: createLogger('silent', 'test'), parameters: '' },
      )
    await expect(run(ACCESS_CHANGE_RUNS, AbortSignal.abort())).rejects.toThrow('aborted')
    expect(await show(accessChangeId)).toMatchObject({ stateCd: 'running' })
    await run(ACCESS_CHANGE_RUNS + 1, new AbortController().signal)
    expect(await show(accessChangeId)).toMatchObject({ stateCd: 'stopped', changedCnt: 0, waitingCnt: 60 })
    expect(await startRaw(giveMatching('unlucky'))).toMatchObject({ code: '200' })
    await jobs.drain()
    expect(await holders('unlucky')).toBe(60)
  })

  test('logs each batch that failed, without what was written', async () => {
    const { accessChangeId } = await start(giveMatching(await crowd('failing', 60)))
    await portal.owner(
      `create function fail_for_one() returns trigger language plpgsql as $$ begin
         if new.user_id = (select id from users where user_name = 'failing.7') then raise exception 'planted'; end if;
         return new; end $$`,
    )
    await portal.owner(
      'create trigger fail_for_one before insert on user_system_grants for each row execute function fail_for_one()',
    )
    const logged: unknown[] = []
    const deps = { db: portal.database.jobs, logger: { warn: (context: unknown) => void logged.push(context) } }
    await runAccessChange(deps as Parameters<typeof runAccessChange>[0], accessChangeId, new AbortController().signal)
    await portal.owner('drop function fail_for_one cascade')
    const err = { message: expect.stringContaining('planted') as unknown }
    expect(logged).toEqual(
      expect.arrayContaining([
        { accessChange: accessChangeId, users: 200, err },
        { accessChange: accessChangeId, users: 1, err },
      ]),
    )
    expect(await show(accessChangeId)).toMatchObject({ stateCd: 'done', changedCnt: 59, failedCnt: 1 })
    await jobs.drain()
  })

  test('that ends what lets its administrator end it reaches them last', async () => {
    const admin = await adminOf({ is_internal: true }, ledger)
    // More than a batch, and all of them with a higher number than the administrator.
    await crowd('last', 210)
    await portal.owner(
      `insert into user_system_grants (user_id, system_id, is_admin, has_sensitive_data, valid_from, granted_by)
       select id, $1, false, false, clock_now(), $2 from users where user_name like 'last.%'`,
      [ledger, portalAdmin.userId],
    )
    const others = await portal.owner(`select id from users where user_name like 'last.%'`)
    const userIds = [admin.userId, ...others.map(({ id }) => Number(id))]
    const { accessChangeId } = await start({ kindCd: 'end', userIds, userSystems: [{ systemId: ledger }] }, admin)
    await jobs.drain()
    expect(await holders('last')).toBe(0)
    expect(await show(accessChangeId, admin)).toMatchObject({ stateCd: 'done', changedCnt: 211 })
  })

  test('waits for another one of the same administrator', async () => {
    const first = giveMatching(await crowd('first', 60))
    const second = giveMatching(await crowd('second', 60))
    await start(first)
    expect(await startRaw(second)).toMatchObject({
      code: '409',
      message: 'Another change of yours is still under way. Wait until it is done.',
    })
    expect(await startRaw(giveLedger())).toMatchObject({ code: '200', data: { stateCd: 'done' } })
    await jobs.drain()
    expect(await startRaw(second)).toMatchObject({ code: '200' })
    await jobs.drain()
    expect([await holders('first'), await holders('second')]).toEqual([60, 60])
  })

  test('is refused with more users than one act may have', async () => {
    const answer = await startRaw(giveMatching(await crowd('toomany', ACCESS_CHANGE_USERS_MAX + 1)))
    expect(answer).toMatchObject({
      code: '422',
      message: 'Too many users match. Narrow the list: the limit of one change is 10,000.',
    })
  })
})
