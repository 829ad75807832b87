import {
  createPermissionSet,
  deletePermissionSet,
  getPermissionSet,
  givePermissionSet,
  planPermissionSet,
  updatePermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { getUserDetail, updateUserPermissions } from '@portico/contract/users/user-profile.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'
import { keyRing } from '../../crypto/key-ring.ts'
import { eraseDeletedUsersJob } from '../users/lifecycle/erase-deleted-users.job.ts'

let portal: Portal
let staff: Browser
let client: number
let billing: number
let mail: number
let count = 0

beforeAll(async () => {
  ;({ portal, browser: staff } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  client = await portal.make.client()
  billing = await portal.make.system({ name: `Billing ${++count}` })
  mail = await portal.make.system({ name: `Mail ${count}` })
})

const bodyOf = (systemIds: number[]) => ({ setNm: `Set ${count}`, descriptionTxt: '', systemIds, pageIds: [] })
const made = async (systemIds: number[], clientId: number | null = null) =>
  (
    await staff.call(createPermissionSet, {
      params: { uid: staff.userId },
      body: { ...bodyOf(systemIds), clientId },
    })
  ).setId
const give = (setId: number, users: readonly MadeUser[], by = staff) =>
  by.send(givePermissionSet, { params: { uid: by.userId, setId }, body: { userIds: users.map(({ id }) => id) } })
const change = (setId: number, systemIds: number[], by = staff) =>
  by.send(updatePermissionSet, {
    params: { uid: by.userId, setId },
    body: { ...bodyOf(systemIds), versionNr: 1 },
  })
const held = async ({ id }: MadeUser) =>
  (await portal.owner('select system_id from current_system_grants where user_id = $1 order by 1', [id])).map((row) =>
    Number(row['system_id']),
  )

/** An administrator of the client's users who administers these applications, by default those of the sets. */
async function clientAdmin(...systemIds: number[]): Promise<Browser> {
  const admin = await portal.make.user({ client_id: client })
  await portal.make.adminPages(admin, ['User Administration'])
  for (const systemId of systemIds.length > 0 ? systemIds : [billing, mail])
    await portal.make.grant(admin, { systemId, isAdmin: true })
  return openSession(portal, admin)
}

/** A transaction of another person: it ends once what is done meanwhile waits for it. */
async function meanwhile(statement: string, values: unknown[]) {
  const other = new pg.Client(portal.config.databaseUrl)
  await other.connect()
  await other.query('begin')
  await other.query(statement, values)
  const waiting = () =>
    portal.owner(
      'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    )
  return async (then: string, more: unknown[] = []) => {
    await expect.poll(waiting).not.toHaveLength(0)
    await other.query(then, more)
    await other.query('commit')
    await other.end()
  }
}

describe('while a set is changed', () => {
  test('a user who moves to another client keeps what all sets of the installation give', async () => {
    const person = await portal.make.user({ client_id: client })
    const other = await made([mail])
    await give(other, [person])
    await portal.owner('update permission_sets set name = $2 where id = $1', [other, `Other ${count}`])
    const setId = await made([billing])
    await give(setId, [person])
    const commit = await meanwhile('update users set client_id = $2 where id = $1', [
      person.id,
      await portal.make.client(),
    ])
    const body = { ...bodyOf([billing]), descriptionTxt: 'Changed', versionNr: 1 }
    const saved = staff.send(updatePermissionSet, { params: { uid: staff.userId, setId }, body })
    await commit('select 1')
    expect((await saved).status).toBe(200)
    expect(await held(person)).toEqual([billing, mail])
  })

  test('its users are locked in one order, whichever clients they are of', async () => {
    const elsewhere = await portal.make.client()
    const users: MadeUser[] = []
    for (const client_id of [client, elsewhere, client]) users.push(await portal.make.user({ client_id }))
    const setId = await made([billing])
    await give(setId, users)
    const lock = 'select from users where id = $1 for update'
    const commit = await meanwhile(lock, [users[1]?.id])
    const saved = change(setId, [mail])
    await commit(lock, [users[2]?.id])
    expect((await saved).status).toBe(200)
  })
})

test('a portal administrator stays one when a set that opened the portal for them is deleted', async () => {
  const inside = await portal.make.user({ is_internal: true })
  const setId = await made([2, billing])
  await give(setId, [inside])
  const params = { uid: staff.userId, userId: inside.id }
  const { permissionsVersion: version } = await staff.call(getUserDetail, { params })
  const systems = [2, billing].map((systemId) => ({
    systemId,
    adminFlg: systemId === 2,
    sensitiveDataAccessFlg: false,
  }))
  const saved = await staff.send(updateUserPermissions, {
    params,
    body: { userSystems: systems, userPages: [], version },
  })
  expect(saved.status).toBe(200)
  await staff.send(deletePermissionSet, { params: { uid: staff.userId, setId } })
  const [row] = await portal.owner('select is_portal_admin from user_authorities where user_id = $1', [inside.id])
  expect(row).toEqual({ is_portal_admin: true })
  expect(await held(inside)).toEqual([2])
})

test('I take nothing by a set from users with rights that I lack: neither by changing nor by deleting it', async () => {
  const mine = await clientAdmin()
  const [plain, stronger] = [
    await portal.make.user({ client_id: client }),
    await portal.make.user({ client_id: client }),
  ]
  const setId = await made([billing, mail], client)
  await give(setId, [plain, stronger])
  const audits = await portal.make.system()
  await portal.make.grant(stronger, { systemId: audits, isAdmin: true })
  const refused = {
    status: 403,
    message:
      '1 user who would lose access has administration rights that you don’t have. Ask an administrator who has them.',
  }
  const params = { uid: mine.userId, setId }
  const smaller = { systemIds: [billing], pageIds: [] }
  expect(await mine.send(planPermissionSet, { params, body: smaller })).toMatchObject(refused)
  expect(await change(setId, [billing], mine)).toMatchObject(refused)
  expect(await mine.send(deletePermissionSet, { params })).toMatchObject(refused)
  expect([await held(plain), await held(stronger)]).toEqual([
    [billing, mail],
    [billing, mail, audits],
  ])
  await portal.owner('update user_system_grants set valid_to = clock_now() where system_id = $1', [audits])
  expect((await mine.send(deletePermissionSet, { params })).status).toBe(200)
  expect([await held(plain), await held(stronger)]).toEqual([[], []])
})

test('I cannot give a set with an application that is not mine to give, also while it is not offered', async () => {
  const mine = await clientAdmin(billing)
  const person = await portal.make.user({ client_id: client })
  const setId = await made([billing, mail])
  await portal.owner('update systems set is_assignable = false where id = $1', [mail])
  expect(await give(setId, [person], mine)).toMatchObject({
    status: 403,
    message: `Only administrators of Mail ${count} can change its permissions.`,
  })
  expect(await held(person)).toEqual([])
  expect((await give(setId, [person])).status).toBe(200)
})

test('an erased user holds no set any more', async () => {
  const person = await portal.make.user({ client_id: client })
  const setId = await made([billing])
  await give(setId, [person])
  await portal.owner(
    `update users set status = 3, status_changed_at = clock_now() - interval '400 days' where id = $1`,
    [person.id],
  )
  const { jobs: db } = portal.database
  const keys = keyRing(portal.config.secretKeys)
  await eraseDeletedUsersJob({ db, keys, deletedUsersKeptDays: 365, portal: portal.origin }).run({}, jobContext())
  const { set } = await staff.call(getPermissionSet, { params: { uid: staff.userId, setId } })
  expect(set.holderCnt).toBe(0)
})
