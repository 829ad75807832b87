import { createContext, use, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Places in the header that a page may fill. */
export interface HeaderPlaces {
  search: HTMLElement | null
  bell: HTMLElement | null
}

export const HeaderPlacesContext = createContext<HeaderPlaces>({ search: null, bell: null })

interface InHeaderProps {
  place: keyof HeaderPlaces
  children: ReactNode
}

/** Shows what belongs to a page in the header: `<InHeader place="search">…</InHeader>`. */
export function InHeader({ place, children }: InHeaderProps) {
  const element = use(HeaderPlacesContext)[place]
  return element ? createPortal(children, element) : null
}
