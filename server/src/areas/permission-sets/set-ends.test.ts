import {
  planAccessChange,
  startAccessChange,
  undoAccessChange,
} from '@portico/contract/access-changes/access-changes.ts'
import {
  listPermissionSetHolders,
  listPermissionSetsOfUser,
  updatePermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { updateUserPermissions } from '@portico/contract/users/user-profile.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { inDays, makeSetWorld, moveClockTo, permissionSets } from '../../../test/permission-sets.ts'
import type { Portal } from '../../../test/portal.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { closeEndedGrantsJob } from '../grants/close-ended-grants.job.ts'
import { grantNoticesJob } from '../grants/grant-notices.job.ts'
import { readMailbox } from '../mail/public.ts'

let portal: Portal
let staff: Browser
let root: MadeUser
let sets: ReturnType<typeof permissionSets>
let client: number
let billing: number
let invoices: number
let mail: number
let person: MadeUser
let clerk: number
let count = 0

beforeAll(async () => {
  ;({ portal, admin: root, browser: staff } = await startWithAdmin())
  sets = permissionSets(staff)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.moveClock('0')
  ;({ client, person, billing, mail, invoices } = await makeSetWorld(portal, ++count))
  clerk = await sets.made({ setNm: `Clerk ${count}`, systemIds: [billing], pageIds: [invoices] })
})

const context = () => jobContext()
const closeEnded = () => closeEndedGrantsJob({ db: portal.database.jobs }).run({}, context())
const at = (moment: Date, seconds: number) => moveClockTo(portal, moment, seconds)

/** What a user holds now, with its end and whether a source gave it. */
const held = async ({ id }: { id: number } = person) =>
  (
    await portal.owner(
      `select system.name, given.ends_at, given.by_group
         from current_system_grants held join user_system_grants given on given.id = held.id
         join systems system on system.id = held.system_id where held.user_id = $1
        union all
       select page.name, given.ends_at, given.by_group
         from current_page_grants held join user_page_grants given on given.id = held.id
         join pages page on page.id = held.page_id where held.user_id = $1 order by 1`,
      [id],
    )
  ).map(({ name, ends_at: endsAt, by_group: bySource }) => [
    String(name).split(' ')[0],
    endsAt,
    ...(bySource === true ? [] : ['by hand']),
  ])
const holders = async ({ id }: { id: number } = person, setId = clerk) =>
  portal.owner(
    `select ends_at, valid_to, closed_by from permission_set_holders where user_id = $1 and set_id = $2 order by id`,
    [id, setId],
  )
const events = (event: string, { id }: { id: number } = person) =>
  portal.owner(
    `select actor_user_id, before, after from audit_events where event = $1 and subject_user_id = $2 order by id`,
    [event, id],
  )

describe('a set that I give until a day', () => {
  test('counts until exactly then, with what it gives, whenever the job runs, which records the end without an actor', async () => {
    const end = inDays(30)
    expect((await sets.giveUntil(clerk, end, person)).code).toBe('200')
    expect(await held()).toEqual([
      ['Billing', end],
      ['Invoices', end],
    ])
    await at(end, -60)
    await closeEnded()
    expect([await held(), await holders()]).toEqual([
      [
        ['Billing', end],
        ['Invoices', end],
      ],
      [{ ends_at: end, valid_to: null, closed_by: null }],
    ])
    await at(end, 60)
    expect(await held()).toEqual([])
    await closeEnded()
    expect(await holders()).toEqual([{ ends_at: end, valid_to: end, closed_by: null }])
    const state = { name: `Clerk ${count}`, version: 1, endsAt: end.toISOString() }
    expect(await events('permission_set_given')).toEqual([{ actor_user_id: root.id, before: {}, after: state }])
    expect(await events('permission_set_taken')).toEqual([{ actor_user_id: null, before: state, after: {} }])
    expect(Object.keys((await events('grants_ended'))[0]?.['before'] as object)).toEqual([`Billing ${count}`])
    const closed = await portal.owner(
      `select valid_to, closed_by from user_system_grants where user_id = $1
        union all select valid_to, closed_by from user_page_grants where user_id = $1`,
      [person.id],
    )
    expect(closed).toEqual(closed.map(() => ({ valid_to: end, closed_by: null })))
  })

  test('says in the lists until when, and is gone from them at its end', async () => {
    const end = inDays(3)
    await sets.giveUntil(clerk, end, person)
    const ofUser = () => staff.call(listPermissionSetsOfUser, { params: { uid: staff.userId, userId: person.id } })
    const ofSet = () => staff.call(listPermissionSetHolders, { params: { uid: staff.userId, setId: clerk }, query: {} })
    expect([await ofUser(), await ofSet()]).toMatchObject([[{ endDt: end }], [{ endDt: end }]])
    await portal.owner(
      `update permission_set_holders set valid_from = now() - interval '2 days', ends_at = now() - interval '1 day' where user_id = $1`,
      [person.id],
    )
    expect([await ofUser(), await ofSet()]).toEqual([[], []])
    // Given again before the job has closed the one that ended.
    expect((await sets.give(clerk, person)).data).toMatchObject({ changedCnt: 1, leftOut: [] })
    expect([await ofUser(), (await holders()).map((row) => row['closed_by'])]).toMatchObject([
      [{ endDt: null }],
      [null, null],
    ])
  })

  test('is refused at its field where that day is over', async () => {
    const answer = await sets.giveUntil(clerk, inDays(-1), person)
    expect([answer.status, answer.data]).toEqual([
      422,
      [{ field: 'endDt', message: 'The end of the permission set is in the past.' }],
    ])
    expect(await held()).toEqual([])
  })

  test('warns the user and me of what will end, and no one of what another set gives for longer', async () => {
    await sets.giveUntil(await sets.made({ setNm: `Reader ${count}`, systemIds: [mail] }), inDays(40), person)
    const both = await sets.made({ setNm: `Both ${count}`, systemIds: [billing, mail] })
    await sets.giveUntil(both, inDays(10), person)
    await portal.owner('delete from outbox_mails')
    await portal.owner(`update user_system_grants set valid_from = now() - interval '20 days' where user_id = $1`, [
      person.id,
    ])
    await grantNoticesJob({ db: portal.database.jobs, timeZone: portal.config.businessTimeZone }).run({}, context())
    const mails = await readMailbox(portal.database.requests, createMailComposer(portal.config))
    const own = mails.find(({ to }) => to.startsWith(person.userName))?.mail?.text ?? ''
    expect(own).toContain(`Billing ${count}`)
    expect(own).not.toContain(`Mail ${count}`)
    expect(
      mails.some(({ to, mail: sent }) => to.startsWith(root.userName) && sent?.text.includes(`Billing ${count}`)),
    ).toBe(true)
  })
})

describe('what several sources give', () => {
  test('lasts as long as one of them gives it, and ends earlier where that one is taken', async () => {
    const [soon, late] = [inDays(10), inDays(20)]
    const reader = await sets.made({ setNm: `Reader ${count}`, systemIds: [billing] })
    await sets.giveUntil(clerk, soon, person)
    await sets.giveUntil(reader, late, person)
    expect(await held()).toEqual([
      ['Billing', late],
      ['Invoices', soon],
    ])
    const changed = (await events('user_permissions_changed')).at(-1)
    expect(changed).toMatchObject({
      after: { [`Billing ${count}`]: expect.stringContaining('by set Reader') as string },
    })
    await sets.take(reader, person)
    expect(await held()).toEqual([
      ['Billing', soon],
      ['Invoices', soon],
    ])
    await sets.give(reader, person)
    expect(await held()).toEqual([
      ['Billing', null],
      ['Invoices', soon],
    ])
    await at(soon, 60)
    await closeEnded()
    expect(await held()).toEqual([['Billing', null]])
  })

  test('stays by hand where I gave it by hand, and comes by the set where that ends first', async () => {
    const [soon, late] = [inDays(5), inDays(10)]
    await portal.make.grant(person, { systemId: billing })
    await portal.owner('update user_system_grants set ends_at = $2 where user_id = $1', [person.id, soon])
    await sets.giveUntil(clerk, late, person)
    expect(await held()).toEqual([
      ['Billing', soon, 'by hand'],
      ['Invoices', late],
    ])
    await at(soon, 60)
    await closeEnded()
    expect(await held()).toEqual([
      ['Billing', late],
      ['Invoices', late],
    ])
    await at(late, 60)
    expect(await held()).toEqual([])
  })

  test('follows a set that is changed, also where a job does it', async () => {
    const [soon, late] = [inDays(10), inDays(20)]
    const reader = await sets.made({ setNm: `Reader ${count}`, systemIds: [mail] })
    await sets.giveUntil(clerk, soon, person)
    await sets.giveUntil(reader, late, person)
    const change = (systemIds: number[], versionNr: number) =>
      staff.call(updatePermissionSet, {
        params: { uid: staff.userId, setId: reader },
        body: { setNm: `Reader ${count}`, descriptionTxt: '', systemIds, pageIds: [], versionNr },
      })
    await change([billing, mail], 1)
    expect((await held())[0]).toEqual(['Billing', late])
    await change([mail], 2)
    expect((await held())[0]).toEqual(['Billing', soon])
    // As after a change of a set that too many users have for one request.
    await portal.owner('update permission_set_holders set ends_at = null where user_id = $1 and set_id = $2', [
      person.id,
      clerk,
    ])
    await closeEnded()
    expect(await held()).toEqual([
      ['Billing', null],
      ['Invoices', null],
      ['Mail', late],
    ])
    await portal.owner('update permission_set_holders set ends_at = $3 where user_id = $1 and set_id = $2', [
      person.id,
      clerk,
      soon,
    ])
    await closeEnded()
    expect((await held())[0]).toEqual(['Billing', soon])
  })

  test('does not last longer by a source whose giver may not give it any more', async () => {
    const [soon, late] = [inDays(10), inDays(20)]
    const reader = await sets.made({ setNm: `Reader ${count}`, systemIds: [mail] })
    await sets.giveUntil(clerk, soon, person)
    await sets.giveUntil(reader, late, person)
    const gone = await portal.make.user({ is_internal: true, status: 2 })
    await portal.owner('insert into permission_set_items (set_id, system_id, granted_by) values ($1, $2, $3)', [
      reader,
      billing,
      gone.id,
    ])
    await closeEnded()
    expect((await held())[0]).toEqual(['Billing', soon])
  })

  test('is by hand once I let it last longer by hand, and may not be ended earlier by hand', async () => {
    const [end, later] = [inDays(10), inDays(20)]
    await sets.giveUntil(await sets.made({ setNm: `Reader ${count}`, systemIds: [mail] }), end, person)
    const save = (endDt: Date) =>
      staff.send(updateUserPermissions, {
        params: { uid: staff.userId, userId: person.id },
        body: { userSystems: [{ systemId: mail, endDt }], userPages: [] },
      })
    const earlier = await save(inDays(5))
    expect([earlier.status, await held()]).toEqual([422, [['Mail', end]]])
    await save(later)
    expect(await held()).toEqual([['Mail', later, 'by hand']])
    await at(end, 60)
    await closeEnded()
    expect(await held()).toEqual([['Mail', later, 'by hand']])
  })
})

describe('the end of a set that a user has', () => {
  test('is moved by giving the set until another moment, and what it gave moves with it', async () => {
    const [soon, late] = [inDays(10), inDays(20)]
    await sets.giveUntil(clerk, soon, person)
    for (const end of [late, soon, null]) {
      expect((await sets.giveUntil(clerk, end, person)).code).toBe('200')
      expect(await held()).toEqual([
        ['Billing', end],
        ['Invoices', end],
      ])
    }
    const given = await events('permission_set_given')
    expect(
      given.map(({ before, after }) => [before, after].map((state) => (state as { endsAt?: string }).endsAt)),
    ).toEqual([
      [undefined, soon.toISOString()],
      [soon.toISOString(), late.toISOString()],
      [late.toISOString(), soon.toISOString()],
      [soon.toISOString(), undefined],
    ])
    expect((await sets.giveUntil(clerk, null, person)).status).toBe(422)
  })

  test('is not moved by an administrator who may not give the set', async () => {
    const end = inDays(10)
    await sets.giveUntil(clerk, end, person)
    const admin = await portal.make.user({ client_id: client })
    await portal.make.adminPages(admin, ['User Administration'])
    await portal.make.grant(admin, { systemId: billing, isAdmin: true })
    const answer = await permissionSets(await openSession(portal, admin)).giveUntil(clerk, inDays(20), person)
    expect([answer.status, (await held())[0]]).toEqual([403, ['Billing', end]])
  })
})

describe('a set that I give to several users until a day', () => {
  const bodyOf = (end: Date | null, users: readonly MadeUser[]) => ({
    kindCd: 'give' as const,
    userIds: users.map(({ id }) => id),
    setIds: [clerk],
    setEndDt: end,
  })
  const start = (end: Date | null, ...users: MadeUser[]) =>
    staff.call(startAccessChange, { params: { uid: staff.userId }, body: bodyOf(end, users) })
  const undo = (accessChangeId: number) =>
    staff.call(undoAccessChange, { params: { uid: staff.userId, accessChangeId } })

  test('lasts longer for who had it for less, and Undo gives back what was', async () => {
    const [soon, middle, late] = [inDays(10), inDays(20), inDays(30)]
    const [short, long] = [person, await portal.make.user({ client_id: client })]
    const none = await portal.make.user({ client_id: client })
    await sets.giveUntil(clerk, soon, short)
    await sets.giveUntil(clerk, late, long)
    const { changed } = await staff.call(planAccessChange, {
      params: { uid: staff.userId },
      body: bodyOf(middle, [short, none]),
    })
    const setNms = [`Clerk ${count}`]
    expect(changed.map(({ userId, setNms: given, longerSetNms }) => [userId, given, longerSetNms])).toEqual([
      [short.id, setNms, setNms],
      [none.id, setNms, undefined],
    ])
    const act = await start(middle, short, long, none)
    expect(act).toMatchObject({ changedCnt: 2, leftOutCnt: 1 })
    const ends = async () => [await held(short), await held(long), await held(none)].map(([first]) => first?.[1])
    expect(await ends()).toEqual([middle, late, middle])
    expect(await undo(act.accessChangeId)).toMatchObject({ undoneCnt: 2, keptCnt: 0 })
    expect(await ends()).toEqual([soon, late, undefined])
    expect((await holders(short)).at(-1)).toMatchObject({ ends_at: soon, valid_to: null })
  })

  test('is taken by Undo where its former end is over by then', async () => {
    const soon = inDays(1)
    await sets.giveUntil(clerk, soon, person)
    const act = await start(null, person)
    await portal.owner(
      `update access_change_users set before = jsonb_set(before, $2, '"2020-01-01T00:00:00Z"') where access_change_id = $1`,
      [act.accessChangeId, ['setEnds', String(clerk)]],
    )
    await undo(act.accessChangeId)
    expect(await held()).toEqual([])
  })

  test('is refused before it begins, and left out where its end is over', async () => {
    const send = (body: object) =>
      staff.send(planAccessChange, {
        params: { uid: staff.userId },
        body: { ...bodyOf(inDays(5), [person]), ...body },
      })
    const early = await send({ plannedDt: inDays(6) })
    expect([early.status, early.data]).toMatchObject([422, [{ field: 'plannedDt' }]])
    const past = await send({ setEndDt: inDays(-1) })
    expect(past.data).toMatchObject({
      changedCnt: 0,
      leftOut: [{ message: 'The end of the permission set is in the past.' }],
    })
  })
})
