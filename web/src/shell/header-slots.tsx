import { createContext, use, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Places in the header that a page may fill. */
export interface HeaderPlaces {
  bell: HTMLElement | null
}

export const HeaderPlacesContext = createContext<HeaderPlaces>({ bell: null })

interface InHeaderProps {
  place: keyof HeaderPlaces
  children: ReactNode
}

/** Shows what belongs to a page in the header: `<InHeader place="bell">…</InHeader>`. */
export function InHeader({ place, children }: InHeaderProps) {
  const element = use(HeaderPlacesContext)[place]
  return element ? createPortal(children, element) : null
}
