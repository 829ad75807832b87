import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '../api/session.ts'
import { Look } from '../ui/Look.tsx'
import { DEFAULT_COLOUR } from '../ui/theme.ts'
import { buttonColourQuery, defaultBrandQuery, tileColourQuery } from './brand-queries.ts'
import { themeManager } from './theme-choice.ts'

interface BrandProps {
  nonce: string
  children: ReactNode
}

/** Dresses the page in the colours of the signed-in user's client, before sign-in in the default ones. */
export function Brand({ nonce, children }: BrandProps) {
  const session = useSession()
  const own = session !== null
  // The frame of a full session asks for its brand together with the rest; a gate has no frame.
  const enabled = own && session.gate !== null
  const fallback = useQuery(defaultBrandQuery()).data
  const tile = useQuery({ ...tileColourQuery, enabled }).data
  const button = useQuery({ ...buttonColourQuery(session?.uid ?? 0), enabled }).data
  return (
    <Look
      nonce={nonce}
      colorSchemeManager={themeManager}
      buttonColour={hex((own ? button : undefined) ?? fallback?.defaultPryButtonColorTxt)}
      tileColour={hex((own ? tile : undefined) ?? fallback?.defaultColorTxt)}
    >
      {children}
    </Look>
  )
}

/** The contract keeps colours without '#', the house kit with it (BRND-021, BRND-022). */
const hex = (digits: string | undefined) => (digits ? `#${digits}` : DEFAULT_COLOUR)
