import { isWindowOpen } from './open-windows.ts'
import { focusHeading, hasNoFocus, type PlaceInList, placeInList } from './place-in-list.ts'

/** A `ref` that keeps the focus on a page when the entry of a list goes away under it. Behind a window it does nothing. */
export const keepFocusOnPage = (page: HTMLElement | null) => keepFocus(page, isWindowOpen)

/** The same for a window. */
export const keepFocusInWindow = (content: HTMLElement | null) => keepFocus(content, () => false)

/** The next entry has it, or the heading after the last. Without it the keyboard starts again at the top. */
function keepFocus(container: HTMLElement | null, isStill: () => boolean): (() => void) | undefined {
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
  // Nor has he an entry to go on from here who went on somewhere else.
  const onFocusOut = ({ relatedTarget: to }: FocusEvent) => {
    if (to instanceof Node && !container.contains(to)) last = null
  }
  const onChange = () => {
    if (isStill() || !last || last.element.isConnected || !hasNoFocus()) return
    const next = last.place.next()
    last = null
    if (next) next.focus()
    else focusHeading(container)
  }
  const observer = new MutationObserver(onChange)
  observer.observe(container, { childList: true, subtree: true })
  container.addEventListener('focusin', onFocusIn)
  container.addEventListener('focusout', onFocusOut)
  container.addEventListener('pointerdown', onPress)
  return () => {
    observer.disconnect()
    container.removeEventListener('focusin', onFocusIn)
    container.removeEventListener('focusout', onFocusOut)
    container.removeEventListener('pointerdown', onPress)
  }
}
