import { useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { isModalOpen, onModalsChange } from './modal-stack.ts'

/** The screen edge where toasts are shown. */
export type ToastPlacement = 'top' | 'bottom'

interface Box {
  top: number
  bottom: number
  left: number
  right: number
}

/** How far toasts stand from the edge; the same as in Toasts.module.css. */
const EDGE_OFFSET_PX: Record<ToastPlacement, number> = { top: 8, bottom: 16 }

/** Margin that keeps the focus ring visible. */
const FOCUS_RING_PX = 4

const opposite = { top: 'bottom', bottom: 'top' } as const

/** The placement that does not cover the focused element; the current one if possible. */
export function choosePlacement(
  current: ToastPlacement,
  focused: Box,
  container: Box,
  screenHeight: number,
): ToastPlacement {
  const height = container.bottom - container.top
  const isBeside = focused.right + FOCUS_RING_PX < container.left || focused.left - FOCUS_RING_PX > container.right
  const covers = (placement: ToastPlacement) => {
    const top = placement === 'top' ? EDGE_OFFSET_PX.top : screenHeight - EDGE_OFFSET_PX.bottom - height
    return !isBeside && focused.bottom + FOCUS_RING_PX > top && focused.top - FOCUS_RING_PX < top + height
  }
  return covers(current) && !covers(opposite[current]) ? opposite[current] : current
}

/**
 * Toasts start at the bottom, or at the top over a dialog, because its buttons are at the bottom; they move away from
 * the focus.
 */
export function useToastPlacement(container: RefObject<HTMLElement | null>, shown: readonly unknown[]): ToastPlacement {
  const preferred: ToastPlacement = useSyncExternalStore(onModalsChange, isModalOpen) ? 'top' : 'bottom'
  const [placement, setPlacement] = useState(preferred)
  const appliedPreference = useRef<ToastPlacement | null>(null)
  const current = useRef(preferred)
  useLayoutEffect(() => {
    if (shown.length === 0) {
      appliedPreference.current = null
      return undefined
    }
    if (appliedPreference.current !== preferred) current.current = preferred
    appliedPreference.current = preferred
    const update = () => {
      const focused = document.activeElement
      const element = container.current
      if (focused && focused !== document.body && element && !element.contains(focused)) {
        const screenHeight = document.documentElement.clientHeight
        const box = focused.getBoundingClientRect()
        current.current = choosePlacement(current.current, box, element.getBoundingClientRect(), screenHeight)
      }
      setPlacement(current.current)
    }
    update()
    addEventListener('focusin', update)
    addEventListener('scroll', update, { capture: true, passive: true })
    addEventListener('resize', update)
    return () => {
      removeEventListener('focusin', update)
      removeEventListener('scroll', update, { capture: true })
      removeEventListener('resize', update)
    }
  }, [container, shown, preferred])
  return placement
}
