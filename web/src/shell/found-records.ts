import type { ReactNode } from 'react'

/** A record of the administration that the search finds, an act on one, or a part of a screen. */
export interface FoundRecord {
  kindCd: 'act' | 'user' | 'client' | 'application' | 'admin'
  id: string
  titleTxt: string
  /** What distinguishes it from others of its name. */
  placeTxt: string | null
  /** The address to go to; or the dialog that opens in place of the search. */
  target: string | ((onClose: () => void) => ReactNode)
}

/** Finds the records of a screen by all words of a text, in any order, within the scope of the administrator. */
export type FindRecords = (search: {
  uid: number
  text: string
  signal: AbortSignal
}) => Promise<readonly FoundRecord[]>

/** Returns the records at these addresses, as far as the administrator may see them now. */
export type FindVisited = (search: {
  uid: number
  addresses: readonly string[]
  signal: AbortSignal
}) => Promise<readonly FoundRecord[]>

/** Loads what finds the records of a screen. */
export type LoadFinder = () => Promise<{ findRecords: FindRecords; findVisited?: FindVisited }>
