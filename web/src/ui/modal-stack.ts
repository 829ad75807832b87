/** The open dialogs; content behind them does not take the focus meanwhile. */

let count = 0
const observers = new Set<() => void>()

function setCount(next: number) {
  count = next
  for (const observer of observers) observer()
}

export const isModalOpen = (): boolean => count > 0

/** Registers an open dialog; returns the function to unregister it. */
export function registerModal(): () => void {
  setCount(count + 1)
  return () => setCount(count - 1)
}

export function onModalsChange(observer: () => void): () => void {
  observers.add(observer)
  return () => observers.delete(observer)
}

const places: HTMLElement[] = []

/** Registers where a dialog shows a question; returns the function to unregister it. */
export function registerQuestionPlace(place: HTMLElement): () => void {
  places.push(place)
  setCount(count)
  return () => {
    places.splice(places.indexOf(place), 1)
    setCount(count)
  }
}

/** Where the topmost dialog shows a question, since no dialog opens over another; null while none is open. */
export const topQuestionPlace = (): HTMLElement | null => places.at(-1) ?? null

export const isQuestionPlaceOpen = (place: HTMLElement): boolean => places.includes(place)
