import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { queryClient } from '../api/query.ts'
import { useSignedIn } from '../api/session.ts'
import { awaitFirstEntry, type ListPage, type Page, useListPage } from './list-query.ts'
import { type ListSearch, type ListState, type ListValues, useListSearch } from './list-search.ts'

interface ScreenListOptions<Filters, Column extends string, Data, Row, Key extends QueryKey> {
  search: ListSearch<Filters, Column>
  /** The query of one page. */
  page: (uid: number, values: ListValues<Filters, Column>) => UseQueryOptions<Data, Error, Page<Row>, Key>
  /** What else the screen needs to render. */
  beside?: (uid: number) => readonly Promise<unknown>[]
}

export interface ScreenList<Filters, Column extends string, Data, Row, Key extends QueryKey> extends ScreenListOptions<
  Filters,
  Column,
  Data,
  Row,
  Key
> {
  /** The loader of the screen: the first visit waits for the page that the address asks for. */
  load: (entry: { uid: number; search: object; cause: 'enter' | 'stay' | 'preload' }) => Promise<void>
}

/** The list of a screen: what of it lies in the address, and what it loads. At module scope, once for each list. */
export const screenList = <Filters, Column extends string, Data, Row, Key extends QueryKey>(
  options: ScreenListOptions<Filters, Column, Data, Row, Key>,
): ScreenList<Filters, Column, Data, Row, Key> => ({
  ...options,
  load: ({ uid, search, cause }) => {
    const { select: _, ...page } = options.page(uid, options.search.read(search))
    return awaitFirstEntry(cause, Promise.all([queryClient.ensureQueryData(page), ...(options.beside?.(uid) ?? [])]))
  },
})

/** The state of a screen's list, and the page that it shows. */
export function useScreenList<Filters, Column extends string, Data, Row, Key extends QueryKey>({
  search,
  page,
}: Pick<ScreenList<Filters, Column, Data, Row, Key>, 'search' | 'page'>): {
  list: ListState<Filters, Column>
  page: ListPage<Row>
} {
  const { uid } = useSignedIn()
  const list = useListSearch(search)
  return { list, page: useListPage(page(uid, list)) }
}
