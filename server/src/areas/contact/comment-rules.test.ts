import { expect, test } from 'vitest'
import { plainComment } from './comment-rules.ts'

test.each([
  [' One\r\nTwo ', 'One\nTwo'],
  ['\tA\u001B[31m', 'A [31m'],
  ['\uD800', '\uFFFD'],
  ['\r', ''],
])('%j is kept as %j', (given, kept) => expect(plainComment(given)).toBe(kept))
