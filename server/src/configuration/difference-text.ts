import { countOf } from '../count-of.ts'
import type { ChangeResult, Difference } from './change-by-files.ts'
import { canonical, type FieldDifference } from './entry-difference.ts'

const signs = { add: '+', change: '~', remove: '-', release: '=' } as const

/**
 * Returns the difference in lines: + what is added, ~ what is changed with old and new values, - what is removed with all that it had, = what
 * stays and is managed by files no longer.
 */
export function differenceText({ differences, unchangedCount, newlyManaged }: ChangeResult): string {
  const count = (action: Difference['action']) => differences.filter((each) => each.action === action).length
  const lines = differences.flatMap(({ action, noun, title, fields, endsPermissions = 0, place }) => [
    `${signs[action]} ${noun} "${title}"  (${place})`,
    ...(endsPermissions > 0 ? [`    ends ${countOf(endsPermissions, 'permission')}`] : []),
    ...fields.flatMap((field) => linesOf[action](field)),
    ...(action === 'release' ? ['    stays as it is, managed by files no longer'] : []),
  ])
  const total =
    differences.length === 0
      ? `No difference: ${unchangedCount} as the files state.`
      : `${count('add')} to add, ${count('change')} to change, ${count('remove')} to remove${releases(count('release'))}; ${unchangedCount} as the files state.`
  const managed = newlyManaged.length === 0 ? [] : [`Managed by files from the next apply on: ${newlyManaged.length}.`]
  return [...lines, total, ...managed].map(printable).join('\n')
}

const releases = (count: number): string => (count === 0 ? '' : `, ${count} to give back`)

/** Old and new value; of lists what is added and removed, or that only their order changes. */
function fieldLines({ field, before, after }: FieldDifference): string[] {
  if (!Array.isArray(before) || !Array.isArray(after)) return [`    ${field}: ${shown(before)} -> ${shown(after)}`]
  const added = without(after, before).map((one) => `      + ${shown(one)}`)
  const removed = without(before, after).map((one) => `      - ${shown(one)}`)
  if (added.length + removed.length === 0) return [`    ${field}: in the order ${shown(after)}`]
  return [`    ${field}:`, ...added, ...removed]
}

/** How an act shows a field. */
const linesOf: Readonly<Record<Difference['action'], (field: FieldDifference) => string[]>> = {
  add: ({ field, after }) => [`    ${field}: ${shown(after)}`],
  change: fieldLines,
  remove: ({ field, before }) => [`    ${field}: ${shown(before)}`],
  release: () => [],
}

/** What a list has more often than another one. */
function without(list: readonly unknown[], other: readonly unknown[]): unknown[] {
  const rest = other.map(canonical)
  return list.filter((one) => {
    const at = rest.indexOf(canonical(one))
    if (at !== -1) rest.splice(at, 1)
    return at === -1
  })
}

/** Never cut: what differs may be at the end. */
const shown = (value: unknown): string => JSON.stringify(value ?? null)

/** Control characters, those that change the direction of writing or are invisible, and separators of lines. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Returns one line as a terminal may show it: what would change how the rest of it looks is escaped. */
export const printable = (line: string): string =>
  line.replaceAll(UNPRINTABLE, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  )
