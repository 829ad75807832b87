import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { isSameFilterName, type ListName } from '@portico/contract/preferences/preference-rules.ts'
import { getListPreferences, type SavedFilter, saveListPreferences } from '@portico/contract/preferences/preferences.ts'
import { preferenceTexts } from '@portico/contract/preferences/preference-texts.ts'
import { call } from '../api/call.ts'
import { query, queryClient } from '../api/query.ts'
import { useSignedIn } from '../api/session.ts'
import { texts } from '../api/texts.ts'
import { currentLocale } from '../ui/locale.ts'
import { toast } from '../ui/toast.ts'
import type { ListChange, ListState } from './list-search.ts'
import { messageOfFailure } from './run-action.ts'
import { inOrder, type Preference, savePreference, shownInAnswer } from './save-preference.ts'

/** The saved filters of a list. */
export interface SavedFilters {
  /** By name. */
  filters: readonly SavedFilter[]
  hasFailed?: boolean
  /** Replaces the saved filters by what `change` makes of them; rejects where the server refuses. */
  update: (change: (before: readonly SavedFilter[]) => readonly SavedFilter[]) => Promise<void>
}

const listPreferencesQuery = (uid: number, listNm: ListName) => query(getListPreferences, { params: { uid, listNm } })

/** For the loader of a screen: without an answer the list opens all the same. */
export const loadListPreferences = (uid: number, listNm: ListName): Promise<void> =>
  queryClient.prefetchQuery(listPreferencesQuery(uid, listNm))

const byName = (one: SavedFilter, other: SavedFilter) => one.nameTxt.localeCompare(other.nameTxt, currentLocale())

/** Adds filters to the saved ones; a name that exists already is refused by the server. */
export const withFilter = (before: readonly SavedFilter[], added: SavedFilter): SavedFilter[] =>
  [...before, added].toSorted(byName)

export const withoutFilter = (before: readonly SavedFilter[], name: string): SavedFilter[] =>
  before.filter(({ nameTxt }) => !isSameFilterName(nameTxt, name))

/**
 * The list with the columns that the user hides, unless its address hides others, and their saved filters. Changed
 * columns apply at once and are saved on the server: those that are hidden, and of `offByDefault` those that are shown.
 */
export function useListPreferences<Filters, Column extends string>(
  listNm: ListName,
  list: ListState<Filters, Column>,
  offByDefault: readonly string[] = [],
): { list: ListState<Filters, Column>; saved: SavedFilters } {
  const { uid } = useSignedIn()
  const options = listPreferencesQuery(uid, listNm)
  const { data, isError } = useQuery(options)
  const params = { uid, listNm }
  const order = `${listNm} ${uid}`
  /** The columns stay as chosen for this visit, whatever the server says. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const hide = (hidden: readonly string[]) => {
    setChosen(hidden)
    void savePreference(hiddenColumnsOf(uid, listNm, order), switched(hidden, offByDefault))
  }
  return {
    list: {
      ...list,
      hidden: list.hidden.length > 0 ? list.hidden : (chosen ?? switched(data?.hiddenColumns ?? [], offByDefault)),
      set: (change: ListChange<Filters, Column>) => {
        if (change.hidden !== undefined) hide(change.hidden)
        list.set(change)
      },
    },
    saved: {
      filters: data?.savedFilters ?? [],
      hasFailed: isError,
      // Each change begins with what the one before it has saved.
      update: (change) =>
        inOrder(order, async () => {
          // Another tab may have saved filters since.
          const { savedFilters } = await call(getListPreferences, { params })
          const next = [...change(savedFilters)]
          await call(saveListPreferences, { params, body: { savedFilters: next } })
          queryClient.setQueryData(options.queryKey, (before) => before && { ...before, savedFilters: next })
        }),
    },
  }
}

/** The columns in exactly one of both: from the hidden ones to the saved ones, and back. */
const switched = (columns: readonly string[], offByDefault: readonly string[]): string[] => [
  ...columns.filter((column) => !offByDefault.includes(column)),
  ...offByDefault.filter((column) => !columns.includes(column)),
]

const hiddenColumnsOf = (uid: number, listNm: ListName, order: string): Preference<string[]> => ({
  key: `columns of ${order}`,
  order,
  ...shownInAnswer(
    listPreferencesQuery(uid, listNm).queryKey,
    (saved: DataOf<typeof getListPreferences>) => saved.hiddenColumns,
    (saved, hiddenColumns) => ({ ...saved, hiddenColumns }),
  ),
  save: (hiddenColumns) => call(saveListPreferences, { params: { uid, listNm }, body: { hiddenColumns } }),
  failed: () => texts(preferenceTexts).columns_not_saved,
})

/** Shows a failure of `update` where nothing else does. */
export const reportNotSaved = (error: unknown): void => toast.error(messageOfFailure(error))
