import { listSections } from '@portico/contract/home/home.ts'
import {
  getUserDetail,
  listAssignablePages,
  listAssignableSystems,
  listOwnSystems,
  updateUserPermissions,
} from '@portico/contract/users/user-profile.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { PooledConnection } from '../../db/pooled-connection.ts'

let portal: Portal
let portalAdmin: Browser
/** Internal, holds User Administration and administers Ledger with one of its pages. */
let systemAdmin: Browser
/** Internal, holds User Administration and administers no system. */
let delegated: Browser
/** Administers Ledger and the portal for their own employer. */
let clientAdmin: Browser
let ownClient: number
let target: MadeUser
let ledger: number
let vault: number
let ledgerPage: number
let otherLedgerPage: number
let vaultPage: number
let internalPage: number
let free: number

beforeAll(async () => {
  portal = await startPortal()
  const { make } = portal
  const staff = await make.client()
  ownClient = await make.client({ name: 'Harbor' })
  const section = await make.section({ name: 'Books' })
  ledger = await make.system({ name: 'Ledger', code: 'LDG', setup_url: 'https://ledger.test/setup' })
  vault = await make.system({ name: 'Vault' })
  ledgerPage = await make.page({ system_id: ledger, section_id: section, name: 'Entries' })
  otherLedgerPage = await make.page({ system_id: ledger, section_id: section, name: 'Closing' })
  internalPage = await make.page({ system_id: ledger, section_id: section, name: 'Staff', is_internal_only: true })
  free = await make.page({ system_id: ledger, section_id: section, name: 'Comes along', is_assignable: false })
  vaultPage = await make.page({ system_id: vault, section_id: section, name: 'Boxes' })
  portalAdmin = await adminOf({ is_internal: true, client_id: staff }, { isPortalAdmin: true })
  systemAdmin = await adminOf({ is_internal: true, client_id: staff }, { administers: ledger, pages: [ledgerPage] })
  delegated = await adminOf({ is_internal: true, client_id: staff }, {})
  clientAdmin = await adminOf(
    { client_id: ownClient },
    { administers: ledger, pages: [ledgerPage], isPortalAdmin: true },
  )
})
afterAll(() => portal.close())
afterEach(() => vi.restoreAllMocks())
beforeEach(async () => {
  target = await portal.make.user({ client_id: ownClient })
})

async function adminOf(
  columns: Record<string, unknown>,
  {
    administers,
    pages = [],
    isPortalAdmin = false,
  }: { administers?: number; pages?: number[]; isPortalAdmin?: boolean },
): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, ['User Administration'])
  if (!isPortalAdmin) await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [user.id])
  if (administers !== undefined) await portal.make.grant(user, { systemId: administers, isAdmin: true })
  for (const pageId of pages)
    await portal.owner('insert into user_page_grants (user_id, page_id) values ($1, $2)', [user.id, pageId])
  return portal.as(user)
}

interface Wanted {
  userSystems?: object[]
  userPages?: object[]
  version?: number
}
const save = (wanted: Wanted, admin = portalAdmin, userId = target.id) =>
  admin.send(updateUserPermissions, { params: { uid: admin.userId, userId }, body: wanted as never })
const detail = (admin = portalAdmin, userId = target.id) =>
  admin.call(getUserDetail, { params: { uid: admin.userId, userId } })
/** A profile as it came over the line. */
const wireProfile = async (admin = portalAdmin, userId = target.id) => {
  const { data } = await admin.send(getUserDetail, { params: { uid: admin.userId, userId } })
  return (data as { cpUser: { user: object; userSystems: object[] } }).cpUser
}
const raw = (body: object, admin = portalAdmin, userId = target.id) =>
  admin.request(
    'POST',
    updateUserPermissions.path.replace('{uid}', String(admin.userId)).replace('{userId}', String(userId)),
    { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
const held = async (userId = target.id) => {
  const { cpUser } = await detail(portalAdmin, userId)
  return {
    systems: cpUser.userSystems.map(({ systemId }) => systemId),
    pages: cpUser.userPages.map(({ pageId }) => pageId),
  }
}
const give = (systemId: number, pageId?: number, isAdmin = false, user: { id: number } = target) =>
  portal.make.grant(user, { systemId, isAdmin, ...(pageId === undefined ? {} : { pageId }) })

describe('the permissions of a user', () => {
  test('are systems with flags and pages, as given (UADM-012, UADM-064..080, UADM-144, UADM-166, AUTZ-024, AUTZ-025)', async () => {
    const answer = await save({
      userSystems: [
        { systemId: ledger, adminFlg: true, sensitiveDataAccessFlg: true },
        { systemId: vault, endDt: new Date('2099-01-01T00:00:00Z') },
      ],
      userPages: [{ pageId: ledgerPage }, { pageId: vaultPage, endDt: new Date('2098-01-01T00:00:00Z') }],
    })
    expect(answer).toMatchObject({ code: '200', message: 'Changes to the permissions have been saved' })
    const { cpUser } = await detail()
    expect(cpUser.userSystems).toEqual([
      {
        systemId: ledger,
        systemNm: 'Ledger',
        adminFlg: true,
        sensitiveDataAccessFlg: true,
        permissionAssignedFlg: true,
        endDt: null,
        givenByNm: 'Ada Lovelace',
        lastUsedDt: null,
        system: {
          systemNm: 'Ledger',
          systemSetupUrl: 'https://ledger.test/setup',
          samlPostFlg: false,
          systemAccountSetupFlg: false,
          systemCd: 'LDG',
        },
      },
      expect.objectContaining({ systemId: vault, adminFlg: false, endDt: new Date('2099-01-01T00:00:00Z') }),
    ])
    expect(cpUser.userPages).toMatchObject([
      { pageId: vaultPage, pageNm: 'Boxes', systemId: vault, endDt: new Date('2098-01-01T00:00:00Z') },
      { pageId: ledgerPage, pageNm: 'Entries', systemId: ledger, endDt: null },
    ])
  })

  test('say who gave an application, where the reader may see them, and when the user opened it last', async () => {
    await save({ userSystems: [{ systemId: ledger }, { systemId: vault }] })
    const browser = await portal.as(target)
    await portal.owner(
      `insert into application_sessions (session_id, system_id, session_index, opened_at)
       select id, $2, 'x', '2026-11-20T15:00:00Z' from sessions where user_id = $1 order by id desc limit 1`,
      [browser.userId, ledger],
    )
    const known = async (admin: Browser) =>
      (await detail(admin)).cpUser.userSystems.map(({ givenByNm, lastUsedDt }) => [givenByNm, lastUsedDt])
    const openedAt = new Date('2026-11-20T15:00:00Z')
    expect(await known(portalAdmin)).toEqual([
      ['Ada Lovelace', openedAt],
      ['Ada Lovelace', null],
    ])
    const ofClient = await adminOf({ client_id: target.clientId }, { administers: ledger })
    expect(await known(ofClient)).toEqual([
      [null, openedAt],
      [null, null],
    ])
  })

  test('stay where a list or flag is absent, and go with N and with their system (A10)', async () => {
    await give(ledger, ledgerPage, true)
    await give(vault, vaultPage)
    await save({})
    expect(await held()).toEqual({ systems: [ledger, vault], pages: [vaultPage, ledgerPage] })
    await save({ userSystems: [{ systemId: ledger }, { systemId: vault, permissionAssignedFlg: false }] })
    expect(await held()).toEqual({ systems: [ledger], pages: [ledgerPage] })
    expect((await detail()).cpUser.userSystems[0]?.adminFlg).toBe(true)
  })

  test('the other parts of the body are ignored (E13)', async () => {
    const whole = await wireProfile()
    const body = { ...whole, user: { ...whole.user, firstNm: 'Changed' }, userSystems: [{ systemId: ledger }] }
    expect((await raw(body)).code).toBe('200')
    const { cpUser } = await detail()
    expect([cpUser.user.firstNm, cpUser.userSystems.length]).toEqual(['Ada', 1])
  })

  test('a full profile can be sent back as it was read, and nothing changes', async () => {
    await give(ledger, ledgerPage, true)
    const { permissionsVersion } = await detail()
    expect((await raw({ ...(await wireProfile()), version: permissionsVersion })).code).toBe('200')
    expect((await detail()).permissionsVersion).toBe(permissionsVersion)
    expect(await events()).toEqual([])
  })

  test('show the user a tile with their next request, and take it away again', async () => {
    const browser = await portal.as(target)
    const tiles = async () =>
      (await browser.call(listSections, { params: { uid: target.id } })).map(({ sectionNm }) => sectionNm)
    expect(await tiles()).toEqual([])
    await save({ userSystems: [{ systemId: vault }], userPages: [{ pageId: vaultPage }] })
    expect(await tiles()).toEqual(['Books'])
    await save({ userSystems: [], userPages: [] })
    expect(await tiles()).toEqual([])
  })

  test('an administrator who loses a permission is refused with the next request', async () => {
    const other = await adminOf({ is_internal: true }, {})
    expect((await other.send(getUserDetail, { params: { uid: other.userId, userId: target.id } })).code).toBe('200')
    await save({ userSystems: [], userPages: [] }, portalAdmin, other.userId)
    expect((await other.send(getUserDetail, { params: { uid: other.userId, userId: target.id } })).status).toBe(403)
  })

  test('500 of them cost as many statements as one', async () => {
    await portal.owner("insert into systems (name) select 'Bulk ' || n from generate_series(1, 500) n")
    const rows = await portal.owner("select id from systems where name like 'Bulk %'")
    const ids = rows.map(({ id }) => Number(id))
    const statements = vi.spyOn(PooledConnection.prototype, 'sendAll')
    // Texts are read again when their cache ends, which is no part of saving.
    const count = () =>
      statements.mock.calls.flatMap(([sent]) => sent).filter(({ query }) => !query.text.includes('from resource_texts'))
        .length
    await save({ userSystems: [{ systemId: ledger }] })
    const forOne = count()
    await save({ userSystems: ids.map((systemId) => ({ systemId })) })
    const forMany = count() - forOne
    expect(forOne).toBeGreaterThan(5)
    expect(forMany).toBe(forOne)
    expect((await held()).systems).toHaveLength(500)
  })
})

const events = (userId = target.id) =>
  portal.owner(
    `select event, actor_user_id, subject_user_id, client_id, before, after from audit_events
      where target_kind = 'user' and target_id = $1 order by id`,
    [String(userId)],
  )

test('the audit trail has the difference by name (AUTZ)', async () => {
  await give(ledger, ledgerPage)
  await save({
    userSystems: [{ systemId: ledger, adminFlg: true }, { systemId: vault }],
    userPages: [{ pageId: vaultPage, endDt: new Date('2099-01-01T00:00:00Z') }],
  })
  expect(await events()).toEqual([
    {
      event: 'user_permissions_changed',
      actor_user_id: portalAdmin.userId,
      subject_user_id: target.id,
      client_id: ownClient,
      before: { Ledger: 'Assigned', 'Ledger / Entries': 'Assigned' },
      after: {
        Ledger: 'Assigned, Administrator',
        Vault: 'Assigned',
        'Vault / Boxes': 'Assigned, until 2099-01-01T00:00:00.000Z',
      },
    },
  ])
})

describe('who may grant what (E4, S51)', () => {
  const noAdmin = (name: string) => `Only administrators of ${name} can change its permissions.`
  const cases: [string, () => Browser, () => Wanted, string | null][] = [
    [
      'a portal administrator grants any system',
      () => portalAdmin,
      () => ({ userSystems: [{ systemId: vault }] }),
      null,
    ],
    [
      'a portal administrator grants a page that they do not hold',
      () => portalAdmin,
      () => ({
        userSystems: [{ systemId: ledger, sensitiveDataAccessFlg: true }],
        userPages: [{ pageId: otherLedgerPage }],
      }),
      null,
    ],
    [
      'a system administrator grants their system',
      () => systemAdmin,
      () => ({ userSystems: [{ systemId: ledger }] }),
      null,
    ],
    [
      'a system administrator makes another administrator of it',
      () => systemAdmin,
      () => ({ userSystems: [{ systemId: ledger, adminFlg: true }] }),
      null,
    ],
    [
      'a system administrator grants a page that they hold',
      () => systemAdmin,
      () => ({ userSystems: [{ systemId: ledger }], userPages: [{ pageId: ledgerPage }] }),
      null,
    ],
    [
      'a system administrator grants no page that they lack',
      () => systemAdmin,
      () => ({ userSystems: [{ systemId: ledger }], userPages: [{ pageId: otherLedgerPage }] }),
      'You need Closing yourself to give it to others.',
    ],
    [
      'a system administrator grants no sensitive data that they lack',
      () => systemAdmin,
      () => ({ userSystems: [{ systemId: ledger, sensitiveDataAccessFlg: true }] }),
      'You need access to sensitive data in Ledger yourself to give it to others.',
    ],
    [
      'a system administrator grants no other system',
      () => systemAdmin,
      () => ({ userSystems: [{ systemId: vault }] }),
      noAdmin('Vault'),
    ],
    [
      'a system administrator grants nothing of the portal',
      () => systemAdmin,
      () => ({ userSystems: [{ systemId: 2, adminFlg: true }] }),
      noAdmin('Customer Portal'),
    ],
    [
      'a delegated administrator grants nothing',
      () => delegated,
      () => ({ userSystems: [{ systemId: ledger }] }),
      noAdmin('Ledger'),
    ],
    [
      'a client administrator grants their system to their own users',
      () => clientAdmin,
      () => ({ userSystems: [{ systemId: ledger }], userPages: [{ pageId: ledgerPage }] }),
      null,
    ],
    [
      'a client administrator grants no other system',
      () => clientAdmin,
      () => ({ userSystems: [{ systemId: vault }] }),
      noAdmin('Vault'),
    ],
  ]
  test.each(cases)('%s', async (_title, admin, wanted, refusal) => {
    const answer = await save(wanted(), admin())
    expect([answer.status, answer.message]).toEqual(
      refusal === null ? [200, 'Changes to the permissions have been saved'] : [403, refusal],
    )
    expect((await held()).systems).toHaveLength(refusal === null ? 1 : 0)
  })

  test('a system administrator takes away and shortens in their system, and lengthens only what they may grant', async () => {
    await give(ledger, otherLedgerPage)
    const until = (year: number) => new Date(`${year}-01-01T00:00:00Z`)
    const page = (endDt: Date | null) => ({ userPages: [{ pageId: otherLedgerPage, endDt }] })
    expect((await save(page(until(2090)), systemAdmin)).code).toBe('200')
    expect((await save(page(until(2091)), systemAdmin)).status).toBe(403)
    expect((await save(page(null), systemAdmin)).status).toBe(403)
    expect((await save({ userPages: [] }, systemAdmin)).code).toBe('200')
    expect(await held()).toEqual({ systems: [ledger], pages: [] })
  })

  test('nobody prolongs sensitive data that they do not hold themselves', async () => {
    const system = (endDt: Date | null) => ({
      userSystems: [{ systemId: ledger, sensitiveDataAccessFlg: true, endDt }],
    })
    expect((await save(system(new Date('2090-01-01T00:00:00Z')))).code).toBe('200')
    expect((await save(system(null), systemAdmin)).status).toBe(403)
    expect((await save(system(new Date('2089-01-01T00:00:00Z')), systemAdmin)).code).toBe('200')
  })

  test('a system that the administrator does not administer stays, or the whole save is refused', async () => {
    await give(vault, vaultPage)
    expect((await save({ userSystems: [{ systemId: ledger }] }, systemAdmin)).status).toBe(403)
    expect(await held()).toEqual({ systems: [vault], pages: [vaultPage] })
    expect((await save({ userSystems: [{ systemId: ledger }, { systemId: vault }] }, systemAdmin)).code).toBe('200')
  })

  test('nobody gives themselves anything, not even a portal administrator', async () => {
    const other = await portal.make.user({ is_internal: true })
    await portal.make.grant(other, { systemId: 2, isAdmin: true })
    for (const admin of [portalAdmin, systemAdmin, clientAdmin]) {
      const { userSystems } = await wireProfile(admin, admin.userId)
      const answer = await raw({ userSystems: [...userSystems, { systemId: vault }] }, admin, admin.userId)
      expect([answer.status, answer.message]).toEqual([403, 'You can’t give permissions to yourself.'])
    }
    await portal.owner('update users set status = 2 where id = $1', [other.id])
  })

  test('nobody raises what they hold: no administration, sensitive data or later end of their own (S51)', async () => {
    const other = await portal.make.user({ is_internal: true })
    await portal.make.grant(other, { systemId: 2, isAdmin: true })
    const grantsOf = (userId: number) =>
      portal.owner(
        `select is_admin, has_sensitive_data, ends_at from user_system_grants
          where user_id = $1 and system_id = $2 and valid_to is null`,
        [userId, vault],
      )
    for (const isPortalAdmin of [true, false]) {
      const admin = await adminOf({ is_internal: true }, { isPortalAdmin, administers: ledger })
      await give(vault, undefined, false, { id: admin.userId })
      await portal.owner("update user_system_grants set ends_at = '2090-01-01' where user_id = $1 and system_id = $2", [
        admin.userId,
        vault,
      ])
      const before = await grantsOf(admin.userId)
      const { userSystems } = await wireProfile(admin, admin.userId)
      for (const raised of [{ adminFlg: 'Y' }, { sensitiveDataAccessFlg: 'Y' }, { endDt: null }]) {
        const wanted = userSystems.map((row) =>
          (row as { systemId: number }).systemId === vault ? { ...row, ...raised } : row,
        )
        const answer = await raw({ userSystems: wanted }, admin, admin.userId)
        expect([answer.status, answer.message]).toEqual([403, 'You can’t give permissions to yourself.'])
      }
      expect(await grantsOf(admin.userId)).toEqual(before)
      await portal.owner('update users set status = 2 where id = $1', [admin.userId])
    }
    await portal.owner('update users set status = 2 where id = $1', [other.id])
  })

  test('but the only portal administrator may, because nobody else could', async () => {
    const { userSystems } = await wireProfile(portalAdmin, portalAdmin.userId)
    const answer = await raw({ userSystems: [...userSystems, { systemId: vault }] }, portalAdmin, portalAdmin.userId)
    expect(answer.code).toBe('200')
    expect((await raw({ userSystems }, portalAdmin, portalAdmin.userId)).code).toBe('200')
  })

  test('a late save names who changed the permissions, and nobody where the portal did', async () => {
    const { permissionsVersion: version } = await portalAdmin.call(getUserDetail, {
      params: { uid: portalAdmin.userId, userId: target.id },
    })
    await save({ userSystems: [{ systemId: vault }] })
    const late = () => save({ userSystems: [], version: version + 100 })
    const [name] = await portal.owner(`select first_name || ' ' || last_name as name from users where id = $1`, [
      portalAdmin.userId,
    ])
    expect((await late()).data).toMatchObject({ changedByNm: name?.['name'] })
    await portal.owner('update user_system_grants set valid_to = clock_now() where user_id = $1 and valid_to is null', [
      target.id,
    ])
    expect((await late()).data).toMatchObject({ changedByNm: null })
  })

  test('a stronger user is left alone, and one of another employer is as if missing', async () => {
    await give(vault, undefined, true)
    const stronger = await save({ userSystems: [] }, systemAdmin)
    expect([stronger.status, stronger.message]).toEqual([
      403,
      'This user has administration rights that you don’t have.',
    ])
    const foreign = await portal.make.user({ client_id: await portal.make.client() })
    for (const userId of [foreign.id, 999_999_999]) {
      const answer = await save({ userSystems: [] }, clientAdmin, userId)
      expect([answer.status, answer.message]).toEqual([404, 'This user no longer exists or isn’t yours to administer.'])
      expect((await clientAdmin.send(getUserDetail, { params: { uid: clientAdmin.userId, userId } })).status).toBe(404)
    }
  })

  test('offered are the systems and pages that can be granted (UADM-146, UADM-147)', async () => {
    const systems = async (admin: Browser) =>
      (await admin.call(listAssignableSystems, { params: { uid: admin.userId } })).map(({ systemNm }) => systemNm)
    expect(await systems(portalAdmin)).toEqual(expect.arrayContaining(['Customer Portal', 'Ledger', 'Vault']))
    expect(await systems(portalAdmin)).not.toContain('All Applications')
    expect(await systems(systemAdmin)).toEqual(['Ledger'])
    expect(await systems(delegated)).toEqual([])
    const pages = (admin: Browser, systemId: number) =>
      admin.call(listAssignablePages, { params: { uid: admin.userId, systemId } })
    const assignable = (await pages(systemAdmin, ledger)).filter(({ assignableFlg }) => assignableFlg)
    expect(assignable.map(({ pageNm }) => pageNm)).toEqual(['Entries'])
    expect((await pages(portalAdmin, ledger)).find(({ pageId }) => pageId === internalPage)).toMatchObject({
      internalUserPage: true,
      sectionNm: 'Books',
      assignableFlg: true,
    })
    const refused = await systemAdmin.send(listAssignablePages, {
      params: { uid: systemAdmin.userId, systemId: vault },
    })
    expect(refused.status).toBe(404)
  })
})

describe('what permissions cannot be', () => {
  test.each([
    [
      'an unknown system',
      () => ({ userSystems: [{ systemId: 999_999 }] }),
      'userSystems',
      'Select applications from the list.',
    ],
    [
      'All Applications',
      () => ({ userSystems: [{ systemId: 1 }] }),
      'userSystems',
      'Select applications from the list.',
    ],
    ['an unknown page', () => ({ userPages: [{ pageId: 999_999 }] }), 'userPages', 'Select pages from the list.'],
    [
      'a page that comes with its system',
      () => ({ userSystems: [{ systemId: ledger }], userPages: [{ pageId: free }] }),
      'userPages',
      'Select pages from the list.',
    ],
    [
      'a page without its system',
      () => ({ userPages: [{ pageId: ledgerPage }] }),
      'userPages',
      'Entries can only be assigned together with its application.',
    ],
    [
      'a page for internal users, for an external one',
      () => ({ userSystems: [{ systemId: ledger }], userPages: [{ pageId: internalPage }] }),
      'userPages',
      'Staff is for internal users only.',
    ],
    [
      'an end that has passed',
      () => ({ userSystems: [{ systemId: ledger, endDt: new Date('2020-01-01T00:00:00Z') }] }),
      'userSystems',
      'The end date of Ledger must be today or later.',
    ],
  ])('%s is refused at its list, and nothing is stored', async (_what, wanted, field, message) => {
    expect(await save(wanted())).toMatchObject({ status: 422, message, data: [{ field, message }] })
    expect(await held()).toEqual({ systems: [], pages: [] })
  })

  test('pages for internal users are given to internal ones (UADM, C1)', async () => {
    const internal = await portal.make.user({ is_internal: true })
    const wanted = { userSystems: [{ systemId: ledger }], userPages: [{ pageId: internalPage }] }
    expect((await save(wanted, portalAdmin, internal.id)).code).toBe('200')
  })

  test('a repeated system counts once, and an unknown key is refused (S51)', async () => {
    expect((await save({ userSystems: [{ systemId: ledger }, { systemId: ledger, adminFlg: true }] })).code).toBe('200')
    expect((await detail()).cpUser.userSystems).toMatchObject([{ systemId: ledger, adminFlg: true }])
    expect((await raw({ userSystems: [{ systemId: ledger, isAdmin: true }] })).status).toBe(400)
  })

  test('permissions in deleted systems stay as they are', async () => {
    const gone = await portal.make.system()
    await give(gone)
    await portal.owner('update systems set deleted_at = now() where id = $1', [gone])
    await save({ userSystems: [{ systemId: ledger }] })
    const rows = await portal.owner(
      'select system_id from user_system_grants where user_id = $1 and valid_to is null order by 1',
      [target.id],
    )
    expect(new Set(rows.map(({ system_id }) => system_id))).toEqual(new Set([ledger, gone]))
  })
})

describe('two administrators at once', () => {
  test('the second sees who changed what they saw, and nothing is overwritten', async () => {
    const { permissionsVersion: version } = await detail()
    expect((await save({ userSystems: [{ systemId: vault }], version }, portalAdmin)).code).toBe('200')
    const late = await save({ userSystems: [{ systemId: ledger }], version }, systemAdmin)
    expect(late).toMatchObject({
      status: 409,
      message: 'Ada Lovelace changed this user after you opened the profile. Load the current state, then save again.',
      data: { changedByNm: 'Ada Lovelace', changedDt: expect.any(String) },
    })
    expect((await held()).systems).toEqual([vault])
  })

  test('of two saves of one version at the same moment, one wins', async () => {
    const { permissionsVersion: version } = await detail()
    const answers = await Promise.all([
      save({ userSystems: [{ systemId: vault }], version }),
      save({ userSystems: [{ systemId: ledger }], version }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await held()).systems).toHaveLength(1)
  })
})

describe('permissions of the portal itself', () => {
  test('need a fresh sign-in, other permissions do not (S52)', async () => {
    const admin = await adminOf({ is_internal: true }, { isPortalAdmin: true })
    await portal.owner("update sessions set authenticated_at = now() - interval '1 day' where user_id = $1", [
      admin.userId,
    ])
    expect((await save({ userSystems: [{ systemId: ledger }] }, admin)).code).toBe('200')
    const wanted = { userSystems: [{ systemId: ledger }, { systemId: 2 }] }
    expect(await save(wanted, admin)).toMatchObject({ status: 200, code: '401', data: { reauth: true } })
    expect((await held()).systems).toEqual([ledger])
    await portal.owner('update sessions set authenticated_at = now() where user_id = $1', [admin.userId])
    expect((await save(wanted, admin)).code).toBe('200')
  })

  test('the last portal administrator keeps the flag', async () => {
    await portal.owner(
      `update user_system_grants set is_admin = false from users u
        where u.id = user_id and u.is_internal and system_id = 2 and user_id <> $1`,
      [portalAdmin.userId],
    )
    const { userSystems } = await wireProfile(portalAdmin, portalAdmin.userId)
    const lowered = userSystems.map((system) => ({ ...system, adminFlg: 'N' }))
    expect(await raw({ userSystems: lowered }, portalAdmin, portalAdmin.userId)).toMatchObject({
      status: 422,
      message: 'This is the last portal administrator. Make another one first.',
    })
    const ending = userSystems.map((system) => ({ ...system, endDt: '2090-01-01T00:00:00Z' }))
    expect((await raw({ userSystems: ending }, portalAdmin, portalAdmin.userId)).status).toBe(422)
    const second = await adminOf({ is_internal: true }, { isPortalAdmin: true })
    await portal.owner("update user_sign_ins set locked_until = 'infinity' where user_id = $1", [second.userId])
    expect((await raw({ userSystems: lowered }, portalAdmin, portalAdmin.userId)).status).toBe(422)
    await portal.owner('update user_sign_ins set locked_until = null where user_id = $1', [second.userId])
    expect((await save({ userSystems: [] }, portalAdmin, second.userId)).code).toBe('200')
  })
})

test('users see the systems they hold (UADM-153)', async () => {
  await give(ledger, undefined, true)
  const browser = await portal.as(target)
  expect(await browser.call(listOwnSystems, { params: { uid: target.id } })).toMatchObject([
    { systemId: ledger, systemNm: 'Ledger', adminFlg: true, system: { systemCd: 'LDG' } },
  ])
})
