import type { MantineColorSchemeManager } from '@mantine/core'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** A cookie rather than the storage, so that the page knows it before its first paint. */
const COOKIE = 'portal-theme'

function readThemeChoice(): ThemeChoice {
  const value = new RegExp(`(?:^|; )${COOKIE}=([a-z]+)`).exec(document.cookie)?.[1]
  return themeChoices.find((choice) => choice === value) ?? 'system'
}

function saveThemeChoice(choice: ThemeChoice): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${COOKIE}=${choice}; path=/; max-age=31536000; samesite=lax${secure}`
}

/** The component library's names of the choices. */
const toColorScheme = (choice: ThemeChoice) => (choice === 'system' ? 'auto' : choice)

/** Makes the component library store the choice in the portal's cookie. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => toColorScheme(readThemeChoice()),
  set: (scheme) => saveThemeChoice(scheme === 'auto' ? 'system' : scheme),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => saveThemeChoice('system'),
}
