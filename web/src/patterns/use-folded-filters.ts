import { useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/** Most filters that a phone shows without folding them. */
const SHOWN_MAX = 2
/** Widths at which filters are folded: those of phones. Tables are cards on wider screens, too. */
const PHONE = '(width < 37.5em)'

/** Pages whose filters the user has unfolded, until the portal is loaded anew. */
const unfoldedPages = new Set<string>()

/** Whether the filters of a list are behind one button, and whether the user has unfolded them. */
export function useFoldedFilters(count: number, hasError: boolean) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const page = useLocation({ select: ({ pathname }) => pathname })
  const [isUnfolded, setUnfolded] = useState(() => unfoldedPages.has(page))
  const toggle = () => {
    if (isUnfolded) unfoldedPages.delete(page)
    else unfoldedPages.add(page)
    setUnfolded(!isUnfolded)
  }
  const canFold = isPhone && count > SHOWN_MAX
  // An error must be seen.
  return { canFold, isOpen: !canFold || isUnfolded || hasError, toggle }
}
