import { focusHeading, hasNoFocus, type PlaceInList, placeInList } from './place-in-list.ts'

/**
 * A `ref` that keeps the focus inside a page or a window when the entry of a list goes away under it: the
 * next entry has it, or the heading after the last. Without it the keyboard starts again at the top.
 */
export function keepFocus(container: HTMLElement | null): (() => void) | undefined {
  if (!container) return undefined
  let last: { element: HTMLElement; place: PlaceInList } | null = null
  const onFocusIn = ({ target }: FocusEvent) => {
    const place = target instanceof HTMLElement ? placeInList(target) : null
    last = place && { element: target as HTMLElement, place }
  }
  // Whoever presses beside everything has left by himself; an entry that goes away has not.
  const onPress = ({ target }: PointerEvent) => {
    if (last && target instanceof Node && !last.element.contains(target)) last = null
  }
  const onChange = () => {
    if (!last || last.element.isConnected || !hasNoFocus()) return
    const next = last.place.next()
    last = null
    if (next) next.focus()
    else focusHeading(container)
  }
  const observer = new MutationObserver(onChange)
  observer.observe(container, { childList: true, subtree: true })
  container.addEventListener('focusin', onFocusIn)
  container.addEventListener('pointerdown', onPress)
  return () => {
    observer.disconnect()
    container.removeEventListener('focusin', onFocusIn)
    container.removeEventListener('pointerdown', onPress)
  }
}
