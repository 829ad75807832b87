import { createPermissionSet, givePermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { listDirectoryGroups, saveGroupAccess } from '@portico/contract/scim/directory-groups.ts'
import { exportGroupPlan, GROUP_LOSSES_SHOWN, planGroupAccess } from '@portico/contract/scim/directory-group-plans.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../../test/administrator.ts'
import type { Browser } from '../../../../test/browser.ts'
import { openSession } from '../../../../test/guards/people.ts'
import { fillPath } from '../../../../test/guards/sample-call.ts'
import type { Portal } from '../../../../test/portal.ts'
import { type Directory, groupOf, newDirectory, personOf } from '../../../../test/scim.ts'

let portal: Portal
let staff: Browser
let directory: Directory
let ledger: number
let bills: number
let setId: number
let count = 0

beforeAll(async () => {
  ;({ portal, browser: staff } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  directory = await newDirectory(portal)
  ledger = await portal.make.system({ name: `Ledger ${++count}` })
  bills = await portal.make.page({
    name: `Bills ${count}`,
    system_id: ledger,
    section_id: await portal.make.section(),
  })
  const body = { setNm: `Clerk ${count}`, descriptionTxt: '', clientId: null, systemIds: [ledger], pageIds: [bills] }
  setId = (await staff.call(createPermissionSet, { params: { uid: staff.userId }, body })).setId
})

interface Person {
  id: string
  userId: number
}

async function person(familyName: string): Promise<Person> {
  const name = `${familyName.toLowerCase()}.${++count}`
  const names = { externalId: name, name: { givenName: 'Ida', familyName } }
  const { body } = await directory.call('POST', '/Users', personOf(name, names))
  const [row] = await portal.owner('select user_id from scim_users where id = $1', [Number(body['id'])])
  return { id: String(body['id']), userId: Number(row?.['user_id']) }
}

async function group(...members: Person[]): Promise<number> {
  const value = members.map(({ id }) => ({ value: id }))
  return Number((await directory.call('POST', '/Groups', groupOf(`Group ${++count}`, { members: value }))).body['id'])
}

interface Access {
  systemIds?: number[]
  pageIds?: number[]
  setIds?: number[]
}

const paramsOf = (groupId: number, by = staff) => ({ uid: by.userId, clientId: directory.clientId, groupId })

async function give(groupId: number, access: Access) {
  const params = { uid: staff.userId, clientId: directory.clientId }
  const groups = await staff.call(listDirectoryGroups, { params, query: {} })
  const version = groups.find((one) => one.groupId === groupId)?.version ?? 0
  const body = { systemIds: [], pageIds: [], setIds: [], ...access, version }
  expect((await staff.send(saveGroupAccess, { params: paramsOf(groupId), body })).status).toBe(200)
}

const plan = (groupId: number, access: Access = {}, by = staff) =>
  by.call(planGroupAccess, {
    params: paramsOf(groupId, by),
    body: { systemIds: [], pageIds: [], setIds: [], ...access },
  })

/** Who would lose what, in few words. */
const losses = async (groupId: number, access: Access = {}) =>
  (await plan(groupId, access)).losses.map(({ lastNm, systemNm, pageNm, setNm }) =>
    [lastNm, ...[setNm, pageNm, systemNm].filter((name) => name !== null).slice(0, 1)].join(' ').replace(/ \d+$/, ''),
  )

describe('if a group gave nothing any more', () => {
  test('each member is named with what would end, by name and application', async () => {
    const clerks = await group(await person('Berg'), await person('Abel'))
    await give(clerks, { systemIds: [ledger], pageIds: [bills] })
    expect(await losses(clerks)).toEqual(['Abel Ledger', 'Abel Bills', 'Berg Ledger', 'Berg Bills'])
    expect(await plan(clerks)).toMatchObject({ memberCnt: 2, gainCnt: 0, loseCnt: 2, lossCnt: 4 })
  })

  test('what a member has by hand, or by another group, stays', async () => {
    const [abel, berg] = [await person('Abel'), await person('Berg')]
    await portal.make.grant({ id: abel.userId }, { systemId: ledger })
    const [clerks, others] = [await group(abel, berg), await group(berg)]
    for (const groupId of [clerks, others]) await give(groupId, { systemIds: [ledger] })
    expect(await losses(clerks)).toEqual([])
    await give(others, {})
    expect(await losses(clerks)).toEqual(['Berg Ledger'])
  })

  test('a page by hand ends with an application that the group gave', async () => {
    const abel = await person('Abel')
    const clerks = await group(abel)
    await give(clerks, { systemIds: [ledger] })
    await portal.owner('insert into user_page_grants (user_id, page_id) values ($1, $2)', [abel.userId, bills])
    expect(await losses(clerks)).toEqual(['Abel Ledger', 'Abel Bills'])
    await give(clerks, {})
    const left = await portal.owner('select from current_page_grants where user_id = $1', [abel.userId])
    expect(left).toEqual([])
  })

  test('a permission set ends with what it gives, unless the member holds it by hand or another set gives the same', async () => {
    const [abel, berg, cole] = [await person('Abel'), await person('Berg'), await person('Cole')]
    const hold = (holder: number, ...people: Person[]) =>
      staff.call(givePermissionSet, {
        params: { uid: staff.userId, setId: holder },
        body: { userIds: people.map(({ userId }) => userId) },
      })
    await hold(setId, berg)
    const body = { setNm: `Reader ${count}`, descriptionTxt: '', clientId: null, systemIds: [ledger], pageIds: [] }
    const reader = (await staff.call(createPermissionSet, { params: { uid: staff.userId }, body })).setId
    await hold(reader, cole)
    const clerks = await group(abel, berg, cole)
    await give(clerks, { setIds: [setId] })
    expect(await losses(clerks)).toEqual(['Abel Clerk', 'Abel Ledger', 'Abel Bills', 'Cole Clerk', 'Cole Bills'])
    expect((await plan(clerks)).sets).toMatchObject([{ setId, loseCnt: 2 }])
  })

  test('an administrator who may not change the group reads it, too, and one of another client does not', async () => {
    const clerks = await group(await person('Abel'))
    await give(clerks, { systemIds: [ledger] })
    const own = await portal.make.user({ client_id: directory.clientId })
    await portal.make.adminPages(own, ['User Administration'])
    const browser = await openSession(portal, own)
    expect((await plan(clerks, {}, browser)).lossCnt).toBe(1)
    const version = 2
    const body = { systemIds: [], pageIds: [], setIds: [], version }
    expect((await browser.send(saveGroupAccess, { params: paramsOf(clerks, browser), body })).status).toBe(403)
    const other = await portal.make.user()
    await portal.make.adminPages(other, ['User Administration'])
    const theirs = await openSession(portal, other)
    const { version: _version, ...nothing } = body
    const refused = await theirs.send(planGroupAccess, { params: paramsOf(clerks, theirs), body: nothing })
    expect(refused.status).toBe(404)
  })

  test('the first losses are named, and the others are counted', async () => {
    const clerks = await group(await person('Abel'))
    await give(clerks, { systemIds: [ledger], pageIds: [bills] })
    await portal.owner(
      `with made as (
         insert into users (user_name, first_name, last_name, email, client_id)
         select 'many.' || $1 || '.' || n, 'Ida', 'Many', 'many' || n || '@example.test', $2 from generate_series(1, 60) n
         returning id),
       systems as (insert into user_system_grants (user_id, system_id, by_group) select id, $4, true from made),
       pages as (insert into user_page_grants (user_id, page_id, by_group) select id, $5, true from made),
       provided as (
         insert into scim_users (client_id, user_id, doc, is_active)
         select $2, id, jsonb_build_object('userName', 'many.' || id), true from made returning id)
       insert into scim_group_members (client_id, group_id, member_id) select $2, $3, id from provided`,
      [count, directory.clientId, clerks, ledger, bills],
    )
    const { losses: named, lossCnt, loseCnt } = await plan(clerks)
    expect([named.length, lossCnt, loseCnt]).toEqual([GROUP_LOSSES_SHOWN, 122, 61])
  })
})

describe('a change of what a group gives', () => {
  test('names who would lose what, and not what a set gives in its place', async () => {
    const abel = await person('Abel')
    const clerks = await group(abel)
    const wharf = await portal.make.system({ name: `Wharf ${count}` })
    await give(clerks, { systemIds: [ledger, wharf], pageIds: [bills] })
    expect(await losses(clerks, { systemIds: [wharf], setIds: [setId] })).toEqual([])
    expect(await losses(clerks, { systemIds: [wharf] })).toEqual(['Abel Ledger', 'Abel Bills'])
    await give(clerks, { systemIds: [wharf], setIds: [setId] })
    const held = await portal.owner(
      'select system_id from current_system_grants where user_id = $1 order by system_id',
      [abel.userId],
    )
    expect(held.map(({ system_id }) => system_id)).toEqual([ledger, wharf])
  })

  test('counts what a set would bring, once where the group would give it itself, too', async () => {
    const clerks = await group(await person('Abel'))
    const { items, sets } = await plan(clerks, { systemIds: [ledger], setIds: [setId] })
    expect(sets).toMatchObject([{ setId, gainCnt: 1 }])
    expect(items).toMatchObject([
      { pageNm: null, gainCnt: 1, loseCnt: 0 },
      { pageNm: expect.stringContaining('Bills') as string, gainCnt: 1, loseCnt: 0 },
    ])
  })

  test('is downloaded with all who would lose and gain something, and the audit trail has who did', async () => {
    const clerks = await group(await person('Berg'), await person('Abel'))
    const wharf = await portal.make.system({ name: `Wharf ${count}` })
    await give(clerks, { systemIds: [ledger] })
    const answer = await download(staff, clerks, { systemIds: [wharf], pageIds: [], setIds: [] })
    expect(answer.headers.get('content-disposition')).toContain('group-access.csv')
    const [header, ...rows] = answer.text.replace('\u{FEFF}', '').trimEnd().split('\r\n')
    expect(header).toBe('Last name,First name,User ID,Change,Application,Page,Permission set')
    expect(rows.map((row) => row.split(',').filter((_, at) => at !== 2))).toEqual([
      ['Abel', 'Ida', 'Loses', expect.stringContaining('Ledger'), '', ''],
      ['Berg', 'Ida', 'Loses', expect.stringContaining('Ledger'), '', ''],
      ['Abel', 'Ida', 'Gains', expect.stringContaining('Wharf'), '', ''],
      ['Berg', 'Ida', 'Gains', expect.stringContaining('Wharf'), '', ''],
    ])
    const [event] = await portal.owner(
      `select actor_user_id, client_id, target_id, after from audit_events
        where event = 'directory_group_plan_exported' order by id desc limit 1`,
    )
    expect(event).toMatchObject({
      actor_user_id: staff.userId,
      client_id: directory.clientId,
      target_id: String(clerks),
      after: { format: 'csv', systemIds: [wharf] },
    })
  })

  test('is not downloaded by an administrator who may not make it', async () => {
    const clerks = await group(await person('Abel'))
    const own = await portal.make.user({ client_id: directory.clientId })
    await portal.make.adminPages(own, ['User Administration'])
    const browser = await openSession(portal, own)
    const wanted = { systemIds: [ledger], pageIds: [], setIds: [] }
    const planned = await browser.send(planGroupAccess, { params: paramsOf(clerks, browser), body: wanted })
    const refused = await download(browser, clerks, wanted)
    expect([planned.status, refused.status]).toEqual([403, 403])
    expect(refused.text).not.toContain('Gains')
  })
})

const download = (by: Browser, groupId: number, access: Required<Access>) =>
  by.request(
    'POST',
    fillPath(exportGroupPlan.path, {
      uid: String(by.userId),
      clientId: String(directory.clientId),
      groupId: String(groupId),
    }),
    { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...access, format: 'csv' }) },
  )
