import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isSameFilterName, type ListName } from '@portico/contract/preference-rules.ts'
import { getListPreferences, type SavedFilter, saveListPreferences } from '@portico/contract/preferences.ts'
import { preferenceTexts } from '@portico/contract/texts/preference-texts.ts'
import { call } from '../api/call.ts'
import { query, queryClient } from '../api/query.ts'
import { useSignedIn } from '../api/session.ts'
import { useTexts } from '../api/texts.ts'
import { currentLocale } from '../ui/locale.ts'
import { toast } from '../ui/toast.ts'
import type { ListChange, ListState } from './list-search.ts'
import { messageOfFailure } from './run-action.ts'

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
 * columns apply at once and are saved on the server.
 */
export function useListPreferences<Filters, Column extends string>(
  listNm: ListName,
  list: ListState<Filters, Column>,
): { list: ListState<Filters, Column>; saved: SavedFilters } {
  const { columns_not_saved: notSaved } = useTexts(preferenceTexts)
  const { uid } = useSignedIn()
  const options = listPreferencesQuery(uid, listNm)
  const { data, isError } = useQuery(options)
  const params = { uid, listNm }
  /** The columns stay as chosen for this visit, whatever the server says. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const hide = async (hidden: readonly string[]) => {
    const hiddenColumns = [...hidden]
    setChosen(hiddenColumns)
    // The first answer has the saved filters, and is waited for.
    if (data) await queryClient.cancelQueries({ queryKey: options.queryKey })
    const store = () => queryClient.setQueryData(options.queryKey, (before) => before && { ...before, hiddenColumns })
    store()
    await call(saveListPreferences, { params, body: { hiddenColumns } }).then(store, () => toast.error(notSaved))
  }
  return {
    list: {
      ...list,
      hidden: list.hidden.length > 0 ? list.hidden : (chosen ?? data?.hiddenColumns ?? []),
      set: (change: ListChange<Filters, Column>) => {
        if (change.hidden !== undefined) void hide(change.hidden)
        list.set(change)
      },
    },
    saved: {
      filters: data?.savedFilters ?? [],
      hasFailed: isError,
      update: async (change) => {
        // Another tab may have saved filters since.
        const { savedFilters } = await queryClient.fetchQuery({ ...options, staleTime: 0 })
        const next = [...change(savedFilters)]
        await call(saveListPreferences, { params, body: { savedFilters: next } })
        queryClient.setQueryData(options.queryKey, (before) => before && { ...before, savedFilters: next })
      },
    },
  }
}

/** Shows a failure of `update` where nothing else does. */
export const reportNotSaved = (error: unknown): void => toast.error(messageOfFailure(error))
