import { documentColumns, sharedDocumentColumns } from '@portico/contract/document-columns.ts'

/** What the address of the document library says; what is left out is as usual. */
export interface DocumentSearch {
  tab?: 'shared' | 'trash'
  q?: string
  from?: string
  to?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
}

/**
 * Goes on from what the address says at that moment: what a screen was drawn with may be older, while
 * the list of the last change is still on its way.
 */
export type ChangeSearch = (change: (before: DocumentSearch) => DocumentSearch) => void

const DAY = /^\d{4}-\d{2}-\d{2}$/
const LONGEST_WORD = 100
const dayOf = (value: unknown) =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

/** Takes an address as it comes: what does not fit is left out. */
export function readDocumentSearch(search: Record<string, unknown>): DocumentSearch {
  const { tab, q, sort, dir, page } = search
  const columns: readonly string[] = tab === 'shared' ? sharedDocumentColumns : documentColumns
  const found = {
    tab: tab === 'shared' || tab === 'trash' ? tab : undefined,
    q: wordOf(q),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
    sort: columns.includes(String(sort)) ? String(sort) : undefined,
    dir: dir === 'asc' || dir === 'desc' ? dir : undefined,
    page: typeof page === 'number' && Number.isInteger(page) && page > 1 ? page : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as DocumentSearch
}

/** An address turns a word of digits into a number. */
function wordOf(value: unknown): string | undefined {
  const isWord = typeof value === 'string' || typeof value === 'number'
  return isWord && String(value) !== '' ? String(value).slice(0, LONGEST_WORD) : undefined
}
