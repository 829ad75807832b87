import type { CallContext } from '../../http/caller.ts'
import { Refusal, isStaleVersion } from '../../http/answers.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { referenceOrder } from './reference-order.ts'
import { referenceRefusals } from './reference-refusals.ts'
import type { EntryId, ReferenceRows, ReferenceTable, Values } from './reference-rows.ts'
import { referenceSecret } from './reference-secret.ts'
import { type Entry, type LockedEntry, referenceStore } from './reference-store.ts'
import type { Tx } from '../../db/database.ts'
import { auditChange } from '../audit/public.ts'
import { offerUndo, takeUndo } from '../undo/public.ts'

/** A deleted entry, as its restoring needs it. */
interface Snapshot {
  id: EntryId
  version: number
  values: Values
  /** What `dependents.detach` returned. */
  detached?: object
}

/** What every command on a category needs. */
function commandContext(category: ReferenceTable, rows: ReferenceRows, keys: Pick<KeyRing, 'encrypt'>) {
  const refusals = referenceRefusals(category, rows)
  const secret = referenceSecret(rows, keys)
  const storeOf = (tx: Tx) => referenceStore(tx, category, rows)
  const { fixed = [] } = category
  const { order } = rows
  return {
    refusals,
    secret,
    storeOf,
    /** False where nothing differs, and then nothing is recorded. */
    record: (
      tx: Tx,
      by: CallContext,
      id: EntryId,
      { before, after }: { before: Values | null; after: Values | null },
    ) =>
      auditChange(tx, by, { event: 'reference_data_changed', kind: rows.table, id, clientId: null }, before, after, {
        secret: secret.hidden(before, after),
      }),
    /** An entry that may be changed: there, of the version that the caller knows, and not needed by the portal itself. */
    lock: async (tx: Tx, id: EntryId, version?: number): Promise<LockedEntry | Refusal> => {
      const held = await storeOf(tx).lock(id)
      if (!held) return refusals.missing()
      if (isStaleVersion(version, held.version)) return refusals.stale(held)
      return held.isProtected ? refusals.protected() : held
    },
    changeable: (given: Values): Values =>
      Object.fromEntries(Object.entries(given).filter(([field]) => !fixed.includes(field))),
    entry: async (tx: Tx, id: EntryId) => (await storeOf(tx).find(id)) as Entry,
    /** The positions of a category that keeps an order. */
    orderOf: (tx: Tx) => (order ? referenceOrder(tx, category, { ...rows, order }) : undefined),
    positionOf: (values: Values) => (order ? Number(values[order.field]) : 0),
  }
}

type Context = ReturnType<typeof commandContext>

function adding({ refusals, secret, storeOf, record, entry, orderOf, positionOf }: Context, { check }: ReferenceRows) {
  return async (tx: Tx, by: CallContext, given: Values): Promise<Entry | Refusal> => {
    const order = orderOf(tx)
    await order?.lock()
    const values = secret.seal(null, order ? await order.place(given, null) : given)
    const issue = await check?.(tx, values, null)
    if (issue) return refusals.atField(issue)
    try {
      const id = await storeOf(tx).add(values, by.caller.user.id)
      await order?.close({ id, from: null, to: positionOf(values) })
      record(tx, by, id, { before: null, after: values })
      return await entry(tx, id)
    } catch (error) {
      return refusals.fieldRefused(error)
    }
  }
}

function changing(context: Context, category: ReferenceTable, { check, columns }: ReferenceRows) {
  const { refusals, secret, storeOf, record, lock, changeable, entry, orderOf, positionOf } = context
  const idAfter = (id: EntryId, values: Values) => (category.key in columns ? (values[category.key] as EntryId) : id)
  return async (
    tx: Tx,
    by: CallContext,
    id: EntryId,
    change: { given: Values; version?: number },
  ): Promise<Entry | Refusal> => {
    const order = orderOf(tx)
    await order?.lock()
    const held = await lock(tx, id, change.version)
    if (held instanceof Refusal) return held
    const asked = changeable(change.given)
    const sealed = secret.seal(held.values, asked)
    const values = order ? await order.place({ ...held.values, ...sealed }, id) : { ...held.values, ...sealed }
    const issue = secret.issue(held.values, asked) ?? (await check?.(tx, values, id))
    if (issue) return refusals.atField(issue)
    if (!record(tx, by, id, { before: held.values, after: values })) return entry(tx, id)
    try {
      await storeOf(tx).change(id, held.version, values, by.caller.user.id)
      await order?.close({ id, from: positionOf(held.values), to: positionOf(values) })
      return await entry(tx, idAfter(id, values))
    } catch (error) {
      return refusals.fieldRefused(error)
    }
  }
}

function removing(context: Context, { table, dependents, check }: ReferenceRows) {
  const { refusals, storeOf, record, lock, entry, orderOf, positionOf } = context
  const undoKind = `delete ${table}`
  return {
    remove: async (tx: Tx, by: CallContext, id: EntryId, version?: number) => {
      const order = orderOf(tx)
      await order?.lock()
      const held = await lock(tx, id, version)
      if (held instanceof Refusal) return held
      if (held.isKept) return refusals.kept()
      const refusal = refusals.inUse((await storeOf(tx).countUses(id)) ?? [])
      if (refusal) return refusal
      const detached = await dependents?.detach(tx, by, id)
      await storeOf(tx).remove(id)
      await order?.close()
      record(tx, by, id, { before: held.values, after: null })
      const snapshot: Snapshot = { id, version: held.version, values: held.values, ...(detached && { detached }) }
      return offerUndo(tx, { kind: undoKind, userId: by.caller.user.id, snapshot })
    },

    restore: async (tx: Tx, by: CallContext, undoId: number): Promise<Entry | Refusal> => {
      const userId = by.caller.user.id
      const order = orderOf(tx)
      await order?.lock()
      const deleted = await takeUndo<Snapshot>(tx, undoKind, userId, undoId)
      if (!deleted) return refusals.undoExpired()
      const { id, version, values, detached } = deleted
      const issue = await check?.(tx, values, null)
      if (issue) return refusals.restoreInvalid(issue)
      try {
        await storeOf(tx).add(values, userId, { id, version: version + 1 })
        await order?.close({ id, from: null, to: positionOf(values) })
        if (detached) await dependents?.attach(tx, by, id, detached)
        record(tx, by, id, { before: null, after: values })
        return await entry(tx, id)
      } catch (error) {
        return refusals.restoreTaken(error)
      }
    },
  }
}

/** What administrators do with the entries of one category; each returns an answer or a refusal. */
export function referenceCommands(category: ReferenceTable, rows: ReferenceRows, keys: Pick<KeyRing, 'encrypt'>) {
  const context = commandContext(category, rows, keys)
  return { add: adding(context, rows), change: changing(context, category, rows), ...removing(context, rows) }
}
