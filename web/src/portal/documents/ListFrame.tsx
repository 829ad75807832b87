import type { ReactNode } from 'react'
import { DOCUMENTS_PER_PAGE } from '@portico/contract/documents.ts'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import type { DrawingName } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import type { ChangeSearch, DocumentSearch } from './document-search.ts'
import classes from './DocumentLibraryPage.module.css'

/** What every list of the library is told. */
export interface ListProps {
  search: DocumentSearch
  onSearch: ChangeSearch
}

interface ListFrameProps extends ListProps {
  total: number
  shown: number
  empty: { drawing: DrawingName; title: string; hint: string; action?: ReactNode }
  /** What is open over the list; it stays when the last row goes. */
  windows?: ReactNode
  children: ReactNode
}

/** A table with its pages, or what to say where it has no rows. */
export function ListFrame({ windows, ...list }: ListFrameProps) {
  return (
    <>
      <Rows {...list} />
      {windows}
    </>
  )
}

function Rows({ search, onSearch, total, shown, empty, children }: Omit<ListFrameProps, 'windows'>) {
  const t = useTexts(documentPageTexts)
  const isFiltered = search.q !== undefined || search.from !== undefined || search.to !== undefined
  const { page } = search
  const showAll = () => onSearch(({ q: _, from: _from, to: _to, page: _page, ...rest }) => rest)
  const clear = <Button onClick={showAll}>{t.documents_filters_clear}</Button>
  if (shown === 0)
    return (
      <div className={classes['list']}>
        {isFiltered || page !== undefined ? (
          <EmptyState
            live
            drawing="search"
            title={t.documents_nothing_found}
            hint={t.documents_nothing_found_hint}
            action={clear}
          />
        ) : (
          <EmptyState {...empty} />
        )}
      </div>
    )
  return (
    <div className={classes['list']}>
      {children}
      <Pager
        label={t.documents_pages}
        page={page ?? 1}
        pageSize={DOCUMENTS_PER_PAGE}
        total={total}
        onPage={(next) => onSearch((before) => ({ ...before, page: next }))}
        rangeText={t.documents_range}
        previousLabel={t.documents_previous}
        nextLabel={t.documents_next}
      />
    </div>
  )
}
