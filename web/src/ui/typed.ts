import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'

/**
 * What is typed into the forms of a page and not sent yet. When a session ends it is kept in this tab,
 * for the same person at the same page; see `useTyped`.
 */
interface Kept {
  owner: number
  place: string
  /** By the name of the form: what differs from what it began with. */
  forms: Record<string, unknown>
}

interface OpenForm {
  initial: unknown
  values: unknown
  never: readonly PropertyKey[]
}

const KEY = 'typed'
/** On the way in a page may be drawn twice: what was kept is given out once the form stays. */
const SETTLED_MS = 500
const openForms = new Map<string, OpenForm>()
const restoredListeners = new Set<() => void>()
let placeNow = () => ''
/** True once its owner has signed in again: until then nothing is given out. */
let isAdmitted = false

/**
 * `useState` for what is typed into a form. Should the session end meanwhile, the same person finds it
 * again after signing in, when the form `name` comes back on the same page. Works for the values of a
 * form, and for whether a window is open. Passwords, codes and answers do not belong in it: keep them
 * in a state of their own, or name them in `never`.
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

/** Says where the person is; a form finds only what was typed on its own page. */
export function followPlace(place: () => string): void {
  placeNow = place
}

/** Keeps what stands in the open forms, while they are still there. */
export function keepTyped(owner: number): void {
  const forms = [...openForms].map(([name, form]) => [name, changesOf(form)] as const)
  const typed = forms.filter(([, changes]) => changes !== undefined)
  if (typed.length === 0) return
  isAdmitted = false
  write({ owner, place: placeNow(), forms: Object.fromEntries(typed) })
}

/** Somebody has signed in: what another person typed is forgotten. */
export function admitTyped(person: number): void {
  const kept = read()
  if (kept && kept.owner !== person) forgetTyped()
  isAdmitted = kept?.owner === person
}

export function forgetTyped(): void {
  isAdmitted = false
  sessionStorage.removeItem(KEY)
}

/** True while something waits for its owner. */
export const isTypedKept = (): boolean => read() !== null

/** Calls `listener` when a form has got its text back; returns the way to stop. */
export function onTypedRestored(listener: () => void): () => void {
  restoredListeners.add(listener)
  return () => restoredListeners.delete(listener)
}

function readFor(name: string): unknown {
  const kept = isAdmitted ? read() : null
  return kept?.place === placeNow() ? kept.forms[name] : undefined
}

/** It stands in its form again and nowhere else. */
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

/** A full storage costs the text, not the page. */
function write(kept: Kept) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    sessionStorage.removeItem(KEY)
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Only what JSON carries as it is; a file is not among it. */
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

/** A second line, should a form forget to say so: what a browser takes for a secret is none of ours to keep. */
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
