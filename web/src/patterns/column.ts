import type { ReactNode } from 'react'

export interface Column<Row, Key extends string = string> {
  key: Key
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers are right-aligned. */
  align?: 'end'
  /** For short values, such as sizes and times: never wrapped. */
  oneLine?: boolean
  /** For long values without spaces to break at, such as names and addresses: in one line, cut off where it is full. */
  truncate?: 'narrow' | 'wide'
  /** Not shown where the table is narrow: 3 is left out first, then 2. */
  priority?: 2 | 3
  /** For sentences, such as a reason: wider than the other columns, and broken between words. At most one column. */
  isWidest?: boolean
  /** Holds the link to the record in place of the first column. */
  isLink?: boolean
  /** A click on the title sorts by the column. */
  sortable?: boolean
  /** Not shown in cards, whose heading contains it. */
  inCardTitle?: boolean
}
