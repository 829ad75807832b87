import { expect, test } from 'vitest'
import { type DeviceSentence, deviceSentence, placeSentence, wordDescription } from './device-words.ts'
import { formatMessage } from '../texts/format-message.ts'
import { shippedTexts } from '../texts/shipped-texts.ts'

const inGerman = ({ key, values }: DeviceSentence) => formatMessage(shippedTexts.de[key], values as never, 'de')

test.each([
  ['Firefox on Windows', 'Firefox unter Windows'],
  ['Edge on macOS', 'Edge unter macOS'],
  ['An unknown browser on Linux', 'Ein unbekannter Browser unter Linux'],
  ['An unknown browser', 'Ein unbekannter Browser'],
  ['Safari', 'Safari'],
  ['', ''],
])('the browser %j is %j in German', (stored, words) => {
  expect(wordDescription(stored, deviceSentence(stored), inGerman)).toBe(words)
})

test.each([
  ['this computer', 'dieser Computer'],
  ['the company network (10.1.2.3)', 'das Firmennetz (10.1.2.3)'],
  ['the address 2001:db8::7', 'die Adresse 2001:db8::7'],
  ['elsewhere', 'elsewhere'],
])('the place %j is %j in German', (stored, words) => {
  expect(wordDescription(stored, placeSentence(stored), inGerman)).toBe(words)
})
