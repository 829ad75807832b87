import { keepPreviousData, type QueryKey, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

export interface Page<Row> {
  rows: readonly Row[]
  /** Number of rows on all pages. */
  total: number
}

export interface ListPage<Row> extends Page<Row> {
  /** No page has loaded yet. */
  isLoading: boolean
  /** The rows belong to an earlier page or filter while the current ones load. */
  isStale: boolean
  error: Error | null
  retry: () => void
}

const nothing: Page<never> = { rows: [], total: 0 }

/** One page of a list. The previous page stays, dimmed, while the next loads or after it failed. */
export function useListPage<Data, Row, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Page<Row>, Key>,
): ListPage<Row> {
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...options, placeholderData: keepPreviousData })
  const queryClient = useQueryClient()
  const [call] = options.queryKey
  const isPastEnd = !isPlaceholderData && data?.rows.length === 0 && data.total > 0
  useEffect(() => {
    // The list became shorter: its other pages, loaded before, are out of date.
    if (isPastEnd) void queryClient.invalidateQueries({ queryKey: [call], refetchType: 'none' })
  }, [isPastEnd, queryClient, call])
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  return {
    ...(data ?? last ?? nothing),
    isLoading: data === undefined && last === undefined && error === null,
    isStale: isPlaceholderData || (data === undefined && last !== undefined),
    error,
    retry: () => void refetch(),
  }
}

/**
 * The row that a dialog is about, as the list has it now; where the list has it no more, as it had it last. Null while
 * no dialog is open.
 */
export function useCurrentRow<Row>(
  opened: Row | null,
  rows: readonly Row[],
  keyOf: (row: Row) => number | string,
): Row | null {
  const [last, setLast] = useState(opened)
  const isOpened = (row: Row) => opened !== null && keyOf(row) === keyOf(opened)
  const current = rows.find(isOpened) ?? (last !== null && isOpened(last) ? last : opened)
  if (current !== last) setLast(current)
  return current
}

/**
 * Loader of a list page: the first visit waits for the rows; a change of filter or page on the page itself ('stay')
 * renders at once and shows its own loading state.
 */
export async function awaitFirstEntry(cause: 'enter' | 'stay' | 'preload', loading: Promise<unknown>): Promise<void> {
  if (cause !== 'stay') await loading
  // The page runs the same query and shows its error.
  else loading.catch(() => undefined)
}
