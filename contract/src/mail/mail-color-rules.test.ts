import { describe, expect, test } from 'vitest'
import { contrast, inkOn, ensureContrast } from './mail-color-rules.ts'

describe('the contrast of two colors is that of WCAG 2', () => {
  test.each([
    ['000000', 'ffffff', 21],
    ['ffffff', 'ffffff', 1],
    ['ff0000', 'ffffff', 3.9985],
    ['00ff00', 'ffffff', 1.3722],
    ['0000ff', 'ffffff', 8.5925],
    ['777777', 'ffffff', 4.4781],
    // Dark colors, on the straight part of the curve.
    ['0a0a0a', '000000', 1.0607],
  ])('%s and %s: %d', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 4)
    expect(contrast(other, one)).toBeCloseTo(expected, 4)
  })
})

test('text is black on light colors and white on dark ones', () => {
  expect(['ffffff', '767676', '757575', '000000'].map(inkOn)).toEqual(['000000', '000000', 'ffffff', 'ffffff'])
})

describe('a color that must stand out', () => {
  test('stays as it is where it has the contrast, also exactly', () => {
    expect(ensureContrast('808080', 'ffffff', 3)).toBe('808080')
    expect(ensureContrast('0a0000', 'ffffff', 3)).toBe('0a0000')
    expect(ensureContrast('808080', 'ffffff', contrast('808080', 'ffffff'))).toBe('808080')
  })

  test('moves towards black on a light ground, in steps of a twentieth and no further than needed', () => {
    expect(ensureContrast('ffd24a', 'ffffff', 3)).toBe('a68930')
    expect(ensureContrast('ffffff', 'ffffff', 4.5)).toBe('737373')
    expect(ensureContrast('0a0a0a', '000000', 1.1)).toBe('161616')
  })

  test('moves towards white on a dark ground', () => {
    expect(ensureContrast('12344d', '0a1e2d', 3)).toBe('597182')
  })

  test('becomes black or white where nothing less has the contrast', () => {
    expect(ensureContrast('6060ff', '000000', 21)).toBe('ffffff')
    expect(ensureContrast('000000', '777777', 21)).toBe('000000')
  })
})
