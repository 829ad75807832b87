import { PLACEHOLDER } from './format-message.ts'

/** The text that a stored sentence was made of, with the values of its placeholders. */
export interface StoredSentence<Key extends string> {
  key: Key
  values: Readonly<Record<string, string | number>>
}

/**
 * Reads a sentence that was stored in the source language, such as the message of a job: the text of the table that it
 * was made of, or null for any other one. The texts of the table have no plurals.
 */
export function storedSentence<Key extends string>(
  table: Readonly<Record<Key, string>>,
  stored: string,
): StoredSentence<Key> | null {
  for (const [key, text] of Object.entries(table) as [Key, string][]) {
    const found = patternOf(text).exec(stored)
    if (found) return { key, values: valuesOf(text, found.slice(1)) }
  }
  return null
}

const placeholdersOf = (text: string) =>
  [...text.matchAll(PLACEHOLDER)].map(([placeholder, name = '', number]) => ({
    placeholder,
    name,
    isNumber: number !== undefined,
  }))

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function patternOf(text: string): RegExp {
  let pattern = escaped(text)
  for (const { placeholder, isNumber } of placeholdersOf(text))
    pattern = pattern.replace(escaped(placeholder), () => (isNumber ? String.raw`([\d,]+)` : String.raw`([\s\S]*)`))
  return new RegExp(`^${pattern}$`)
}

const valuesOf = (text: string, found: readonly string[]) =>
  Object.fromEntries(
    placeholdersOf(text).map(({ name, isNumber }, index) => {
      const value = found[index] ?? ''
      return [name, isNumber ? Number(value.replaceAll(',', '')) : value]
    }),
  )
