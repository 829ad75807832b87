import * as z from 'zod/mini'

interface Issue {
  field: string
  text: string
  /** The most characters that the field takes, where there are more. */
  max?: number
}

/**
 * Schema of a form whose rules are functions shared with the server. Its errors are keys of texts, as those of
 * `field-schemas.ts`; the first error of a field counts.
 */
export const rulesSchema = <Values extends Record<string, unknown>>(issuesOf: (values: Values) => readonly Issue[]) =>
  z
    .custom<Values>(() => true)
    .check(({ value, issues }) => {
      const invalid = new Set<string>()
      for (const { field, text, max } of issuesOf(value)) {
        if (!invalid.has(field))
          issues.push({ code: 'custom', input: value, path: [field], message: text, params: { max } })
        invalid.add(field)
      }
    })
