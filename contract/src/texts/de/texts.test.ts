import { expect, test } from 'vitest'
import { placeholdersIn, textProblem } from '../text-rules.ts'
import { mailTexts } from '../../mail/mail-texts.ts'
import { shippedTexts } from '../shipped-texts.ts'
import { defaultTexts } from '../texts.ts'
import { deMailTexts } from '../../mail/de/mail-texts.ts'

const english: Readonly<Record<string, string>> = { ...defaultTexts, ...mailTexts }

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)

test('every German text has the placeholders and plurals of the English one', () => {
  const german = Object.entries({ ...shippedTexts.de, ...deMailTexts })
  expect(german.length).toBeGreaterThan(3000)
  const placeholdersOf = (text: string) => JSON.stringify(placeholdersIn(text).toSorted(byName))
  const faults = german.flatMap(([key, text]) => {
    const shipped = english[key] ?? ''
    const problem = textProblem(shipped, text)
    return problem === null && placeholdersOf(text) === placeholdersOf(shipped) ? [] : [{ key, text, shipped, problem }]
  })
  expect(faults).toEqual([])
})
