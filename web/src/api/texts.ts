import { useSyncExternalStore } from 'react'

type Table = Readonly<Record<string, string>>
/** The texts of one part of the product, by its keys. */
export type Texts<T extends Table> = { readonly [Key in keyof T]: string }

let reworded: Table = {}
let merged = new WeakMap<Table, Table>()
const observers = new Set<() => void>()

/**
 * The texts of one part, reworded where the resource table says so. Each screen hands over only its own
 * part, so that a page loads no texts of another; the defaults show until the table has come.
 */
export function texts<T extends Table>(defaults: T): Texts<T> {
  let known = merged.get(defaults)
  if (!known) {
    known = Object.fromEntries(Object.entries(defaults).map(([key, text]) => [key, reworded[key] ?? text]))
    merged.set(defaults, known)
  }
  return known as Texts<T>
}

export const useTexts = <T extends Table>(defaults: T): Texts<T> => useSyncExternalStore(observe, () => texts(defaults))

/** Takes over the resource table. */
export function reword(table: Table): void {
  reworded = table
  merged = new WeakMap()
  for (const observer of observers) observer()
}

function observe(observer: () => void) {
  observers.add(observer)
  return () => observers.delete(observer)
}
