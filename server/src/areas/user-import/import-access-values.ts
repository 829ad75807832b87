/** Names that one value of a row can have. */
export const IMPORT_NAMES_MAX = 20

/** Words for the rights, in the languages of the portal, without blanks. */
const rights = {
  admin: ['administrator', 'admin'],
  sensitive: ['sensitivedata', 'sensitive', 'sensibledaten'],
} as const

/** Returns the right that a word of a row means; null for anything else. */
export function rightOf(word: string): 'admin' | 'sensitive' | null {
  const key = word.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
  if ((rights.admin as readonly string[]).includes(key)) return 'admin'
  return (rights.sensitive as readonly string[]).includes(key) ? 'sensitive' : null
}

const DAY_MS = 86_400_000
/** Days of a workbook are counted from here. */
const WORKBOOK_EPOCH = Date.UTC(1899, 11, 30)

/** Ends in other years are mistakes; PostgreSQL has no year 0, and 9999 ends in the year 10000 west of Greenwich. */
const YEARS = { first: 2000, last: 9998 }

/** Returns a day, YYYY-MM-DD, that is written so or is a date of a workbook; null for anything else. */
export function dayOfCell(value: string): string | null {
  const text = value.trim()
  if (/^\d{5}(?:\.\d+)?$/.test(text)) return dayOf(WORKBOOK_EPOCH + Math.floor(Number(text)) * DAY_MS)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) || dayOf(time) !== text ? null : text
}

function dayOf(time: number): string | null {
  const date = new Date(time)
  const year = date.getUTCFullYear()
  return year >= YEARS.first && year <= YEARS.last ? date.toISOString().slice(0, 10) : null
}
