import { useState } from 'react'

export interface Selection {
  /** Keys of the selected rows on all pages. */
  readonly keys: ReadonlySet<string>
  /** Selects or deselects several rows. */
  set: (keys: readonly string[], isSelected: boolean) => void
  clear: () => void
  /** Offers all rows that match the filters, beside those of the pages; absent: only rows can be selected. */
  matching?: MatchingRows
}

interface MatchingRows {
  isSelected: boolean
  /** What the offer says, and what is said once it is taken. */
  label: string
  selectedLabel: string
  select: () => void
}

/** The rows that a user has selected, on all pages of a list. */
export function useSelection(): Selection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return {
    keys,
    set: (some, isSelected) =>
      setKeys((before) => {
        const next = new Set(before)
        for (const key of some)
          if (isSelected) next.add(key)
          else next.delete(key)
        return next
      }),
    clear: () => setKeys(new Set()),
  }
}
