import { expect, test } from 'vitest'
import { placeholdersIn, textProblem } from '../../text-rules.ts'
import { mailTexts } from '../mail-texts.ts'
import { defaultTexts } from '../texts.ts'
import { deMailTexts } from './mail-texts.ts'
import { deTexts } from './texts.ts'

const english: Readonly<Record<string, string>> = { ...defaultTexts, ...mailTexts }

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)

test.each(Object.entries({ ...deTexts, ...deMailTexts }))(
  'the German text of %s has the placeholders and plurals of the English one',
  (key, text) => {
    const shipped = english[key] ?? ''
    expect(textProblem(shipped, text)).toBeNull()
    expect(placeholdersIn(text).toSorted(byName)).toEqual(placeholdersIn(shipped).toSorted(byName))
  },
)
