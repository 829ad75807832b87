import type { DeletionResult } from '@portico/contract/catalog.ts'
import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { isListed } from './catalog-record.ts'
import { isNameTaken } from './catalog-refusals.ts'
import { deletionStore } from './deletion-store.ts'
import type { CatalogDeps } from './save-application.ts'

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

/** Locks the records, so that no application begins to use them before the transaction ends. */
const holdAll = (tx: Tx, table: DeletableTable, ids: readonly number[]) =>
  query<Candidate>(
    tx,
    `select entry.id, entry.name::text as name from ${table} entry
      where entry.id = any($1) and entry.deleted_at is null and ${isListed(table)}
      order by entry.id for update of entry`,
    [ids],
  )

/** Ids of the records that pages are attached to; a statement of its own, which sees what the lock has waited for. */
const readUsed = async (tx: Tx, table: DeletableTable, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const { key } = kinds[table]
  const used = await query<{ id: number }>(
    tx,
    `select distinct ${key} as id from pages where ${key} = any($1) and deleted_at is null`,
    [ids],
  )
  return new Set(used.map(({ id }) => id))
}

/** Deletes sections or systems, all or none of them (decision H2). */
export function deleteRecords(
  { transact }: CatalogDeps,
  by: CallContext,
  { table, ids }: { table: DeletableTable; ids: readonly number[] },
) {
  const { missing, attached, deleted, event, kind } = kinds[table]
  const wanted = [...new Set(ids)]
  return transact(everything, async ({ tx, audit, undo }) => {
    const held = await holdAll(tx, table, wanted)
    if (held.length < wanted.length) return refuse('404', missing)
    const usedIds = await readUsed(tx, table, wanted)
    if (usedIds.size > 0) {
      const used = held.filter(({ id }) => usedIds.has(id))
      const result: DeletionResult = { status: 'fail', names: used.map(({ name }) => name), undo: null }
      return new Answer(result, { message: attached })
    }
    const userId = by.caller.user.id
    await deletionStore(tx, table).remove(wanted, userId)
    for (const { id, name } of held) audit.change(by, { event, kind, id, clientId: null }, { name }, null)
    const offer = await undo.offer({ kind: undoKind(table), userId, snapshot: { ids: wanted } })
    const result: DeletionResult = { status: 'success', names: held.map(({ name }) => name), undo: offer }
    return new Answer(result, { message: deleted })
  })
}

const undoKind = (table: DeletableTable) => `delete ${table}`

/** Takes back one's own deletion of sections or systems. */
export function restoreRecords(
  { transact }: CatalogDeps,
  by: CallContext,
  { table, undoId }: { table: DeletableTable; undoId: number },
) {
  const { event, kind, restored } = kinds[table]
  return transact(everything, async ({ tx, audit, undo }) => {
    const userId = by.caller.user.id
    const deleted = await undo.take<{ ids: number[] }>(undoKind(table), userId, undoId)
    if (!deleted) return refuse('404', sentences.undo_expired)
    try {
      await deletionStore(tx, table).restore(deleted.ids, userId)
    } catch (error) {
      if (isNameTaken(error)) return refuse('409', sentences.catalog_restore_taken)
      throw error
    }
    const back = await holdAll(tx, table, deleted.ids)
    for (const { id, name } of back) audit.change(by, { event, kind, id, clientId: null }, null, { name })
    return new Answer({ names: back.map(({ name }) => name) }, { message: restored })
  })
}
