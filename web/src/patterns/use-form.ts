import { schemaResolver, useForm as useMantineForm, type FormErrors, type UseFormReturnType } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { ApiError } from '../api/call.ts'
import { currentSession } from '../api/session.ts'
import { useTexts } from '../api/texts.ts'
import { useTyped } from '../ui/typed.ts'
import { useFocusOnBroken } from '../ui/use-focus-on-broken.ts'
import { usePress } from '../ui/use-left-fields.ts'
import { messageOfFailure } from './run-action.ts'

type Fields = Record<string, unknown>
type FormSchema = z.core.$ZodType<Fields, Fields>
type Name<Values> = Extract<keyof Values, string>

export interface FormOptions<Schema extends FormSchema> {
  /** The form's own schema, not that of the wire; see `field-schemas.ts`. */
  schema: Schema
  initial: z.input<Schema>
  /** Saves the values; resolves with the result message. The server's field errors appear at their fields. */
  save: (values: z.output<Schema>) => Promise<string>
  /** Key under which unsaved values survive a reload and the end of a session. */
  draftKey: string
  /** Names of the fields, for labels and for messages about several fields. */
  labels: Readonly<Record<Name<z.input<Schema>>, string>>
  /** Texts of the screen whose keys the schema uses, besides the general ones. */
  messages?: Readonly<Record<string, string>>
  /** Fields that are never stored: passwords, codes, answers. */
  secret?: readonly Name<z.input<Schema>>[]
}

export interface FormProblem {
  message: string
  /** The invalid fields, if there are several. */
  fields: readonly { name: string; label: string }[]
}

interface FieldProps<Value> {
  name: string
  label: string
  value: Value
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur: () => void
}

export interface Form<Values extends Fields> {
  values: Values
  set: <Field extends Name<Values>>(name: Field, value: Values[Field]) => void
  /** Props of a text, choice or date field. */
  field: (name: Name<Values>) => FieldProps<string>
  /** Props of a check box. */
  check: (name: Name<Values>) => {
    name: string
    label: string
    checked: boolean
    error: string | undefined
    onChange: (checked: boolean) => void
  }
  errorOf: (name: Name<Values>) => string | undefined
  /** Errors of several fields, or of the form as a whole. */
  problem: FormProblem | null
  /** Result of the last save, until a value changes. */
  saved: string | null
  isBusy: boolean
  isUnsaved: boolean
  submit: (event: FormEvent<HTMLFormElement>) => void
  /** Resets the form to its initial values. */
  reset: () => void
  /** State of the question before leaving with unsaved values; see `UnsavedChanges`. */
  leaving: { stay: () => void; leave: () => void } | null
}

interface Refusal {
  value: unknown
  message: string
}

/** zod's built-in message, for errors without a text. */
const UNNAMED = 'Invalid input'

/**
 * A form whose fields are validated when they are left, and all of them on submit. The server's error for a value
 * stays at its field until the value changes or is sent again.
 */
export function useForm<Schema extends FormSchema>(options: FormOptions<Schema>): Form<z.input<Schema>> {
  type Values = z.input<Schema>
  const { schema, initial, draftKey, labels, secret = [] } = options
  const [saved, setSaved] = useState<string | null>(null)
  const { validate, setRefused } = useValidation(options)
  const [draft, setDraft] = useTyped<Values>(draftKey, initial, { never: [...secret] })
  const form = useMantineForm<Values, z.output<Schema>>({
    initialValues: initial,
    validate,
    transformValues: (values) => z.parse(schema, values),
    onValuesChange: (values) => {
      setDraft(values)
      setSaved(null)
    },
  })
  useDraft(form.setValues, draft, initial)
  const isUnsaved = form.isDirty() && saved === null
  const { problem, setProblem, pointOut, focusFirstErrorIn } = useProblem(labels)

  const refuse = (error: unknown) => {
    const known = error instanceof ApiError ? error.fields.filter(({ field }) => field in initial) : []
    const sent: Values = form.getValues()
    setRefused(new Map(known.map(({ field, message }) => [field, { value: sent[field], message }])))
    const errors = validate(sent)
    form.setErrors(errors)
    pointOut(errors, isSaidAtFields(error, known.length) ? undefined : messageOfFailure(error))
  }
  const save = async (values: z.output<Schema>) => {
    setProblem(null)
    try {
      const message = await options.save(values)
      form.resetDirty()
      setDraft(initial)
      setSaved(message)
    } catch (error) {
      refuse(error)
    }
  }
  const send = form.onSubmit(save, (errors) => pointOut(errors))
  return {
    ...useFieldAccess(form, labels),
    problem,
    saved,
    isBusy: form.submitting,
    isUnsaved,
    submit: (event) => {
      event.preventDefault()
      if (form.submitting) return
      focusFirstErrorIn(event.currentTarget)
      setRefused(new Map())
      send(event)
    },
    reset: () => {
      form.reset()
      setRefused(new Map())
      setProblem(null)
      setSaved(null)
    },
    leaving: useLeaving(isUnsaved),
  }
}

const isSaidAtFields = (error: unknown, known: number) =>
  error instanceof ApiError && known > 0 && known === error.fields.length

/** Errors of the values by the form's schema and by the server. */
function useValidation<Schema extends FormSchema>({
  schema,
  messages,
}: Pick<FormOptions<Schema>, 'schema' | 'messages'>) {
  const words: Readonly<Record<string, string>> = { ...useTexts(generalTexts), ...messages }
  const [refused, setRefused] = useRefusals()
  const bySchema = schemaResolver(schema, { sync: true })
  const sentence = (message: unknown) => {
    const key = typeof message === 'string' && message !== UNNAMED ? message : 'field_invalid'
    return words[key] ?? key
  }
  const validate = (values: z.input<Schema>): FormErrors => {
    const still = [...refused.current].filter(([field, { value }]) => values[field] === value)
    const found = Object.entries(bySchema(values)).map(([field, message]) => [field, sentence(message)])
    return Object.fromEntries([...still.map(([field, { message }]) => [field, message]), ...found])
  }
  return { validate, setRefused }
}

/** The message above the fields of a form; every failed submit focuses the first invalid one. */
function useProblem(labels: Readonly<Record<string, string>>) {
  const { form_several_invalid: severalInvalid } = useTexts(generalTexts)
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const [tries, setTries] = useState(0)
  const focusFirstErrorIn = useFocusOnBroken(tries)
  const pointOut = (errors: FormErrors, message?: string) => {
    const fields = Object.keys(errors).map((name) => ({ name, label: labels[name] ?? name }))
    // A single invalid field shows its own error; a message above it would repeat it.
    if (fields.length === 1 && message === undefined) setProblem(null)
    else setProblem({ message: message ?? severalInvalid, fields: fields.length > 1 ? fields : [] })
    setTries((before) => before + 1)
  }
  return { problem, setProblem, pointOut, focusFirstErrorIn }
}

/** Props of the fields of a screen. */
function useFieldAccess<Values extends Fields, Output>(
  form: UseFormReturnType<Values, Output>,
  labels: Readonly<Record<Name<Values>, string>>,
): Pick<Form<Values>, 'values' | 'set' | 'field' | 'check' | 'errorOf'> {
  const press = usePress()
  const errorOf = (name: Name<Values>) => {
    const error: unknown = form.errors[name]
    return typeof error === 'string' ? error : undefined
  }
  return {
    values: form.values,
    set: (name, value) => form.setFieldValue(name, value as never),
    field: (name) => ({
      name,
      label: labels[name],
      value: textOf(form.values[name]),
      error: errorOf(name),
      onChange: ({ currentTarget: { value } }) => form.setFieldValue(name, value as never),
      // An error message that appears during a click would move the button away from the pointer.
      onBlur: () => press.after(() => void form.validateField(name)),
    }),
    check: (name) => ({
      name,
      label: labels[name],
      checked: form.values[name] === true,
      error: errorOf(name),
      onChange: (checked) => form.setFieldValue(name, checked as never),
    }),
    errorOf,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The server's errors of submitted values; read by the validation. */
function useRefusals(): [{ current: ReadonlyMap<string, Refusal> }, (next: ReadonlyMap<string, Refusal>) => void] {
  const refused = useRef<ReadonlyMap<string, Refusal>>(new Map())
  return [
    refused,
    (next) => {
      refused.current = next
    },
  ]
}

/** Set after the initial values, so that the form counts as changed. */
function useDraft<Values>(setValues: (values: Values) => void, draft: Values, initial: Values) {
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    if (JSON.stringify(draft) !== JSON.stringify(initial)) setValues(draft)
  })
}

/** Asks before leaving with unsaved values, except after the session has ended, which stores them. */
function useLeaving(isUnsaved: boolean): Form<Fields>['leaving'] {
  const [owner] = useState(() => currentSession()?.uid)
  const isBlocked = () => isUnsaved && owner !== undefined && currentSession()?.uid === owner
  const blocker = useBlocker({ shouldBlockFn: isBlocked, enableBeforeUnload: isBlocked, withResolver: true })
  return blocker.status === 'blocked' ? { stay: blocker.reset, leave: blocker.proceed } : null
}
