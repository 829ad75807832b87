import { expect, test } from 'vitest'
import { CODE_LENGTH, CODE_LETTERS, foldRecoveryCode, grouped } from './recovery-code-rules.ts'

test('a recovery code is shown in groups of four, and is read however it is typed', () => {
  expect(grouped('abcdefghjkmn')).toBe('abcd-efgh-jkmn')
  expect(grouped('')).toBe('')
  expect(foldRecoveryCode(' ABcd efgh\t-JKmn\n')).toBe('abcdefghjkmn')
})

test('a recovery code has twelve of 31 signs that nobody takes for one another', () => {
  expect(CODE_LENGTH).toBe(12)
  expect(new Set(CODE_LETTERS).size).toBe(31)
  expect(CODE_LETTERS).toMatch(/^[a-z2-9]*$/)
  expect(CODE_LETTERS).not.toMatch(/[ilo]/)
})
