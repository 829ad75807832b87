import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'

const DIALOG = '[role="dialog"]'

/** What has the focus outside of dialogs, or had it when a dialog took it; null: nothing. */
let focused: Element | null = null
/** The open dialogs that took the focus from something. */
let opened = new Set<Element>()
/** Titles of those that were closed while the page stayed, in the test that runs. */
let closed: string[] = []

const dialogsIn = (nodes: NodeList) =>
  [...nodes].flatMap((node) =>
    node instanceof Element ? [...(node.matches(DIALOG) ? [node] : []), ...node.querySelectorAll(DIALOG)] : [],
  )

const titleOf = (dialog: Element) => dialog.querySelector('h1, h2, h3')?.textContent ?? 'without a title'

/** The field that takes keys while a dialog loads (KeystrokeField.tsx) is no place to go on. */
const isEarlyField = (target: Element) => target.matches('input[aria-busy="true"]')

const isOutside = (target: EventTarget | null): target is Element =>
  target instanceof Element && target !== document.body && !target.closest(DIALOG) && !isEarlyField(target)

const onFocusIn = ({ target }: FocusEvent) => {
  if (isOutside(target)) focused = target
}
const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
  if (isOutside(target) && relatedTarget === null) focused = null
}

const observer = new MutationObserver((changes) => {
  for (const { addedNodes, removedNodes } of changes) {
    if (focused) for (const dialog of dialogsIn(addedNodes)) opened.add(dialog)
    for (const dialog of dialogsIn(removedNodes)) if (opened.delete(dialog)) closed.push(titleOf(dialog))
  }
})

/** Notes every dialog of the page that closes, until `expectFocusKept`. */
export function watchDialogs(): void {
  forgetDialogs()
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)
}

export function forgetDialogs(): void {
  observer.disconnect()
  document.removeEventListener('focusin', onFocusIn)
  document.removeEventListener('focusout', onFocusOut)
  focused = null
  opened = new Set()
  closed = []
}

/** After every dialog that a test closes the keyboard goes on: on what opened it, or on the sensible next element. */
export async function expectFocusKept(): Promise<void> {
  const titles = closed
  forgetDialogs()
  const lostAfter = () => (document.activeElement === document.body ? titles : [])
  if (titles.length > 0) await waitFor(() => expect(lostAfter(), 'the focus is lost after these dialogs').toEqual([]))
}
