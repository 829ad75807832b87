import type { CallContext } from '../../http/caller.ts'
import { Refusal } from '../../http/answers.ts'
import type { Stores } from '../../stores.ts'
import { referenceRefusals } from './reference-refusals.ts'
import type { EntryId, ReferenceRows, ReferenceTable } from './reference-rows.ts'
import { type Entry, type HeldEntry, referenceStore, type Values } from './reference-store.ts'

type ReferenceStores = Pick<Stores, 'tx' | 'audit' | 'undo'>

/** A deleted entry, as its restoring needs it. */
interface Snapshot {
  id: EntryId
  version: number
  values: Values
}

/** What every command on a category needs. */
function commandContext(category: ReferenceTable, rows: ReferenceRows) {
  const refusals = referenceRefusals(category, rows)
  const storeOf = ({ tx }: ReferenceStores) => referenceStore(tx, category, rows)
  return {
    refusals,
    storeOf,
    /** False where nothing differs, and then nothing is recorded. */
    record: (
      { audit }: ReferenceStores,
      by: CallContext,
      id: EntryId,
      { before, after }: { before: Values | null; after: Values | null },
    ) => audit.change(by, { event: 'reference_data_changed', kind: rows.table, id, clientId: null }, before, after),
    /** An entry that may be changed: there, of the version that the caller knows, and not needed by the portal itself. */
    hold: async (stores: ReferenceStores, id: EntryId, version?: number): Promise<HeldEntry | Refusal> => {
      const held = await storeOf(stores).hold(id)
      if (!held) return refusals.missing()
      if (version !== undefined && version !== held.version) return refusals.stale(held)
      return held.isProtected ? refusals.protected() : held
    },
  }
}

/** What administrators do with the entries of one category; each returns an answer or a refusal. */
export function referenceCommands(category: ReferenceTable, rows: ReferenceRows) {
  const { refusals, storeOf, record, hold } = commandContext(category, rows)
  const undoKind = `delete ${rows.table}`
  return {
    add: async (stores: ReferenceStores, by: CallContext, values: Values): Promise<Entry | Refusal> => {
      try {
        const entry = await storeOf(stores).add(values, by.caller.user.id)
        record(stores, by, entry[category.key] as EntryId, { before: null, after: values })
        return entry
      } catch (error) {
        return refusals.fieldTaken(error)
      }
    },

    change: async (
      stores: ReferenceStores,
      by: CallContext,
      id: EntryId,
      change: { given: Values; version?: number },
    ) => {
      const held = await hold(stores, id, change.version)
      if (held instanceof Refusal) return held
      const values = { ...held.values, ...change.given }
      const entryOf = (version: number) => ({ [category.key]: id, ...values, version })
      if (!record(stores, by, id, { before: held.values, after: values })) return entryOf(held.version)
      try {
        const changed = await storeOf(stores).change(id, held.version, change.given, by.caller.user.id)
        return typeof changed === 'number' ? entryOf(changed) : refusals.stale(held)
      } catch (error) {
        return refusals.fieldTaken(error)
      }
    },

    remove: async (stores: ReferenceStores, by: CallContext, id: EntryId, version?: number) => {
      const held = await hold(stores, id, version)
      if (held instanceof Refusal) return held
      const refusal = refusals.inUse((await storeOf(stores).countUses(id)) ?? [])
      if (refusal) return refusal
      await storeOf(stores).remove(id)
      record(stores, by, id, { before: held.values, after: null })
      const snapshot: Snapshot = { id, version: held.version, values: held.values }
      return stores.undo.offer({ kind: undoKind, userId: by.caller.user.id, snapshot })
    },

    restore: async (stores: ReferenceStores, by: CallContext, undoId: number): Promise<Entry | Refusal> => {
      const userId = by.caller.user.id
      const deleted = await stores.undo.take<Snapshot>(undoKind, userId, undoId)
      if (!deleted) return refusals.undoExpired()
      const { id, version, values } = deleted
      try {
        const entry = await storeOf(stores).add(values, userId, { id, version: version + 1 })
        record(stores, by, id, { before: null, after: values })
        return entry
      } catch (error) {
        return refusals.restoreTaken(error)
      }
    },
  }
}
