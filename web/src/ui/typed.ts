import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'

/**
 * Unsaved values of a page's forms. When a session ends they are stored in this tab, for the same user on the same
 * page; see `useTyped`.
 */
interface Kept {
  owner: number
  place: string
  /** By form name: the values that differ from the initial ones. */
  forms: Record<string, unknown>
}

interface OpenForm {
  initial: unknown
  values: unknown
  never: readonly PropertyKey[]
}

const KEY = 'typed'
/** A page may render twice while it opens: values are removed from storage only once the form stays mounted. */
const SETTLED_MS = 500
const openForms = new Map<string, OpenForm>()
const restoredListeners = new Set<() => void>()
let placeNow = () => ''
/** True once the same user has signed in again: values are not restored before. */
let isAdmitted = false

/**
 * `useState` for unsaved form values. If the session ends meanwhile, the values are restored when the same user signs
 * in again and the form `name` mounts on the same page. Works for form values and for whether a dialog is open.
 * Passwords, codes and answers must never be stored: keep them in a separate state, or list them in `never`.
 */
export function useTyped<T>(
  name: string,
  initial: T,
  { never = [] }: { never?: readonly (keyof T)[] } = {},
): [T, Dispatch<SetStateAction<T>>] {
  const [begun] = useState(initial)
  const [restored] = useState(() => readFor(name))
  const [values, setValues] = useState(() => (restored === undefined ? begun : merged(begun, restored)))
  const form = useRef<OpenForm>({ initial: begun, values, never })
  useEffect(() => {
    form.current.values = values
  })
  useEffect(() => {
    const mine = form.current
    openForms.set(name, mine)
    const settled = restored === undefined ? undefined : setTimeout(() => giveOut(name), SETTLED_MS)
    return () => {
      clearTimeout(settled)
      if (openForms.get(name) === mine) openForms.delete(name)
    }
  }, [name, restored])
  return [values, setValues]
}

/** Sets the current page; a form only restores values of its own page. */
export function followPlace(place: () => string): void {
  placeNow = place
}

/** Stores the values of the open forms, while they are still mounted. */
export function keepTyped(owner: number): void {
  const forms = [...openForms].map(([name, form]) => [name, changesOf(form)] as const)
  const typed = forms.filter(([, changes]) => changes !== undefined)
  if (typed.length === 0) return
  isAdmitted = false
  write({ owner, place: placeNow(), forms: Object.fromEntries(typed) })
}

/** After a sign-in: discards values of another user. */
export function admitTyped(person: number): void {
  const kept = read()
  if (kept && kept.owner !== person) forgetTyped()
  isAdmitted = kept?.owner === person
}

export function forgetTyped(): void {
  isAdmitted = false
  sessionStorage.removeItem(KEY)
}

/** True while stored values wait for their user. */
export const isTypedKept = (): boolean => read() !== null

/** Calls `listener` when a form has restored its values; returns the function to unsubscribe. */
export function onTypedRestored(listener: () => void): () => void {
  restoredListeners.add(listener)
  return () => restoredListeners.delete(listener)
}

function readFor(name: string): unknown {
  const kept = isAdmitted ? read() : null
  return kept?.place === placeNow() ? kept.forms[name] : undefined
}

/** Removes the values from storage once their form has them. */
function giveOut(name: string) {
  const kept = read()
  if (!kept || !(name in kept.forms)) return
  const { [name]: _given, ...others } = kept.forms
  if (Object.keys(others).length === 0) forgetTyped()
  else write({ ...kept, forms: others })
  for (const listener of restoredListeners) listener()
}

function read(): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null
    return typeof kept?.forms === 'object' && kept.forms !== null ? kept : null
  } catch {
    return null
  }
}

/** A full storage loses the values, but does not break the page. */
function write(kept: Kept) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
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

function merged<T>(begun: T, restored: unknown): T {
  return isRecord(begun) && isRecord(restored) ? { ...begun, ...restored } : (restored as T)
}
