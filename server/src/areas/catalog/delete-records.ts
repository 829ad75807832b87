import type { DeletionResult } from '@portico/contract/catalog/catalog-records.ts'
import { isUniqueViolation } from '../../db/constraint-violation.ts'
import type { Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { isListed } from './catalog-record.ts'
import { removeRecords, undeleteRecords } from './deletion-store.ts'
import type { CatalogDeps } from './save-application.ts'
import { auditChange } from '../audit/public.ts'
import { offerUndo, takeUndo } from '../undo/public.ts'
import { run } from '../../db/run.ts'
import { arrayOf, int, statement, text } from '../../db/statement.ts'

const kinds = {
  systems: {
    event: 'system_changed',
    kind: 'system',
    key: 'system_id',
    missing: sentences.delete_systems_error,
    attached: [sentences.delete_systems_pages, sentences.delete_pages_first],
    deleted: sentences.systems_deleted,
    restored: sentences.systems_restored,
  },
  sections: {
    event: 'section_changed',
    kind: 'section',
    key: 'section_id',
    missing: sentences.delete_sections_error,
    attached: [sentences.delete_sections_pages, sentences.delete_pages_first],
    deleted: sentences.sections_deleted,
    restored: sentences.sections_restored,
  },
} as const

export type DeletableTable = keyof typeof kinds

interface Candidate {
  id: number
  name: string
}

const statementsOf = (table: DeletableTable, { key }: { key: string }) => ({
  /** Locks the records, so that no application begins to use them before the transaction ends. */
  lockAll: statement([arrayOf(int)], {
    name: `catalog: lock ${table} to delete`,
    text: `select entry.id, entry.name::text as name from ${table} entry
      where entry.id = any($1) and entry.deleted_at is null and ${isListed(table)}
      order by entry.id for update of entry`,
    row: { id: int, name: text },
  }),
  /** Ids of the records that pages are attached to; a statement of its own, which sees what the lock has waited for. */
  readUsed: statement([arrayOf(int)], {
    name: `catalog: used ${table}`,
    text: `select entry.id from ${table} entry where entry.id = any($1)
      and exists (select from pages where pages.${key} = entry.id and pages.deleted_at is null)`,
    row: { id: int },
  }),
})

const statements = {
  systems: statementsOf('systems', kinds.systems),
  sections: statementsOf('sections', kinds.sections),
} satisfies Record<DeletableTable, unknown>

const selectCurrentSystemGrants = statement([arrayOf(int)], {
  name: 'catalog: select current system grants',
  text: `select system_id as id, count(*)::int as count from current_system_grants where system_id = any($1) group by 1`,
  row: { id: int, count: int },
})

/** What is recorded of each record; of a system also how many permissions go and come with it. */
async function readStates(tx: Tx, table: DeletableTable, locked: readonly Candidate[]) {
  if (table === 'sections') return locked.map(({ id, name }) => ({ id, state: { name } }))
  const counts = await run(tx, selectCurrentSystemGrants(locked.map(({ id }) => id)))
  const countOf = new Map(counts.map(({ id, count }) => [id, count]))
  return locked.map(({ id, name }) => ({ id, state: { name, permissionCnt: countOf.get(id) ?? 0 } }))
}

/** Deletes sections or systems, all or none of them (decision H2). */
export function deleteRecords(
  { db }: CatalogDeps,
  by: CallContext,
  { table, ids }: { table: DeletableTable; ids: readonly number[] },
) {
  const { missing, attached, deleted, event, kind } = kinds[table]
  const { lockAll, readUsed } = statements[table]
  const uniqueIds = [...new Set(ids)]
  return db.transact(everything, async (tx) => {
    const locked = await run(tx, lockAll(uniqueIds))
    if (locked.length < uniqueIds.length) return refuse('404', missing)
    const usedIds = new Set((await run(tx, readUsed(uniqueIds))).map(({ id }) => id))
    if (usedIds.size > 0) {
      const used = locked.filter(({ id }) => usedIds.has(id))
      const result: DeletionResult = { status: 'fail', names: used.map(({ name }) => name), undo: null }
      return new Answer(result, { message: attached })
    }
    const userId = by.caller.user.id
    const before = await readStates(tx, table, locked)
    await removeRecords(tx, table, uniqueIds, userId)
    for (const { id, state } of before) auditChange(tx, by, { event, kind, id, clientId: null }, state, null)
    const offer = await offerUndo(tx, { kind: undoKind(table), userId, snapshot: { ids: uniqueIds } })
    const result: DeletionResult = { status: 'success', names: locked.map(({ name }) => name), undo: offer }
    return new Answer(result, { message: deleted })
  })
}

const undoKind = (table: DeletableTable) => `delete ${table}`

/** Takes back one's own deletion of sections or systems. */
export function restoreRecords(
  { db }: CatalogDeps,
  by: CallContext,
  { table, undoId }: { table: DeletableTable; undoId: number },
) {
  const { event, kind, restored } = kinds[table]
  return db.transact(everything, async (tx) => {
    const userId = by.caller.user.id
    const deleted = await takeUndo<{ ids: number[] }>(tx, undoKind(table), userId, undoId)
    if (!deleted) return refuse('404', sentences.undo_expired)
    try {
      await undeleteRecords(tx, table, deleted.ids, userId)
    } catch (error) {
      if (isUniqueViolation(error, `${table}_by_name`)) return refuse('409', sentences.catalog_restore_taken)
      throw error
    }
    const back = await run(tx, statements[table].lockAll(deleted.ids))
    for (const { id, state } of await readStates(tx, table, back))
      auditChange(tx, by, { event, kind, id, clientId: null }, null, state)
    return new Answer({ names: back.map(({ name }) => name) }, { message: restored })
  })
}
