import { mix, readable } from './contrast.ts'

/** The colors of one mode. All other files refer to them by CSS variable (`--ui-…`). */
interface ColorTokens {
  page: string
  surface: string
  raised: string
  sunken: string
  hover: string
  line: string
  lineStrong: string
  field: string
  ink: string
  inkSoft: string
  error: string
  errorBack: string
  warning: string
  warningBack: string
  success: string
  successBack: string
  info: string
  infoBack: string
  /** Background of a destructive button; its label is white. */
  dangerFill: string
}

/** Light mode: light gray page, white cards. */
export const light: ColorTokens = {
  page: '#f7f8fa',
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#eff1f4',
  hover: '#f3f5f7',
  line: '#e2e5ea',
  lineStrong: '#c6cbd3',
  field: '#868e9c',
  ink: '#181c24',
  inkSoft: '#565f6e',
  error: '#b42318',
  errorBack: '#fef3f2',
  warning: '#8a5200',
  warningBack: '#fff8eb',
  success: '#17663d',
  successBack: '#effaf3',
  info: '#2b5797',
  infoBack: '#f0f5fc',
  dangerFill: '#b42318',
}

/** Dark mode: two levels of slate, a third for overlays. */
export const dark: ColorTokens = {
  page: '#101318',
  surface: '#181c23',
  raised: '#20252e',
  sunken: '#0c0e12',
  hover: '#232933',
  line: '#2a303a',
  lineStrong: '#414957',
  field: '#6d7686',
  ink: '#e7eaef',
  inkSoft: '#a1aab8',
  error: '#ff9b8f',
  errorBack: '#2c1a1a',
  warning: '#f2c06b',
  warningBack: '#2a2318',
  success: '#7fd6a3',
  successBack: '#16271f',
  info: '#9dc1f5',
  infoBack: '#192433',
  dangerFill: '#c53a2c',
}

/** `lineStrong` → `--ui-line-strong`. */
const variableName = (name: string) => `--ui-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const TEXT_CONTRAST = 4.5
const SHAPE_CONTRAST = 3

/** The CSS variables of one mode for a brand, with brand colors adjusted to readable contrast. */
export function colorVariables(tokens: ColorTokens, brand: string): Record<string, string> {
  const backgrounds = [tokens.page, tokens.surface, tokens.raised]
  const variables = Object.fromEntries(Object.entries(tokens).map(([name, color]) => [variableName(name), color]))
  return {
    ...variables,
    '--ui-link': readable(brand, [...backgrounds, tokens.hover], TEXT_CONTRAST),
    '--ui-focus': readable(brand, backgrounds, SHAPE_CONTRAST),
    '--ui-selected': readable(brand, [...backgrounds, tokens.hover], SHAPE_CONTRAST),
    '--ui-brand-tint': mix(tokens.surface, brand, tokens === light ? 0.08 : 0.16),
  }
}
