import { launchPage } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { listDirectoryGroups, saveGroupAccess, undoGroupAccess } from '@portico/contract/scim/directory-groups.ts'
import { planGroupAccess } from '@portico/contract/scim/directory-group-plans.ts'
import { getUserDetail, updateUserPermissions } from '@portico/contract/users/user-profile.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../../test/administrator.ts'
import type { Browser } from '../../../../test/browser.ts'
import { openSession } from '../../../../test/guards/people.ts'
import { jobContext } from '../../../../test/job-context.ts'
import type { MadeUser } from '../../../../test/make.ts'
import type { Portal } from '../../../../test/portal.ts'
import { type Directory, groupOf, newDirectory, patchOf, personOf } from '../../../../test/scim.ts'
import { closeEndedGrantsJob } from '../../grants/close-ended-grants.job.ts'

let portal: Portal
let staff: Browser
let root: MadeUser
let directory: Directory
let billing: number
let invoices: number
let count = 0

beforeAll(async () => {
  ;({ portal, admin: root, browser: staff } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  directory = await newDirectory(portal)
  billing = await portal.make.system({ name: `Billing ${++count}` })
  invoices = await portal.make.page({
    name: `Invoices ${count}`,
    system_id: billing,
    section_id: await portal.make.section(),
  })
})

interface Person {
  id: string
  userId: number
}

async function person(name = `person.${++count}`): Promise<Person> {
  const { body } = await directory.call('POST', '/Users', personOf(name, { externalId: name }))
  const [row] = await portal.owner('select user_id from scim_users where id = $1', [Number(body['id'])])
  return { id: String(body['id']), userId: Number(row?.['user_id']) }
}

async function group(name: string, ...members: Person[]): Promise<number> {
  const { body } = await directory.call(
    'POST',
    '/Groups',
    groupOf(name, { members: members.map(({ id }) => ({ value: id })) }),
  )
  return Number(body['id'])
}

const members = (groupId: number, op: 'add' | 'remove', ...people: Person[]) =>
  directory.call(
    'PATCH',
    `/Groups/${groupId}`,
    patchOf({ op, path: 'members', value: people.map(({ id }) => ({ value: id })) }),
  )

const read = async (groupId: number, by = staff) =>
  (await by.call(listDirectoryGroups, { params: { uid: by.userId, clientId: directory.clientId }, query: {} })).find(
    (one) => one.groupId === groupId,
  )

async function give(groupId: number, systemIds = [billing], pageIds = [invoices], by = staff) {
  const version = (await read(groupId, by))?.version ?? 0
  return by.send(saveGroupAccess, {
    params: { uid: by.userId, clientId: directory.clientId, groupId },
    body: { systemIds, pageIds, version },
  })
}

/** Names of what a user holds now. */
const held = async ({ userId }: Person) =>
  (
    await portal.owner(
      `select system.name from current_system_grants held join systems system on system.id = held.system_id where held.user_id = $1
       union all
       select page.name from current_page_grants held join pages page on page.id = held.page_id where held.user_id = $1`,
      [userId],
    )
  )
    .map(({ name }) => String(name).split(' ')[0] ?? '')
    .toSorted()

const both = ['Billing', 'Invoices']

const reconcile = () => closeEndedGrantsJob({ db: portal.database.jobs }).run({}, jobContext())

describe('a group that gives something', () => {
  test('gives it to its members at once, to those who join, and takes it away when they leave', async () => {
    const [ada, ben] = [await person(), await person()]
    const clerks = await group('Clerks', ada)
    expect(await held(ada)).toEqual([])
    expect((await give(clerks)).status).toBe(200)
    expect(await held(ada)).toEqual(both)
    await members(clerks, 'add', ben)
    expect(await held(ben)).toEqual(both)
    await members(clerks, 'remove', ada)
    expect(await held(ada)).toEqual([])
    await directory.call('DELETE', `/Groups/${clerks}`)
    expect(await held(ben)).toEqual([])
  })

  test('opens the tile for a member', async () => {
    const ada = await person()
    await give(await group('Clerks', ada))
    const [row] = await portal.owner(
      `update users set password_hash = (select password_hash from users where id = $2), password_changed_at = now(),
              license_accepted_at = now(), security_question_id = 1, sign_in_kind = 'password', second_factor_required = false
        where id = $1 returning user_name`,
      [ada.userId, root.id],
    )
    const browser = await portal.as({ ...root, userName: String(row?.['user_name']) })
    const opened = await browser.send(launchPage, { params: { uid: ada.userId, pid: invoices }, query: {} })
    expect(opened.status).toBe(200)
  })

  test('leaves what was given by hand, and what another group gives', async () => {
    const [ada, ben] = [await person(), await person()]
    await portal.make.grant({ id: ada.userId }, { systemId: billing, pageId: invoices })
    const [clerks, leads] = [await group('Clerks', ada, ben), await group('Leads', ben)]
    await give(clerks)
    await give(leads, [billing], [])
    await members(clerks, 'remove', ada, ben)
    expect(await held(ada)).toEqual(both)
    expect(await held(ben)).toEqual(['Billing'])
  })

  test('takes the place of a grant by hand that ends', async () => {
    const ada = await person()
    await portal.owner(
      `insert into user_system_grants (user_id, system_id, valid_from, ends_at) values ($1, $2, now() - interval '2 days', now() - interval '1 day')`,
      [ada.userId, billing],
    )
    await give(await group('Clerks', ada))
    expect(await held(ada)).toEqual([])
    await reconcile()
    expect(await held(ada)).toEqual(both)
  })

  test.each([
    ['the application', 'system', ['Invoices']],
    ['the page', 'page', ['Billing']],
  ])('gives %s again, where a member had that alone and has it no longer', async (_what, kind, left) => {
    const ada = await person()
    await give(await group('Clerks', ada))
    await portal.owner(
      `update user_${kind}_grants set valid_to = clock_now() where user_id = $1 and valid_to is null`,
      [ada.userId],
    )
    expect(await held(ada)).toEqual(left)
    await reconcile()
    expect(await held(ada)).toEqual(both)
  })

  test('gives nothing to an inactive member until they are active again', async () => {
    const ada = await person()
    const clerks = await group('Clerks', ada)
    const active = (value: boolean) =>
      directory.call('PATCH', `/Users/${ada.id}`, patchOf({ op: 'replace', path: 'active', value }))
    await active(false)
    await give(clerks)
    expect(await held(ada)).toEqual([])
    await active(true)
    expect(await held(ada)).toEqual(both)
  })

  test('keeps nobody’s access whom the directory deletes, or who changes the employer', async () => {
    const [ada, ben] = [await person(), await person()]
    await give(await group('Clerks', ada, ben))
    await directory.call('DELETE', `/Users/${ada.id}`)
    expect(await held(ada)).toEqual([])
    await portal.owner('update users set client_id = $2 where id = $1', [ben.userId, await portal.make.client()])
    expect(await held(ben)).toEqual([])
  })

  test('reaches more than 1,000 members by a job', async () => {
    const clerks = await group('Everybody')
    await portal.owner(
      `with made as (
         insert into users (user_name, first_name, last_name, email, client_id)
         select 'many.' || $1::integer || '.' || n, 'Ada', 'Lovelace', 'many@example.test', $1 from generate_series(1, 1200) n
         returning id, user_name),
       provided as (
         insert into scim_users (client_id, user_id, doc, is_active)
         select $1, id, jsonb_build_object('userName', user_name), true from made returning id)
       insert into scim_group_members (client_id, group_id, member_id) select $1, $2, id from provided`,
      [directory.clientId, clerks],
    )
    const holders = async () =>
      Number(
        (
          await portal.owner('select count(*) as count from user_page_grants where page_id = $1 and valid_to is null', [
            invoices,
          ])
        )[0]?.['count'],
      )
    await give(clerks)
    expect(await holders()).toBe(0)
    await reconcile()
    expect(await holders()).toBe(1_200)
  })

  test('is named where its member’s access is shown, recorded, and refused to be taken away by hand', async () => {
    const ada = await person()
    await give(await group('Clerks', ada))
    const params = { uid: staff.userId, userId: ada.userId }
    const { cpUser, permissionsVersion: version } = await staff.call(getUserDetail, { params })
    expect(cpUser.userSystems).toMatchObject([{ systemId: billing, groupNms: ['Clerks'], givenByNm: null }])
    const [event] = await portal.owner(
      `select after, actor_user_id from audit_events where event = 'user_permissions_changed' and subject_user_id = $1`,
      [ada.userId],
    )
    expect(Object.values(event?.['after'] as object)).toEqual(Array(2).fill('Assigned, by group Clerks'))
    expect(event?.['actor_user_id']).toBe(root.id)
    const refused = await staff.send(updateUserPermissions, {
      params,
      body: { userSystems: [], userPages: [], version },
    })
    expect(refused.status).toBe(422)
    expect(refused.message).toContain('comes by the directory group Clerks')
    expect(await held(ada)).toEqual(both)
  })
})

describe('what a group gives', () => {
  test('is counted before it is saved, and can be taken back', async () => {
    const [ada, ben] = [await person(), await person()]
    await portal.make.grant({ id: ada.userId }, { systemId: billing })
    const clerks = await group('Clerks', ada, ben)
    const params = { uid: staff.userId, clientId: directory.clientId, groupId: clerks }
    const plan = (systemIds: number[], pageIds: number[]) =>
      staff.call(planGroupAccess, { params, body: { systemIds, pageIds } })
    expect(await plan([billing], [invoices])).toMatchObject({
      memberCnt: 2,
      gainCnt: 2,
      loseCnt: 0,
      items: [
        { pageNm: null, gainCnt: 1, loseCnt: 0 },
        { gainCnt: 2, loseCnt: 0 },
      ],
    })
    expect(await held(ben)).toEqual([])
    const saved = await give(clerks)
    expect(await plan([], [])).toMatchObject({ gainCnt: 0, loseCnt: 2, items: [{ loseCnt: 1 }, { loseCnt: 2 }] })
    const undo = () =>
      staff.send(undoGroupAccess, { params, body: { undoId: (saved.data as { undoId: number }).undoId } })
    expect((await undo()).status).toBe(200)
    expect([await held(ada), await held(ben)]).toEqual([['Billing'], []])
    expect((await undo()).status).toBe(404)
  })

  test('is lost as one page though another group gives another page of the same application', async () => {
    const ada = await person()
    const [clerks, others] = [await group('Clerks', ada), await group('Others', ada)]
    const rates = await portal.make.page({
      name: `Rates ${count}`,
      system_id: billing,
      section_id: await portal.make.section(),
    })
    await give(clerks)
    await give(others, [billing], [rates])
    const plan = await staff.call(planGroupAccess, {
      params: { uid: staff.userId, clientId: directory.clientId, groupId: clerks },
      body: { systemIds: [], pageIds: [] },
    })
    expect(plan).toMatchObject({
      gainCnt: 0,
      loseCnt: 1,
      items: [{ pageNm: expect.stringMatching(/^Invoices/) as string, loseCnt: 1 }],
    })
    expect(plan.items).toHaveLength(1)
    await give(clerks, [], [])
    expect(await held(ada)).toEqual(['Billing', 'Rates'])
  })

  test('is not overwritten by an administrator who has not seen it', async () => {
    const clerks = await group('Clerks')
    await give(clerks)
    const stale = await staff.send(saveGroupAccess, {
      params: { uid: staff.userId, clientId: directory.clientId, groupId: clerks },
      body: { systemIds: [], pageIds: [], version: 1 },
    })
    expect(stale.status).toBe(409)
    expect((await read(clerks))?.items).toHaveLength(2)
  })
})

test('pages of the administration need a fresh sign-in, also to take a change back', async () => {
  const clerks = await group('Clerks')
  const signedIn = (ago: string) =>
    portal.owner(`update sessions set authenticated_at = clock_now() - $2::interval where user_id = $1`, [root.id, ago])
  const params = { uid: staff.userId, clientId: directory.clientId, groupId: clerks }
  await signedIn('1 day')
  expect((await give(clerks, [2], [])).code).toBe('401')
  await signedIn('0')
  const saved = await give(clerks, [2], [])
  const undo = () =>
    staff.send(undoGroupAccess, { params, body: { undoId: (saved.data as { undoId: number }).undoId } })
  await signedIn('1 day')
  expect((await undo()).code).toBe('401')
  await signedIn('0')
  expect((await undo()).status).toBe(200)
})

describe('an administrator of a client', () => {
  let made: MadeUser
  let admin: Browser
  beforeEach(async () => {
    made = await portal.make.user({ client_id: directory.clientId })
    await portal.make.adminPages(made, ['User Administration'])
    await portal.make.grant(made, { systemId: billing, pageId: invoices, isAdmin: true })
    admin = await openSession(portal, made)
  })

  test('lets groups give only what they may give themselves, and nothing of the administration', async () => {
    const clerks = await group('Clerks')
    const foreign = await portal.make.system()
    expect((await give(clerks, [foreign], [], admin)).status).toBe(403)
    expect((await give(clerks, [2], [], admin)).status).toBe(403)
    expect((await give(clerks, [billing], [invoices], admin)).status).toBe(200)
    expect((await give(clerks, [2], [], staff)).status).toBe(200)
  })

  test('takes nothing from a member with rights that they lack', async () => {
    const ada = await person()
    const clerks = await group('Clerks', ada)
    await give(clerks, [billing], [invoices], admin)
    const other = await portal.make.system()
    await portal.make.grant({ id: ada.userId }, { systemId: other, isAdmin: true })
    expect((await give(clerks, [], [], admin)).status).toBe(403)
    expect(await held(ada)).toEqual(expect.arrayContaining(both))
    expect((await give(clerks, [], [])).status).toBe(200)
    expect(await held(ada)).not.toEqual(expect.arrayContaining(['Billing']))
  })

  test('who loses the right gives nothing to further members, and takes nothing away from the others', async () => {
    const [ada, ben] = [await person(), await person()]
    const clerks = await group('Clerks', ada)
    await give(clerks, [billing], [invoices], admin)
    await portal.owner('update user_system_grants set valid_to = now() where user_id = $1 and system_id = $2', [
      made.id,
      billing,
    ])
    await members(clerks, 'add', ben)
    expect([await held(ada), await held(ben)]).toEqual([both, []])
    expect((await read(clerks))?.items.map(({ givenFlg }) => givenFlg)).toEqual([false, false])
    await give(clerks)
    expect(await held(ben)).toEqual(both)
  })

  test('sees no directory of another client', async () => {
    const other = await newDirectory(portal)
    const answer = await admin.send(listDirectoryGroups, {
      params: { uid: admin.userId, clientId: other.clientId },
      query: {},
    })
    expect(answer.status).toBe(404)
  })
})
