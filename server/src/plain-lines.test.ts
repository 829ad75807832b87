import { expect, test } from 'vitest'
import { plainLines } from './plain-lines.ts'

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
  ['\r', ''],
  ['\tA\u001B[31m', 'A [31m'],
])('%j is stored as %j', (sent, kept) => expect(plainLines(sent)).toBe(kept))
