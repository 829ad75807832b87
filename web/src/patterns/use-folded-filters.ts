import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { usePhone } from '../ui/use-phone.ts'

/** Pages whose filters the user has unfolded, until the portal is loaded anew. */
const unfoldedPages = new Set<string>()

/** Whether the window is a phone's, and whether the user has unfolded the filters that are behind a button. */
export function useFoldedFilters(hasError: boolean) {
  const isPhone = usePhone()
  const page = useLocation({ select: ({ pathname }) => pathname })
  const [isUnfolded, setUnfolded] = useState(() => unfoldedPages.has(page))
  const toggle = () => {
    if (isUnfolded) unfoldedPages.delete(page)
    else unfoldedPages.add(page)
    setUnfolded(!isUnfolded)
  }
  // An error must be seen.
  return { isPhone, isOpen: isUnfolded || hasError, toggle }
}
