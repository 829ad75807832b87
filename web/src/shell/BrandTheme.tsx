import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '../api/session.ts'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { DEFAULT_COLOR } from '../ui/theme.ts'
import { buttonColorQuery, defaultBrandQuery, tileColorQuery } from './brand-queries.ts'
import { colorSchemeManager } from './theme-choice.ts'

interface BrandThemeProps {
  nonce: string
  children: ReactNode
}

/** Applies the colors of the signed-in user's client; before sign-in, the default ones. */
export function BrandTheme({ nonce, children }: BrandThemeProps) {
  const session = useSession()
  const own = session !== null
  // The frame of a full session loads the brand with its other data; a page at a gate has no frame.
  const enabled = own && session.gate !== null
  const fallback = useQuery(defaultBrandQuery()).data
  const tile = useQuery({ ...tileColorQuery, enabled }).data
  const button = useQuery({ ...buttonColorQuery(session?.uid ?? 0), enabled }).data
  return (
    <ThemeProvider
      nonce={nonce}
      colorSchemeManager={colorSchemeManager}
      buttonColor={hex((own ? button : undefined) ?? fallback?.defaultPryButtonColorTxt)}
      tileColor={hex((own ? tile : undefined) ?? fallback?.defaultColorTxt)}
    >
      {children}
    </ThemeProvider>
  )
}

/** Converts a color of the contract, without '#', to CSS (BRND-021, BRND-022). */
const hex = (digits: string | undefined) => (digits ? `#${digits}` : DEFAULT_COLOR)
