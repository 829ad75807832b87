import type { Shape } from '@portico/contract/kit/endpoint.ts'
import type { List } from '@portico/contract/kit/list.ts'
import type { TextKey } from '@portico/contract/texts/texts.ts'
import type { VersionedTable } from '../../db/row-version.ts'

/** A category of database maintenance as `referenceTable` of the contract declares it. */
export interface ReferenceTable {
  readonly name: string
  readonly key: string
  readonly fields: Readonly<Record<string, Shape>>
  readonly entries: List
  readonly texts: { readonly entry: TextKey }
  readonly endpoints: object
}

/** Where the entries of a category lie. */
export interface ReferenceRows<Field extends string = string> {
  table: VersionedTable
  /** Column of each field; that of the key too where it is one of them. */
  columns: Readonly<Record<Field, string>>
  /** Every foreign key on the table that keeps an entry from being deleted. */
  inUse: readonly { by: TextKey; table: string; column: string }[]
  /** Unique indexes, with the field that is at fault where one refuses. */
  unique: Readonly<Record<string, Field>>
  /** Column that is true for entries which the code itself needs. */
  protect?: string
}

/** Key of an entry: a number that the portal gives, or a text that administrators type. */
export type EntryId = number | string

/** Column of the key. */
export const keyColumnOf = ({ key }: ReferenceTable, { columns }: ReferenceRows): string => columns[key] ?? 'id'
