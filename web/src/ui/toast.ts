/** Short messages that disappear by themselves, and a list of recent ones for users who missed them. */

export interface Toast {
  readonly id: number
  readonly tone: 'success' | 'error' | 'info'
  readonly text: string
  readonly at: Date
  /** Offered beside the text, such as undo. */
  readonly action?: ToastAction | undefined
  /** Offered after it, such as a way to more about it. */
  readonly more?: ToastAction | undefined
}

export interface ToastAction {
  label: string
  run: () => void
}

interface Toasts {
  readonly shown: readonly Toast[]
  /** Newest first; kept until the page is reloaded. */
  readonly recent: readonly Toast[]
}

const RECENT_MAX = 20
const VISIBLE_MAX = 4

let state: Toasts = { shown: [], recent: [] }
let lastId = 0
const observers = new Set<() => void>()

function setState(next: Toasts) {
  state = next
  for (const observer of observers) observer()
}

function createToast(tone: Toast['tone'], text: string, action?: ToastAction, more?: ToastAction): Toast {
  lastId += 1
  return { id: lastId, tone, text, at: new Date(), action, more }
}

const withRecent = (added: Toast) => [added, ...state.recent].slice(0, RECENT_MAX)

function show(tone: Toast['tone'], text: string, action?: ToastAction, more?: ToastAction) {
  const added = createToast(tone, text, action, more)
  // A repeated message replaces the first.
  const others = state.shown.filter((other) => other.text !== text)
  setState({ shown: [...others, added].slice(-VISIBLE_MAX), recent: withRecent(added) })
}

export const toast = {
  success: (text: string, action?: ToastAction, more?: ToastAction): void => show('success', text, action, more),
  error: (text: string, action?: ToastAction): void => show('error', text, action),
  info: (text: string): void => show('info', text),
  /** Adds a message to the recent ones without showing it, for dialogs that show it themselves and close. */
  record: (tone: Toast['tone'], text: string): void =>
    setState({ ...state, recent: withRecent(createToast(tone, text)) }),
  dismiss: (id: number): void => setState({ ...state, shown: state.shown.filter((other) => other.id !== id) }),
  /** Removes all messages, for example when another user signs in. */
  clear: (): void => setState({ shown: [], recent: [] }),
}

export const currentToasts = (): Toasts => state

export function subscribeToToasts(observer: () => void): () => void {
  observers.add(observer)
  return () => observers.delete(observer)
}
