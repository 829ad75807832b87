import { focusOn, hasNoFocus, headingOf } from './place-in-list.ts'

/**
 * A `ref` for the place of an action that goes away with what it does, such as "Try again": whoever pressed
 * it goes on at the heading of the page, as soon as there is one. Without it the keyboard starts again at the top.
 */
export function goOnAtHeading(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return undefined
  const onClick = ({ target }: MouseEvent) => {
    const action = target instanceof Element ? target.closest('button, a[href]') : null
    if (action) waitFor(action)
  }
  place.addEventListener('click', onClick)
  // Who has pressed is still waited for: his press is what takes the place away.
  return () => place.removeEventListener('click', onClick)
}

let stopWaiting = () => {}

/** Until the person has gone on himself; a page that comes in several steps may take its heading away again. */
function waitFor(action: Element) {
  stopWaiting()
  let held = action
  const observer = new MutationObserver(() => {
    if (held.isConnected || !hasNoFocus()) return
    // What stands for a page on its way has no heading; that of the page itself comes later.
    const heading = headingOf(document.querySelector('main') ?? document.body)
    if (!heading) return
    held = heading
    focusOn(heading)
  })
  const onLeave = ({ target }: Event) => {
    if (target instanceof Node && !held.contains(target)) stopWaiting()
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
