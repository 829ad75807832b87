/** The open dialogs; content behind them does not take the focus meanwhile. */

/** Set by the library on a control whose own list or menu Escape closes. */
const STOPS_ESCAPE = 'data-mantine-stop-propagation'

/** What Escape does in each open dialog, the topmost last. */
const open: (() => void)[] = []
const observers = new Set<() => void>()

function tellObservers() {
  for (const observer of observers) observer()
}

export const isModalOpen = (): boolean => open.length > 0

/** Registers an open dialog and what Escape does in it; returns the function to unregister it. */
export function registerModal(onEscape: () => void): () => void {
  open.push(onEscape)
  tellObservers()
  return () => {
    open.splice(open.indexOf(onEscape), 1)
    tellObservers()
  }
}

/** One press of Escape closes the topmost dialog alone. */
function closeTopmost(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.isComposing) return
  // An open list or menu in the dialog closes first.
  if (event.target instanceof Element && event.target.getAttribute(STOPS_ESCAPE) === 'true') return
  open.at(-1)?.()
}
window.addEventListener('keydown', closeTopmost, { capture: true })

export function onModalsChange(observer: () => void): () => void {
  observers.add(observer)
  return () => observers.delete(observer)
}

let isReturning = false

/** True while a dialog that has closed gives the focus back, which is no act of the user. */
export const isFocusReturning = (): boolean => isReturning

/** Gives the focus back after a dialog. */
export function returnFocus(restore: () => void): void {
  isReturning = true
  restore()
  isReturning = false
}

const places: HTMLElement[] = []

/** A `ref` for where a dialog shows a question; the one that was mounted last is taken. */
export function placeQuestions(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return undefined
  places.push(place)
  tellObservers()
  return () => {
    places.splice(places.indexOf(place), 1)
    tellObservers()
  }
}

/** Where the topmost dialog shows a question, since no dialog opens over another; null while none is open. */
export const topQuestionPlace = (): HTMLElement | null => places.at(-1) ?? null

export const isQuestionPlaceOpen = (place: HTMLElement): boolean => places.includes(place)
