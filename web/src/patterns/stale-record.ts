import type { ChangedMeanwhile } from '@portico/contract/kit/conflict.ts'
import { ApiError } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import type { ComparedAs, FormOptions, FormSchema } from './form-options.ts'
import { difference } from './difference.ts'
import { isMergedByEntry } from './merge-rows.ts'
import type { LoadedMeanwhile } from './use-drafted-form.ts'
import type { FormProblem } from './use-form.ts'

type FieldValues = Readonly<Record<string, unknown>>

/** A record that another user has changed since the form loaded it. */
export interface StaleRecord {
  /** The version that the form had loaded. */
  version: number | string | undefined
  change: ChangedMeanwhile
  /** Loads the current state. */
  load: () => Promise<unknown>
}

/** What a refused save tells of another user's change; undefined for other errors, and where a form cannot load anew. */
export function staleRecord<Schema extends FormSchema>(
  error: unknown,
  { loadedVersion: version, reload, invalidate: invalidated }: FormOptions<Schema>,
): StaleRecord | undefined {
  const change = error instanceof ApiError ? error.change : null
  if (change === null || version === undefined || (reload ?? invalidated) === undefined) return undefined
  return { version, change, load: () => Promise.all([reload?.(), ...(invalidated ?? []).map(invalidate)]) }
}

/** What others have changed while the user was editing; see `DiffView`. */
export interface ChangesMeanwhile extends Pick<ComparedAs<never>, 'format'> {
  before: FieldValues
  after: FieldValues
  labels: Readonly<Record<string, string>>
  /** Who and when, as far as the server has told. */
  change: ChangedMeanwhile | null
  /** Of the loaded values. */
  version: LoadedMeanwhile<never>['version']
  /** Labels of the fields that both have changed, where those of the user would replace the others. */
  changedByBoth: readonly string[]
}

interface ComparedForm<Values> {
  labels: Readonly<Record<string, string>>
  secret?: readonly string[]
  comparedAs?: ComparedAs<Values>
}

/** The problem of a form until the current state is loaded; from then on what others have changed says more. */
export function afterLoad<Values extends FieldValues>(
  problem: FormProblem | null,
  loaded: LoadedMeanwhile<Values> | null,
  values: Values,
  options: ComparedForm<Values> & { loadedVersion?: StaleRecord['version'] },
) {
  const stale = problem?.stale
  const isLoaded = stale !== undefined && stale.version !== options.loadedVersion
  return {
    problem: isLoaded ? null : problem,
    meanwhile: loaded && { ...changesMeanwhile(loaded, values, options), change: isLoaded ? stale.change : null },
  }
}

/** Compares what others have saved with what the user would save now. Fields without a name are left out. */
function changesMeanwhile<Values extends FieldValues>(
  { before, now, version }: LoadedMeanwhile<Values>,
  values: Values,
  { labels, secret = [], comparedAs = {} }: ComparedForm<Values>,
): Omit<ChangesMeanwhile, 'change'> {
  const shown = (all: Values) => comparedAs.fields?.(all) ?? named(all, labels, secret)
  const current = shown(now)
  const own = new Set(difference(current, shown(values)).map(({ field }) => field))
  const others = difference(shown(before), current)
  return {
    before: shown(before),
    after: current,
    version,
    labels,
    ...(comparedAs.format && { format: comparedAs.format }),
    changedByBoth: others
      .filter(({ field }) => own.has(field) && !isMergedByEntry(values[field]))
      .map(({ field }) => labels[field] ?? field),
  }
}

/** Without secrets and fields that the screen does not show. */
const named = (values: FieldValues, labels: Readonly<Record<string, string>>, secret: readonly string[]): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([field]) => Boolean(labels[field]) && !secret.includes(field)))
