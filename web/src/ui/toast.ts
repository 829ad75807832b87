/** Short messages that pass by, and a list of the last ones for those whom they passed too fast. */

export interface Toast {
  readonly id: number
  readonly tone: 'success' | 'error' | 'info'
  readonly text: string
  readonly at: Date
}

interface Toasts {
  readonly shown: readonly Toast[]
  /** Newest first; lives as long as the page. */
  readonly recent: readonly Toast[]
}

const KEPT = 20
const AT_ONCE = 4

let state: Toasts = { shown: [], recent: [] }
let lastId = 0
const observers = new Set<() => void>()

function become(next: Toasts) {
  state = next
  for (const observer of observers) observer()
}

function make(tone: Toast['tone'], text: string): Toast {
  lastId += 1
  return { id: lastId, tone, text, at: new Date() }
}

const withRecent = (added: Toast) => [added, ...state.recent].slice(0, KEPT)

function show(tone: Toast['tone'], text: string) {
  const added = make(tone, text)
  // The same words again take the place of the first: nobody needs to read them twice.
  const others = state.shown.filter((other) => other.text !== text)
  become({ shown: [...others, added].slice(-AT_ONCE), recent: withRecent(added) })
}

export const toast = {
  success: (text: string): void => show('success', text),
  error: (text: string): void => show('error', text),
  info: (text: string): void => show('info', text),
  /** Keeps a message in the list although it is shown elsewhere, in a window that closes by itself. */
  remember: (tone: Toast['tone'], text: string): void => become({ ...state, recent: withRecent(make(tone, text)) }),
  dismiss: (id: number): void => become({ ...state, shown: state.shown.filter((other) => other.id !== id) }),
  /** Forgets all, as when another person signs in. */
  forgetAll: (): void => become({ shown: [], recent: [] }),
}

export const currentToasts = (): Toasts => state

export function onToasts(observer: () => void): () => void {
  observers.add(observer)
  return () => observers.delete(observer)
}
