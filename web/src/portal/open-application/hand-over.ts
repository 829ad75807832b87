import type { Launch } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { safeLink } from '@portico/contract/rich-text.ts'

/** Where a window goes. `stored`: what the hand-off page posts from there; null: nothing. */
export interface Place {
  url: string
  stored: string | null
}

/** Key under which the hand-off page finds what it posts. It takes it out at once. */
const STORED = 'handOff'

/** Returns where to go for a launch; undefined for an address that must not be opened. */
export function placeFor({ url, method, fields, handOffUrl }: Launch): Place | undefined {
  const target = safeLink(url)?.href
  if (target === undefined) return undefined
  if (method === 'GET') return { url: target, stored: null }
  // Pages of the portal may post to the portal alone; the hand-off page may post to the application.
  return handOffUrl?.startsWith('/hand-off?') ? { url: handOffUrl, stored: JSON.stringify({ url, fields }) } : undefined
}

/** Goes there: in a new window that is still empty, or in this one. */
export function openPlace({ url, stored }: Place, newTab?: Window): void {
  if (stored !== null) (newTab ?? window).sessionStorage.setItem(STORED, stored)
  if (newTab) newTab.location.replace(url)
  else window.location.assign(url)
}
