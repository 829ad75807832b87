import { focusElement, hasNoFocus, headingOf } from './list-position.ts'

/**
 * A `ref` for the container of an action that removes itself, such as "Try again": after it the focus moves to the
 * heading of the page once there is one. Otherwise the keyboard starts again at the top.
 */
export function focusHeadingAfterAction(container: HTMLElement | null): (() => void) | undefined {
  if (!container) return undefined
  const onClick = ({ target }: MouseEvent) => {
    const action = target instanceof Element ? target.closest('button, a[href]') : null
    if (action) focusHeadingAfter(action)
  }
  container.addEventListener('click', onClick)
  // Keep waiting after the click itself, since the click is what removes the container.
  return () => container.removeEventListener('click', onClick)
}

let stopWaiting = () => {}

/** Until the user moves the focus; a page that loads in several steps may replace its heading. */
function focusHeadingAfter(action: Element) {
  stopWaiting()
  let focused = action
  const observer = new MutationObserver(() => {
    if (focused.isConnected || !hasNoFocus()) return
    // A loading skeleton has no heading; wait for that of the page.
    const heading = headingOf(document.querySelector('main') ?? document.body)
    if (!heading) return
    focused = heading
    focusElement(heading)
  })
  const onLeave = ({ target }: Event) => {
    if (target instanceof Node && !focused.contains(target)) stopWaiting()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', onLeave)
  document.addEventListener('pointerdown', onLeave)
  stopWaiting = () => {
    observer.disconnect()
    document.removeEventListener('focusin', onLeave)
    document.removeEventListener('pointerdown', onLeave)
  }
}
