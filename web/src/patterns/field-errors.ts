import * as z from 'zod/mini'
import type { formTexts } from '@portico/contract/texts/form-texts.ts'
import { formatMessage, type Texts } from '../api/texts.ts'
import type { FormSchema } from './form-options.ts'

/** What is wrong with a field: the key of a text, or a sentence, and the limit that the value breaks. */
interface FieldError {
  message: string
  min?: number | undefined
  max?: number | undefined
}

/** Returns the first error of each invalid field. */
export function fieldErrors<Schema extends FormSchema>(
  schema: Schema,
  values: z.input<Schema>,
): ReadonlyMap<string, FieldError> {
  const errors = new Map<string, FieldError>()
  for (const issue of z.safeParse(schema, values).error?.issues ?? []) {
    const field = issue.path.join('.')
    if (!errors.has(field)) errors.set(field, { message: issue.message, ...limitsOf(issue) })
  }
  return errors
}

/** Whether the schema accepts an empty text at this field, with the other values as they are. */
export const mayBeEmpty = <Schema extends FormSchema>(schema: Schema, values: z.input<Schema>, field: string) =>
  !fieldErrors(schema, { ...values, [field]: '' }).has(field)

function limitsOf(issue: z.core.$ZodIssue): Omit<FieldError, 'message'> {
  if (issue.code === 'too_big') return { max: Number(issue.maximum) }
  if (issue.code === 'too_small') return { min: Number(issue.minimum) }
  const { min, max } = (issue.code === 'custom' ? issue.params : undefined) ?? {}
  return { min: typeof min === 'number' ? min : undefined, max: typeof max === 'number' ? max : undefined }
}

/** Adds to the sentences of the specification about a limit its number. */
export function withLimits(sentence: string, { message: key, min, max }: FieldError, t: Texts<typeof formTexts>) {
  if (key === 'field_too_long' && max !== undefined) return formatMessage(t.field_at_most, { message: sentence, max })
  if (key === 'field_too_short' && min !== undefined) return formatMessage(t.field_at_least, { message: sentence, min })
  if (key === 'field_number' && min !== undefined && max !== undefined)
    return formatMessage(t.field_between, { message: sentence, min, max })
  return sentence
}
