/** A row of an uploaded sheet. */
export interface SheetRow {
  /** As spreadsheets count: 1 is the first. Rows without a value may be left out. */
  readonly number: number
  readonly cells: readonly SheetCell[]
}

export interface SheetCell {
  readonly text: string
  /** The file has a formula or an error instead of a value; `text` is then empty. */
  readonly isFormula: boolean
}

export const emptyCell: SheetCell = { text: '', isFormula: false }

/** Why a file cannot be read as a sheet. */
export type SheetFault = 'unreadable' | 'not-workbook' | 'encoding' | 'protected' | 'size' | 'inflated' | 'cells'

/** Thrown by readers for what is wrong with the file itself. */
export class UnreadableSheet extends Error {
  readonly fault: SheetFault
  constructor(fault: SheetFault, options?: ErrorOptions) {
    super(`The sheet cannot be read: ${fault}`, options)
    this.fault = fault
  }
}

/** Cells of one row, blank ones included. */
export const CELLS_MAX = 100
/** Characters of a cell that are kept. */
export const CELL_MAX = 1_000

/** A text that the database can store, of limited length. */
export const cellText = (text: string): string => text.slice(0, CELL_MAX).replaceAll('\0', '').toWellFormed()
