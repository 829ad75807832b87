import * as z from 'zod/mini'
import type { Shape } from '@portico/contract/kit/endpoint.ts'
import { textOfFormat } from '@portico/contract/kit/format-texts.ts'
import type { ReferenceCategory, ReferenceEntry, ReferenceInput } from '@portico/contract/kit/reference-table.ts'

/** Values of a form: texts, and booleans of check boxes. */
type FormValues = Record<string, unknown>

export const inputOf = ({ inputs }: ReferenceCategory, field: string): ReferenceInput => inputs?.[field] ?? 'text'

/** The fields that never change and have their value: those of an existing entry, or those `given` to a new one. */
export const settledFields = ({ fixed = [] }: ReferenceCategory, known: Partial<ReferenceEntry>): string[] =>
  fixed.filter((field) => known[field] !== undefined)

/** The fields that a dialog asks for. */
export const askedFields = (category: ReferenceCategory, known: Partial<ReferenceEntry>): string[] => {
  const settled = settledFields(category, known)
  return Object.keys(category.fields).filter((field) => !settled.includes(field))
}

const isNumber = (input: ReferenceInput) => input === 'number' || (typeof input === 'object' && 'lookup' in input)
const accepts = (shape: Shape, value: unknown) => z.safeDecode(shape, value as never).success

/** An empty number is none: null where that is a value of its own. */
function wireOf(shape: Shape, input: ReferenceInput, value: unknown): unknown {
  if (!isNumber(input) || typeof value !== 'string') return value
  if (value.trim() === '') return accepts(shape, null) ? null : undefined
  return Number(value)
}

interface Problem {
  /** Key of the text that says what is wrong. */
  text: string
  min?: number
  max?: number
}

/** The least and the greatest whole number that a shape accepts, as far as it has limits. */
function limitsOf(shape: Shape): Pick<Problem, 'min' | 'max'> {
  const limits: Pick<Problem, 'min' | 'max'> = {}
  for (const value of [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])
    for (const issue of z.safeDecode(shape, value as never).error?.issues ?? []) {
      const beside = 'inclusive' in issue && issue.inclusive === false ? 1 : 0
      if (issue.code === 'too_small') limits.min = Number(issue.minimum) + beside
      if (issue.code === 'too_big') limits.max = Number(issue.maximum) - beside
    }
  return limits
}

/** What is wrong with a value; undefined where the shape of the wire accepts it. */
function problemOf(shape: Shape, input: ReferenceInput, value: unknown): Problem | undefined {
  const result = z.safeDecode(shape, wireOf(shape, input, value) as never)
  if (result.success) return undefined
  if (typeof value === 'string' && value.trim() === '') return { text: 'field_required' }
  if (isNumber(input)) return { text: 'field_number', ...(input === 'number' && limitsOf(shape)) }
  const issue = result.error.issues[0]
  if (issue?.code === 'too_big') return { text: 'field_too_long', max: Number(issue.maximum) }
  if (issue?.code === 'too_small') return { text: 'field_too_short', min: Number(issue.minimum) }
  return { text: issue?.code === 'invalid_format' ? textOfFormat(issue.format) : 'field_pattern' }
}

/** The schema of a category's form, from the shapes of its fields. */
export const formSchemaOf = (category: ReferenceCategory, known: Partial<ReferenceEntry>) =>
  z.object(
    Object.fromEntries(
      askedFields(category, known).map((field) => {
        const input = inputOf(category, field)
        const check: z.core.CheckFn<unknown> = ({ value, issues }) => {
          const problem = problemOf(category.fields[field] as Shape, input, value)
          if (!problem) return
          const { text: message, ...params } = problem
          issues.push({ code: 'custom', input: value, message, params })
        }
        return [field, z.unknown().check(check)]
      }),
    ),
  )

/** The initial values of the form. */
export const formValuesOf = (category: ReferenceCategory, known: Partial<ReferenceEntry>): FormValues =>
  Object.fromEntries(
    askedFields(category, known).map((field) => {
      const value = known[field]
      const input = inputOf(category, field)
      if (input === 'check') return [field, value ?? false]
      return [field, value === null || value === undefined ? '' : String(value)]
    }),
  )

/** The fields of the request that the form has asked for. */
export const requestValuesOf = (
  category: ReferenceCategory,
  known: Partial<ReferenceEntry>,
  values: FormValues,
): FormValues =>
  Object.fromEntries(
    askedFields(category, known).map((field) => {
      const shape = category.fields[field] as Shape
      return [field, z.decode(shape, wireOf(shape, inputOf(category, field), values[field]) as never)]
    }),
  )
