import { describe, expect, test } from 'vitest'
import { checkRule, normalizeWord } from './password-rules.ts'

const rule = (typeCd: string, value: number | null = null, ownWords?: string[]) => ({ typeCd, value, ownWords })

describe('a rule of passwords (decision D7)', () => {
  test.each([
    ['twelve characters', rule('MIN_LENGTH', 12), 'eleven char', 'twelve chars'],
    ['spaces at the ends count', rule('MIN_LENGTH', 6), ' 1 3 ', ' 1 34 '],
    ['a sign of any script is one character', rule('MIN_LENGTH', 4), '🔑🔑🔑', '🔑🔑🔑🔑'],
    ['at most so many', rule('MAX_LENGTH', 4), '12345', '1234'],
    ['capital letters of any script', rule('UPPERCASE', 2), 'Ärger', 'ÄrgeR'],
    ['small letters', rule('LOWERCASE'), 'ABC', 'ABc'],
    ['digits', rule('DIGITS', 2), 'abc1', '12'],
    ['other signs', rule('SPECIAL'), 'abc1', 'abc 1'],
    ['no word of the person', rule('OWN_WORDS', null, ['ann.smith', 'Zoë']), 'my ANN-smith 9', 'my annette 9'],
    ['no word of the person, whatever its accents', rule('OWN_WORDS', null, ['Zoë']), 'ZOE-was-here', 'zo-was-here'],
  ])('%s', (_what, one, broken, kept) => {
    expect(checkRule(broken, one)).toBe('broken')
    expect(checkRule(kept, one)).toBe('kept')
  })

  test('a word of the person without a letter or digit forbids nothing', () => {
    expect(checkRule('any - password', rule('OWN_WORDS', null, ['-', '']))).toBe('kept')
    expect(normalizeWord(' Ann-Zoë.7! ')).toBe('annzoe7')
  })

  test.each(['HISTORY', 'COMMON', 'A_SENTENCE_FOR_PEOPLE'])('%s is not for the browser to judge', (typeCd) => {
    expect(checkRule('', rule(typeCd))).toBe('open')
  })
})
