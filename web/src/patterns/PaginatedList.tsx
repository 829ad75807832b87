import type { ReactNode } from 'react'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { ApiError } from '../api/call.ts'
import { useTexts } from '../api/texts.ts'
import type { DrawingName } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SkeletonLines } from '../ui/Skeleton.tsx'
import type { ListPage } from './list-query.ts'
import type { ListState } from './list-search.ts'
import classes from './PaginatedList.module.css'
import { LoadFailure } from './LoadFailure.tsx'
import { Pagination } from './Pagination.tsx'

interface Empty {
  drawing?: DrawingName
  title: string
  hint?: string
  action?: ReactNode
}

interface PaginatedListProps<Row, Filters, Column extends string> {
  list: ListState<Filters, Column>
  page: ListPage<Row>
  /** Empty state: one sentence, and what the user can do. */
  empty: Empty
  /** The table. */
  children: ReactNode
}

/** A table with its pagination, or its empty state. */
export function PaginatedList<Row, Filters, Column extends string>(props: PaginatedListProps<Row, Filters, Column>) {
  const { list, page, empty, children } = props
  const t = useTexts(listTexts)
  const hasRows = page.rows.length > 0
  if (page.isLoading)
    return (
      <div
        className={`${classes['list']} ${classes['loading']}`}
        aria-busy="true"
        aria-label={t.list_loading}
        role="group"
      >
        <SkeletonLines lines={8} height="2.75rem" />
      </div>
    )
  return (
    <div className={classes['list']}>
      {page.error && (
        <LoadFailure
          message={page.error instanceof ApiError ? page.error.message : t.list_failed}
          onRetry={page.retry}
        />
      )}
      {hasRows && children}
      {!hasRows && !page.error && <NoRows isNarrowed={list.isFiltered || list.page > 1} empty={empty} />}
      {hasRows && (
        <Pagination
          page={list.page}
          size={list.size}
          total={page.total}
          onPage={(next) => list.set({ page: next })}
          {...(list.pageSizes.length > 1
            ? { sizes: list.pageSizes, onSize: (size: number) => list.set({ size }) }
            : {})}
        />
      )}
    </div>
  )
}

function NoRows({ isNarrowed, empty }: { isNarrowed: boolean; empty: Empty }) {
  const t = useTexts(listTexts)
  if (!isNarrowed) return <EmptyState drawing="list" {...empty} />
  return <EmptyState live drawing="search" title={t.list_no_match} hint={t.list_no_match_hint} />
}
