import type { MantineColorSchemeManager } from '@mantine/core'
import { readChoice, saveChoice } from '../ui/choice-cookie.ts'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** A cookie rather than the storage, so that the page knows it before its first paint. */
const COOKIE = 'portal-theme'

/** The component library's names of the choices. */
const toColorScheme = (choice: ThemeChoice) => (choice === 'system' ? 'auto' : choice)

/** Makes the component library store the choice in the portal's cookie. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => toColorScheme(readChoice(COOKIE, themeChoices)),
  set: (scheme) => saveChoice(COOKIE, scheme === 'auto' ? 'system' : scheme),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => saveChoice(COOKIE, 'system'),
}
