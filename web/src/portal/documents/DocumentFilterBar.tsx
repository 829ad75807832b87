import { isDayRange } from '@portico/contract/documents/document-rules.ts'
import { documentPageTexts } from '@portico/contract/documents/document-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import type { ListState } from '../../patterns/list-search.ts'
import type { DocumentFilters } from './document-search.ts'

/** Keyword and date filters of a list of documents (DOCS-009, DOCS-010). */
export function DocumentFilterBar<Column extends string>({ list }: { list: ListState<DocumentFilters, Column> }) {
  const t = useTexts(documentPageTexts)
  const { field_date_range: invalidRange } = useTexts(generalTexts)
  const { from, to } = list.filters
  const error = isDayRange(from, to) ? undefined : invalidRange
  return (
    <FilterBar
      list={list}
      fields={[
        { name: 'q', kind: 'search', label: t.documents_search },
        { name: 'from', kind: 'day', label: t.documents_from, error },
        { name: 'to', kind: 'day', label: t.documents_to, error },
      ]}
    />
  )
}
