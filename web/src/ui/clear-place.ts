import { useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { isWindowOpen, onWindows } from './open-windows.ts'

/** The end of the screen where toasts stand. */
export type Place = 'top' | 'bottom'

interface Extent {
  top: number
  bottom: number
  left: number
  right: number
}

/** How far toasts stand from the edge; the same as in Toasts.module.css. */
const EDGE: Record<Place, number> = { top: 8, bottom: 16 }

/** The ring around what has the focus is seen too. */
const RING = 4

const otherThan = { top: 'bottom', bottom: 'top' } as const

/** The place that leaves what has the focus in sight: the present one where it can. */
export function clearPlace(present: Place, focused: Extent, corner: Extent, screenHeight: number): Place {
  const height = corner.bottom - corner.top
  const isBeside = focused.right + RING < corner.left || focused.left - RING > corner.right
  const covers = (place: Place) => {
    const top = place === 'top' ? EDGE.top : screenHeight - EDGE.bottom - height
    return !isBeside && focused.bottom + RING > top && focused.top - RING < top + height
  }
  return covers(present) && !covers(otherThan[present]) ? otherThan[present] : present
}

/** Toasts begin at the bottom, over a window at the top, as its buttons are below; and give way to the focus. */
export function useClearPlace(corner: RefObject<HTMLElement | null>, shown: readonly unknown[]): Place {
  const preferred: Place = useSyncExternalStore(onWindows, isWindowOpen) ? 'top' : 'bottom'
  const [place, setPlace] = useState(preferred)
  const begun = useRef<Place | null>(null)
  const present = useRef(preferred)
  useLayoutEffect(() => {
    if (shown.length === 0) {
      begun.current = null
      return undefined
    }
    if (begun.current !== preferred) present.current = preferred
    begun.current = preferred
    const settle = () => {
      const focused = document.activeElement
      const own = corner.current
      if (focused && focused !== document.body && own && !own.contains(focused)) {
        const screenHeight = document.documentElement.clientHeight
        const from = focused.getBoundingClientRect()
        present.current = clearPlace(present.current, from, own.getBoundingClientRect(), screenHeight)
      }
      setPlace(present.current)
    }
    settle()
    addEventListener('focusin', settle)
    addEventListener('scroll', settle, { capture: true, passive: true })
    addEventListener('resize', settle)
    return () => {
      removeEventListener('focusin', settle)
      removeEventListener('scroll', settle, { capture: true })
      removeEventListener('resize', settle)
    }
  }, [corner, shown, preferred])
  return place
}
