import { describe, expect, it } from 'vitest'
import { contrast, textColorOn, luminance, mix, readable, shades } from './contrast.ts'
import { dark, light, colorVariables } from './color-tokens.ts'

const brands = [
  '#8b1e3f',
  '#ffd400',
  '#0057b8',
  '#3a7d44',
  '#e0e0e0',
  '#000000',
  '#ffffff',
  '#7f7f7f',
  '#ff0000',
  '#00ffff',
]

describe('contrast of two colors', () => {
  it('is 21 between black and white and 1 with itself', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#8b1e3f', '#8b1e3f')).toBe(1)
  })

  it('matches the published figure for #767676 on white', () => {
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
    expect(luminance('#808080')).toBeCloseTo(0.2159, 3)
  })

  it('mixes towards a target', () => {
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
    expect(mix('#123456', '#ffffff', 0)).toBe('#123456')
  })
})

describe.each(brands)('with the brand %s', (brand) => {
  it('has readable text on the primary button', () => {
    expect(contrast(textColorOn(brand), brand)).toBeGreaterThanOrEqual(4.5)
  })

  it.each([
    ['light', light],
    ['dark', dark],
  ] as const)('links and focus ring can be seen in %s mode', (_name, mode) => {
    const variables = colorVariables(mode, brand)
    for (const background of [mode.page, mode.surface, mode.raised]) {
      expect(contrast(variables['--ui-link'] as string, background)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(variables['--ui-focus'] as string, background)).toBeGreaterThanOrEqual(3)
    }
    for (const background of [mode.surface, mode.raised, mode.hover])
      expect(contrast(variables['--ui-selected'] as string, background)).toBeGreaterThanOrEqual(3)
    expect(contrast(mode.ink, variables['--ui-brand-tint'] as string)).toBeGreaterThanOrEqual(4.5)
  })

  it('keeps the color itself as the sixth of ten shades', () => {
    expect(shades(brand)).toHaveLength(10)
    expect(shades(brand)[6]).toBe(brand)
  })
})

it('a color that is already readable is not changed', () => {
  expect(readable('#0057b8', ['#ffffff'], 4.5)).toBe('#0057b8')
})

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('the %s palette', (_name, mode) => {
  it('has readable text on every surface', () => {
    for (const background of [mode.page, mode.surface, mode.raised, mode.hover, mode.sunken]) {
      for (const ink of [mode.ink, mode.inkSoft]) expect(contrast(ink, background)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('has readable text in every tone, on its own background and on cards', () => {
    for (const tone of ['error', 'warning', 'success', 'info'] as const) {
      expect(contrast(mode[tone], mode[`${tone}Back`])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(mode[tone], mode.surface)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(mode.ink, mode[`${tone}Back`])).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('has a destructive button with a readable white label', () => {
    expect(contrast('#ffffff', mode.dangerFill)).toBeGreaterThanOrEqual(4.5)
  })

  it('has field borders with enough contrast to card and page', () => {
    expect(contrast(mode.field, mode.surface)).toBeGreaterThanOrEqual(3)
    expect(contrast(mode.field, mode.page)).toBeGreaterThanOrEqual(3)
  })
})
