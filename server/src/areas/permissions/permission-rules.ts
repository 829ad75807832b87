import { hasEnded } from '@portico/contract/users/grant-rules.ts'
import type { TextKey } from '@portico/contract/texts/texts.ts'
import type { UserProfileBody } from '@portico/contract/users/user-details.ts'
import type { PageGrant, SystemGrant } from '../grants/public.ts'

/** A text of the resource table with the names that go into it. */
export interface RuleText {
  text: TextKey
  values?: Readonly<Record<string, string>>
}

/** A broken rule of the permissions. */
export interface PermissionIssue extends RuleText {
  field: 'userSystems' | 'userPages'
}

/** The systems and pages of a user. */
export interface Permissions {
  system: readonly SystemGrant[]
  page: readonly PageGrant[]
}

export interface CatalogSystem {
  id: number
  name: string
  isAssignable: boolean
}
export interface CatalogPage {
  id: number
  name: string
  systemId: number
  isInternalOnly: boolean
  isAssignable: boolean
}

/** The systems and pages that permissions name, by id; deleted ones are missing. */
export interface PermissionCatalog {
  systems: ReadonlyMap<number, CatalogSystem>
  pages: ReadonlyMap<number, CatalogPage>
}

/** What the administrator who changes permissions holds (decision E4). */
export interface Grantor {
  userId: number
  mayGiveToThemselves: boolean
  isPortalAdmin: boolean
  adminSystemIds: readonly number[]
  sensitiveSystemIds: readonly number[]
  pageIds: readonly number[]
}

export type SentPermissions = Pick<UserProfileBody, 'userSystems' | 'userPages'>

/** Permissions as a body sends them. */
export const sentOf = ({ system, page }: Permissions): SentPermissions => ({
  userSystems: system.map(({ systemId, isAdmin, hasSensitiveData, endsAt }) => ({
    systemId,
    adminFlg: isAdmin,
    sensitiveDataAccessFlg: hasSensitiveData,
    endDt: endsAt,
  })),
  userPages: page.map(({ pageId, endsAt }) => ({ pageId, endDt: endsAt })),
})

/**
 * Returns the permissions that a body asks for: an absent list or flag stays, of repeated ids the last one counts.
 * Pages go with their system; grants of deleted systems and pages stay untouched.
 */
export function requestedPermissions(
  sent: SentPermissions,
  held: Permissions,
  catalog: PermissionCatalog,
): Permissions {
  const heldSystem = new Map(held.system.map((grant) => [grant.systemId, grant]))
  const sentSystems = sent.userSystems?.filter(({ permissionAssignedFlg }) => permissionAssignedFlg !== false)
  const systems = sentSystems?.map(({ systemId, adminFlg, sensitiveDataAccessFlg, endDt }): SystemGrant => ({
    systemId,
    isAdmin: adminFlg ?? heldSystem.get(systemId)?.isAdmin ?? false,
    hasSensitiveData: sensitiveDataAccessFlg ?? heldSystem.get(systemId)?.hasSensitiveData ?? false,
    endsAt: endDt ?? null,
  }))
  const hiddenSystems = held.system.filter(({ systemId }) => !catalog.systems.has(systemId))
  const system = lastOfEach([...(systems ?? held.system), ...hiddenSystems], ({ systemId }) => systemId)
  const pages = sent.userPages?.map(({ pageId, endDt }): PageGrant => ({ pageId, endsAt: endDt ?? null }))
  const hiddenPages = held.page.filter(({ pageId }) => !catalog.pages.has(pageId))
  const isHeld = new Set(held.page.map(({ pageId }) => pageId))
  const hasSystem = new Set(system.map(({ systemId }) => systemId))
  const goesWithSystem = ({ pageId }: PageGrant) => {
    const page = catalog.pages.get(pageId)
    return page !== undefined && isHeld.has(pageId) && !hasSystem.has(page.systemId)
  }
  const page = lastOfEach(
    [...(pages ?? held.page).filter((grant) => !goesWithSystem(grant)), ...hiddenPages],
    ({ pageId }) => pageId,
  )
  return { system, page }
}

function lastOfEach<Grant>(grants: readonly Grant[], idOf: (grant: Grant) => number): Grant[] {
  return [...new Map(grants.map((grant) => [idOf(grant), grant])).values()].toSorted((a, b) => idOf(a) - idOf(b))
}

interface RuleContext {
  catalog: PermissionCatalog
  isInternal: boolean
  now: Date
}

/** What permissions of a user break; what stays as it is passes. */
export function permissionIssues(held: Permissions, requested: Permissions, context: RuleContext): PermissionIssue[] {
  const changed = changedGrants(held, requested)
  const hasSystem = new Set(requested.system.map(({ systemId }) => systemId))
  return [
    ...changed.system.flatMap(({ before, after }): PermissionIssue[] => {
      const issue = after ? systemIssue(after, before === undefined, context) : null
      return issue === null ? [] : [{ field: 'userSystems', ...issue }]
    }),
    ...changed.page.flatMap(({ before, after }): PermissionIssue[] => {
      const issue = after ? pageIssue(after, before === undefined, hasSystem, context) : null
      return issue === null ? [] : [{ field: 'userPages', ...issue }]
    }),
  ]
}

function systemIssue(grant: SystemGrant, isNew: boolean, { catalog, now }: RuleContext): RuleText | null {
  const system = catalog.systems.get(grant.systemId)
  if (!system || (isNew && !system.isAssignable)) return { text: 'permission_unknown_application' }
  return hasEnded(grant.endsAt, now) ? endPast(system.name) : null
}

function pageIssue(
  grant: PageGrant,
  isNew: boolean,
  hasSystem: ReadonlySet<number>,
  { catalog, isInternal, now }: RuleContext,
): RuleText | null {
  const page = catalog.pages.get(grant.pageId)
  if (!page || (isNew && !page.isAssignable)) return { text: 'permission_unknown_page' }
  if (isNew && page.isInternalOnly && !isInternal)
    return { text: 'permission_internal_only', values: { page: page.name } }
  if (!hasSystem.has(page.systemId)) return { text: 'permission_page_alone', values: { page: page.name } }
  return hasEnded(grant.endsAt, now) ? endPast(page.name) : null
}

const endPast = (application: string): RuleText => ({ text: 'permission_end_past', values: { application } })

interface GrantChange<Grant> {
  before: Grant | undefined
  after: Grant | undefined
}

function changedGrants(held: Permissions, requested: Permissions) {
  return {
    system: changesOf(held.system, requested.system, ({ systemId }) => systemId),
    page: changesOf(held.page, requested.page, ({ pageId }) => pageId),
  }
}

function changesOf<Grant>(
  held: readonly Grant[],
  requested: readonly Grant[],
  idOf: (grant: Grant) => number,
): GrantChange<Grant>[] {
  const before = new Map(held.map((grant) => [idOf(grant), grant]))
  const after = new Map(requested.map((grant) => [idOf(grant), grant]))
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((id) => ({ before: before.get(id), after: after.get(id) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** One right that a change gives or takes away. */
export interface RightChange {
  right: 'access' | 'admin' | 'sensitiveData' | 'page'
  systemId: number
  /** Null unless the right is a page. */
  pageId: number | null
  /** True: given, or for longer than before. */
  isGiven: boolean
}

/** Every right that differs between two states; the rights of a page whose system is unknown have systemId 0. */
export function rightChanges(held: Permissions, requested: Permissions, catalog: PermissionCatalog): RightChange[] {
  const changed = changedGrants(held, requested)
  return [
    ...changed.system.flatMap(({ before, after }) => {
      const systemId = (after ?? before)?.systemId ?? 0
      const flag = (right: 'admin' | 'sensitiveData', was: boolean, is: boolean): RightChange[] =>
        was === is ? [] : [{ right, systemId, pageId: null, isGiven: is }]
      const access = accessChange(before, after, { right: 'access', systemId, pageId: null })
      // Sensitive data lasts as long as the access: prolonging one gives the other for longer.
      const isProlonged = access.some(({ isGiven }) => isGiven)
      const [was, is] = [flagsOf(before), flagsOf(after)]
      return [
        ...access,
        ...flag('admin', was.isAdmin, is.isAdmin),
        ...flag('sensitiveData', was.hasSensitiveData && !isProlonged, is.hasSensitiveData),
      ]
    }),
    ...changed.page.flatMap(({ before, after }) => {
      const pageId = (after ?? before)?.pageId ?? 0
      return accessChange(before, after, {
        right: 'page',
        systemId: catalog.pages.get(pageId)?.systemId ?? 0,
        pageId,
      })
    }),
  ]
}

const flagsOf = (grant: SystemGrant | undefined) => ({
  isAdmin: grant?.isAdmin ?? false,
  hasSensitiveData: grant?.hasSensitiveData ?? false,
})

function accessChange(
  before: { endsAt: Date | null } | undefined,
  after: { endsAt: Date | null } | undefined,
  change: Omit<RightChange, 'isGiven'>,
): RightChange[] {
  const lasts = (grant: typeof before) => (grant ? (grant.endsAt?.getTime() ?? Number.POSITIVE_INFINITY) : 0)
  return lasts(before) === lasts(after) ? [] : [{ ...change, isGiven: lasts(after) > lasts(before) }]
}

/**
 * Returns why an administrator may not make one of these changes; null where they may make all (decision E4). Portal
 * administrators give everything; others change only systems that they administer, and give there only the pages and
 * the sensitive data that they hold themselves. Nobody gives themselves anything.
 * @param userId of the user whose permissions change; null for a new one
 */
export function grantRefusal(
  grantor: Grantor,
  userId: number | null,
  changes: readonly RightChange[],
  catalog: PermissionCatalog,
): RuleText | null {
  for (const change of changes) {
    const refusal = changeRefusal(grantor, userId, change, catalog)
    if (refusal !== null) return refusal
  }
  return null
}

/** True for the systems whose grants an administrator may end; giving needs more (decision E4). */
export const mayEndGrantsOf = (
  { isPortalAdmin, adminSystemIds }: Pick<Grantor, 'isPortalAdmin' | 'adminSystemIds'>,
  systemId: number,
): boolean => isPortalAdmin || adminSystemIds.includes(systemId)

function changeRefusal(
  grantor: Grantor,
  userId: number | null,
  change: RightChange,
  catalog: PermissionCatalog,
): RuleText | null {
  if (change.isGiven && userId === grantor.userId && !grantor.mayGiveToThemselves)
    return { text: 'permission_not_yourself' }
  if (grantor.isPortalAdmin) return null
  const application = catalog.systems.get(change.systemId)?.name ?? ''
  if (!mayEndGrantsOf(grantor, change.systemId)) return { text: 'permission_no_admin', values: { application } }
  return change.isGiven ? missingRight(grantor, change, application, catalog) : null
}

/** A right within a system that its administrator lacks and therefore cannot give. */
function missingRight(
  { sensitiveSystemIds, pageIds }: Grantor,
  { right, systemId, pageId }: RightChange,
  application: string,
  { pages }: PermissionCatalog,
): RuleText | null {
  if (right === 'sensitiveData' && !sensitiveSystemIds.includes(systemId))
    return { text: 'permission_no_sensitive', values: { application } }
  if (pageId === null || pageIds.includes(pageId)) return null
  return { text: 'permission_no_page', values: { page: pages.get(pageId)?.name ?? '' } }
}
