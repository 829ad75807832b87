import { useSyncExternalStore } from 'react'
import {
  formatMessage as formatMessageIn,
  type PlaceholdersOf,
  type Template,
  type ValuesOf,
} from '@portico/contract/texts/format-message.ts'
import { type Language, languageOfCode, SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'

type TextTable = Readonly<Record<string, string>>
/** The texts of one part of the product by key; a text with placeholders is shown through formatMessage. */
export type Texts<T extends TextTable> = {
  readonly [Key in keyof T]: [PlaceholdersOf<T[Key]>] extends [never] ? string : Template<PlaceholdersOf<T[Key]>>
}

/** The server writes the language of the page into it; formatters read it there. */
const page = document.documentElement

let language: Language = languageOfCode(page.lang) ?? SOURCE_LANGUAGE
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

/** Returns the language that the page shows. */
export const currentLanguage = (): Language => language

export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)

/** Fills the placeholders of a text by the rules of the page's language. */
export const formatMessage = <Text extends string | Template<string>>(text: Text, values: ValuesOf<Text>): string =>
  formatMessageIn(text, values, language)

/** Applies the resource table as it is for everyone. */
export function overrideTexts(table: TextTable): void {
  overrides = table
  showChanges()
}

/** Applies the resource table of another language; texts of the client follow by themselves. */
export function replaceLanguage(next: Language, table: TextTable): void {
  language = next
  page.lang = next
  ofClient = {}
  overrideTexts(table)
}

/** Calls back after each change of the language or of texts. */
export const onTextsChange = (callback: () => void): (() => void) => subscribe(callback)

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
