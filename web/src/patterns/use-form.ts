import { schemaResolver, useForm as useMantineForm, type FormErrors, type UseFormReturnType } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { ApiError } from '../api/call.ts'
import { currentSession, isLeavingPage } from '../api/session.ts'
import { useTexts } from '../api/texts.ts'
import { useRestorableState } from '../ui/restorable-state.ts'
import { useFocusFirstError } from '../ui/use-focus-first-error.ts'
import { usePress } from '../ui/use-press.ts'
import { messageOfFailure, thenInvalidate } from './run-action.ts'

type Fields = Record<string, unknown>
export type FormSchema = z.core.$ZodType<Fields, Fields>
type Name<Values> = Extract<keyof Values, string>

export interface FormOptions<Schema extends FormSchema> {
  /** The form's own schema, not that of the wire; see `field-schemas.ts`. */
  schema: Schema
  initial: z.input<Schema>
  /** Saves the values; resolves with the result message, '' for none. The server's field errors appear at their fields. */
  save: (values: z.output<Schema>) => Promise<string>
  /** Calls whose answers a save changes; fetched anew also after a refusal, which another user's change may have caused. */
  invalidate?: readonly Endpoint[]
  /** Loads what a save has changed; called after every save, which ends when it has loaded. */
  reload?: () => Promise<unknown>
  /** Called after a save, when leaving the page no longer asks; not while there are values entered during the save. */
  afterSave?: (message: string) => void
  /** Empties the form after a save, for the next record, unless values were entered during the save. */
  clearsAfterSave?: boolean
  /** Version of the loaded values. With another one, fields that the user has not changed take the new `initial`. */
  loadedVersion?: string | number
  /** Merges newly loaded values into those of the user, where fields as a whole are too coarse. */
  merge?: (values: z.input<Schema>, before: z.input<Schema>, loaded: z.input<Schema>) => z.input<Schema>
  /** Key under which unsaved values survive a reload and the end of a session. */
  draftKey: string
  /** Values typed before the form had loaded; see `TypeAhead`. */
  typedAhead?: Partial<z.input<Schema>>
  /** Names of the fields, for labels and for messages about several fields. */
  labels: Readonly<Record<Name<z.input<Schema>>, string>>
  /** Texts of the screen whose keys the schema uses, besides the general ones. */
  messages?: Readonly<Record<string, unknown>>
  /** Fields that are never stored: passwords, codes, answers. */
  secret?: readonly Name<z.input<Schema>>[]
  /** Fields that a refused save empties. */
  clearsOnRefusal?: readonly Name<z.input<Schema>>[]
  /** The field that shows errors of the form as a whole, for forms of one field. */
  mainField?: Name<z.input<Schema>> | undefined
  /** The message with several invalid fields; UIGN-025 by default. */
  severalInvalid?: string
  /**
   * False for a part of something larger, which asks itself before it is left. A form of secret fields alone never asks:
   * it has nothing to keep.
   */
  guardsLeaving?: boolean
}

/** Thrown by `save` when the user went back to the form: nothing was saved, and nothing is shown. */
export class SaveCanceled extends Error {}

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
  const { initial, labels } = options
  const [saved, setSaved] = useState<string | null>(null)
  const { validate, setRefused } = useValidation(options)
  const { form, setDraft } = useDraftedForm(options, validate, () => setSaved(null))
  const isUnsaved = form.isDirty()
  const { leaving, mayLeave } = useLeaveGuard(isUnsaved && guardsLeaving(options))
  const { problem, setProblem, pointOut, focusFirstErrorIn } = useProblem(options)

  const refuse = (error: unknown, sentValues: Values) => {
    const emptied = emptiedFields(options)
    form.setValues(emptied)
    const { errors, message } = errorsOf(error, options)
    setRefused(refusalsOf(errors, { ...sentValues, ...emptied }))
    form.setErrors(errors)
    pointOut(errors, message)
  }
  const reset = () => {
    form.reset()
    setRefused(new Map())
    setProblem(null)
    setSaved(null)
    mayLeave()
  }
  const save = async (values: z.output<Schema>) => {
    setProblem(null)
    const sent: Values = form.getValues()
    try {
      const message = await thenInvalidate(() => options.save(values), options.invalidate)
      const isEdited = !isSame(form.getValues(), sent)
      if (!options.clearsAfterSave) form.resetDirty(sent)
      else if (!isEdited) reset()
      setDraft(isEdited ? form.getValues() : initial)
      setSaved(message)
      const reloaded = options.reload?.()
      if (!isEdited) mayLeave()
      if (!isEdited) options.afterSave?.(message)
      // Until then the form is busy: a second save would send the version from before the first one.
      await reloaded
    } catch (error) {
      if (!(error instanceof SaveCanceled)) refuse(error, sent)
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
    reset,
    leaving,
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
  const pointOut = (errors: FormErrors, message?: string) => {
    const fields = Object.keys(errors).map((name) => ({ name, label: labels[name] ?? name }))
    // A single invalid field shows its own error; a message above it would repeat it.
    if (fields.length === 1 && message === undefined) setProblem(null)
    else {
      const severalInvalid = options.severalInvalid ?? general.form_several_invalid
      setProblem({ message: message ?? severalInvalid, fields: fields.length > 1 ? fields : [] })
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

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The values of the form, which survive a reload and the end of a session. */
function useDraftedForm<Schema extends FormSchema>(
  { schema, initial, draftKey, secret = [], typedAhead, loadedVersion, merge }: FormOptions<Schema>,
  validate: (values: z.input<Schema>) => FormErrors,
  onChange: () => void,
) {
  type Values = z.input<Schema>
  const [draft, setDraft] = useRestorableState<Values>(draftKey, initial, { never: [...secret] })
  const form = useMantineForm<Values, z.output<Schema>>({
    initialValues: initial,
    validate,
    transformValues: (values) => z.parse(schema, values),
    onValuesChange: (values) => {
      setDraft(values)
      onChange()
    },
  })
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    // After the initial values, so that the form counts as changed.
    const begin = { ...draft, ...typedAhead }
    if (!isSame(begin, initial)) form.setValues(begin)
  })
  const base = useRef({ loadedVersion, initial })
  useEffect(() => {
    if (base.current.loadedVersion === loadedVersion) return
    base.current = { loadedVersion, initial }
    const values: Values = form.getValues()
    const changed = Object.keys(values).filter((name) => form.isDirty(name))
    const kept = Object.fromEntries(changed.map((name) => [name, values[name]]))
    const next = merge && changed.length > 0 ? merge(values, form.getInitialValues(), initial) : { ...initial, ...kept }
    form.resetDirty(initial)
    if (!isSame(next, values)) form.setValues(next)
  })
  return { form, setDraft }
}

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
