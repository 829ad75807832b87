export type Cell = string | number | boolean | Date | null

/** Columns of an exported list. */
export interface SheetColumn<Row> {
  header: string
  value: (row: Row) => Cell
  /** In characters; 16 unless given. */
  width?: number
}

/** Control characters that neither format can hold; tabs and line breaks stay. */
// oxlint-disable-next-line no-control-regex -- these are what is removed
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const printable = (text: string): string => text.replace(UNPRINTABLE, '')
