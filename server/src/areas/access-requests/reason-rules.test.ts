import { expect, test } from 'vitest'
import { plainReason } from './reason-rules.ts'

test.each([
  ['For the year-end report', 'For the year-end report'],
  ['  For the report \n', 'For the report'],
  ['First line\r\nsecond line', 'First line\nsecond line'],
  ['First line\n\nthird line\nfourth line', 'First line\n\nthird line\nfourth line'],
  ['a\r\nb\r\nc', 'a\nb\nc'],
  ['one\ttwo\rthree\u0000four\u0085five', 'one two three four five'],
  ['😀 é', '😀 é'],
  ['half \ud83d of a character', 'half \ufffd of a character'],
  [' \t\r\n\u0007 ', ''],
])('my reason %j is kept as %j', (reason, kept) => expect(plainReason(reason)).toBe(kept))
