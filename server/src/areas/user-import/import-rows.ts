import type { TextKey } from '@portico/contract/texts/texts.ts'
import type { ImportField } from '@portico/contract/user-import/user-import-rules.ts'
import type { ImportState } from '@portico/contract/user-import/user-import.ts'
import type { Permissions } from '../permissions/public.ts'
import type { NewUserDetails } from '../users/public.ts'

/** What is wrong with a row, or worth a look. */
export interface RowIssue {
  /** '': the row as a whole. */
  readonly field: ImportField | ''
  readonly text: TextKey
  readonly values?: Readonly<Record<string, string | number>>
  readonly isWarning?: true
  /** A value that was probably meant. */
  readonly suggestion?: string
}

export interface GivenRow {
  readonly row: number
  readonly given: Readonly<Partial<Record<ImportField, string>>>
  /** Found while the file was read. */
  readonly faults: readonly RowIssue[]
}

/** The systems, pages and permission sets that a row gives. */
export interface RowGrants extends Permissions {
  readonly setIds?: readonly number[]
  /** When the sets end by themselves; null or absent: no planned end. */
  readonly setsEndAt?: Date | null
}

export interface CheckedRow {
  readonly row: number
  /** Null where the row has errors. */
  readonly details: NewUserDetails | null
  readonly issues: readonly RowIssue[]
  /** What the row gives. */
  readonly access?: RowGrants | null
  /** By these, rows of one file are compared; null where the value is missing. */
  readonly userName: string | null
  readonly email: string | null
  readonly person: string | null
}

export interface StoredImport {
  readonly id: number
  readonly ownerId: number
  readonly fileName: string
  readonly state: ImportState | 'receiving'
  readonly rowCount: number
  readonly doneCount: number
  readonly errorCount: number
  readonly warningCount: number
  readonly createdAt: Date
  readonly sessionId: number | null
  readonly requestId: string | null
  readonly address: string | null
  /** The administrator had confirmed their sign-in lately when they had the users created (S52). */
  readonly isFresh: boolean
  /** It was stopped because they could no longer add its users. */
  readonly isRefused: boolean
  /** The import of the whole file, of which this one has some rows; null: it is that one. */
  readonly firstImportId: number | null
}
