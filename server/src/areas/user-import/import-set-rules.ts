import { accessKey, type Found, partsOf, suggestionOf } from './import-cell-names.ts'
import type { RowIssue } from './import-rows.ts'
import type { Suggestions } from './import-suggestions.ts'

/** A permission set that rows can name. */
export interface NamedSet {
  readonly id: number
  readonly name: string
  /** Null: of the installation, for users of all clients. */
  readonly clientId: number | null
}

/** Groups sets by the key under which rows name them: one of the installation and one of each client may have it. */
export const setsByKey = (sets: readonly NamedSet[]): ReadonlyMap<string, readonly NamedSet[]> =>
  Map.groupBy(sets, ({ name }) => accessKey(name))

interface SetReading {
  readonly givable: { readonly sets: ReadonlyMap<string, readonly NamedSet[]> }
  readonly suggestions: Suggestions
}

/** The sets that each name of a cell may mean, or the first name that no set has. */
export function findSets(
  value: string | undefined,
  { givable: { sets }, suggestions }: SetReading,
): Found<readonly NamedSet[]> {
  const named = partsOf(value).map((part) => ({ part, found: sets.get(accessKey(part)) ?? [] }))
  const unknown = named.find(({ found }) => found.length === 0)
  if (!unknown) return { items: named.map(({ found }) => found), issues: [] }
  const guessed = named.map(({ part, found }) => ({ part, name: found[0]?.name }))
  const suggested = suggestionOf(guessed, (key) => suggestions.set(key))
  const issue = { field: 'setsTxt', text: 'import_set_unknown', values: { name: unknown.part } } as const
  return { items: [], issues: [{ ...issue, ...suggested }] }
}

/** The sets that a user of an employer gets by these names: the employer’s own before those of the installation. */
export function setsOfEmployer(sets: readonly (readonly NamedSet[])[], employerId: number): Found<NamedSet> {
  const chosen = sets.map((all) => ({
    name: all[0]?.name ?? '',
    set: all.find(({ clientId }) => clientId === employerId) ?? all.find(({ clientId }) => clientId === null),
  }))
  const items = chosen.flatMap(({ set }) => set ?? [])
  const issues = chosen
    .filter(({ set }) => set === undefined)
    .map(({ name }): RowIssue => ({ field: 'setsTxt', text: 'import_set_other_client', values: { name } }))
  return { items, issues: issues.slice(0, 1) }
}
