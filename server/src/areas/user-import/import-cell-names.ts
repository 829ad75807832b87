import { nameKey } from './import-names.ts'
import type { RowIssue } from './import-rows.ts'

/** A name without case and blanks; 'Billing/Invoices' and 'billing / invoices' are the same. */
export const accessKey = (name: string): string =>
  nameKey(name)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?\/ ?/g, '/')

/** The parts of a value: names are separated by semicolons or line breaks. */
export const partsOf = (value = ''): string[] => [
  ...new Map(
    value
      .split(/[;\n]/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => [accessKey(part), part]),
  ).values(),
]

/** What the names of a cell mean, and what is wrong with them. */
export interface Found<Item> {
  readonly items: readonly Item[]
  readonly issues: readonly RowIssue[]
}

/** Unknown names of a cell that are guessed. */
const GUESSED_MAX = 3

/** Of a value with several names, all that are unknown have to be guessed. */
export function suggestionOf(
  named: readonly { part: string; name: string | undefined }[],
  guess: (key: string) => string | undefined,
): { suggestion?: string } {
  if (named.filter(({ name }) => name === undefined).length > GUESSED_MAX) return {}
  const names: string[] = []
  for (const { part, name = guess(accessKey(part)) } of named) {
    if (name === undefined) return {}
    names.push(name)
  }
  return { suggestion: names.join('; ') }
}
