import { ALL_APPLICATIONS_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { Tx } from '../../db/database.ts'
import type { ActContext } from '../../http/caller.ts'
import { sentences, translateAsShipped } from '../../http/sentences.ts'
import type { PageGrant, SystemGrant } from '../grants/public.ts'
import type { PermissionCatalog, Permissions, SentPermissions } from './permission-rules.ts'
import type { UserTarget } from './user-targets.ts'
import { auditChange } from '../audit/public.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, int, statement, text } from '../../db/statement.ts'

/** Records what a user held before and after a change of systems and pages, by name. */
export async function recordPermissions(
  tx: Tx,
  by: ActContext,
  target: Pick<UserTarget, 'id' | 'clientId'>,
  before: Permissions,
  after: Permissions,
): Promise<void> {
  const catalog = await readCatalog(tx, before, { userSystems: [...after.system], userPages: [...after.page] })
  recordPermissionChange(tx, by, target, { before, after }, catalog)
}

/** As `recordPermissions`, with the names of a catalog that has been read. */
export function recordPermissionChange(
  tx: Tx,
  by: ActContext,
  { id, clientId }: Pick<UserTarget, 'id' | 'clientId'>,
  { before, after }: { before: Permissions; after: Permissions },
  catalog: PermissionCatalog,
): void {
  auditChange(
    tx,
    by,
    { event: 'user_permissions_changed', kind: 'user', id, clientId, subjectId: id },
    permissionRecord(before, catalog),
    permissionRecord(after, catalog),
  )
}

/** Records of the audit trail have the words of the product: they are the same for every reader. */
const recorded = translateAsShipped

/** Permissions by name as the audit trail shows them; deleted systems and pages are left out. */
function permissionRecord({ system, page }: Permissions, catalog: PermissionCatalog): Record<string, string> {
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

const catalogSystems = statement([arrayOf(int)], {
  name: 'permissions: catalog systems',
  text: `
  select id, name::text as name, is_assignable and id <> ${ALL_APPLICATIONS_ID} as "isAssignable"
    from systems where id = any($1::integer[]) and deleted_at is null`,
  row: { id: int, name: text, isAssignable: bool },
})

const catalogPages = statement([arrayOf(int)], {
  name: 'permissions: catalog pages',
  text: `
  select page.id, page.name::text as name, page.system_id as "systemId", page.is_internal_only as "isInternalOnly",
         page.is_assignable as "isAssignable"
    from pages page join systems system on system.id = page.system_id and system.deleted_at is null
   where page.id = any($1::integer[]) and page.deleted_at is null`,
  row: { id: int, name: text, systemId: int, isInternalOnly: bool, isAssignable: bool },
})

/** The systems include those of the pages, for their names. */
export async function readCatalog(tx: Tx, held: Permissions, sent: SentPermissions): Promise<PermissionCatalog> {
  const pageIds = [...held.page, ...(sent.userPages ?? [])].map(({ pageId }) => pageId)
  const pages = await run(tx, catalogPages([...new Set(pageIds)]))
  const systemIds = [...held.system, ...(sent.userSystems ?? []), ...pages].map(({ systemId }) => systemId)
  const systems = await run(tx, catalogSystems([...new Set(systemIds)]))
  return { systems: new Map(systems.map((row) => [row.id, row])), pages: new Map(pages.map((row) => [row.id, row])) }
}
