import { describe, expect, test } from 'vitest'
import {
  type Grantor,
  grantRefusal,
  type PermissionCatalog,
  permissionIssues,
  type Permissions,
  rightChanges,
  type RightChange,
  requestedPermissions,
} from './permission-rules.ts'

const now = new Date('2026-03-01T12:00:00Z')
const earlier = new Date('2026-02-01T12:00:00Z')
const later = new Date('2026-04-01T12:00:00Z')
const muchLater = new Date('2026-05-01T12:00:00Z')

const systems = [
  { id: 1, name: 'Billing', isAssignable: true },
  { id: 2, name: 'Portal', isAssignable: true },
  { id: 3, name: 'Retired', isAssignable: false },
]
const pages = [
  { id: 11, name: 'Invoices', systemId: 1, isInternalOnly: false, isAssignable: true },
  { id: 12, name: 'Rates', systemId: 1, isInternalOnly: true, isAssignable: true },
  { id: 13, name: 'Old', systemId: 1, isInternalOnly: false, isAssignable: false },
  { id: 21, name: 'Users', systemId: 2, isInternalOnly: false, isAssignable: true },
]
const byId = <One extends { id: number }>(list: readonly One[]) => new Map(list.map((one) => [one.id, one]))
const catalog: PermissionCatalog = { systems: byId(systems), pages: byId(pages) }

type System = Permissions['system'][number]
const system = (systemId: number, over: Partial<System> = {}): System => ({
  systemId,
  isAdmin: false,
  hasSensitiveData: false,
  endsAt: null,
  ...over,
})
const page = (pageId: number, endsAt: Date | null = null) => ({ pageId, endsAt })
const none: Permissions = { system: [], page: [] }

describe('the permissions that a save asks for (UADM-144, A10)', () => {
  test('stay as they are where the save does not name them', () => {
    const held = { system: [system(1, { isAdmin: true, endsAt: later })], page: [page(11)] }
    expect(requestedPermissions({}, held, catalog)).toEqual(held)
  })

  test('keep the flags of a system that are not sent, and lose its end', () => {
    const held = { system: [system(1, { isAdmin: true, hasSensitiveData: true, endsAt: later })], page: [] }
    expect(requestedPermissions({ userSystems: [{ systemId: 1 }] }, held, catalog).system).toEqual([
      system(1, { isAdmin: true, hasSensitiveData: true }),
    ])
    const off = { systemId: 1, adminFlg: false, sensitiveDataAccessFlg: false, endDt: muchLater }
    expect(requestedPermissions({ userSystems: [off] }, held, catalog).system).toEqual([
      system(1, { endsAt: muchLater }),
    ])
    expect(requestedPermissions({ userSystems: [{ systemId: 2 }] }, held, catalog).system).toEqual([system(2)])
  })

  test('leave out a system that is sent as not assigned', () => {
    const userSystems = [
      { systemId: 1, permissionAssignedFlg: false },
      { systemId: 2, permissionAssignedFlg: true },
    ]
    expect(requestedPermissions({ userSystems }, none, catalog).system).toEqual([system(2)])
  })

  test('take the last of repeated ids, in the order of the ids', () => {
    const userSystems = [{ systemId: 2 }, { systemId: 1 }, { systemId: 2, adminFlg: true }]
    const userPages = [{ pageId: 21, endDt: later }, { pageId: 11 }, { pageId: 21 }]
    expect(requestedPermissions({ userSystems, userPages }, none, catalog)).toEqual({
      system: [system(1), system(2, { isAdmin: true })],
      page: [page(11), page(21)],
    })
  })

  test('keep grants of deleted systems and pages, which no screen shows', () => {
    const held = { system: [system(9), system(1)], page: [page(99, later), page(11)] }
    expect(requestedPermissions({ userSystems: [], userPages: [] }, held, catalog)).toEqual({
      system: [system(9)],
      page: [page(99, later)],
    })
    // Also where a client sends one back.
    expect(requestedPermissions({ userPages: [{ pageId: 99 }] }, held, catalog).page).toEqual([page(99, later)])
  })

  test('lose the pages of a system with it, but not those that are asked for without it', () => {
    const held = { system: [system(1), system(2)], page: [page(11), page(21)] }
    const userSystems = [{ systemId: 2 }]
    expect(requestedPermissions({ userSystems }, held, catalog).page).toEqual([page(21)])
    const userPages = [{ pageId: 11 }, { pageId: 12 }, { pageId: 21 }, { pageId: 77 }]
    expect(requestedPermissions({ userSystems, userPages }, held, catalog).page).toEqual([page(12), page(21), page(77)])
  })
})

describe('permissions are refused (C1, S51)', () => {
  const issues = (requested: Permissions, held = none, isInternal = true) =>
    permissionIssues(held, requested, { catalog, isInternal, now })

  test('for an application or page that is unknown or can no longer be assigned', () => {
    expect(issues({ system: [system(8), system(3)], page: [page(77), page(13)] })).toEqual([
      { field: 'userSystems', text: 'permission_unknown_application' },
      { field: 'userSystems', text: 'permission_unknown_application' },
      { field: 'userPages', text: 'permission_unknown_page' },
      { field: 'userPages', text: 'permission_unknown_page' },
    ])
  })

  test('not where they only stay, or change although they can no longer be assigned', () => {
    const held = { system: [system(1), system(3), system(8)], page: [page(13), page(77)] }
    expect(issues(held, held)).toEqual([])
    const prolonged = {
      system: [system(1), system(3, { endsAt: later }), system(8)],
      page: [page(13, later), page(77)],
    }
    expect(issues(prolonged, held)).toEqual([])
    expect(issues(none, held)).toEqual([])
  })

  test('for an internal page of an external user, unless the user has it', () => {
    const requested = { system: [system(1)], page: [page(12)] }
    expect(issues(requested)).toEqual([])
    expect(issues(requested, none, false)).toEqual([
      { field: 'userPages', text: 'permission_internal_only', values: { page: 'Rates' } },
    ])
    expect(issues({ ...requested, page: [page(12, later)] }, requested, false)).toEqual([])
    expect(issues({ system: [system(1)], page: [page(11)] }, none, false)).toEqual([])
  })

  test('for a page without its application', () => {
    expect(issues({ system: [system(2)], page: [page(11)] })).toEqual([
      { field: 'userPages', text: 'permission_page_alone', values: { page: 'Invoices' } },
    ])
  })

  test('with an end that has passed, also at this very moment', () => {
    const ending = (endsAt: Date) => issues({ system: [system(1, { endsAt })], page: [page(11, endsAt)] })
    expect(ending(later)).toEqual([])
    for (const end of [earlier, now])
      expect(ending(end)).toEqual([
        { field: 'userSystems', text: 'permission_end_past', values: { application: 'Billing' } },
        { field: 'userPages', text: 'permission_end_past', values: { application: 'Invoices' } },
      ])
  })
})

describe('the rights that a change gives and takes (E4)', () => {
  const changes = (held: Permissions, requested: Permissions) => rightChanges(held, requested, catalog)
  const right = (name: RightChange['right'], isGiven: boolean, pageId: number | null = null): RightChange => ({
    right: name,
    systemId: 1,
    pageId,
    isGiven,
  })
  const full = system(1, { isAdmin: true, hasSensitiveData: true })

  test('are all of a new system and page, and all of a removed one', () => {
    expect(changes(none, { system: [full], page: [page(11)] })).toEqual([
      right('access', true),
      right('admin', true),
      right('sensitiveData', true),
      right('page', true, 11),
    ])
    expect(changes({ system: [full], page: [page(11)] }, none)).toEqual([
      right('access', false),
      right('admin', false),
      right('sensitiveData', false),
      right('page', false, 11),
    ])
  })

  test('are none where nothing changes', () => {
    expect(changes({ system: [full], page: [page(11)] }, { system: [full], page: [page(11)] })).toEqual([])
  })

  test('are the one flag that changes, and not another that stays', () => {
    const changed = { system: [{ ...full, isAdmin: false }], page: [] }
    expect(changes({ system: [full], page: [] }, changed)).toEqual([right('admin', false)])
  })

  test('are access for longer or shorter, and sensitive data for as long', () => {
    const until = (endsAt: Date | null) => ({ system: [{ ...full, endsAt }], page: [page(11, endsAt)] })
    expect(changes(until(later), until(muchLater))).toEqual([
      right('access', true),
      right('sensitiveData', true),
      right('page', true, 11),
    ])
    expect(changes(until(later), until(null))).toEqual([
      right('access', true),
      right('sensitiveData', true),
      right('page', true, 11),
    ])
    expect(changes(until(null), until(later))).toEqual([right('access', false), right('page', false, 11)])
  })

  test('are of no known system where the page is deleted', () => {
    expect(changes({ system: [], page: [page(99)] }, none)).toEqual([
      { right: 'page', systemId: 0, pageId: 99, isGiven: false },
    ])
  })
})

describe('an administrator (E4)', () => {
  const grantor: Grantor = {
    userId: 5,
    mayGiveToThemselves: false,
    isPortalAdmin: false,
    adminSystemIds: [1],
    sensitiveSystemIds: [],
    pageIds: [11],
  }
  const refusal = (change: Partial<RightChange>, by: Partial<Grantor> = {}, userId: number | null = 6) => {
    const whole: RightChange = { right: 'access', systemId: 1, pageId: null, isGiven: true, ...change }
    return grantRefusal({ ...grantor, ...by }, userId, [{ ...whole, isGiven: false, systemId: 1 }, whole], catalog)
  }

  test('gives rights in a system that they administer, and none in another', () => {
    expect(refusal({})).toBeNull()
    expect(refusal({}, {}, null)).toBeNull()
    expect(refusal({ right: 'admin' })).toBeNull()
    for (const isGiven of [true, false])
      expect(refusal({ systemId: 2, isGiven })).toEqual({
        text: 'permission_no_admin',
        values: { application: 'Portal' },
      })
    expect(refusal({ systemId: 8 })).toEqual({ text: 'permission_no_admin', values: { application: '' } })
  })

  test('gives only the sensitive data and the pages that they have, but takes away any', () => {
    const sensitive: Partial<RightChange> = { right: 'sensitiveData' }
    expect(refusal(sensitive)).toEqual({ text: 'permission_no_sensitive', values: { application: 'Billing' } })
    expect(refusal(sensitive, { sensitiveSystemIds: [1] })).toBeNull()
    expect(refusal({ ...sensitive, isGiven: false })).toBeNull()
    expect(refusal({ right: 'page', pageId: 11 })).toBeNull()
    expect(refusal({ right: 'page', pageId: 12 })).toEqual({ text: 'permission_no_page', values: { page: 'Rates' } })
    expect(refusal({ right: 'page', pageId: 99 })).toEqual({ text: 'permission_no_page', values: { page: '' } })
    expect(refusal({ right: 'page', pageId: 12, isGiven: false })).toBeNull()
  })

  test('gives themselves nothing, but may give up a right', () => {
    expect(refusal({}, { isPortalAdmin: true }, 5)).toEqual({ text: 'permission_not_yourself' })
    expect(refusal({ isGiven: false }, {}, 5)).toBeNull()
    expect(refusal({}, { isPortalAdmin: true, mayGiveToThemselves: true }, 5)).toBeNull()
  })

  test('of the portal gives everything to others', () => {
    expect(refusal({ systemId: 2, right: 'sensitiveData' }, { isPortalAdmin: true })).toBeNull()
  })
})
