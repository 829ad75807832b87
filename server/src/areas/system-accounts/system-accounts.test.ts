import { launchPage } from '@portico/contract/single-sign-on/single-sign-on.ts'
import {
  changeAccountType,
  listAccountTypeRows,
  removeAccountType,
} from '@portico/contract/reference-data/reference-data.ts'
import {
  getUserSummary,
  listSystemAccountTypes,
  listUserSystemAccounts,
  saveUserSystemAccounts,
  type SystemAccountsChange,
} from '@portico/contract/system-accounts/system-accounts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let portalAdmin: Browser
/** Administrator of the system, of the same client as the user. */
let systemAdmin: Browser
let delegated: Browser
let client: number
let system: number
let trader: number
let viewer: number
let target: MadeUser

beforeAll(async () => {
  portal = await startPortal()
  client = await portal.make.client()
  system = await portal.make.system({ has_account_setup: true })
  portalAdmin = await adminOf({ is_internal: true }, ['User Administration', 'Database Maintenance'])
  delegated = await adminOf({ client_id: client })
  systemAdmin = await adminOf({ client_id: client })
  await portal.make.grant({ id: systemAdmin.userId }, { systemId: system, isAdmin: true })
  trader = await accountType('Trader')
  viewer = await accountType('Viewer')
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner('delete from user_system_accounts')
  target = await portal.make.user({ client_id: client })
})

async function adminOf(columns: Record<string, unknown>, pages = ['User Administration']): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, pages)
  if (!columns['is_internal'])
    await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [user.id])
  return portal.as(user)
}
async function accountType(name: string, systemId = system): Promise<number> {
  const [row] = await portal.owner(
    'insert into system_account_types (system_id, description, code) values ($1, $2, $2) returning id',
    [systemId, name],
  )
  return Number(row?.['id'])
}

const save = (
  body: SystemAccountsChange,
  admin = portalAdmin,
  userId = target.id,
  systemId = system,
  seen?: Map<number, number>,
) =>
  admin.send(saveUserSystemAccounts, {
    params: { uid: admin.userId, userId, systemId },
    query: { ...(seen && { seen }) },
    body,
  })
const accounts = (admin = portalAdmin, userId = target.id, systemId = system) =>
  admin.call(listUserSystemAccounts, { params: { uid: admin.userId, userId, systemId } })
const account = (accountUserNm: string, accountTypeId = trader) => ({ accountTypeId, accountUserNm })
const names = async () => (await accounts()).map(({ accountUserNm }) => accountUserNm)

describe('two administrators at once', () => {
  const seenNow = async () => new Map((await accounts()).map((one) => [one.systemAccountUserId, one.version]))

  test('the second sees who changed the accounts, whatever the first did, and nothing is overwritten', async () => {
    await save([account('ada'), account('bob')])
    const [ada] = await accounts()
    const id = ada?.systemAccountUserId ?? 0
    const changes: SystemAccountsChange[] = [
      [{ ...account('ada'), systemAccountUserId: id }, account('bob'), account('cy')],
      [{ ...account('eve'), systemAccountUserId: id }, account('bob')],
      [{ ...account('eve'), systemAccountUserId: id, clientIds: [client] }, account('bob')],
      [{ ...account('eve'), systemAccountUserId: id }],
    ]
    for (const change of changes) {
      const seen = await seenNow()
      expect((await save(change, portalAdmin, target.id, system, seen)).code).toBe('200')
      const before = await accounts()
      const late = await save([account('late')], portalAdmin, target.id, system, seen)
      expect(late).toMatchObject({ status: 409, data: { changedByNm: expect.any(String) as string } })
      // Nobody is named where the audit trail no longer has the change.
      await portal.owner("delete from audit_events where event = 'system_accounts_changed'")
      expect(await save([account('late')], portalAdmin, target.id, system, seen)).toMatchObject({
        status: 409,
        message: 'These accounts have changed. Load the current state, then save again.',
        data: { changedByNm: null },
      })
      expect(await accounts()).toEqual(before)
    }
  })
})

describe('the accounts of a user in a system', () => {
  test('are saved, listed with their types, and kept by their ids (SACC-001, SACC-006, SACC-007, SACC-011..013, SACC-015)', async () => {
    const types = await portalAdmin.call(listSystemAccountTypes, {
      params: { uid: portalAdmin.userId, systemId: system },
    })
    expect(types).toEqual([
      { accountTypeId: trader, accountTypeDesc: 'Trader', accountTypeCd: 'Trader' },
      { accountTypeId: viewer, accountTypeDesc: 'Viewer', accountTypeCd: 'Viewer' },
    ])
    const answer = await save([account(' ada.trade '), account('ada.view', viewer)])
    expect([answer.code, answer.message]).toEqual(['200', 'Changes saved successfully'])
    const [first, second] = await accounts()
    expect(first).toEqual({
      systemAccountUserId: expect.any(Number),
      accountTypeId: trader,
      accountUserNm: 'ada.trade',
      clientIds: [],
      lockedFlg: false,
      version: 1,
    })
    const id = first?.systemAccountUserId ?? 0
    await save([{ ...account('ada.desk'), systemAccountUserId: id }])
    expect(await accounts()).toMatchObject([{ systemAccountUserId: id, accountUserNm: 'ada.desk' }])
    expect(second).toMatchObject({ accountTypeId: viewer })
  })

  test('a list without ids keeps what it names', async () => {
    await save([account('ada'), account('bea')])
    const before = await accounts()
    await save([account('ADA'), account('cid')])
    expect(await names()).toEqual(['ADA', 'cid'])
    expect((await accounts())[0]?.systemAccountUserId).toBe(before[0]?.systemAccountUserId)
  })

  test('two accounts can exchange their names', async () => {
    await save([account('ada'), account('bea')])
    const [ada, bea] = await accounts()
    const ids = { ada: ada?.systemAccountUserId ?? 0, bea: bea?.systemAccountUserId ?? 0 }
    const answer = await save([
      { ...account('bea'), systemAccountUserId: ids.ada },
      { ...account('ada'), systemAccountUserId: ids.bea },
    ])
    expect(answer.code).toBe('200')
    expect((await accounts()).find(({ accountUserNm }) => accountUserNm === 'bea')?.systemAccountUserId).toBe(ids.ada)
  })

  test.each(['ada.trade', 'ADA.Trade', '  Ada.trade '])(
    'the name %s of another user is taken, whatever its case (SACC-016, decision E22)',
    async (name) => {
      const other = await portal.make.user({ client_id: await portal.make.client() })
      await save([account('ada.trade')], portalAdmin, other.id)
      const answer = await save([account(name)], systemAdmin)
      expect([answer.status, answer.code, answer.message]).toEqual([400, '400', 'Account name is already taken'])
      expect(await names()).toEqual([])
      expect((await save([account(name, viewer)])).code).toBe('200')
    },
  )

  test('the same name twice in one list is taken at its field', async () => {
    const answer = await save([account('ada'), account('Ada')])
    expect([answer.code, answer.message]).toEqual(['400', 'Account name is already taken'])
    expect(answer.data).toEqual([{ field: '1.accountUserNm', message: 'Account name is already taken' }])
  })

  test.each([
    ['blank', '   ', 'This field is required'],
    ['of 101 characters', 'a'.repeat(101), 'The text entered exceeds the maximum length'],
  ])(
    'a name that is %s is refused at its field, and nothing changes (SACC-008, SACC-009)',
    async (_what, name, message) => {
      await save([account('ada')])
      const answer = await save([account('bea'), account(name)])
      expect([answer.status, answer.data]).toEqual([422, [{ field: '1.accountUserNm', message }]])
      expect(await names()).toEqual(['ada'])
      expect((await save([account('a'.repeat(100))])).code).toBe('200')
    },
  )

  test('types of other systems, and more accounts than there can be, are refused', async () => {
    const foreign = await accountType('Foreign', await portal.make.system({ has_account_setup: true }))
    expect((await save([account('ada', foreign)])).data).toMatchObject([{ field: '0.accountTypeId' }])
    const many = Array.from({ length: 51 }, (_, index) => account(`ada.${index}`))
    expect((await save(many)).message).toBe('A user can have up to 50 accounts in a system.')
    expect((await save(many.slice(1))).code).toBe('200')
  })

  test('an account that has been removed in the meantime is not made again', async () => {
    await save([account('ada')])
    const id = (await accounts())[0]?.systemAccountUserId ?? 0
    await save([])
    expect((await save([{ ...account('ada'), systemAccountUserId: id }])).status).toBe(409)
  })

  test('have who changed them last', async () => {
    await save([account('ada')])
    for (const admin of [portalAdmin, systemAdmin]) {
      const [ada] = await accounts()
      const renamed = account(`ada.${admin.userId}`)
      await save([{ ...renamed, systemAccountUserId: ada?.systemAccountUserId ?? 0 }], admin)
      const changed = await portal.owner('select changed_by from user_system_accounts where user_id = $1', [target.id])
      expect(changed).toEqual([{ changed_by: admin.userId }])
    }
  })

  test('the audit trail has the difference', async () => {
    await save([{ ...account('ada'), clientIds: [client] }])
    const events = await portal.owner(
      "select before, after, client_id, subject_user_id from audit_events where event = 'system_accounts_changed' and target_id = $1",
      [String(target.id)],
    )
    expect(events).toEqual([
      {
        before: { [`system ${system}`]: [] },
        after: { [`system ${system}`]: [{ typeId: trader, name: 'ada', clientIds: [client] }] },
        client_id: client,
        subject_user_id: target.id,
      },
    ])
  })
})

describe('the clients that an account serves', () => {
  test('are those of the user, whose summary names them; none chosen means all (SACC-004, SACC-005, SACC-010, decision E22)', async () => {
    const represented = await portal.make.client({ name: 'Represented' })
    await portal.owner('insert into client_representatives (client_id, user_id) values ($1, $2)', [
      represented,
      target.id,
    ])
    const { clients, firstNm } = await portalAdmin.call(getUserSummary, {
      params: { uid: portalAdmin.userId, userId: target.id },
    })
    expect(firstNm).toBe('Ada')
    expect(new Set(clients.map(({ clientId }) => clientId))).toEqual(new Set([client, represented]))
    await save([{ ...account('ada'), clientIds: [represented] }])
    expect(await accounts()).toMatchObject([{ clientIds: [represented] }])
    await save([account('ada')])
    expect(await accounts()).toMatchObject([{ clientIds: [] }])
    const foreign = await portal.make.client()
    const refused = await save([{ ...account('ada'), clientIds: [foreign] }])
    expect([refused.status, refused.data]).toMatchObject([422, [{ field: '0.clientIds' }]])
  })

  test('stay with an account after a change of employer, and no other account gets the former one', async () => {
    await save([{ ...account('ada'), clientIds: [client] }])
    const employer = await portal.make.client()
    await portal.owner('update users set client_id = $2 where id = $1', [target.id, employer])
    const [held] = await accounts()
    const kept = { ...account('ada.desk'), systemAccountUserId: held?.systemAccountUserId ?? 0, clientIds: [client] }
    expect((await save([kept])).code).toBe('200')
    expect(await accounts()).toMatchObject([{ accountUserNm: 'ada.desk', clientIds: [client] }])
    const refused = await save([kept, { ...account('bea'), clientIds: [client] }])
    expect([refused.status, refused.data]).toMatchObject([422, [{ field: '1.clientIds' }]])
    expect((await save([{ ...kept, clientIds: [employer] }])).code).toBe('200')
    expect((await save([kept])).status).toBe(422)
  })
})

describe('an account in use', () => {
  let page: number
  let user: Browser
  let id: number
  beforeEach(async () => {
    page = await portal.make.page({ system_id: system, section_id: await portal.make.section() })
    await portal.make.grant(target, { systemId: system, pageId: page })
    await save([account('ada')])
    id = (await accounts())[0]?.systemAccountUserId ?? 0
    user = await portal.as(target)
  })
  const open = (systemAccountUserId: number) =>
    user.send(launchPage, { params: { uid: user.userId, pid: page }, query: { systemAccountUserId } })

  test('keeps its name until the session ends (SACC-017, decision E22)', async () => {
    expect((await open(id)).code).toBe('200')
    expect(await accounts()).toMatchObject([{ lockedFlg: true }])
    for (const change of [[{ ...account('bea'), systemAccountUserId: id }], []]) {
      const answer = await save(change)
      expect([answer.status, answer.message]).toEqual([422, 'Cannot update account name'])
    }
    expect((await save([{ ...account('ada'), clientIds: [client] }, account('bea')])).code).toBe('200')
    await portal.owner("update sessions set ended_at = clock_now(), end_reason = 'logout' where user_id = $1", [
      target.id,
    ])
    expect((await save([{ ...account('cid'), systemAccountUserId: id }])).code).toBe('200')
  })

  test('of another user opens nothing', async () => {
    const other = await portal.make.user({ client_id: client })
    await save([account('other')], portalAdmin, other.id)
    const theirs = (await accounts(portalAdmin, other.id))[0]?.systemAccountUserId ?? 0
    expect((await open(theirs)).status).toBe(403)
    expect((await open(987_654)).status).toBe(403)
  })
})

describe('the three refusals and when they come (SACC-020, decision E22)', () => {
  const deleteType = (systemAccountTypeId: number) =>
    portalAdmin.send(removeAccountType, { params: { uid: portalAdmin.userId, systemAccountTypeId }, query: {} })
  const endSessions = () =>
    portal.owner("update sessions set ended_at = clock_now(), end_reason = 'logout' where user_id = $1", [target.id])

  test("'Cannot update account name': a new name or type, or the removal, of the one account with which a live session has an application open", async () => {
    const page = await portal.make.page({ system_id: system, section_id: await portal.make.section() })
    await portal.make.grant(target, { systemId: system, pageId: page })
    await save([account('ada'), account('bea')])
    const [ada, bea] = (await accounts()).map(({ systemAccountUserId }) => systemAccountUserId)
    const inUse = { ...account('ada'), systemAccountUserId: ada ?? 0 }
    const beside = { ...account('bea'), systemAccountUserId: bea ?? 0 }
    const user = await portal.as(target)
    await user.call(launchPage, { params: { uid: user.userId, pid: page }, query: { systemAccountUserId: ada ?? 0 } })
    const refused = [
      [{ ...inUse, accountUserNm: 'cid' }, beside],
      [{ ...inUse, accountTypeId: viewer }, beside],
      [beside],
    ]
    for (const change of refused)
      expect(await save(change)).toMatchObject({ status: 422, message: 'Cannot update account name' })
    expect(await names()).toEqual(['ada', 'bea'])
    // The account beside it is free.
    expect((await save([inUse, { ...beside, accountUserNm: 'dan' }])).code).toBe('200')
    // So is the account once nobody has been active in the session for its idle time.
    await portal.owner("update sessions set last_active_at = clock_now() - interval '2 days' where user_id = $1", [
      target.id,
    ])
    expect((await save([{ ...inUse, accountUserNm: 'cid' }, beside])).code).toBe('200')
    await endSessions()
  })

  test("'Users exist for this account': a type of which any user has an account, whatever their client and status (SACC-018)", async () => {
    for (const columns of [{ status: 1 }, { status: 2 }, { status: 3, previous_status: 1 }]) {
      const type = await accountType('Once')
      const holder = await portal.make.user({ client_id: await portal.make.client() })
      expect((await save([account('ann', type)], portalAdmin, holder.id)).code).toBe('200')
      await portal.owner('update users set status = $2, previous_status = $3 where id = $1', [
        holder.id,
        columns.status,
        columns.previous_status ?? null,
      ])
      expect(await deleteType(type)).toMatchObject({ status: 422, message: 'Users exist for this account' })
      await portal.owner('delete from user_system_accounts where user_id = $1', [holder.id])
      expect((await deleteType(type)).code).toBe('200')
    }
  })

  test('an account is never of a type that is deleted at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const type = await accountType('Fleeting')
      const [saved, deleted] = await Promise.all([save([account(`ann.${round}`, type)]), deleteType(type)])
      const outcome = [saved.code, deleted.code === '200' ? saved.data : deleted.message]
      expect(outcome).toBeOneOf([
        ['200', 'Users exist for this account'],
        ['422', [{ field: '0.accountTypeId', message: 'This account type doesn’t exist.' }]],
      ])
      await portal.owner('delete from user_system_accounts where type_id = $1', [type])
      await portal.owner('delete from system_account_types where id = $1', [type])
    }
  })

  test('whatever else fails has no sentence of its own, for which screens show theirs, and changes nothing', async () => {
    await save([account('ada')])
    await portal.owner('alter table user_system_accounts add constraint no_eve check (name <> $$eve$$) not valid')
    await portal.owner('alter table system_account_types add constraint no_eve check (code <> $$eve$$) not valid')
    const failed = [
      await save([account('bea'), account('eve')]),
      await portalAdmin.send(changeAccountType, {
        params: { uid: portalAdmin.userId, systemAccountTypeId: trader },
        body: { systemAccountTypeDescTxt: 'Eve', systemAccountTypeCd: 'eve' },
      }),
    ]
    await portal.owner('alter table user_system_accounts drop constraint no_eve')
    await portal.owner('alter table system_account_types drop constraint no_eve')
    for (const { status, message } of failed) {
      expect(status).toBe(500)
      expect(message).not.toMatch(/account/)
    }
    expect(await names()).toEqual(['ada'])
    const types = await portalAdmin.call(listAccountTypeRows, { query: {} })
    expect(types.find(({ systemAccountTypeId }) => systemAccountTypeId === trader)?.systemAccountTypeCd).toBe('Trader')
  })
})

describe('who may (decision E4)', () => {
  test('administrators of the system; for others it is not there', async () => {
    expect((await save([account('ada')], systemAdmin)).code).toBe('200')
    expect(await accounts(systemAdmin)).toHaveLength(1)
    const params = { uid: delegated.userId, userId: target.id, systemId: system }
    const refused = [
      await delegated.send(listSystemAccountTypes, { params: { uid: delegated.userId, systemId: system } }),
      await delegated.send(listUserSystemAccounts, { params }),
      await save([], delegated),
      await save([], delegated, target.id, 987_654),
    ]
    for (const { status, text } of refused) expect([status, text]).toEqual([404, refused[3]?.text])
    expect(await names()).toEqual(['ada'])
  })

  test('nobody gives themselves an account, not even a portal administrator; taking one away is allowed', async () => {
    const other = await portal.make.user({ is_internal: true })
    await portal.make.grant(other, { systemId: 2, isAdmin: true })
    for (const admin of [portalAdmin, systemAdmin]) {
      const own = async () => (await accounts(admin, admin.userId)).map(({ accountUserNm }) => accountUserNm)
      const expectRefused = async (change: SystemAccountsChange) => {
        const answer = await save(change, admin, admin.userId)
        expect([answer.status, answer.message]).toEqual([403, 'You can’t give permissions to yourself.'])
      }
      await expectRefused([account('own')])
      expect(await own()).toEqual([])
      const [row] = await portal.owner(
        "insert into user_system_accounts (user_id, type_id, name) values ($1, $2, 'own') returning id",
        [admin.userId, trader],
      )
      await expectRefused([{ ...account('boss'), systemAccountUserId: Number(row?.['id']) }])
      expect(await own()).toEqual(['own'])
      expect((await save([], admin, admin.userId)).code).toBe('200')
      expect(await own()).toEqual([])
      const summary = await admin.call(getUserSummary, { params: { uid: admin.userId, userId: admin.userId } })
      expect(summary.readOnlyReasonCd).toBe('own')
    }
    await portal.owner('update users set status = 2 where id = $1', [other.id])
  })

  test('a system without account set-up has no accounts', async () => {
    const plain = await portal.make.system()
    expect((await save([], portalAdmin, target.id, plain)).status).toBe(404)
  })

  test('users of other clients are not there, and stronger ones are refused', async () => {
    const foreign = await portal.make.user({ client_id: await portal.make.client() })
    expect((await save([], systemAdmin, foreign.id)).status).toBe(404)
    const params = { uid: systemAdmin.userId, userId: foreign.id }
    expect((await systemAdmin.send(getUserSummary, { params })).status).toBe(404)
    expect((await systemAdmin.send(listUserSystemAccounts, { params: { ...params, systemId: system } })).status).toBe(
      404,
    )
    const stronger = await portal.make.user({ client_id: client })
    await portal.make.adminPages(stronger, ['User Administration', 'Client Settings'])
    expect((await save([], systemAdmin, stronger.id)).status).toBe(403)
  })
})
