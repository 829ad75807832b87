import type { AssignableSystem, UserProfile } from '@portico/contract/users/user-profile.ts'
import type { MatrixValue } from '../../patterns/PermissionMatrix.tsx'
import { mergeRows } from '../../patterns/merge-rows.ts'
import { dayOf, endOfDay } from '../../ui/day-bounds.ts'

/** A system that the user is to hold; ends are instants in ISO 8601, null for none. */
export interface SystemPermission {
  systemId: number
  systemNm: string
  isAdmin: boolean
  hasSensitiveData: boolean
  endDt: string | null
}
export interface PagePermission {
  pageId: number
  pageNm: string
  systemId: number
  endDt: string | null
}

/** Permissions as the form holds them. */
export interface PermissionFields extends Record<string, unknown> {
  systems: readonly SystemPermission[]
  pages: readonly PagePermission[]
}

export const permissionFieldsOf = ({ userSystems, userPages }: UserProfile): PermissionFields => ({
  systems: userSystems.map(({ systemId, systemNm, adminFlg, sensitiveDataAccessFlg, endDt }) => ({
    systemId,
    systemNm,
    isAdmin: adminFlg,
    hasSensitiveData: sensitiveDataAccessFlg,
    endDt: endDt?.toISOString() ?? null,
  })),
  pages: userPages.map(({ pageId, pageNm, systemId, endDt }) => ({
    pageId,
    pageNm,
    systemId,
    endDt: endDt?.toISOString() ?? null,
  })),
})

const dateOf = (endDt: string | null) => (endDt === null ? null : new Date(endDt))

/** The body of the save. */
export const permissionsBody = ({ systems, pages }: PermissionFields, version: number) => ({
  userSystems: systems.map(({ systemId, isAdmin, hasSensitiveData, endDt }) => ({
    systemId,
    adminFlg: isAdmin,
    sensitiveDataAccessFlg: hasSensitiveData,
    permissionAssignedFlg: true,
    endDt: dateOf(endDt),
  })),
  userPages: pages.map(({ pageId, endDt }) => ({ pageId, endDt: dateOf(endDt) })),
  version,
})

export type PermissionColumn = 'assigned' | 'admin' | 'sensitive'

/** The ticked columns by system. */
export const matrixOf = ({ systems }: PermissionFields): MatrixValue =>
  Object.fromEntries(
    systems.map(({ systemId, isAdmin, hasSensitiveData }) => [
      String(systemId),
      ['assigned', ...(isAdmin ? ['admin'] : []), ...(hasSensitiveData ? ['sensitive'] : [])],
    ]),
  )

/** Ticks one right of a system; a flag brings the system along, and without the system go its flags and pages. */
export function withRight(
  fields: PermissionFields,
  system: Pick<SystemPermission, 'systemId' | 'systemNm'>,
  column: PermissionColumn,
  isOn: boolean,
): PermissionFields {
  const { systemId } = system
  const others = fields.systems.filter((one) => one.systemId !== systemId)
  if (column === 'assigned' && !isOn)
    return { systems: others, pages: fields.pages.filter((page) => page.systemId !== systemId) }
  const held = fields.systems.find((one) => one.systemId === systemId)
  const next = {
    systemId,
    systemNm: system.systemNm,
    isAdmin: held?.isAdmin ?? false,
    hasSensitiveData: held?.hasSensitiveData ?? false,
    endDt: held?.endDt ?? null,
  }
  if (column === 'admin') next.isAdmin = isOn
  if (column === 'sensitive') next.hasSensitiveData = isOn
  return {
    systems: held ? fields.systems.map((one) => (one === held ? next : one)) : [...others, next],
    pages: fields.pages,
  }
}

/**
 * What the user changed since `before`, on top of what others have saved. Pages go with their system, and a page that
 * the user changed keeps its system where others have taken it away.
 */
export function mergePermissions(
  values: PermissionFields,
  before: PermissionFields,
  loaded: PermissionFields,
): PermissionFields {
  const merged = mergeRows(values.systems, before.systems, loaded.systems, ({ systemId }) => systemId)
  const needed = new Set(values.pages.filter((page) => !isAmong(before.pages, page)).map(({ systemId }) => systemId))
  const isMerged = new Set(merged.map(({ systemId }) => systemId))
  const systems = [
    ...merged,
    ...values.systems.filter(({ systemId }) => needed.has(systemId) && !isMerged.has(systemId)),
  ]
  const pages = mergeRows(values.pages, before.pages, loaded.pages, ({ pageId }) => pageId)
  const hasSystem = new Set(systems.map(({ systemId }) => systemId))
  return { systems, pages: pages.filter(({ systemId }) => hasSystem.has(systemId)) }
}

const isAmong = (pages: readonly PagePermission[], page: PagePermission): boolean =>
  pages.some((one) => JSON.stringify(one) === JSON.stringify(page))

/** A system of the list: one that can be granted, or one that the user holds. */
export interface ListedSystem {
  systemId: number
  systemNm: string
  isAssignable: boolean
  maySeeSensitiveData: boolean
}

/** Held systems first, then those that can be granted, each by name. */
export function listedSystems(
  held: readonly SystemPermission[],
  assignable: readonly AssignableSystem[],
): ListedSystem[] {
  const known = new Map(assignable.map((system) => [system.systemId, system]))
  const isHeld = new Set(held.map(({ systemId }) => systemId))
  const listed = ({ systemId, systemNm }: Pick<SystemPermission, 'systemId' | 'systemNm'>): ListedSystem => ({
    systemId,
    systemNm,
    isAssignable: known.has(systemId),
    maySeeSensitiveData: known.get(systemId)?.sensitiveDataAssignableFlg ?? false,
  })
  return [...held.map(listed), ...assignable.filter(({ systemId }) => !isHeld.has(systemId)).map(listed)]
}

interface RecordWords {
  assigned: string
  admin: string
  sensitive: string
  until: (endDt: string) => string
  /** The name of a page in the language of the reader. */
  page: (name: string) => string
}

const systemKey = (systemId: number) => `system ${systemId}`
const pageKey = (pageId: number) => `page ${pageId}`

/** Permissions in words by the ids of systems and pages, for the review of changes; names are in `permissionLabels`. */
export function permissionWords({ systems, pages }: PermissionFields, words: RecordWords): Record<string, string> {
  const end = (endDt: string | null) => (endDt === null ? [] : [words.until(endDt)])
  return Object.fromEntries([
    ...systems.map(({ systemId, isAdmin, hasSensitiveData, endDt }) => [
      systemKey(systemId),
      [
        words.assigned,
        ...(isAdmin ? [words.admin] : []),
        ...(hasSensitiveData ? [words.sensitive] : []),
        ...end(endDt),
      ].join(', '),
    ]),
    ...pages.map(({ pageId, endDt }) => [pageKey(pageId), [words.assigned, ...end(endDt)].join(', ')]),
  ]) as Record<string, string>
}

/** The names that the review shows: those of systems, and of pages with their system. */
export function permissionLabels(
  states: readonly PermissionFields[],
  { page }: Pick<RecordWords, 'page'>,
): Record<string, string> {
  const systems = states.flatMap((state) => state.systems)
  const names = new Map(systems.map(({ systemId, systemNm }) => [systemId, systemNm]))
  return Object.fromEntries([
    ...systems.map(({ systemId, systemNm }) => [systemKey(systemId), systemNm]),
    ...states
      .flatMap((state) => state.pages)
      .map(({ pageId, pageNm, systemId }) => [pageKey(pageId), `${names.get(systemId) ?? ''} / ${page(pageNm)}`]),
  ]) as Record<string, string>
}

/** The day of an end in the user's time zone, for a date field. */
export const dayOfEnd = (endDt: string | null): string => (endDt === null ? '' : dayOf(new Date(endDt)))

/** The end of a day in the user's time zone, as the call takes it; null for ''. */
export const endOnDay = (day: string): string | null => dateOnDay(day)?.toISOString() ?? null

/** The same as a moment. */
export const dateOnDay = (day: string): Date | null => (day === '' ? null : endOfDay(day))
