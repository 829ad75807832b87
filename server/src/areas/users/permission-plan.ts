import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { refuse, refuseFields, type StandardRefusal } from '../../http/answers.ts'
import type { Authority } from '../../http/caller.ts'
import { Sentence, sentences, shippedWording } from '../../http/sentences.ts'
import type { Stores } from '../../stores.ts'
import type { PageGrant, SystemGrant } from '../grants/public.ts'
import { mayGiveToThemselves } from './user-targets.ts'
import {
  type CatalogPage,
  type CatalogSystem,
  grantRefusal,
  type Grantor,
  permissionIssues,
  type PermissionCatalog,
  type Permissions,
  rightChanges,
  type RuleText,
  type SentPermissions,
  wantedPermissions,
} from './permission-rules.ts'

/** Id of the portal's own system. */
export const PORTAL_SYSTEM = 2

/** A change of permissions that may be made. */
export interface PermissionPlan {
  before: Permissions
  after: Permissions
  hasChanges: boolean
  /** Gives or takes away rights in the portal itself, which needs a fresh sign-in (S52). */
  changesPortal: boolean
  catalog: PermissionCatalog
}

export interface PermissionTarget {
  /** Null for a user who is being created. */
  userId: number | null
  isInternal: boolean
}

/**
 * Checks the systems and pages that a body asks for; returns the change, or why it is refused. For creating and
 * changing users alike: the held permissions of a new user are empty.
 */
export async function planPermissions(
  stores: Pick<Stores, 'grants' | 'tx'>,
  authority: Authority,
  { userId, isInternal }: PermissionTarget,
  held: Permissions,
  sent: SentPermissions,
): Promise<PermissionPlan | StandardRefusal> {
  const [catalog, grantor, now] = await Promise.all([
    readCatalog(stores.tx, held, sent),
    grantorOf(stores, authority, userId),
    databaseTime(stores.tx),
  ])
  const after = wantedPermissions(sent, held, catalog)
  const changes = rightChanges(held, after, catalog)
  const areKnown = changes.every(({ systemId }) => catalog.systems.has(systemId))
  const refusal = areKnown ? grantRefusal(grantor, userId, changes, catalog) : null
  if (refusal !== null) return refuse('403', sentenceOf(refusal))
  const issues = permissionIssues(held, after, { catalog, isInternal, now })
  const [first] = issues
  if (first)
    return refuseFields(
      '422',
      sentenceOf(first),
      issues.map((issue) => ({ field: issue.field, message: sentenceOf(issue) })),
    )
  return {
    before: held,
    after,
    hasChanges: changes.length > 0,
    changesPortal: changes.some(({ systemId }) => systemId === PORTAL_SYSTEM),
    catalog,
  }
}

const sentenceOf = ({ text, values }: RuleText) => new Sentence(text, values)

/** Stores planned permissions: a constant number of statements, however many there are. */
export async function storePermissions(
  { grants }: Pick<Stores, 'grants'>,
  { after }: PermissionPlan,
  userId: number,
  grantedBy: number,
): Promise<void> {
  await Promise.all([
    grants.replace(userId, 'system', [...after.system], grantedBy),
    grants.replace(userId, 'page', [...after.page], grantedBy),
  ])
}

/** Records of the audit trail have the words of the product: they are the same for every reader. */
const recorded = shippedWording

/** Permissions by name as the audit trail shows them; deleted systems and pages are left out. */
export function permissionRecord({ system, page }: Permissions, catalog: PermissionCatalog): Record<string, string> {
  const ofSystem = ({ systemId, isAdmin, hasSensitiveData, endsAt }: SystemGrant): [string, string][] => {
    const name = catalog.systems.get(systemId)?.name
    const words = [
      recorded(sentences.permission_assigned),
      ...(isAdmin ? [recorded(sentences.permission_admin)] : []),
      ...(hasSensitiveData ? [recorded(sentences.permission_sensitive)] : []),
      ...endWords(endsAt),
    ]
    return name === undefined ? [] : [[name, words.join(', ')]]
  }
  const ofPage = ({ pageId, endsAt }: PageGrant): [string, string][] => {
    const known = catalog.pages.get(pageId)
    if (!known) return []
    const systemName = catalog.systems.get(known.systemId)?.name ?? ''
    return [
      [`${systemName} / ${known.name}`, [recorded(sentences.permission_assigned), ...endWords(endsAt)].join(', ')],
    ]
  }
  return Object.fromEntries([...system.flatMap(ofSystem), ...page.flatMap(ofPage)])
}

const endWords = (endsAt: Date | null): string[] =>
  endsAt === null ? [] : [recorded(sentences.permission_until({ date: endsAt.toISOString() }))]

const catalogSystems = `
  select id, name::text as name, is_assignable and id <> 1 as "isAssignable"
    from systems where id = any($1::integer[]) and deleted_at is null`

const catalogPages = `
  select page.id, page.name::text as name, page.system_id as "systemId", page.is_internal_only as "isInternalOnly",
         page.is_assignable as "isAssignable"
    from pages page join systems system on system.id = page.system_id and system.deleted_at is null
   where page.id = any($1::integer[]) and page.deleted_at is null`

/** The systems include those of the pages, for their names. */
async function readCatalog(tx: Tx, held: Permissions, sent: SentPermissions): Promise<PermissionCatalog> {
  const pageIds = [...held.page, ...(sent.userPages ?? [])].map(({ pageId }) => pageId)
  const pages = await query<CatalogPage>(tx, catalogPages, [[...new Set(pageIds)]])
  const systemIds = [...held.system, ...(sent.userSystems ?? []), ...pages].map(({ systemId }) => systemId)
  const systems = await query<CatalogSystem>(tx, catalogSystems, [[...new Set(systemIds)]])
  return { systems: new Map(systems.map((row) => [row.id, row])), pages: new Map(pages.map((row) => [row.id, row])) }
}

async function grantorOf(
  { grants, tx }: Pick<Stores, 'grants' | 'tx'>,
  authority: Authority,
  targetId: number | null,
): Promise<Grantor> {
  const { userId, isPortalAdmin, adminSystemIds } = authority
  const held = await grants.read(userId)
  return {
    userId,
    mayGiveToThemselves: userId === targetId && (await mayGiveToThemselves(tx, authority)),
    isPortalAdmin,
    adminSystemIds,
    sensitiveSystemIds: held.system.filter((grant) => grant.hasSensitiveData).map(({ systemId }) => systemId),
    pageIds: held.page.map(({ pageId }) => pageId),
  }
}

async function databaseTime(tx: Tx): Promise<Date> {
  const [row] = await query<{ now: Date }>(tx, 'select clock_now() as now', [])
  if (!row) throw new Error('The database returned no time')
  return row.now
}
