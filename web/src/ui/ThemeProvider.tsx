import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import './theme.css'
import { themeVariables, makeTheme } from './theme.ts'

interface ThemeProviderProps {
  /** '#rrggbb'; anything else falls back to the default. */
  buttonColor: string
  tileColor?: string
  /** The page's CSP nonce, for styles created at run time. */
  nonce?: string
  colorSchemeManager?: MantineColorSchemeManager
  /** Limits the theme to one element (the kit page shows both modes at once). */
  within?: { selector: string; element: () => HTMLElement | undefined; mode: 'light' | 'dark' }
  children: ReactNode
}

/** The only theme provider: styles, theme and variables of one brand. */
export function ThemeProvider({
  buttonColor,
  tileColor,
  nonce,
  colorSchemeManager,
  within,
  children,
}: ThemeProviderProps) {
  const theme = useMemo(() => makeTheme(buttonColor, tileColor), [buttonColor, tileColor])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariables}
      defaultColorScheme="auto"
      {...(nonce === undefined ? {} : { getStyleNonce: () => nonce })}
      {...(colorSchemeManager ? { colorSchemeManager } : {})}
      {...(within
        ? { cssVariablesSelector: within.selector, getRootElement: within.element, forceColorScheme: within.mode }
        : {})}
    >
      {children}
    </MantineProvider>
  )
}
