import {
  createPermissionSet,
  deletePermissionSet,
  getPermissionSet,
  givePermissionSet,
  listPermissionSetHolders,
  listPermissionSets,
  listPermissionSetsOfUser,
  planPermissionSet,
  takePermissionSet,
  undoPermissionSet,
  updatePermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { getUserDetail, updateUserPermissions } from '@portico/contract/users/user-profile.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { makeSetWorld } from '../../../test/permission-sets.ts'
import type { Portal } from '../../../test/portal.ts'
import { jobSchema } from '../../db/job-schema.ts'
import { closeEndedGrantsJob } from '../grants/close-ended-grants.job.ts'

let portal: Portal
let staff: Browser
let root: MadeUser
let client: number
let billing: number
let invoices: number
let mail: number
let person: MadeUser
let count = 0

beforeAll(async () => {
  ;({ portal, admin: root, browser: staff } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  ;({ client, person, billing, mail, invoices } = await makeSetWorld(portal, ++count))
})

interface Sent {
  setNm?: string
  descriptionTxt?: string
  systemIds?: number[]
  pageIds?: number[]
}
const bodyOf = ({
  setNm = `Clerk ${count}`,
  descriptionTxt = 'Books',
  systemIds = [billing],
  pageIds = [invoices],
}: Sent) => ({ setNm, descriptionTxt, systemIds, pageIds })

async function made(sent: Sent & { clientId?: number | null } = {}, by = staff): Promise<number> {
  const body = { ...bodyOf(sent), clientId: sent.clientId ?? null }
  return (await by.call(createPermissionSet, { params: { uid: by.userId }, body })).setId
}
const create = (sent: Sent & { clientId?: number | null }, by = staff) =>
  by.send(createPermissionSet, {
    params: { uid: by.userId },
    body: { ...bodyOf(sent), clientId: sent.clientId ?? null },
  })
const give = (setId: number, users = [person], by = staff) =>
  by.send(givePermissionSet, { params: { uid: by.userId, setId }, body: { userIds: users.map(({ id }) => id) } })
const take = (setId: number, users = [person], by = staff) =>
  by.send(takePermissionSet, { params: { uid: by.userId, setId }, body: { userIds: users.map(({ id }) => id) } })
const change = (setId: number, versionNr: number, sent: Sent, by = staff) =>
  by.send(updatePermissionSet, { params: { uid: by.userId, setId }, body: { ...bodyOf(sent), versionNr } })
const read = (setId: number, by = staff) => by.call(getPermissionSet, { params: { uid: by.userId, setId } })
const undo = (setId: number, undoId: unknown, by = staff) =>
  by.send(undoPermissionSet, { params: { uid: by.userId, setId }, body: { undoId: Number(undoId) } })
const undoIdOf = ({ data }: { data: unknown }) => (data as { undoId: number }).undoId

/** An administrator of the client who administers these applications. */
async function clientAdmin(...systemIds: number[]): Promise<Browser> {
  const user = await portal.make.user({ client_id: client })
  await portal.make.adminPages(user, ['User Administration'])
  for (const systemId of systemIds)
    await portal.make.grant(user, { systemId, isAdmin: true, ...(systemId === billing && { pageId: invoices }) })
  return openSession(portal, user)
}

/** Names of what a user holds now. */
const held = async ({ id }: { id: number } = person) =>
  (
    await portal.owner(
      `select system.name from current_system_grants held join systems system on system.id = held.system_id where held.user_id = $1
       union all
       select page.name from current_page_grants held join pages page on page.id = held.page_id where held.user_id = $1`,
      [id],
    )
  )
    .map(({ name }) => String(name).split(' ')[0] ?? '')
    .toSorted()

const reconcile = () => closeEndedGrantsJob({ db: portal.database.jobs }).run({}, jobContext())

const both = ['Billing', 'Invoices']

describe('a user who is given a permission set', () => {
  test('has what it gives, until it is taken', async () => {
    const setId = await made()
    expect((await give(setId)).data).toMatchObject({ changedCnt: 1, leftOut: [] })
    expect(await held()).toEqual(both)
    expect((await take(setId)).data).toEqual({ changedCnt: 1, leftOut: [] })
    expect(await held()).toEqual([])
  })

  test('has no request for what it gives any more', async () => {
    await portal.owner('insert into access_requests (user_id, page_id, reason) values ($1, $2, $3)', [
      person.id,
      invoices,
      'For the books',
    ])
    await give(await made())
    const requests = await portal.owner('select state from access_requests where user_id = $1', [person.id])
    expect(requests).toEqual([{ state: 'closed' }])
  })

  test('keeps what they have by hand, and what another set gives', async () => {
    await portal.make.grant(person, { systemId: billing })
    const [clerk, reader] = [await made(), await made({ setNm: `Reader ${count}`, systemIds: [mail], pageIds: [] })]
    const further = await made({ setNm: `Further ${count}`, systemIds: [billing, mail], pageIds: [] })
    for (const setId of [clerk, reader, further]) await give(setId)
    expect(await held()).toEqual(['Billing', 'Invoices', 'Mail'])
    await take(clerk)
    await take(reader)
    expect(await held()).toEqual(['Billing', 'Mail'])
    await take(further)
    expect(await held()).toEqual(['Billing'])
  })

  test('reads in the profile and in the audit trail by which set they have it', async () => {
    const setId = await made()
    await give(setId)
    const params = { uid: staff.userId, userId: person.id }
    const { cpUser } = await staff.call(getUserDetail, { params })
    expect(cpUser.userSystems).toMatchObject([
      { systemId: billing, permissionSets: [{ setNm: `Clerk ${count}`, versionNr: 1 }], givenByNm: null },
    ])
    expect(cpUser.userPages).toMatchObject([
      { pageId: invoices, permissionSets: [{ setNm: `Clerk ${count}`, versionNr: 1 }] },
    ])
    expect(cpUser.userPages[0]?.givenByNm).toBeUndefined()
    const gives = [`Billing ${count}`, `Billing ${count} / Invoices ${count}`]
    expect(await staff.call(listPermissionSetsOfUser, { params })).toMatchObject([
      { setId, versionNr: 1, givesList: gives, endsList: gives },
    ])
    const events = await portal.owner(
      'select event, after from audit_events where subject_user_id = $1 and actor_user_id = $2 order by id',
      [person.id, staff.userId],
    )
    expect(events.map(({ event }) => event)).toEqual(['permission_set_given', 'user_permissions_changed'])
    expect(Object.values(events[1]?.['after'] as object)).toEqual(Array(2).fill(`Assigned, by set Clerk ${count} v1`))
  })

  test('cannot have a part of it taken by hand', async () => {
    await give(await made())
    const params = { uid: staff.userId, userId: person.id }
    const { permissionsVersion: version } = await staff.call(getUserDetail, { params })
    const refused = await staff.send(updateUserPermissions, {
      params,
      body: { userSystems: [], userPages: [], version },
    })
    expect(refused.status).toBe(422)
    expect(refused.message).toContain(`comes by the permission set Clerk ${count}`)
    expect(await held()).toEqual(both)
  })

  test('loses the sets of a client whom they leave, and keeps those of the installation', async () => {
    await give(await made({ clientId: client }))
    await give(await made({ setNm: `Reader ${count}`, systemIds: [mail], pageIds: [] }))
    await portal.owner('update users set client_id = $2 where id = $1', [person.id, await portal.make.client()])
    expect(await held()).toEqual(['Mail'])
  })

  test('is left out with the reason while others are given it', async () => {
    const setId = await made({ clientId: client })
    const [elsewhere, inactive, other] = [
      await portal.make.user({ client_id: await portal.make.client() }),
      await portal.make.user({ client_id: client, status: 2 }),
      await portal.make.user({ client_id: client }),
    ]
    await give(setId)
    const { data } = await give(setId, [person, elsewhere, inactive, other])
    expect(data).toMatchObject({
      changedCnt: 1,
      leftOut: [
        { userId: person.id, reasonTxt: 'They have the permission set already.' },
        { userId: elsewhere.id, reasonTxt: 'The permission set is for another client.' },
        { userId: inactive.id, reasonTxt: 'This account is inactive.' },
      ],
    })
    expect((await take(setId, [elsewhere])).status).toBe(422)
    expect((await give(setId, [person])).message).toBe('They have the permission set already.')
    expect((await give(setId, [elsewhere])).message).toBe('The permission set is for another client.')
    expect((await give(setId, [person, elsewhere])).message).toBe('No user was changed.')
    const listed = await staff.call(listPermissionSetHolders, { params: { uid: staff.userId, setId }, query: {} })
    expect(new Set(listed.map(({ userId }) => userId))).toEqual(new Set([person.id, other.id]))
  })
})

describe('a change of a permission set', () => {
  test('is counted and named before it is saved, follows all holders, and can be taken back', async () => {
    const setId = await made()
    await give(setId)
    const params = { uid: staff.userId, setId }
    const plan = await staff.call(planPermissionSet, { params, body: { systemIds: [mail], pageIds: [] } })
    expect(plan).toMatchObject({ memberCnt: 1, changedCnt: 1, gainCnt: 1, loseCnt: 1 })
    expect(plan.users).toMatchObject([{ userId: person.id, userNm: person.userName, gainFlg: true, loseFlg: true }])
    const saved = await change(setId, 1, { systemIds: [mail], pageIds: [] })
    expect(await held()).toEqual(['Mail'])
    expect((await undo(setId, undoIdOf(saved))).status).toBe(200)
    expect(await held()).toEqual(both)
    const { set, versions } = await read(setId)
    expect(set.versionNr).toBe(3)
    expect(versions.map(({ versionNr, givesList }) => [versionNr, givesList.length])).toEqual([
      [3, 2],
      [2, 1],
      [1, 2],
    ])
    expect((await undo(setId, undoIdOf(saved))).status).toBe(404)
  })

  test('names those whose access changes by their names, of the users whom the reader administers', async () => {
    const named = { client_id: client, first_name: 'Zoe', last_name: 'Abel' }
    const zoe = await portal.make.user(named)
    const bea = await portal.make.user({ ...named, first_name: 'Bea' })
    const setId = await made({ systemIds: [billing], pageIds: [] })
    await give(setId, [zoe, bea, person, await portal.make.user()])
    const namesFor = async (by: Browser) => {
      const body = { systemIds: [mail], pageIds: [] }
      const { users } = await by.call(planPermissionSet, { params: { uid: by.userId, setId }, body })
      return users.map(({ userNm, firstNm, lastNm }) => [userNm, firstNm, lastNm])
    }
    const own = [
      [bea.userName, 'Bea', 'Abel'],
      [zoe.userName, 'Zoe', 'Abel'],
      [person.userName, 'Ada', 'Lovelace'],
    ]
    expect(await namesFor(staff)).toHaveLength(4)
    expect(await namesFor(await clientAdmin(billing, mail))).toEqual(own)
  })

  test('beyond the hundredth leaves the latest hundred versions to read', async () => {
    const setId = await made()
    await portal.owner(
      `insert into permission_set_versions (set_id, version, name, description, gives)
       select $1, n, 'Clerk', '', '{}' from generate_series(2, 101) n`,
      [setId],
    )
    const numbers = (await read(setId)).versions.map(({ versionNr }) => versionNr)
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, at) => 101 - at))
  })

  test('is refused over a change of another administrator, and so is its undo', async () => {
    const setId = await made()
    const saved = await change(setId, 1, { descriptionTxt: 'First' })
    expect((await change(setId, 1, { descriptionTxt: 'Second' })).status).toBe(409)
    await change(setId, 2, { descriptionTxt: 'Third' })
    expect((await undo(setId, undoIdOf(saved))).status).toBe(409)
  })

  test('reaches more than 1,000 holders by a job', async () => {
    const setId = await made()
    await portal.owner(
      `with made as (
         insert into users (user_name, first_name, last_name, email, client_id)
         select 'set.' || $1::integer || '.' || n, 'Ada', 'Lovelace', 'many@example.test', $1 from generate_series(1, 1200) n
         returning id)
       insert into permission_set_holders (set_id, user_id) select $2, id from made`,
      [client, setId],
    )
    const withMail = async () => {
      const [row] = await portal.owner(
        'select count(*)::integer as count from user_system_grants where system_id = $1 and valid_to is null and by_group',
        [mail],
      )
      return row?.['count']
    }
    await portal.owner(`delete from ${jobSchema}.job where name = 'grant-ends'`)
    await change(setId, 1, { systemIds: [mail], pageIds: [] })
    expect(await withMail()).toBe(0)
    expect(await portal.owner(`select from ${jobSchema}.job where name = 'grant-ends'`)).toHaveLength(1)
    await reconcile()
    expect(await withMail()).toBe(1_200)
  })

  test('ends all it gave where it is deleted, and brings it back where that is undone', async () => {
    const setId = await made()
    await give(setId)
    const deleted = await staff.send(deletePermissionSet, { params: { uid: staff.userId, setId } })
    expect(await held()).toEqual([])
    expect((await give(setId)).status).toBe(404)
    expect((await change(setId, 2, {})).status).toBe(404)
    const again = await made()
    expect((await undo(setId, undoIdOf(deleted))).status).toBe(422)
    await staff.send(deletePermissionSet, { params: { uid: staff.userId, setId: again } })
    expect((await undo(setId, undoIdOf(deleted))).status).toBe(200)
    expect(await held()).toEqual(both)
  })
})

describe('a permission set', () => {
  test('needs a name of its own, an application, and pages of its applications', async () => {
    await made({ setNm: `Clerk ${count}` })
    const fieldsOf = async (sent: Sent) => {
      const { status, data } = await create(sent)
      return [status, (data as { field: string }[])[0]?.field]
    }
    expect(await fieldsOf({ setNm: `  clerk ${count}` })).toEqual([422, 'setNm'])
    expect(await fieldsOf({ setNm: ' ' })).toEqual([422, 'setNm'])
    expect(await fieldsOf({ setNm: 'x'.repeat(101) })).toEqual([422, 'setNm'])
    expect(await fieldsOf({ setNm: 'New', descriptionTxt: 'x'.repeat(501) })).toEqual([422, 'descriptionTxt'])
    expect(await fieldsOf({ setNm: 'New', systemIds: [], pageIds: [] })).toEqual([422, 'systemIds'])
    expect((await create({ setNm: 'New', systemIds: [mail] })).status).toBe(422)
    expect(await fieldsOf({ setNm: 'New', systemIds: [999_999_999], pageIds: [] })).toEqual([422, 'systemIds'])
    expect(await fieldsOf({ setNm: 'New', pageIds: [999_999_999] })).toEqual([422, 'pageIds'])
  })

  test('of the installation is given and not changed by an administrator of a client, who sees own holders alone', async () => {
    const setId = await made()
    const stranger = await portal.make.user({ client_id: await portal.make.client() })
    await give(setId, [stranger])
    const admin = await clientAdmin(billing)
    expect((await give(setId, [person], admin)).status).toBe(200)
    expect(await held()).toEqual(both)
    expect((await give(setId, [stranger], admin)).status).toBe(404)
    expect((await read(setId, admin)).set).toMatchObject({ holderCnt: 1, mayChangeFlg: false })
    expect((await change(setId, 1, { descriptionTxt: 'Mine' }, admin)).status).toBe(403)
    expect((await create({ setNm: 'Mine' }, admin)).status).toBe(422)
    expect((await admin.send(deletePermissionSet, { params: { uid: admin.userId, setId } })).status).toBe(403)
  })

  test('gives never more than its maker and its giver may give', async () => {
    const admin = await clientAdmin(billing)
    expect((await create({ setNm: 'Mine', clientId: client, systemIds: [billing, mail] }, admin)).status).toBe(403)
    const own = await made({ clientId: client }, admin)
    expect((await give(own, [person], admin)).status).toBe(200)
    expect((await change(own, 1, { systemIds: [billing, mail] }, admin)).status).toBe(403)
    const wide = await made({ setNm: `Wide ${count}`, clientId: client, systemIds: [billing, mail] })
    const other = await portal.make.user({ client_id: client })
    expect((await give(wide, [other], admin)).status).toBe(403)
    await give(wide, [other])
    expect((await take(wide, [other], admin)).status).toBe(403)
    expect(await held(other)).toEqual(['Billing', 'Invoices', 'Mail'])
  })

  test('of another client is unknown', async () => {
    const setId = await made({ clientId: await portal.make.client() })
    const admin = await clientAdmin(billing)
    const listed = await admin.call(listPermissionSets, { params: { uid: admin.userId }, query: {} })
    expect(listed.map((set) => set.setId)).not.toContain(setId)
    const one = { params: { uid: admin.userId, setId } }
    expect((await admin.send(getPermissionSet, one)).status).toBe(404)
    expect((await give(setId, [person], admin)).status).toBe(404)
    const foreign = { setNm: 'Mine', clientId: await portal.make.client() }
    expect((await create(foreign, admin)).status).toBe(422)
  })

  test('is given to nobody by themselves, and goes on for holders when its maker is gone', async () => {
    const admin = await clientAdmin(billing)
    const setId = await made({ clientId: client }, admin)
    const self = { ...person, id: admin.userId }
    expect((await give(setId, [self], admin)).status).toBe(403)
    await give(setId)
    await portal.owner('update users set status = 2 where id = $1', [admin.userId])
    await reconcile()
    expect(await held()).toEqual(both)
    expect((await read(setId)).set.items.map(({ givenFlg }) => givenFlg)).toEqual([false, false])
  })

  test('with a page of the administration needs a fresh sign-in', async () => {
    const [page] = await portal.owner(`select id from pages where system_id = 2 and name = 'Audit Trail'`)
    const sent = { setNm: `Auditor ${count}`, systemIds: [2], pageIds: [Number(page?.['id'])] }
    const setId = await made(sent)
    await portal.owner(`update sessions set authenticated_at = now() - interval '1 day' where user_id = $1`, [
      staff.userId,
    ])
    const inside = await portal.make.user({ is_internal: true })
    for (const answer of [await give(setId, [inside]), await create({ ...sent, setNm: 'Other' })])
      expect([answer.status, answer.code, answer.data]).toEqual([200, '401', { reauth: true }])
    staff = await openSession(portal, root)
    const refused = await create({ ...sent, clientId: client }, await clientAdmin(2))
    expect(refused.status).toBe(403)
    const [own] = await portal.owner(`select id from pages where system_id = 2 and name = 'User Administration'`)
    const theirs = { ...sent, clientId: client, pageIds: [Number(own?.['id'])] }
    expect(await create(theirs, await clientAdmin(2))).toMatchObject({
      status: 403,
      message: 'Only internal administrators put pages of the administration into a permission set.',
    })
  })
})
