import { schemaResolver, type FormErrors, type UseFormReturnType } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { ApiError } from '../api/call.ts'
import { currentSession, isLeavingPage } from '../api/session.ts'
import { useTexts } from '../api/texts.ts'
import { useFocusFirstError } from '../ui/use-focus-first-error.ts'
import { usePress } from '../ui/use-press.ts'
import { afterLoad, type ChangesMeanwhile, type StaleRecord, staleRecord } from './stale-record.ts'
import type { Fields, FormOptions, FormSchema, Name } from './form-options.ts'
import { messageOfFailure, thenInvalidate } from './run-action.ts'
import { isSame, useDraftedForm } from './use-drafted-form.ts'

/** Thrown by `save` when the user went back to the form: nothing was saved, and nothing is shown. */
export class SaveCanceled extends Error {}

export interface FormProblem {
  message: string
  /** The invalid fields, if there are several. */
  fields: readonly { name: string; label: string }[]
  /** Present where another user has changed the record since it was loaded. */
  stale?: StaleRecord
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
  /** What others have saved while the user was editing; null where nothing was. */
  meanwhile: ChangesMeanwhile | null
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
  const { initial, labels } = options
  const [saved, setSaved] = useState<string | null>(null)
  const { validate, setRefused } = useValidation(options)
  const { form, setDraft, loaded } = useDraftedForm(options, validate, () => setSaved(null))
  const isUnsaved = form.isDirty()
  const { leaving, mayLeave } = useLeaveGuard(isUnsaved && guardsLeaving(options))
  const { problem, setProblem, pointOut, focusFirstErrorIn } = useProblem(options)

  const refuse = useRefusal(options, { form, loaded, setRefused, pointOut })
  const reset = () => {
    form.reset()
    setRefused(new Map())
    setProblem(null)
    setSaved(null)
    loaded.forget()
    mayLeave()
  }
  const save = async (values: z.output<Schema>) => {
    setProblem(null)
    loaded.saveBegins()
    const sent: Values = form.getValues()
    try {
      const message = await thenInvalidate(() => options.save(values), options.invalidate)
      const isEdited = !isSame(form.getValues(), sent)
      if (!options.clearsAfterSave) form.resetDirty(sent)
      else if (!isEdited) reset()
      setDraft(isEdited ? form.getValues() : initial)
      setSaved(message)
      loaded.saveEnds()
      const reloaded = options.reload?.()
      if (!isEdited) mayLeave()
      if (!isEdited) options.afterSave?.(message)
      // Until then the form is busy: a second save would send the version from before the first one.
      await reloaded
    } catch (error) {
      refuse(error, sent)
    }
  }
  const send = form.onSubmit(save, (errors) => pointOut(errors))
  return {
    ...useFieldAccess(form, labels),
    ...afterLoad(problem, loaded.meanwhile, form.values, options),
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
    reset,
    leaving,
  }
}

interface RefusedForm<Schema extends FormSchema> extends Pick<
  ReturnType<typeof useDraftedForm<Schema>>,
  'form' | 'loaded'
> {
  setRefused: ReturnType<typeof useValidation<Schema>>['setRefused']
  pointOut: ReturnType<typeof useProblem<Schema>>['pointOut']
}

/** Shows why a save of these values failed. */
function useRefusal<Schema extends FormSchema>(
  options: FormOptions<Schema>,
  { form, loaded, setRefused, pointOut }: RefusedForm<Schema>,
) {
  return (error: unknown, sent: z.input<Schema>) => {
    const stale = staleRecord(error, options)
    loaded.saveFails(stale !== undefined)
    if (error instanceof SaveCanceled) return
    const emptied = emptiedFields(options)
    form.setValues(emptied)
    const { errors, message } = errorsOf(error, options)
    setRefused(refusalsOf(errors, { ...sent, ...emptied }))
    form.setErrors(errors)
    pointOut(errors, message, stale)
  }
}

function emptiedFields<Schema extends FormSchema>({ initial, clearsOnRefusal = [] }: FormOptions<Schema>) {
  const emptied: Partial<z.input<Schema>> = {}
  for (const name of clearsOnRefusal) emptied[name] = initial[name]
  return emptied
}

const refusalsOf = (errors: Readonly<Record<string, string>>, sent: Fields): ReadonlyMap<string, Refusal> =>
  new Map(Object.entries(errors).map(([field, message]) => [field, { value: sent[field], message }]))

/** Where the errors of a refused save belong: at fields of the form, and a message for the form as a whole. */
function errorsOf<Schema extends FormSchema>(
  error: unknown,
  { initial, mainField }: Pick<FormOptions<Schema>, 'initial' | 'mainField'>,
): { errors: Record<string, string>; message: string | undefined } {
  const issues = error instanceof ApiError ? error.fields : []
  const errors: Record<string, string> = {}
  for (const { field, message } of issues) {
    const before = errors[field]
    if (field in initial) errors[field] = before === undefined ? message : `${before} ${message}`
  }
  if (issues.length > 0 && issues.every(({ field }) => field in initial)) return { errors, message: undefined }
  const message = messageOfFailure(error)
  return mainField === undefined
    ? { errors, message }
    : { errors: { ...errors, [mainField]: message }, message: undefined }
}

/** Errors of the values by the form's schema and by the server. */
function useValidation<Schema extends FormSchema>({
  schema,
  messages,
}: Pick<FormOptions<Schema>, 'schema' | 'messages'>) {
  const words: Readonly<Record<string, unknown>> = { ...useTexts(generalTexts), ...messages }
  const [refused, setRefused] = useRefusals()
  const bySchema = schemaResolver(schema, { sync: true })
  const sentence = (message: unknown) => {
    const key = typeof message === 'string' && message !== UNNAMED ? message : 'field_invalid'
    const word = words[key]
    return typeof word === 'string' ? word : key
  }
  const validate = (values: z.input<Schema>): FormErrors => {
    const still = [...refused.current].filter(([field, { value }]) => values[field] === value)
    const found = Object.entries(bySchema(values)).map(([field, message]) => [field, sentence(message)])
    // The server's error of an emptied field stands for the error that it is empty.
    return Object.fromEntries([...found, ...still.map(([field, { message }]) => [field, message])])
  }
  return { validate, setRefused }
}

/** The message above the fields of a form; every failed submit focuses the first invalid one. */
function useProblem<Schema extends FormSchema>(
  options: Pick<FormOptions<Schema>, 'severalInvalid' | 'clearsOnRefusal'> & {
    labels: Readonly<Record<string, string>>
  },
) {
  const { labels, clearsOnRefusal: [emptied] = [] } = options
  const general = useTexts(generalTexts)
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const [tries, setTries] = useState(0)
  const focusFirstErrorIn = useFocusFirstError(tries, emptied)
  const pointOut = (errors: FormErrors, message?: string, stale?: StaleRecord) => {
    const fields = Object.keys(errors).map((name) => ({ name, label: labels[name] ?? name }))
    // A single invalid field shows its own error; a message above it would repeat it.
    if (fields.length === 1 && message === undefined) setProblem(null)
    else {
      const severalInvalid = options.severalInvalid ?? general.form_several_invalid
      setProblem({
        message: message ?? severalInvalid,
        fields: fields.length > 1 ? fields : [],
        ...(stale && { stale }),
      })
    }
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

const guardsLeaving = <Schema extends FormSchema>(options: FormOptions<Schema>) =>
  options.guardsLeaving !== false &&
  Object.keys(options.initial).some((name) => !(options.secret as readonly string[] | undefined)?.includes(name))

/** Asks before leaving with unsaved values, except after the session has ended, which stores them. */
export function useLeaveGuard(isUnsaved: boolean): Pick<Form<Fields>, 'leaving'> & { mayLeave: () => void } {
  const [owner] = useState(() => currentSession()?.uid)
  const asks = useRef(isUnsaved)
  useLayoutEffect(() => {
    asks.current = isUnsaved
  })
  const isBlocked = () => asks.current && owner !== undefined && currentSession()?.uid === owner && !isLeavingPage()
  const blocker = useBlocker({ shouldBlockFn: isBlocked, enableBeforeUnload: isBlocked, withResolver: true })
  useEffect(() => {
    // Saved while the question was open.
    if (!isUnsaved && blocker.status === 'blocked') blocker.proceed()
  })
  return {
    leaving: blocker.status === 'blocked' ? { stay: blocker.reset, leave: blocker.proceed } : null,
    // At once, for a navigation before the next render.
    mayLeave: () => {
      asks.current = false
    },
  }
}
