/**
 * Rows with text that a key of the operator has encrypted or signed. They need that key for as long as they are
 * there. The values are SQL; none of them comes from outside.
 */
export interface SealedRows {
  /** One of them, and several, for messages. */
  readonly name: readonly [one: string, several: string]
  readonly table: string
  /** Column of the row's number. */
  readonly id: string
  /** The encrypted or signed text, which begins with the id of its key. */
  readonly sealed: string
  /** Condition of the rows that count. */
  readonly where: string
  /** Null: signed. */
  readonly encryption: RowEncryption | null
  /** Of a signed row: what was signed, if it is stored, so that another key can sign it. */
  readonly signed?: RowSigning
  /** Statement without its condition, for rows whose key is lost; null: other code replaces them. */
  readonly whenLost: string | null
}

interface RowSigning {
  readonly purpose: string
  /** SQL: the text that was signed. */
  readonly text: string
}

interface RowEncryption {
  readonly purpose: string
  contextOf: (id: number) => string
  /** Assignment of an update that stores `changed.sealed`. */
  readonly assignment: string
}
