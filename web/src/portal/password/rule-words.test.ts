import { afterEach, expect, test } from 'vitest'
import { shippedTexts } from '@portico/contract/texts/shipped-texts.ts'
import { replaceLanguage } from '../../api/texts.ts'
import { ruleInWords } from './rule-words.ts'

afterEach(() => replaceLanguage('en', {}))

test.each([
  ['At least 12 characters', 'At least 12 characters', 'Mindestens 12 Zeichen'],
  ['Not a password that many people use', 'Not a password that many people use', 'Kein Passwort, das viele verwenden'],
  ['None of your last 5 passwords', 'None of your last 5 passwords', 'Keines Ihrer letzten 5 Passwörter'],
  [
    'Without your user ID, your name, your organization or ‘Portico’',
    'Without your user ID, your name, your organization or “Portico”',
    'Ohne Ihren Benutzernamen, Ihren Namen, Ihre Organisation oder „Portico“',
  ],
  ['Think of four words', 'Think of four words', 'Think of four words'],
])('the rule %j is %j, and %j in German; the words of an administrator stay', (ruleTxt, english, german) => {
  expect(ruleInWords({ ruleTxt })).toBe(english)
  replaceLanguage('de', shippedTexts.de)
  expect(ruleInWords({ ruleTxt })).toBe(german)
})
