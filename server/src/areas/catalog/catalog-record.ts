import { sql } from 'kysely'
import { ALL_APPLICATIONS_ID, type CatalogIssue } from '@portico/contract/catalog/catalog-rules.ts'
import { isUniqueViolation } from '../../db/constraint-violation.ts'
import type { Tx, Db } from '../../db/database.ts'
import { runFirst, runOne } from '../../db/run.ts'
import { updateLocked } from '../../db/row-version.ts'
import { everything } from '../../db/scope.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { Answer, refuseField, type StandardRefusal, isStaleVersion } from '../../http/answers.ts'
import type { Authority, CallContext } from '../../http/caller.ts'
import { type MessageRef, sentences } from '../../http/sentences.ts'
import type { LockedRow } from './application-store.ts'
import { notFound, refuseBroken, refuseStaleRecord } from './catalog-refusals.ts'
import type { CatalogDeps } from './save-application.ts'
import { auditChange } from '../audit/public.ts'

export interface CheckedChange<Row> {
  before: Row
  after: Row
  authority: Authority
}

/** What sections and systems have in common: a name of their own, a version, and calls that add and change them. */
export interface CatalogRecord<Sent extends { version?: number | undefined }, Row extends { name: string }, View> {
  readonly table: 'systems' | 'sections'
  readonly event: 'system_changed' | 'section_changed'
  /** Kind of the target in the audit trail. */
  readonly kind: 'system' | 'section'
  /** Wire name of the name. */
  readonly nameField: string
  /** Columns of the table by property of the row; others are kept by `writeParts`. */
  readonly columns: Readonly<Partial<Record<keyof Row & string, string>>>
  /** SQL of a row as JSON; `entry` is the record. */
  readonly rowSql: string
  readonly empty: Row
  readonly merge: (before: Row, sent: Sent) => Row
  readonly issues: (row: Row) => readonly CatalogIssue[]
  /** Refuses for a reason that only the database knows, or for a record that the portal itself needs. */
  readonly check?: (tx: Tx, id: number | null, change: CheckedChange<Row>) => Promise<StandardRefusal | null>
  readonly writeParts?: (tx: Tx, id: number, row: Row) => Promise<void>
  readonly find: (tx: Tx, id: number) => Promise<View | undefined>
  readonly added: MessageRef
  readonly saved: MessageRef
}

/** The calls that add and change the records of one kind. */
export function recordCommands<Sent extends { version?: number | undefined }, Row extends { name: string }, View>(
  record: CatalogRecord<Sent, Row, View>,
  { db }: CatalogDeps,
) {
  const { table, event, kind, nameField, columns, empty } = record
  const byColumn = (row: Row) =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [column as string, row[name as keyof Row]]))
  const audited = (tx: Tx, by: CallContext, id: number, [before, after]: [Row | null, Row]) =>
    auditChange(tx, by, { event, kind, id, clientId: null }, before, after)
  const answer = async (tx: Tx, id: number, message: MessageRef) =>
    new Answer((await record.find(tx, id)) as View, { message })
  const refused = async (tx: Tx, id: number | null, change: CheckedChange<Row>) =>
    refuseBroken(record.issues(change.after)) ?? (await record.check?.(tx, id, change)) ?? null
  const nameRefusal = (error: unknown) => {
    if (isUniqueViolation(error, `${table}_by_name`)) return refuseField(nameField, sentences.field_taken)
    throw error
  }
  return {
    add: (by: CallContext, sent: Sent) =>
      transactAs(db, by, async (tx, authority) => {
        const row = record.merge(empty, sent)
        const refusal = await refused(tx, null, { before: empty, after: row, authority })
        if (refusal) return refusal
        try {
          const id = await insert(tx, table, { ...byColumn(row), changed_by: by.caller.user.id })
          await record.writeParts?.(tx, id, row)
          audited(tx, by, id, [null, row])
          return await answer(tx, id, record.added)
        } catch (error) {
          return nameRefusal(error)
        }
      }),

    update: (by: CallContext, id: number, sent: Sent) =>
      transactAs(db, by, async (tx, authority) => {
        const locked = await lock<Row>(tx, record, id)
        if (!locked) return notFound()
        if (isStaleVersion(sent.version, locked.version)) return refuseStaleRecord(locked)
        const row = record.merge(locked.row, sent)
        const refusal = await refused(tx, id, { before: locked.row, after: row, authority })
        if (refusal) return refusal
        try {
          if (audited(tx, by, id, [locked.row, row])) {
            await updateLocked(
              tx,
              table,
              { id, version: locked.version },
              { ...byColumn(row), changed_by: by.caller.user.id },
            )
            await record.writeParts?.(tx, id, row)
          }
          return await answer(tx, id, record.saved)
        } catch (error) {
          return nameRefusal(error)
        }
      }),
  }
}

/** Runs a transaction with what its administrator holds. */
async function transactAs<T>(db: Db, { caller }: CallContext, work: (tx: Tx, authority: Authority) => Promise<T>) {
  const authority = await caller.authority()
  return db.transact(everything, (tx) => work(tx, authority))
}

async function lock<Row>(
  tx: Tx,
  { table, rowSql }: { table: string; rowSql: string },
  id: number,
): Promise<LockedRow<Row> | undefined> {
  return runFirst(
    tx,
    sql<LockedRow<Row>>`
      select ${sql.raw(rowSql)} as row, entry.version, entry.changed_at as "changedAt",
             ${sql.raw(userNameSql('entry.changed_by'))} as "changedByName"
        from ${sql.table(table)} entry
       where entry.id = ${id} and entry.deleted_at is null and ${sql.raw(isListed(table))} for update of entry`,
  )
}

/** The system that stands for all applications is in no list (CATA-105). */
export const isListed = (table: string): string => (table === 'systems' ? `entry.id <> ${ALL_APPLICATIONS_ID}` : 'true')

async function insert(tx: Tx, table: string, row: Readonly<Record<string, unknown>>): Promise<number> {
  const names = Object.keys(row).map((name) => sql.ref(name))
  const insertion = sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(row))}) returning id`
  return (await runOne(tx, insertion)).id
}
