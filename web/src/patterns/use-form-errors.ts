import type { FormErrors } from '@mantine/form'
import type * as z from 'zod/mini'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../api/texts.ts'
import { fieldErrors, withLimits } from './field-errors.ts'
import type { FormOptions, FormSchema } from './form-options.ts'
import type { FormProblem, Refusal, StaleRecord } from './form-state.ts'

/** zod's built-in message, for errors without a text. */
const UNNAMED = 'Invalid input'

/** Errors of the values by the form's schema and by the server. */
export function useValidation<Schema extends FormSchema>(
  { schema, messages }: Pick<FormOptions<Schema>, 'schema' | 'messages'>,
  refused: () => ReadonlyMap<string, Refusal>,
) {
  const words: Readonly<Record<string, unknown>> = { ...useTexts(generalTexts), ...messages }
  const t = useTexts(formTexts)
  const sentence = (message: string) => {
    const key = message === UNNAMED ? 'field_invalid' : message
    const word = words[key]
    return typeof word === 'string' ? word : key
  }
  return (values: z.input<Schema>): FormErrors => {
    const still = [...refused()].filter(([field, { value }]) => values[field] === value)
    const found = [...fieldErrors(schema, values)].map(([field, error]) => [
      field,
      withLimits(sentence(error.message), error, t),
    ])
    // The server's error of an emptied field stands for the error that it is empty.
    return Object.fromEntries([...found, ...still.map(([field, { message }]) => [field, message])])
  }
}

/** The message above the fields of a form. */
export function useFormProblem({
  labels,
  severalInvalid,
}: {
  labels: Readonly<Record<string, string>>
  severalInvalid?: string
}) {
  const general = useTexts(generalTexts)
  return (errors: FormErrors, message?: string, stale?: StaleRecord): FormProblem | null => {
    const fields = Object.keys(errors).map((name) => ({ name, label: labels[name] ?? name }))
    // A single invalid field shows its own error; a message above it would repeat it.
    if (fields.length === 1 && message === undefined) return null
    return {
      message: message ?? severalInvalid ?? general.form_several_invalid,
      fields: fields.length > 1 ? fields : [],
      isOfFields: message === undefined,
      ...(stale && { stale }),
    }
  }
}
