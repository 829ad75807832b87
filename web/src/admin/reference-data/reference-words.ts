import type { ReferenceCategory, ReferenceEntry } from '@portico/contract/kit/reference-table.ts'
import type { referenceDataTexts } from '@portico/contract/reference-data/reference-data-texts.ts'
import { shippedInWords, shippedWords } from '../../api/shipped-words.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import { inputOf } from './reference-form.ts'

/** The field that shows a value by its name: an employer instead of its id. */
export const shownFieldOf = (category: ReferenceCategory, field: string): string => {
  const input = inputOf(category, field)
  return typeof input === 'object' && 'lookup' in input ? input.shownAs : field
}

/** A text of an entry in the words of the reader while it is worded as shipped. */
const textInWords = ({ shipped = [] }: ReferenceCategory, field: string, stored: string): string =>
  shipped.includes(field) ? shippedInWords(stored) : stored

/** What an entry is called: the value of its first field that is not empty. */
export function nameOf(category: ReferenceCategory, entry: ReferenceEntry): string {
  const values = Object.keys(category.fields).map((field) => {
    const shown = shownFieldOf(category, field)
    return textInWords(category, shown, String(entry[shown] ?? ''))
  })
  return values.find((value) => value.trim() !== '') ?? ''
}

/** What a dialog says below a text that is worded as shipped; undefined below any other one. */
export function shippedHelpOf(
  { shipped = [] }: ReferenceCategory,
  field: string,
  stored: string,
  t: Texts<typeof referenceDataTexts>,
): string | undefined {
  const words = shipped.includes(field) ? shippedWords(stored) : null
  if (words === null) return undefined
  return words === stored ? t.reference_shipped_help : formatMessage(t.reference_shipped_help_words, { words })
}

/** The columns of a list, in the order of the fields; names stand in the place of ids. */
export function columnFieldsOf(category: ReferenceCategory): string[] {
  const fields = Object.keys(category.fields).map((field) => shownFieldOf(category, field))
  return [...new Set([...fields, ...Object.keys(category.shown ?? {})])]
}

/** A value of an entry in words. */
export function valueInWords(
  category: ReferenceCategory,
  field: string,
  entry: Partial<ReferenceEntry>,
  t: Texts<typeof referenceDataTexts>,
): string {
  const value = entry[field]
  const input = inputOf(category, field)
  if (typeof value === 'boolean') return value ? t.reference_yes : t.reference_no
  if (typeof input === 'object' && 'choices' in input) {
    const text = input.choices[String(value)]
    return text === undefined ? String(value) : (t[text] as string)
  }
  if (input === 'secret' && value === null) return t.reference_secret
  return textInWords(category, field, String(value ?? ''))
}

/** Why an entry can be neither changed nor deleted, or only not deleted: the portal itself needs it. */
export function protectionOf(
  { protection, texts }: ReferenceCategory,
  entry: ReferenceEntry,
  t: Texts<typeof referenceDataTexts>,
): { change?: string; deletion?: string } {
  if (entry['protectedFlg'] !== true || protection === undefined) return {}
  const words = { entry: t[texts.entry] as string }
  if (protection === 'deletion') return { deletion: formatMessage(t.reference_kept, words) }
  const reason = formatMessage(t.reference_protected, words)
  return { change: reason, deletion: reason }
}

/** What a dialog says where a change fails for a reason that the server does not explain; undefined: the general text. */
export const failureOf = ({ texts: { failed } }: ReferenceCategory, t: Texts<typeof referenceDataTexts>) =>
  failed === undefined ? undefined : (t[failed] as string)

/** What a deletion deletes. */
export const removalOf = (
  { texts: { remove } }: ReferenceCategory,
  name: string,
  t: Texts<typeof referenceDataTexts>,
) =>
  formatMessage(remove === undefined ? t.reference_delete_body : (t[remove] as typeof t.reference_delete_body), {
    name,
  })
