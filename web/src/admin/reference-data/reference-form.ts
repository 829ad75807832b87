import * as z from 'zod/mini'
import type { Shape } from '@portico/contract/kit/endpoint.ts'
import type { ReferenceCategory, ReferenceEntry, ReferenceInput } from '@portico/contract/kit/reference-table.ts'

/** Values of a form: texts, and booleans of check boxes. */
type FormValues = Record<string, unknown>

export const inputOf = ({ inputs }: ReferenceCategory, field: string): ReferenceInput => inputs?.[field] ?? 'text'

const wireOf = (input: ReferenceInput, value: unknown) =>
  input === 'number' && typeof value === 'string' && value.trim() !== '' ? Number(value) : value

/** Key of the text that says what is wrong with a value; undefined where the shape of the wire accepts it. */
function problemOf(shape: Shape, input: ReferenceInput, value: unknown): string | undefined {
  const result = z.safeDecode(shape, wireOf(input, value) as never)
  if (result.success) return undefined
  if (typeof value === 'string' && value.trim() === '') return 'field_required'
  if (input === 'number') return 'field_number'
  const code = result.error.issues[0]?.code
  if (code === 'too_big') return 'field_too_long'
  return code === 'too_small' ? 'field_too_short' : 'field_pattern'
}

/** The schema of a category's form, from the shapes of its fields. */
export const formSchemaOf = (category: ReferenceCategory) =>
  z.object(
    Object.fromEntries(
      Object.entries(category.fields).map(([field, shape]) => {
        const input = inputOf(category, field)
        const problem = (value: unknown) => problemOf(shape, input, value)
        const isValid = (value: unknown) => problem(value) === undefined
        return [field, z.unknown().check(z.refine(isValid, { error: (issue) => problem(issue.input) }))]
      }),
    ),
  )

/** The initial values of the form; null: of a new entry. */
export const formValuesOf = (category: ReferenceCategory, entry: ReferenceEntry | null): FormValues =>
  Object.fromEntries(
    Object.keys(category.fields).map((field) => {
      const value = entry?.[field]
      if (inputOf(category, field) === 'check') return [field, value ?? false]
      return [field, value === null || value === undefined ? '' : String(value)]
    }),
  )

/** The fields of the request. */
export const requestValuesOf = (category: ReferenceCategory, values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(category.fields).map(([field, shape]) => [
      field,
      z.decode(shape, wireOf(inputOf(category, field), values[field]) as never),
    ]),
  )
