import { isModalOpen } from './modal-stack.ts'
import { focusHeading, hasNoFocus, type ListPosition, listPosition, searchFieldOf } from './list-position.ts'

/** A `ref` that keeps the focus in a list when its focused entry is removed. Does nothing behind a dialog. */
export const restoreFocusOnPage = (page: HTMLElement | null) => restoreFocusOnRemoval(page, isModalOpen)

/** The same for a list in a dialog. */
export const restoreFocusInModal = (content: HTMLElement | null) => restoreFocusOnRemoval(content, () => false)

/**
 * Focuses the next entry, or the heading after the last. Otherwise the keyboard starts again at the top. An entry that
 * goes while its menu is open, because of a search, leads to the search: the next one is about something else.
 */
function restoreFocusOnRemoval(container: HTMLElement | null, isPaused: () => boolean): (() => void) | undefined {
  if (!container) return undefined
  let last: { element: HTMLElement; position: ListPosition; isChosen?: boolean } | null = null
  const onFocusIn = ({ target }: FocusEvent) => {
    const position = target instanceof HTMLElement ? listPosition(target) : null
    last = position && { element: target as HTMLElement, position }
  }
  // A click on the background is a deliberate blur; the removal of an entry is not.
  const onPointerDown = ({ target }: PointerEvent) => {
    if (last && target instanceof Node && !last.element.contains(target)) last = null
  }
  // If the user has focused another element, do not move the focus.
  const onFocusOut = ({ relatedTarget: to }: FocusEvent) => {
    if (to instanceof Node && !container.contains(to)) last = null
  }
  // Of a menu: its entry is about to do something to the row.
  const onClick = ({ target }: MouseEvent) => {
    if (last && target instanceof Node && last.element.contains(target)) last.isChosen = true
  }
  const onMutation = () => {
    if (isPaused() || !last || last.element.isConnected || !hasNoFocus()) return
    const isMenuOpen = !last.isChosen && last.element.closest('[role="menu"]') !== null
    const next = isMenuOpen ? searchFieldOf(container) : last.position.next()
    last = null
    if (next) next.focus()
    else focusHeading(container)
  }
  const observer = new MutationObserver(onMutation)
  observer.observe(container, { childList: true, subtree: true })
  container.addEventListener('focusin', onFocusIn)
  container.addEventListener('focusout', onFocusOut)
  container.addEventListener('pointerdown', onPointerDown)
  container.addEventListener('click', onClick)
  return () => {
    observer.disconnect()
    container.removeEventListener('focusin', onFocusIn)
    container.removeEventListener('focusout', onFocusOut)
    container.removeEventListener('pointerdown', onPointerDown)
    container.removeEventListener('click', onClick)
  }
}
