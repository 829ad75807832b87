import { mix, readable } from './contrast.ts'

/** The colours of one mode. Every other file names them by their CSS variable (`--ui-…`). */
interface Mode {
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
  /** Ground of a button that destroys; its words are white. */
  dangerFill: string
}

/** Faint neutral page, white cards. */
export const light: Mode = {
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

/** Two steps of slate, a third for what floats. */
export const dark: Mode = {
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
const variable = (name: string) => `--ui-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const TEXT = 4.5
const SHAPE = 3

/** The CSS variables of one mode under a brand: text in the brand's colour is readable, shapes can be told apart. */
export function modeVariables(mode: Mode, brand: string): Record<string, string> {
  const backgrounds = [mode.page, mode.surface, mode.raised]
  const own = Object.fromEntries(Object.entries(mode).map(([name, colour]) => [variable(name), colour]))
  return {
    ...own,
    '--ui-link': readable(brand, [...backgrounds, mode.hover], TEXT),
    '--ui-focus': readable(brand, backgrounds, SHAPE),
    '--ui-selected': readable(brand, [...backgrounds, mode.hover], SHAPE),
    '--ui-brand-tint': mix(mode.surface, brand, mode === light ? 0.08 : 0.16),
  }
}
