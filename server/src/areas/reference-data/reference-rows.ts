import type { RawBuilder, SqlBool } from 'kysely'
import type { Shape } from '@portico/contract/kit/endpoint.ts'
import type { Addresses } from '@portico/contract/kit/reference-calls.ts'
import type { List } from '@portico/contract/kit/list.ts'
import type { TextKey } from '@portico/contract/texts/texts.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Tx } from '../../db/database.ts'
import type { VersionedTable } from '../../db/row-version.ts'
import type { Message } from '../../http/sentences.ts'

/** A category of database maintenance as `referenceTable` of the contract declares it. */
export interface ReferenceTable {
  readonly name: string
  readonly key: string
  readonly fields: Readonly<Record<string, Shape>>
  readonly fixed?: readonly string[]
  readonly shipped?: readonly string[]
  readonly addresses?: Addresses
  readonly entries: List
  readonly texts: { readonly entry: TextKey; readonly used?: TextKey }
  readonly endpoints: object
}

/** Values of an entry by the wire names of its fields. */
export type Values = Readonly<Record<string, unknown>>

/** Why a value is refused. */
export interface FieldIssue<Field extends string = string> {
  field: Field
  message: Message
}

/** Records that refer to an entry. */
export interface UsedBy {
  by: TextKey
  table: string
  column: string
  /** A condition on these records. */
  where?: RawBuilder<unknown>
  /** True: they do not keep the entry, but lose it when it is deleted. */
  isLost?: boolean
}

/** Where the entries of a category lie. */
export interface ReferenceRows<Field extends string = string> {
  table: VersionedTable
  /** Column of each field; that of the key too where it is one of them. */
  columns: Readonly<Record<Field, string>>
  /** Rows that are entries; the others are not there. `entry` is the row. */
  where?: RawBuilder<SqlBool>
  /** What is shown beside the fields, by its wire name; `entry` is the row. */
  shown?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Every foreign key on the table that keeps an entry from being deleted; and with `isLost` what deleting it takes away. */
  inUse: readonly UsedBy[]
  /** Unique indexes, with the field that is at fault where one refuses. */
  unique: Readonly<Record<string, Field>>
  /** Foreign keys of the table, with the field that names something unknown where one refuses. */
  refersTo?: Readonly<Record<string, Field>>
  /** Column that is true for entries which the code itself needs: neither changed nor deleted. */
  protect?: string
  /** Column that is true for entries which may be changed, but not deleted. */
  keep?: string
  /** Entries stand in an order from 1 without gaps; `within`: column of what each order belongs to (decision I8). */
  order?: { field: Field; within?: Field }
  /** A field that is encrypted and never leaves the server where the other one is true (decision I11). */
  secret?: { field: Field; when: Field }
  /** Rules beyond the shapes of the fields, on the entry as it would be; id null: a new one. */
  check?: (tx: Tx, values: Values, id: EntryId | null) => Promise<FieldIssue<Field> | null>
  /** Rows that go with an entry and come back with it. */
  dependents?: Dependents
}

export interface Dependents {
  /** Runs before an entry is deleted; returns what `attach` needs. */
  detach: (tx: Tx, by: CallContext, id: EntryId) => Promise<object>
  /** Runs after an entry is restored. */
  attach: (tx: Tx, by: CallContext, id: EntryId, detached: object) => Promise<void>
}

/**
 * Where the entries of every category of a module of the contract lie, by the names of their declarations: a category or
 * a column that is missing does not compile.
 */
export type RowsOf<Module> = {
  readonly [
    Name in keyof Module as Module[Name] extends ReferenceTable ? Name : never
  ]: Module[Name] extends ReferenceTable ? ReferenceRows<keyof Module[Name]['fields'] & string> : never
}

/** Key of an entry: a number that the portal gives, or a text that administrators type. */
export type EntryId = number | string

/** Column of the key. */
export const keyColumnOf = ({ key }: ReferenceTable, { columns }: ReferenceRows): string => columns[key] ?? 'id'
