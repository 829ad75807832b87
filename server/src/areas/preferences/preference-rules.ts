import {
  isSameFilterName,
  type ListName,
  preferenceLists,
  SAVED_FILTER_BYTES_MAX,
  SAVED_FILTER_NAME_MAX,
  SAVED_FILTERS_MAX,
} from '@portico/contract/preferences/preference-rules.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import type { SavedFilter } from '@portico/contract/preferences/preferences.ts'

type PreferenceText =
  | 'saved_filter_name_missing'
  | 'field_too_long'
  | 'saved_filter_name_taken'
  | 'saved_filters_full'
  | 'saved_filter_too_large'
  | 'list_preference_unknown'

export interface PreferenceIssue {
  field: 'nameTxt' | 'savedFilters' | 'filters' | 'hiddenColumns'
  text: PreferenceText
}

/** Returns the filters as they are stored. Half characters, which JSON columns refuse, are replaced. */
export const normalizeFilters = (given: readonly SavedFilter[]): SavedFilter[] =>
  given.map(({ nameTxt, filters }) => ({
    nameTxt: plainName(nameTxt.toWellFormed()),
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, value]) => [name, typeof value === 'string' ? value.toWellFormed() : value]),
    ),
  }))

/** Returns why normalized filters of a list cannot be saved; undefined where they can. */
export function filterIssue(list: ListName, saved: readonly SavedFilter[]): PreferenceIssue | undefined {
  const known: readonly string[] = preferenceLists[list].filters
  if (saved.length > SAVED_FILTERS_MAX) return { field: 'savedFilters', text: 'saved_filters_full' }
  for (const [index, { nameTxt, filters }] of saved.entries()) {
    if (nameTxt === '') return { field: 'nameTxt', text: 'saved_filter_name_missing' }
    if (nameTxt.length > SAVED_FILTER_NAME_MAX) return { field: 'nameTxt', text: 'field_too_long' }
    if (saved.slice(0, index).some((other) => isSameFilterName(other.nameTxt, nameTxt)))
      return { field: 'nameTxt', text: 'saved_filter_name_taken' }
    if (!Object.keys(filters).every((name) => known.includes(name)))
      return { field: 'filters', text: 'list_preference_unknown' }
    if (Buffer.byteLength(JSON.stringify(filters)) > SAVED_FILTER_BYTES_MAX)
      return { field: 'filters', text: 'saved_filter_too_large' }
  }
  return undefined
}

/** Returns why these columns of a list cannot be hidden; undefined where they can. */
export const columnIssue = (list: ListName, hidden: readonly string[]): PreferenceIssue | undefined => {
  const known: readonly string[] = preferenceLists[list].columns
  return hidden.every((column) => known.includes(column))
    ? undefined
    : { field: 'hiddenColumns', text: 'list_preference_unknown' }
}
