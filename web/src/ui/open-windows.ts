/** Which windows stand over the page: what is behind them keeps still meanwhile. */

let count = 0
const observers = new Set<() => void>()

function become(next: number) {
  count = next
  for (const observer of observers) observer()
}

export const isWindowOpen = (): boolean => count > 0

/** Counts one window in; what it returns counts it out. */
export function countWindow(): () => void {
  become(count + 1)
  return () => become(count - 1)
}

export function onWindows(observer: () => void): () => void {
  observers.add(observer)
  return () => observers.delete(observer)
}
