import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import { LUMINANCE_THRESHOLD, textColorOn, isHexColor, mix, shades } from './contrast.ts'
import { dark, light, colorVariables } from './color-tokens.ts'

/** Used for a missing or malformed color. */
export const DEFAULT_COLOR = '#2f5d8a'

const FONT =
  "'Inter Variable', 'Inter Fallback', -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** How much the primary button's background changes on hover. */
const HOVER_MIX = 0.14

const tuple = (colors: string[]) => colors as unknown as MantineColorsTuple
const colorOr = (color: string, fallback: string) => (isHexColor(color) ? color : fallback)

const gray = tuple([
  '#f7f8fa',
  '#eff1f4',
  '#e2e5ea',
  '#d3d8df',
  '#c6cbd3',
  '#9aa2af',
  '#6c7584',
  '#565f6e',
  '#343b47',
  '#181c24',
])
const slate = tuple([
  '#e7eaef',
  '#c8ced8',
  '#a1aab8',
  '#7a8494',
  '#414957',
  '#2a303a',
  '#20252e',
  '#181c23',
  '#101318',
  '#0c0e12',
])

/** 4 px grid: 16 px between related elements, 32 px between groups. */
const spacing = { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' }
const fontSizes = { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1rem', xl: '1.25rem' }

/**
 * The theme for one client's brand: the color of the primary button, and of tiles that have none of their own. Pass
 * `themeVariables` to the provider with it.
 */
export function makeTheme(buttonColor: string, tileColor: string = buttonColor): MantineThemeOverride {
  const brand = colorOr(buttonColor, DEFAULT_COLOR)
  return createTheme({
    primaryColor: 'brand',
    primaryShade: 6,
    autoContrast: true,
    luminanceThreshold: LUMINANCE_THRESHOLD,
    colors: { brand: tuple(shades(brand)), gray, dark: slate },
    white: '#ffffff',
    black: light.ink,
    fontFamily: FONT,
    fontSizes,
    spacing,
    lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.55', xl: '1.4' },
    headings: {
      fontFamily: FONT,
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.25rem', lineHeight: '1.4' },
        h2: { fontSize: '1rem', lineHeight: '1.5' },
        h3: { fontSize: '0.875rem', lineHeight: '1.45' },
      },
    },
    defaultRadius: 'md',
    radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.5rem', xl: '2rem' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    other: { brand, tileColor: colorOr(tileColor, brand) },
  })
}

function libraryVariables(): Record<string, string> {
  return {
    '--mantine-color-text': 'var(--ui-ink)',
    '--mantine-color-bright': 'var(--ui-ink)',
    '--mantine-color-body': 'var(--ui-surface)',
    '--mantine-color-dimmed': 'var(--ui-ink-soft)',
    '--mantine-color-placeholder': 'var(--ui-ink-soft)',
    '--mantine-color-anchor': 'var(--ui-link)',
    '--mantine-color-error': 'var(--ui-error)',
    '--mantine-color-success': 'var(--ui-success)',
    '--mantine-color-default': 'var(--ui-surface)',
    '--mantine-color-default-hover': 'var(--ui-hover)',
    '--mantine-color-default-color': 'var(--ui-ink)',
    '--mantine-color-default-border': 'var(--ui-line)',
    '--mantine-color-disabled': 'var(--ui-sunken)',
    '--mantine-color-disabled-color': 'var(--ui-ink-soft)',
    '--mantine-color-disabled-border': 'var(--ui-line)',
  }
}

const brandVariables = (brand: string, tile: string): Record<string, string> => ({
  '--ui-brand': brand,
  '--ui-brand-ink': textColorOn(brand),
  // Away from the text color, so that the label stays readable on hover.
  '--ui-brand-hover': mix(brand, textColorOn(brand) === '#ffffff' ? '#000000' : '#ffffff', HOVER_MIX),
  '--tile-color': tile,
})

/** The portal's CSS variables of one mode for a brand, to set on an element that shows it; colors as 'rrggbb'. */
export function previewVariables(
  mode: 'light' | 'dark',
  buttonColor: string,
  tileColor: string,
): Record<string, string> {
  const brand = colorOr(`#${buttonColor}`, DEFAULT_COLOR)
  return {
    ...brandVariables(brand, colorOr(`#${tileColor}`, brand)),
    ...colorVariables(mode === 'light' ? light : dark, brand),
  }
}

/** CSS variables of both modes; the component library's colors follow them. */
export const themeVariables: CSSVariablesResolver = (theme) => {
  const brand = theme.other['brand'] as string
  const tile = theme.other['tileColor'] as string
  return {
    variables: brandVariables(brand, tile),
    light: { ...libraryVariables(), ...colorVariables(light, brand) },
    dark: { ...libraryVariables(), ...colorVariables(dark, brand) },
  }
}
