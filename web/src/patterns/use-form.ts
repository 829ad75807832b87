import { useForm as useMantineForm, type FormErrors, type UseFormReturnType } from '@mantine/form'
import { useEffect, useState, useSyncExternalStore, type FormEvent as SubmitEvent } from 'react'
import * as z from 'zod/mini'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { ApiError } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useTexts } from '../api/texts.ts'
import { useRestorableState } from '../ui/restorable-state.ts'
import { useFocusFirstError } from '../ui/use-focus-first-error.ts'
import { useAfterPointerUp } from '../ui/use-after-pointer-up.ts'
import { mayBeEmpty } from './field-errors.ts'
import {
  type RemoteChanges,
  firstState,
  type FormEvent,
  type FormProblem,
  type FormState,
  isEditedSinceSave,
  isSame,
  nextState,
  type Refusal,
  shownState,
  type StaleRecord,
} from './form-state.ts'
import type { Fields, FormOptions, FormSchema, Name } from './form-options.ts'
import { mergeField } from './merge-rows.ts'
import { messageOfFailure, thenInvalidate } from './run-action.ts'
import { useFormProblem, useValidation } from './use-form-errors.ts'
import { type Leaving, useLeaveGuard } from './use-leave-guard.ts'

/** Thrown by `save` when nothing was sent: the user went back to the form, or reviews first what it changes. */
export class SaveCanceled extends Error {}

export interface FieldProps<Value> {
  name: string
  label: string
  value: Value
  error: string | undefined
  /** The word that marks a field that may stay empty. */
  optionalMark?: string | undefined
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
  remoteChanges: RemoteChanges | null
  /** Result of the last save, until a value changes. */
  saved: string | null
  isBusy: boolean
  isUnsaved: boolean
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Resets the form to its initial values. */
  reset: () => void
  leaving: Leaving
  /** Does what closes the form, after the question about unsaved values. */
  leave: (close: () => void) => void
}

/**
 * A form whose fields are validated when they are left, and all of them on submit; secret fields only once something
 * was typed. The server's error for a value stays at its field until the value changes or is sent again. Where values
 * are loaded anew, those that the user has changed stay; see `form-state.ts`.
 */
export function useForm<Schema extends FormSchema>(options: FormOptions<Schema>): Form<z.input<Schema>> {
  type Values = z.input<Schema>
  const { initial, clearsOnRefusal: [emptied] = [] } = options
  const machine = useFormState(options)
  const validate = useValidation(options, () => machine.get().refused)
  const { form, setDraft } = useDraftedForm(options, validate, machine)
  useLoadedValues(form, options, machine)
  const isUnsaved = form.isDirty()
  const { leaving, leave, forget, mayLeave } = useLeaveGuard(isUnsaved && guardsLeaving(options))
  const problemOf = useFormProblem(options)
  const focusFirstErrorIn = useFocusFirstError(machine.get().failures, emptied)

  const refuse = (error: unknown, sent: Values) => {
    const { kept, errors, event } = refusalOf(error, { sent, present: form.getValues() }, options, problemOf)
    if (kept) form.setValues(kept)
    machine.send(event)
    if (errors) form.setErrors(errors)
  }
  const reset = () => {
    form.reset()
    machine.send({ type: 'reset' })
    mayLeave()
  }
  const save = async (values: z.output<Schema>) => {
    machine.send({ type: 'saveBegan' })
    const sent: Values = form.getValues()
    try {
      const message = await thenInvalidate(() => options.save(values), options.invalidate)
      const isEdited = isEditedSinceSave(machine.get())
      if (!options.clearsAfterSave) form.resetDirty(sent)
      else if (!isEdited) reset()
      setDraft(isEdited ? form.getValues() : initial)
      machine.send({ type: 'saveSucceeded', message })
      const reloaded = options.reload?.()
      if (!isEdited) mayLeave()
      if (!isEdited) options.afterSave?.(message)
      // Until then the form is busy: a second save would send the version from before the first one.
      await reloaded
    } catch (error) {
      refuse(error, sent)
    }
  }
  const send = form.onSubmit(save, (errors) => machine.send({ type: 'invalid', problem: problemOf(errors) }))
  return {
    ...useFieldAccess(form, options),
    ...shownState(machine.get(), form.values, options),
    saved: machine.get().saved,
    isBusy: form.submitting,
    isUnsaved,
    submit: (event) => {
      event.preventDefault()
      if (form.submitting) return
      forget()
      focusFirstErrorIn(event.currentTarget)
      machine.send({ type: 'submitted' })
      send(event)
    },
    reset,
    leaving,
    leave,
  }
}

/** The state of a form. It changes at once, also between two renderings: a submit reads what the one before has left. */
interface FormMachine<Values> {
  get: () => FormState<Values>
  send: (event: FormEvent<Values>) => void
}

function useFormState<Schema extends FormSchema>({
  initial,
  loadedVersion,
}: FormOptions<Schema>): FormMachine<z.input<Schema>> {
  const [{ subscribe, ...machine }] = useState(() => makeMachine({ version: loadedVersion, values: initial }))
  useSyncExternalStore(subscribe, machine.get)
  return machine
}

function makeMachine<Values>(loaded: FormState<Values>['loaded']) {
  let state = firstState(loaded)
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    send: (event: FormEvent<Values>) => {
      state = nextState(state, event)
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The values of the form, which survive a reload and the end of a session. */
function useDraftedForm<Schema extends FormSchema>(
  { schema, initial, draftKey, secret = [], typedAhead }: FormOptions<Schema>,
  validate: (values: z.input<Schema>) => FormErrors,
  machine: FormMachine<z.input<Schema>>,
) {
  const [draft, setDraft] = useRestorableState<z.input<Schema>>(draftKey, initial, { never: [...secret] })
  const form = useMantineForm<z.input<Schema>, z.output<Schema>>({
    initialValues: initial,
    validate,
    transformValues: (values) => z.parse(schema, values),
    onValuesChange: (values) => {
      setDraft(values)
      const namesFields = machine.get().problem?.fields.length
      const invalid = namesFields ? Object.keys(validate(values)) : undefined
      machine.send({ type: 'valuesChanged', values, invalid })
    },
  })
  useEffect(() => {
    // After the initial values, so that the form counts as changed.
    const begin = { ...draft, ...(typeof typedAhead === 'function' ? typedAhead(draft) : typedAhead) }
    if (!isSame(begin, initial)) form.setValues(begin)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: later drafts are the values of the form
  }, [])
  return { form, setDraft }
}

/** Takes newly loaded values into the form; those of the user stay. */
function useLoadedValues<Schema extends FormSchema>(
  form: UseFormReturnType<z.input<Schema>, z.output<Schema>>,
  { initial, loadedVersion, merge }: FormOptions<Schema>,
  machine: FormMachine<z.input<Schema>>,
) {
  type Values = z.input<Schema>
  useEffect(() => {
    if (machine.get().loaded.version === loadedVersion) return
    const values: Values = form.getValues()
    const edited = form.getInitialValues()
    const changed = Object.keys(values).filter((name) => form.isDirty(name))
    const kept = Object.fromEntries(
      changed.map((name) => [name, mergeField(values[name], edited[name], initial[name as keyof Values])]),
    )
    const shown: Values = merge && changed.length > 0 ? merge(values, edited, initial) : { ...initial, ...kept }
    form.resetDirty(initial)
    machine.send({ type: 'loaded', version: loadedVersion, values: initial, shown })
    if (!isSame(shown, values)) form.setValues(shown)
  })
}

/** What a refused save tells of another user's change; undefined for other errors, and where a form cannot load anew. */
function staleRecord<Schema extends FormSchema>(
  error: unknown,
  { loadedVersion: version, reload, invalidate: invalidated }: FormOptions<Schema>,
): StaleRecord | undefined {
  const change = error instanceof ApiError ? error.change : null
  if (change === null || version === undefined || (reload ?? invalidated) === undefined) return undefined
  return { version, change, load: () => Promise.all([reload?.(), ...(invalidated ?? []).map(invalidate)]) }
}

/** What a failed save does to its form: the values that it keeps, errors at fields, and what happened. */
function refusalOf<Schema extends FormSchema>(
  error: unknown,
  { sent, present }: Readonly<Record<'sent' | 'present', z.input<Schema>>>,
  options: FormOptions<Schema>,
  problemOf: ReturnType<typeof useFormProblem>,
): { kept?: Partial<z.input<Schema>>; errors?: FormErrors; event: FormEvent<z.input<Schema>> } {
  if (error instanceof SaveCanceled) return { event: { type: 'saveCanceled' } }
  const stale = staleRecord(error, options)
  const kept = emptiedFields(options, { sent, present })
  const { errors, message } = errorsOf(error, options)
  const refused = refusalsOf(errors, { ...sent, ...kept })
  const problem = problemOf(errors, message, stale)
  return { kept, errors, event: { type: 'saveRefused', problem, refused, isStale: stale !== undefined } }
}

/** The fields that a refusal empties, but those that the user has changed since they were sent. */
function emptiedFields<Schema extends FormSchema>(
  { initial, clearsOnRefusal = [] }: FormOptions<Schema>,
  { sent, present }: Readonly<Record<'sent' | 'present', z.input<Schema>>>,
) {
  const emptied: Partial<z.input<Schema>> = {}
  for (const name of clearsOnRefusal) if (present[name] === sent[name]) emptied[name] = initial[name]
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

interface FieldAccessOptions<Values extends Fields> {
  schema: FormSchema
  labels: Readonly<Record<Name<Values>, string>>
  secret?: readonly Name<Values>[]
}

/** Props of the fields of a screen. */
function useFieldAccess<Values extends Fields, Output>(
  form: UseFormReturnType<Values, Output>,
  { schema, labels, secret = [] }: FieldAccessOptions<Values>,
): Pick<Form<Values>, 'values' | 'set' | 'field' | 'check' | 'errorOf'> {
  const press = useAfterPointerUp()
  const { field_optional: optional } = useTexts(formTexts)
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
      optionalMark: mayBeEmpty(schema, form.values, name) ? optional : undefined,
      onChange: ({ currentTarget: { value } }) => form.setFieldValue(name, value as never),
      // An error message that appears during a click would move the button away from the pointer.
      onBlur: () =>
        press.after(() => {
          // A password dialog that opens or is left has not been answered wrongly yet.
          if (!secret.includes(name) || form.isDirty()) form.validateField(name)
        }),
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

const guardsLeaving = <Schema extends FormSchema>(options: FormOptions<Schema>) =>
  options.guardsLeaving !== false &&
  Object.keys(options.initial).some((name) => !(options.secret as readonly string[] | undefined)?.includes(name))
