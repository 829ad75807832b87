import { useSyncExternalStore } from 'react'
import { readChoice, saveChoice } from '../ui/choice-cookie.ts'

/** How high the rows of tables are; this browser keeps the choice, as it depends on the window. */
export const rowDensities = ['comfortable', 'compact'] as const
export type RowDensity = (typeof rowDensities)[number]

const COOKIE = 'portal-density'
const listeners = new Set<() => void>()

const read = (): RowDensity => readChoice(COOKIE, rowDensities)

/** Style sheets read it from the page, so that no table is drawn in another density first. */
const apply = () => document.documentElement.setAttribute('data-density', read())
apply()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The density of all tables, and the function that changes it. */
export function useRowDensity(): [RowDensity, (density: RowDensity) => void] {
  const density = useSyncExternalStore(subscribe, read)
  return [
    density,
    (chosen) => {
      saveChoice(COOKIE, chosen)
      apply()
      for (const listener of listeners) listener()
    },
  ]
}
