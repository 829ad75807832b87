import type { ChangedMeanwhile } from '@portico/contract/kit/conflict.ts'
import type { ComparedAs } from './form-options.ts'
import { difference } from './difference.ts'
import { isMergedByEntry } from './merge-rows.ts'

type Version = number | string | undefined

/** A record that another user has changed since the form loaded it. */
export interface StaleRecord {
  /** The version that the form had loaded. */
  version: Version
  change: ChangedMeanwhile
  /** Loads the current state. */
  load: () => Promise<unknown>
}

export interface FormProblem {
  message: string
  /** The invalid fields, if there are several. */
  fields: readonly { name: string; label: string }[]
  /** True when the message is about these fields only: without them there is nothing to say. */
  isOfFields?: boolean
  /** Of several failed submits each shows its own problem, even where the words are the same. */
  attempt?: number
  /** Present where another user has changed the record since it was loaded. */
  stale?: StaleRecord
}

/** Values that were loaded while the user had changed others: what they saw before, and what the server has now. */
interface LoadedRemoteChange<Values> {
  before: Values
  now: Values
  version: Version
  /** A save was refused because of it, and it was loaded before the refusal was shown. */
  isRefusal?: boolean
}

/** The latest save. */
type Save<Values> =
  | { at: 'none' }
  /**
   * `pending`: what was loaded since it began, which may be its own. `unedited`: the values of the form as long as the
   * user enters nothing else.
   */
  | { at: 'running'; version: Version; pending: LoadedRemoteChange<Values> | null; unedited: unknown }
  /** Successful; the version that it made is still to be loaded. */
  | { at: 'saved' }
  /** Refused because another user had changed the record, whose current state is still to be loaded. */
  | { at: 'stale' }

/** The server's error of a value; it stays at its field until the value changes or is sent again. */
export interface Refusal {
  value: unknown
  message: string
}

export interface FormState<Values> {
  /** What the server had when it was last asked. */
  loaded: { version: Version; values: Values }
  /** The values that the form itself has set: entering something else is an edit. */
  shown: unknown
  save: Save<Values>
  /** What others have saved while the user was editing, until the next save or reset. */
  remoteChanges: LoadedRemoteChange<Values> | null
  /** By field. */
  refused: ReadonlyMap<string, Refusal>
  problem: FormProblem | null
  /** Result of the last save, until a value changes. */
  saved: string | null
  /** Failed submits; each focuses the first invalid field. */
  failures: number
}

export type FormEvent<Values> =
  /** Another version has been loaded; `shown` are the values of the form with it, edits included. */
  | { type: 'loaded'; version: Version; values: Values; shown: Values }
  /** `invalid`: the fields that are still invalid, where a message names several. */
  | { type: 'valuesChanged'; values: Values; invalid?: readonly string[] | undefined }
  | { type: 'submitted' }
  /** Fields are invalid, before anything was sent. */
  | { type: 'invalid'; problem: FormProblem | null }
  | { type: 'saveBegan' }
  | { type: 'saveSucceeded'; message: string }
  /** The user went back to the form: nothing was sent. */
  | { type: 'saveCanceled' }
  | { type: 'saveRefused'; problem: FormProblem | null; refused: ReadonlyMap<string, Refusal>; isStale: boolean }
  | { type: 'reset' }

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const firstState = <Values>(loaded: FormState<Values>['loaded']): FormState<Values> => ({
  loaded,
  shown: loaded.values,
  save: { at: 'none' },
  remoteChanges: null,
  refused: new Map(),
  problem: null,
  saved: null,
  failures: 0,
})

/** The state of a form after an event. */
export function nextState<Values>(state: FormState<Values>, event: FormEvent<Values>): FormState<Values> {
  switch (event.type) {
    case 'loaded':
      return conflictState(state, event)
    case 'valuesChanged':
      return afterChange(state, event)
    case 'submitted':
      return { ...state, refused: new Map() }
    case 'invalid':
      return { ...state, ...failedWith(state, event.problem) }
    case 'saveBegan':
      return {
        ...state,
        problem: null,
        save: { at: 'running', version: state.loaded.version, pending: null, unedited: state.shown },
      }
    case 'saveSucceeded':
      return { ...state, saved: event.message, remoteChanges: null, save: afterSuccess(state) }
    case 'saveCanceled':
      return afterFailure(state, false)
    case 'saveRefused': {
      const { problem, refused, isStale } = event
      return { ...afterFailure(state, isStale), ...failedWith(state, problem), refused }
    }
    case 'reset':
      return { ...state, refused: new Map(), problem: null, saved: null, remoteChanges: null }
  }
}

const failedWith = ({ failures }: Pick<FormState<never>, 'failures'>, problem: FormProblem | null) => ({
  problem: problem && { ...problem, attempt: failures + 1 },
  failures: failures + 1,
})

function afterChange<Values>(
  state: FormState<Values>,
  { values, invalid }: Extract<FormEvent<Values>, { type: 'valuesChanged' }>,
): FormState<Values> {
  const problem = state.problem && invalid ? withoutCorrected(state.problem, invalid) : state.problem
  // Loaded values are no change by the user: the result of their save stays.
  return isSame(values, state.shown) ? { ...state, problem } : { ...state, problem, shown: values, saved: null }
}

/** A field that was corrected does not come back before the next submit: its own error says what is wrong. */
function withoutCorrected(problem: FormProblem, invalid: readonly string[]): FormProblem | null {
  const fields = problem.fields.filter(({ name }) => invalid.includes(name))
  if (fields.length === problem.fields.length) return problem
  return fields.length === 0 && problem.isOfFields ? null : { ...problem, fields }
}

function conflictState<Values>(
  state: FormState<Values>,
  { version, values, shown }: Extract<FormEvent<Values>, { type: 'loaded' }>,
): FormState<Values> {
  const { save } = state
  const next = { ...state, loaded: { version, values }, shown }
  const change = { before: state.loaded.values, now: values, version }
  // Several calls may bring the values.
  if (save.at === 'running') {
    const pending = { ...change, before: save.pending?.before ?? change.before }
    return { ...next, save: { ...save, pending, unedited: isSame(state.shown, save.unedited) ? shown : save.unedited } }
  }
  if (save.at === 'saved') return { ...next, save: { at: 'none' } }
  // Values that are as the user wants them may be those of their own save, loaded by a second call.
  return !isSame(shown, values) || save.at === 'stale' ? noting(next, change) : next
}

const noting = <Values>(state: FormState<Values>, change: LoadedRemoteChange<Values>): FormState<Values> => ({
  ...state,
  remoteChanges: { ...change, before: state.remoteChanges?.before ?? change.before },
})

/** Whether the user has entered something since the running save began; what was loaded meanwhile is no edit. */
export const isEditedSinceSave = <Values>({ save, shown }: FormState<Values>): boolean =>
  save.at === 'running' && !isSame(shown, save.unedited)

const afterSuccess = <Values>({ save, loaded }: FormState<Values>): Save<Values> =>
  save.at === 'running' && save.version === loaded.version ? { at: 'saved' } : { at: 'none' }

function afterFailure<Values>(state: FormState<Values>, isStale: boolean): FormState<Values> {
  const pending = state.save.at === 'running' ? state.save.pending : null
  if (pending) return noting({ ...state, save: { at: 'none' } }, { ...pending, isRefusal: isStale })
  return { ...state, save: { at: isStale ? 'stale' : 'none' } }
}

type FieldValues = Readonly<Record<string, unknown>>

/** What others have changed while the user was editing; see `DiffView`. */
export interface RemoteChanges extends Pick<ComparedAs<never>, 'format'> {
  before: FieldValues
  after: FieldValues
  labels: Readonly<Record<string, string>>
  /** Who and when; null where the server has not answered it. */
  change: ChangedMeanwhile | null
  /** Of the loaded values. */
  version: Version
  /** True where they are what a refused save shows instead of its problem. */
  isRefusal?: boolean | undefined
  /** Labels of the fields that both have changed, where those of the user would replace the others. */
  changedByBoth: readonly string[]
}

interface ComparedForm<Values> {
  labels: Readonly<Record<string, string>>
  secret?: readonly string[]
  comparedAs?: ComparedAs<Values>
}

/** What a form shows above its fields: its problem, or, once the current state is loaded, what others have changed. */
export function shownState<Values extends FieldValues>(
  { problem, remoteChanges }: FormState<Values>,
  values: Values,
  { loadedVersion, ...options }: ComparedForm<Values> & { loadedVersion?: Version },
): { problem: FormProblem | null; remoteChanges: RemoteChanges | null } {
  const stale = problem?.stale
  const isLoaded = stale !== undefined && stale.version !== loadedVersion
  return {
    problem: isLoaded ? null : problem,
    remoteChanges: remoteChanges && {
      ...compareRemoteChanges(remoteChanges, values, options),
      change: isLoaded ? stale.change : null,
    },
  }
}

/** Compares what others have saved with what the user would save now. Fields without a name are left out. */
function compareRemoteChanges<Values extends FieldValues>(
  { before, now, version, isRefusal }: LoadedRemoteChange<Values>,
  values: Values,
  { labels, secret = [], comparedAs = {} }: ComparedForm<Values>,
): Omit<RemoteChanges, 'change'> {
  const shown = (all: Values) => comparedAs.fields?.(all) ?? named(all, labels, secret)
  const current = shown(now)
  const names = { ...labels, ...comparedAs.labels?.(before, now, values) }
  const own = new Set(difference(current, shown(values)).map(({ field }) => field))
  const others = difference(shown(before), current)
  return {
    before: shown(before),
    after: current,
    version,
    isRefusal,
    labels: names,
    ...(comparedAs.format && { format: comparedAs.format }),
    changedByBoth: others
      .filter(({ field }) => own.has(field) && !isMergedByEntry(values[field]))
      .map(({ field }) => names[field] ?? field),
  }
}

/** Without secrets and fields that the screen does not show. */
const named = (values: FieldValues, labels: Readonly<Record<string, string>>, secret: readonly string[]): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([field]) => Boolean(labels[field]) && !secret.includes(field)))
