import type { Language } from '@portico/contract/texts/languages.ts'
import type { Translate } from '../../http/sentences.ts'

/** Who reads an export: what they may see of others follows from it. */
export interface ArchiveReader {
  kind: 'person' | 'administrator' | 'operator'
  /** The client whose people they may see; null: all. */
  clientId: number | null
  /** Sees what only internal administrators see. */
  isInternal: boolean
  /** May read the audit trail. */
  readsAudit: boolean
  language: Language
  translate: Translate
}

/** Who reads, and what they may see. */
export type Sight = Pick<ArchiveReader, 'kind' | 'clientId' | 'isInternal' | 'readsAudit'>

/** What the person may have: nothing that belongs to others, and no fields for internal administrators. */
export const sightOfPerson = ({ clientId }: { clientId: number }): Sight => ({
  kind: 'person',
  clientId,
  isInternal: false,
  readsAudit: true,
})

/** An administrator of a client gets nothing that no page of the administration shows them, such as documents. */
export const isAdministratorOfClient = ({ kind, isInternal }: Pick<ArchiveReader, 'kind' | 'isInternal'>): boolean =>
  kind === 'administrator' && !isInternal

/** The rows of a table for the readable page, in the words of its reader. */
export interface PageRows {
  /** Fields that have a value in one of the rows, in their order. */
  readonly fields: readonly string[]
  readonly rows: readonly Readonly<Record<string, string>>[]
}

/** A file of an export with the number of its entries, and those of them that the readable page shows. */
export interface ArchivedTable {
  table: string
  entries: number
  shown: PageRows
}
