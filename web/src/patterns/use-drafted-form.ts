import { useForm as useMantineForm, type FormErrors, type UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useRestorableState } from '../ui/restorable-state.ts'
import type { FormOptions, FormSchema } from './form-options.ts'
import { mergeField } from './merge-rows.ts'

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The values of the form, which survive a reload and the end of a session. */
export function useDraftedForm<Schema extends FormSchema>(
  options: FormOptions<Schema>,
  validate: (values: z.input<Schema>) => FormErrors,
  onChange: () => void,
) {
  type Values = z.input<Schema>
  const { schema, initial, draftKey, secret = [], typedAhead } = options
  const [draft, setDraft] = useRestorableState<Values>(draftKey, initial, { never: [...secret] })
  const isMerging = useRef(false)
  const form = useMantineForm<Values, z.output<Schema>>({
    initialValues: initial,
    validate,
    transformValues: (values) => z.parse(schema, values),
    onValuesChange: (values) => {
      setDraft(values)
      // Loaded values are no change by the user: the result of their save stays.
      if (!isMerging.current) onChange()
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
  const loaded = useLoadedValues(form, options, (next) => {
    isMerging.current = true
    form.setValues(next)
    isMerging.current = false
  })
  return { form, setDraft, loaded }
}

type Version = number | string | undefined

/** Values that were loaded while the user had changed others: what they saw before, and what the server has now. */
export interface LoadedMeanwhile<Values> {
  before: Values
  now: Values
  version: Version
}

/** The latest save. */
interface LatestSave<Values> {
  /** The version that it named. */
  version: Version
  isRunning: boolean
  /** True once it has succeeded, until the version that it made is loaded. */
  isOwnToCome: boolean
  /** True: refused because another user had changed the record. */
  isStale: boolean
  /** What was loaded while it was running, which may be its own. */
  pending: LoadedMeanwhile<Values> | null
}

const noSave = { version: undefined, isRunning: false, isOwnToCome: false, isStale: false, pending: null }

/**
 * Takes newly loaded values into the form; those of the user stay. What the user has not saved themselves is kept for
 * them to read, until the next save or reset.
 */
function useLoadedValues<Schema extends FormSchema>(
  form: UseFormReturnType<z.input<Schema>, z.output<Schema>>,
  { initial, loadedVersion, merge }: Pick<FormOptions<Schema>, 'initial' | 'loadedVersion' | 'merge'>,
  setLoaded: (values: z.input<Schema>) => void,
) {
  type Values = z.input<Schema>
  const [meanwhile, setMeanwhile] = useState<LoadedMeanwhile<Values> | null>(null)
  const base = useRef({ loadedVersion, initial })
  const save = useRef<LatestSave<Values>>(noSave)
  const note = (next: LoadedMeanwhile<Values>) =>
    setMeanwhile((earlier) => ({ ...next, before: earlier?.before ?? next.before }))
  useEffect(() => {
    if (base.current.loadedVersion === loadedVersion) return
    const before = base.current.initial
    base.current = { loadedVersion, initial }
    const values: Values = form.getValues()
    const changed = Object.keys(values).filter((name) => form.isDirty(name))
    const edited = form.getInitialValues()
    const kept = Object.fromEntries(
      changed.map((name) => [name, mergeField(values[name], edited[name], initial[name as keyof Values])]),
    )
    const next = merge && changed.length > 0 ? merge(values, edited, initial) : { ...initial, ...kept }
    form.resetDirty(initial)
    if (!isSame(next, values)) setLoaded(next)
    const loaded = { before, now: initial, version: loadedVersion }
    const { isRunning, isOwnToCome, isStale } = save.current
    // Several calls may bring the values.
    if (isRunning) save.current.pending = { ...loaded, before: save.current.pending?.before ?? before }
    else if (isOwnToCome) save.current = noSave
    else if (changed.length > 0 || isStale) note(loaded)
  })
  return {
    meanwhile,
    forget: () => setMeanwhile(null),
    saveBegins: () => {
      save.current = { ...noSave, version: base.current.loadedVersion, isRunning: true }
    },
    saveEnds: () => {
      setMeanwhile(null)
      save.current = { ...noSave, isOwnToCome: save.current.version === base.current.loadedVersion }
    },
    saveFails: (isStale: boolean) => {
      const { pending } = save.current
      save.current = { ...noSave, isStale: isStale && pending === null }
      if (pending) note(pending)
    },
  }
}
