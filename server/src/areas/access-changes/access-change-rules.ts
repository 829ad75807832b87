import type { AccessChangeKind } from '@portico/contract/access-changes/access-change-rules.ts'
import { hasEnded } from '@portico/contract/users/grant-rules.ts'
import type { PageGrant, SystemGrant } from '../grants/public.ts'
import type { Permissions } from '../permissions/public.ts'

/** What an act gives or ends; also what one user held before or after it. */
export interface ActPermissions extends Permissions {
  setIds?: readonly number[]
  /** When the sets that an act gives end by themselves; null or absent: no planned end. */
  setsEndAt?: Date | null
  /** Before an act: until when the user had sets that they have for longer by it, by their ids. */
  setEnds?: Readonly<Record<string, Date>>
}

/** What an act does to each of its users; of what it ends, `endsAt` is the moment, null being now. */
export interface AccessAct {
  kind: AccessChangeKind
  permissions: ActPermissions
}

/** How an act gives its sets. */
export const givingOf = ({ setsEndAt = null }: ActPermissions) => ({ act: 'give', endsAt: setsEndAt }) as const

/** Why an act leaves out a user whom the rules of the profile would let it change: a key of its texts. */
export type LeftOutKey =
  | 'access_change_already'
  | 'access_change_not_held'
  | 'access_change_mixed'
  | 'access_change_changed_since'

/**
 * Returns what a user shall hold after an act, or why it leaves them out. Giving takes nothing away: access that is
 * wider and longer stays.
 */
export function permissionsAfter({ kind, permissions }: AccessAct, held: Permissions): Permissions | LeftOutKey {
  if (kind === 'end') {
    const after = endAccess(permissions, held)
    return isSame(after, held) ? 'access_change_not_held' : after
  }
  const system = givenSystems(permissions.system, held.system)
  if (typeof system === 'string') return system
  const after = { system, page: givenPages(permissions.page, held.page) }
  return isSame(after, held) ? 'access_change_already' : after
}

const isSame = (one: Permissions, other: Permissions): boolean => JSON.stringify(one) === JSON.stringify(other)

const endOf = ({ endsAt }: { endsAt: Date | null }): number => endsAt?.getTime() ?? Number.POSITIVE_INFINITY

/** True where access gives all that other access gives, for at least as long. */
const covers = (one: SystemGrant, other: SystemGrant): boolean =>
  endOf(one) >= endOf(other) && (one.isAdmin || !other.isAdmin) && (one.hasSensitiveData || !other.hasSensitiveData)

/**
 * Access has one end for all of its rights: where what is held has more of them and what is given lasts longer, or the
 * other way round, neither can be had without giving more than was asked for.
 */
function givenSystems(given: readonly SystemGrant[], held: readonly SystemGrant[]): SystemGrant[] | LeftOutKey {
  const after = new Map(held.map((grant) => [grant.systemId, grant]))
  for (const grant of given) {
    const own = after.get(grant.systemId)
    if (own && covers(own, grant)) continue
    if (own && !covers(grant, own)) return 'access_change_mixed'
    after.set(grant.systemId, grant)
  }
  return [...after.values()]
}

function givenPages(given: readonly PageGrant[], held: readonly PageGrant[]): PageGrant[] {
  const after = new Map(held.map((grant) => [grant.pageId, grant]))
  for (const grant of given) {
    const own = after.get(grant.pageId)
    if (!own || endOf(own) < endOf(grant)) after.set(grant.pageId, grant)
  }
  return [...after.values()]
}

const endAccess = (ended: Permissions, held: Permissions): Permissions => ({
  system: endGrants(ended.system, held.system, ({ systemId }) => systemId),
  page: endGrants(ended.page, held.page, ({ pageId }) => pageId),
})

/** Access that ends before the moment keeps its end. */
function endGrants<Grant extends { endsAt: Date | null }>(
  ended: readonly Grant[],
  held: readonly Grant[],
  idOf: (grant: Grant) => number,
): Grant[] {
  const endings = new Map(ended.map((grant) => [idOf(grant), grant.endsAt]))
  return held.flatMap((grant) => {
    const endsAt = endings.get(idOf(grant))
    if (endsAt === undefined) return [grant]
    if (endsAt === null) return []
    return [endOf(grant) > endsAt.getTime() ? { ...grant, endsAt } : grant]
  })
}

/**
 * Returns what a user shall hold once an act is taken back, or why nothing is: only grants that are still as the act
 * left them become what they were before.
 * @param isUntouched false for grants that were changed since, even if they are alike again
 */
export function permissionsBefore(
  { before, after }: { before: Permissions; after: Permissions },
  held: Permissions,
  isUntouched: { system: (systemId: number) => boolean; page: (pageId: number) => boolean },
  now: Date,
): Permissions | LeftOutKey {
  const still = <Grant extends { endsAt: Date | null }>(grants: readonly Grant[]) =>
    grants.filter(({ endsAt }) => !hasEnded(endsAt, now))
  const [wasSystem, wasPage] = [still(before.system), still(before.page)]
  const system = restoreGrants(wasSystem, after.system, held.system, ({ systemId }) => systemId, isUntouched.system)
  const page = restoreGrants(wasPage, after.page, held.page, ({ pageId }) => pageId, isUntouched.page)
  const restored = { system, page }
  return isSame(restored, held) ? 'access_change_changed_since' : restored
}

function restoreGrants<Grant>(
  before: readonly Grant[],
  after: readonly Grant[],
  held: readonly Grant[],
  idOf: (grant: Grant) => number,
  isUntouched: (id: number) => boolean,
): Grant[] {
  const textById = (grants: readonly Grant[]) => new Map(grants.map((grant) => [idOf(grant), JSON.stringify(grant)]))
  const [was, became, is] = [textById(before), textById(after), textById(held)]
  const mayRestore = (id: number) => was.get(id) !== became.get(id) && became.get(id) === is.get(id) && isUntouched(id)
  return [...held.filter((grant) => !mayRestore(idOf(grant))), ...before.filter((grant) => mayRestore(idOf(grant)))]
}

/** Whether an act can no longer be taken back: at the moment until which it can; null: it never could. */
export const isOver = (until: Date | null, now: Date): boolean => until === null || until <= now
