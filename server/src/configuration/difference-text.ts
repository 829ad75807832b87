import type { ChangeResult, Difference } from './change-by-files.ts'

const signs = { add: '+', change: '~', remove: '-' } as const

/** Returns the difference in lines: + what is added, ~ what is changed with old and new values, - what is removed. */
export function differenceText({ differences, unchangedCount }: ChangeResult): string {
  const count = (action: Difference['action']) => differences.filter((each) => each.action === action).length
  const lines = differences.flatMap(({ action, noun, title, fields, place }) => [
    `${signs[action]} ${noun} "${title}"  (${place})`,
    ...fields.map(({ field, before, after }) =>
      action === 'add' ? `    ${field}: ${shown(after)}` : `    ${field}: ${shown(before)} -> ${shown(after)}`,
    ),
  ])
  const total =
    differences.length === 0
      ? `No difference: ${unchangedCount} as the files state.`
      : `${count('add')} to add, ${count('change')} to change, ${count('remove')} to remove; ${unchangedCount} as the files state.`
  return [...lines, total].join('\n')
}

const SHOWN_MAX = 200

function shown(value: unknown): string {
  const text = JSON.stringify(value ?? null)
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
