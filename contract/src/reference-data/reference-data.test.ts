import { expect, test } from 'vitest'
import type { ReferenceCategory, ReferenceTextKey } from '../kit/reference-table.ts'
import * as employerSettings from './employer-settings.ts'
import * as referenceData from './reference-data.ts'
import { referenceDataTexts } from './reference-data-texts.ts'

const categories = Object.values({ ...referenceData, ...employerSettings }).filter(
  (value): value is typeof value & ReferenceCategory => typeof value === 'object' && 'entries' in value,
)
const word = (key: ReferenceTextKey | undefined) => (key === undefined ? '–' : referenceDataTexts[key])

/** How a category asks for a field: its label, kind of input, help, and whether it stays as it is. */
function fieldText({ labels, inputs, helps, fixed = [] }: ReferenceCategory, field: string): string[] {
  const input = inputs?.[field] ?? 'text'
  const asked =
    typeof input === 'string'
      ? [input]
      : 'lookup' in input
        ? [`${input.lookup}, shown as ${input.shownAs}`]
        : Object.entries(input.choices).map(([value, key]) => `${value}: ${word(key)}`)
  return [
    `  ${field}: ${word(labels[field])}${fixed.includes(field) ? ', fixed' : ''}`,
    ...asked.map((line) => `    ${line}`),
    `    ${word(helps?.[field])}`,
  ]
}

test('static settings name and explain what I can change, and keep doing so; a change made on purpose is recorded with -u (DBMT-097..126)', async () => {
  const lines = categories.flatMap((category) => [
    `${category.path}: ${word(category.texts.title)}, ${word(category.texts.entry)}, ${word(category.texts.used)}`,
    `  sorted by ${category.entries.defaultSort.column}`,
    ...Object.keys({ ...category.fields, ...category.shown }).flatMap((field) => fieldText(category, field)),
  ])
  expect(lines.filter((line) => line.includes('undefined'))).toEqual([])
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../wire/static-settings-words.txt')
})
