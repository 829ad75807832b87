import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'

/**
 * Unsaved values of a page's forms. When a session ends they are stored in this tab, for the same user on the same
 * page; see `useRestorableState`.
 */
interface StoredState {
  owner: number
  /** By this computer's clock. */
  until: number
  page: string
  /** By form name: the values that differ from the initial ones. */
  forms: Record<string, unknown>
}

interface OpenForm {
  initial: unknown
  values: unknown
  never: readonly PropertyKey[]
}

const KEY = 'typed'
/** How long values wait for their user: they may name other people, and must not outlast a short absence. */
export const STORED_MS = 30 * 60_000
/** A page may render twice while it opens: values are removed from storage only once the form stays mounted. */
const MOUNTED_MS = 500
const openForms = new Map<string, OpenForm>()
const restoredListeners = new Set<() => void>()
let currentPage = () => ''
/** True once the same user has signed in again: values are not restored before. */
let mayRestore = false

/**
 * `useState` for unsaved form values. If the session ends meanwhile, the values are restored when the same user signs
 * in again and the form `name` mounts on the same page. Works for form values and for whether a dialog is open.
 * Passwords, codes and answers must never be stored: keep them in a separate state, or list them in `never`.
 */
export function useRestorableState<T>(
  name: string,
  initial: T,
  { never = [] }: { never?: readonly (keyof T)[] } = {},
): [T, Dispatch<SetStateAction<T>>] {
  const [first] = useState(initial)
  const [restored] = useState(() => storedValues(name))
  const [values, setValues] = useState(() => (restored === undefined ? first : merged(first, restored)))
  const form = useRef<OpenForm>({ initial: first, values, never })
  useEffect(() => {
    form.current.values = values
  })
  useEffect(() => {
    const openForm = form.current
    openForms.set(name, openForm)
    const mountedTimer = restored === undefined ? undefined : setTimeout(() => removeStored(name), MOUNTED_MS)
    return () => {
      clearTimeout(mountedTimer)
      if (openForms.get(name) === openForm) openForms.delete(name)
    }
  }, [name, restored])
  return [values, setValues]
}

/** Sets the current page; a form only restores values of its own page. */
export function followPage(page: () => string): void {
  currentPage = page
}

/** Stores the values of the open forms, while they are still mounted. */
export function storeUnsavedState(owner: number): void {
  const forms = [...openForms].map(([name, form]) => [name, changesOf(form)] as const)
  const changed = forms.filter(([, changes]) => changes !== undefined)
  if (changed.length === 0) return
  mayRestore = false
  write({ owner, until: Date.now() + STORED_MS, page: currentPage(), forms: Object.fromEntries(changed) })
  discardWhenOver()
}

/** Values of another page than the one that a load of the portal has opened have nobody who waits for them. */
export function discardStateOfOtherPage(): void {
  if (read()?.page !== currentPage()) discardStoredState()
}

let overTimer: ReturnType<typeof setTimeout> | undefined

/** Discards the values once they have waited long enough, also after a reload of the page. */
export function discardWhenOver(): void {
  clearTimeout(overTimer)
  const stored = read()
  if (stored) overTimer = setTimeout(discardStoredState, stored.until - Date.now())
}

/** After a sign-in: discards values of another user. */
export function allowRestore(person: number): void {
  const stored = read()
  if (stored && stored.owner !== person) discardStoredState()
  mayRestore = stored?.owner === person
}

export function discardStoredState(): void {
  mayRestore = false
  sessionStorage.removeItem(KEY)
}

/** True while stored values wait for their user. */
export const hasStoredState = (): boolean => read() !== null

/** Calls `listener` when a form has restored its values; returns the function to unsubscribe. */
export function onStateRestored(listener: () => void): () => void {
  restoredListeners.add(listener)
  return () => restoredListeners.delete(listener)
}

function storedValues(name: string): unknown {
  const stored = mayRestore ? read() : null
  return stored?.page === currentPage() ? stored.forms[name] : undefined
}

/** Removes the values from storage once their form has them. */
function removeStored(name: string) {
  const stored = read()
  if (!stored || !(name in stored.forms)) return
  const { [name]: _removed, ...others } = stored.forms
  if (Object.keys(others).length === 0) discardStoredState()
  else write({ ...stored, forms: others })
  for (const listener of restoredListeners) listener()
}

function read(): StoredState | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StoredState | null
    const isWhole = typeof stored?.forms === 'object' && stored.forms !== null && stored.until > Date.now()
    return isWhole ? stored : null
  } catch {
    return null
  }
}

/** A full storage loses the values, but does not break the page. */
function write(stored: StoredState) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(stored))
  } catch {
    sessionStorage.removeItem(KEY)
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** True for values that JSON can represent; a file is not among them. */
const isPlain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(isPlain)) ||
  (isRecord(value) && Object.values(value).every(isPlain))

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function changesOf({ initial, values, never }: OpenForm): unknown {
  if (!isRecord(values)) return isPlain(values) && !isSame(values, initial) ? values : undefined
  const before = isRecord(initial) ? initial : {}
  const changes = Object.entries(values).filter(
    ([field, value]) => !never.includes(field) && !isSecret(field) && isPlain(value) && !isSame(value, before[field]),
  )
  return changes.length > 0 ? Object.fromEntries(changes) : undefined
}

/** A safeguard for forms that forget `never`: values of password, file and one-time-code fields are not stored. */
const SECRET_FIELDS = [
  '[type="password"]',
  '[type="file"]',
  '[autocomplete$="-password"]',
  '[autocomplete="one-time-code"]',
]

const isSecret = (field: string) =>
  SECRET_FIELDS.some((secret) => document.querySelector(`input[name="${CSS.escape(field)}"]${secret}`) !== null)

function merged<T>(first: T, restored: unknown): T {
  return isRecord(first) && isRecord(restored) ? { ...first, ...restored } : (restored as T)
}
