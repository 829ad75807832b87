import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import './look.css'
import { lookVariables, makeTheme } from './theme.ts'

interface LookProps {
  /** '#rrggbb'; anything else falls back to the default. */
  buttonColour: string
  tileColour?: string
  /** Of the page's content security policy: styles made at run time carry it. */
  nonce?: string
  colorSchemeManager?: MantineColorSchemeManager
  /** Limits the look to one element (the kit page shows both modes at once). */
  within?: { selector: string; element: () => HTMLElement | undefined; mode: 'light' | 'dark' }
  children: ReactNode
}

/** The one provider of the kit: styles, theme and variables of one brand. */
export function Look({ buttonColour, tileColour, nonce, colorSchemeManager, within, children }: LookProps) {
  const theme = useMemo(() => makeTheme(buttonColour, tileColour), [buttonColour, tileColour])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={lookVariables}
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
