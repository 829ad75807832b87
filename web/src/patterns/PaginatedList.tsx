import { type ReactNode, useEffect } from 'react'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { ApiError } from '../api/call.ts'
import { useTexts } from '../api/texts.ts'
import type { DrawingName } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import type { ListPage } from './list-query.ts'
import type { ListState } from './list-search.ts'
import classes from './PaginatedList.module.css'
import { LoadFailure } from './LoadFailure.tsx'
import { LoadingRows } from './LoadingRows.tsx'
import { lastPageOf, Pagination } from './Pagination.tsx'

export interface EmptyList {
  drawing?: DrawingName
  title: string
  hint?: string
  action?: ReactNode
}

interface PaginatedListProps<Row, Filters, Column extends string> {
  list: ListState<Filters, Column>
  page: ListPage<Row>
  /** Empty state: one sentence, and what the user can do. */
  empty: EmptyList
  /** See `Pagination`. */
  rangeWords?: ((range: string) => string) | undefined
  /** The table. */
  children: ReactNode
}

/**
 * A table with its pagination, or its empty state. Where the list has become shorter than the page of the address, it
 * shows its last page.
 */
export function PaginatedList<Row, Filters, Column extends string>(props: PaginatedListProps<Row, Filters, Column>) {
  const { list, page, empty, rangeWords, children } = props
  const t = useTexts(listTexts)
  const { shownPage, isMoving } = usePageWithinList(list, page)
  if (page.isLoading) return <LoadingRows className={classes['list']} />
  const hasRows = page.rows.length > 0
  return (
    <div className={classes['list']}>
      {page.error && (
        <LoadFailure
          message={page.error instanceof ApiError ? page.error.message : t.list_failed}
          onRetry={page.retry}
        />
      )}
      {hasRows ? children : <NoRows {...{ list, page, empty, isMoving }} />}
      {(hasRows || isMoving) && <Pages list={list} page={shownPage} total={page.total} rangeWords={rangeWords} />}
    </div>
  )
}

interface PagesProps<Filters, Column extends string> {
  list: ListState<Filters, Column>
  page: number
  total: number
  rangeWords: ((range: string) => string) | undefined
}

const Pages = <Filters, Column extends string>({ list, page, total, rangeWords }: PagesProps<Filters, Column>) => (
  <Pagination
    page={page}
    size={list.size}
    total={total}
    rangeWords={rangeWords}
    onPage={(next) => list.set({ page: next })}
    {...(list.pageSizes.length > 1 ? { sizes: list.pageSizes, onSize: (size: number) => list.set({ size }) } : {})}
  />
)

/**
 * Returns the page to show: that of the address, or the last one where the list ends before it, which then becomes the
 * address. `isMoving` while the rows of the last page are on their way: the page buttons keep the focus meanwhile.
 */
function usePageWithinList<Filters, Column extends string>(
  list: ListState<Filters, Column>,
  { rows, total, isLoading, isStale, error }: ListPage<unknown>,
): { shownPage: number; isMoving: boolean } {
  const { page, size, replacePage } = list
  const last = lastPageOf({ total, size })
  const isEmpty = rows.length === 0 && !isLoading && error === null
  const isPastEnd = isEmpty && !isStale && page > last
  const shown = isPastEnd ? last : page
  useEffect(() => {
    if (shown !== page) replacePage(shown)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- replacePage is another function with every rendering
  }, [shown, page])
  return { shownPage: shown, isMoving: isPastEnd || (isEmpty && isStale && total > 0) }
}

interface NoRowsProps<Row, Filters, Column extends string> extends Omit<
  PaginatedListProps<Row, Filters, Column>,
  'children'
> {
  isMoving: boolean
}

function NoRows<Row, Filters, Column extends string>(props: NoRowsProps<Row, Filters, Column>) {
  const { list, page, empty, isMoving } = props
  const t = useTexts(listTexts)
  if (isMoving) return <LoadingRows />
  if (page.error) return null
  if (!list.isFiltered) return <EmptyState drawing="list" {...empty} />
  return <EmptyState live drawing="search" title={t.list_no_match} hint={t.list_no_match_hint} />
}
