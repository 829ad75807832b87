import type { generalTexts } from '../texts/general-texts.ts'

/** Texts of the contract's own string formats. */
const formatTexts = {
  day: 'field_date',
  date: 'field_date',
  datetime: 'field_date',
  one_line: 'field_one_line',
  page_number: 'field_page_number',
} as const satisfies Readonly<Record<string, keyof typeof generalTexts>>

type FormatText = (typeof formatTexts)[keyof typeof formatTexts] | 'field_pattern'

/** Returns the key of the text for a value that does not have this zod string format. */
export const textOfFormat = (format: string): FormatText =>
  Object.hasOwn(formatTexts, format) ? formatTexts[format as keyof typeof formatTexts] : 'field_pattern'
