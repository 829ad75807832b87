/** Selector for list entries that may be removed. */
const LIST = 'tbody, ul, ol, [data-rows]'
/** Selector for a table with the actions for its selected rows, which are removed with the selection. */
const TABLE_WITH_ACTIONS = '[data-table-with-actions]'
const CONTROL = 'a[href], button, input:not([hidden]), select, textarea'

/** Position of an element in a list, from which the focus continues after the element is removed. */
export interface ListPosition {
  /** The next remaining control of the list, or else the previous one; null for an empty list. */
  next: () => HTMLElement | null
}

/** The position of `element` in its list; null outside of lists. Call before the element is removed. */
export function listPosition(element: HTMLElement): ListPosition | null {
  const list = element.closest(LIST) ?? element.closest(TABLE_WITH_ACTIONS)
  if (!list) return null
  const controls = [...list.querySelectorAll<HTMLElement>(CONTROL)]
  const index = controls.indexOf(element)
  const nearest = [...controls.slice(index + 1), ...controls.slice(0, Math.max(0, index)).reverse()]
  return { next: () => nearest.find((control) => control.isConnected) ?? null }
}

/** True when nothing has the focus: the focused element was removed, or nothing was focused yet. */
export const hasNoFocus = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Focuses the heading of a page or dialog when nothing else is left. */
export function focusHeading(container: Element | null): void {
  const heading = container && headingOf(container)
  if (heading) focusElement(heading)
}

/**
 * Focuses what stays around a control that is about to be removed: the heading of its dialog, or else that of its section,
 * its tab panel, or the heading of the page.
 */
export function focusAround(control: Element): void {
  const dialog = control.closest('[role="dialog"]')
  if (dialog) return focusHeading(dialog)
  const heading = control.closest('section')?.querySelector<HTMLElement>('h2, h3')
  const panel = control.closest<HTMLElement>('[role="tabpanel"]')
  if (heading) focusElement(heading)
  else if (panel) panel.focus({ preventScroll: true })
  else focusHeading(control.closest('main'))
}

/** The title of a page or dialog; headings of a navigation may stand before it. */
export const headingOf = (container: Element): HTMLElement | null =>
  container.querySelector<HTMLElement>('h1') ?? container.querySelector<HTMLElement>('h2')

/** The search field of a list on a page or in a dialog; null without one. */
export const searchFieldOf = (container: Element): HTMLElement | null =>
  container.querySelector<HTMLElement>('input[type="search"]:not(:disabled)')

/** Focuses an element that is not focusable by itself. */
export function focusElement(element: HTMLElement): void {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}
