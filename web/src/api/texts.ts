import { useSyncExternalStore } from 'react'
import type { PlaceholdersOf, Template } from '@portico/contract/texts/format-message.ts'

type TextTable = Readonly<Record<string, string>>
/** The texts of one part of the product by key; a text with placeholders is shown through formatMessage. */
export type Texts<T extends TextTable> = {
  readonly [Key in keyof T]: [PlaceholdersOf<T[Key]>] extends [never] ? string : Template<PlaceholdersOf<T[Key]>>
}

let overrides: TextTable = {}
let ofClient: TextTable = {}
let merged = new WeakMap<TextTable, TextTable>()
const observers = new Set<() => void>()

/**
 * The texts of one part, with changes from the resource table. Each screen passes only its own part, so that a page
 * does not load the texts of others; the defaults show until the table has loaded.
 */
export function texts<T extends TextTable>(defaults: T): Texts<T> {
  let cached = merged.get(defaults)
  if (!cached) {
    cached = Object.fromEntries(
      Object.entries(defaults).map(([key, text]) => [key, ofClient[key] ?? overrides[key] ?? text]),
    )
    merged.set(defaults, cached)
  }
  return cached as unknown as Texts<T>
}

export const useTexts = <T extends TextTable>(defaults: T): Texts<T> =>
  useSyncExternalStore(subscribe, () => texts(defaults))

/** Applies the resource table as it is for everyone. */
export function overrideTexts(table: TextTable): void {
  overrides = table
  showChanges()
}

/** Applies the texts that are worded for the client of the user. */
export function overrideTextsOfClient(table: TextTable): void {
  ofClient = table
  showChanges()
}

function showChanges(): void {
  merged = new WeakMap()
  for (const observer of observers) observer()
}

function subscribe(observer: () => void) {
  observers.add(observer)
  return () => observers.delete(observer)
}
