import { DataTable, type DataTableProps } from './DataTable.tsx'
import type { ListPage } from './list-query.ts'
import type { ListState } from './list-search.ts'
import { type EmptyList, PaginatedList } from './PaginatedList.tsx'

interface ListTableProps<Row, Filters, SortKey extends string> extends Omit<
  DataTableProps<Row, SortKey>,
  'rows' | 'sort' | 'onSort' | 'hidden' | 'isStale'
> {
  list: ListState<Filters, SortKey>
  page: ListPage<Row>
  /** Empty state: one sentence, and what the user can do. */
  empty: EmptyList
  /** See `Pagination`. */
  rangeWords?: ((range: string) => string) | undefined
}

/** The table of a list's page: order, hidden columns and pagination are those of the list. */
export function ListTable<Row, Filters, SortKey extends string>({
  list,
  page,
  empty,
  rangeWords,
  ...table
}: ListTableProps<Row, Filters, SortKey>) {
  return (
    <PaginatedList list={list} page={page} empty={empty} rangeWords={rangeWords}>
      <DataTable
        {...table}
        rows={page.rows}
        sort={list.sort}
        onSort={(sort) => list.set({ sort })}
        hidden={list.hidden}
        isStale={page.isStale}
      />
    </PaginatedList>
  )
}
