/** What stands under each other and comes and goes by itself. */
const LIST = 'tbody, ul, ol'
const CONTROL = 'a[href], button, input:not([hidden]), select, textarea'

/** Where somebody is in a list; knows where he goes on when that has gone. */
export interface PlaceInList {
  /** The next control of the list that is still there, else the one before; null where the list has none any more. */
  next: () => HTMLElement | null
}

/** Where `element` stands in the list around it; null where there is none. Asked while it is there. */
export function placeInList(element: HTMLElement): PlaceInList | null {
  const list = element.closest(LIST)
  if (!list) return null
  const controls = [...list.querySelectorAll<HTMLElement>(CONTROL)]
  const at = controls.indexOf(element)
  const byNearness = [...controls.slice(at + 1), ...controls.slice(0, Math.max(0, at)).reverse()]
  return { next: () => byNearness.find((control) => control.isConnected) ?? null }
}

/** Nobody is anywhere: what had the focus has gone, or nothing has had it yet. */
export const hasNoFocus = (): boolean => document.activeElement === null || document.activeElement === document.body

/** The heading of a page or a window takes the focus where nothing else is left for it. */
export function focusHeading(container: Element | null): void {
  const heading = container && headingOf(container)
  if (heading) focusOn(heading)
}

export const headingOf = (container: Element): HTMLElement | null => container.querySelector<HTMLElement>('h1, h2')

/** For what is no control: it takes the focus all the same. */
export function focusOn(element: HTMLElement): void {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}
