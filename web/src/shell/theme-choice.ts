import type { MantineColorSchemeManager } from '@mantine/core'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** A cookie rather than the storage, so that the page knows it before its first paint. */
const COOKIE = 'portal-theme'

function readThemeChoice(): ThemeChoice {
  const value = new RegExp(`(?:^|; )${COOKIE}=([a-z]+)`).exec(document.cookie)?.[1]
  return themeChoices.find((choice) => choice === value) ?? 'system'
}

function keepThemeChoice(choice: ThemeChoice): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${COOKIE}=${choice}; path=/; max-age=31536000; samesite=lax${secure}`
}

/** What the component library calls the person's choice. */
const toScheme = (choice: ThemeChoice) => (choice === 'system' ? 'auto' : choice)

/** Lets the component library keep the choice in our cookie. */
export const themeManager: MantineColorSchemeManager = {
  get: () => toScheme(readThemeChoice()),
  set: (scheme) => keepThemeChoice(scheme === 'auto' ? 'system' : scheme),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => keepThemeChoice('system'),
}
