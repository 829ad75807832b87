import { documentColumns, sharedDocumentColumns } from '@portico/contract/document-columns.ts'
import { DOCUMENTS_PER_PAGE } from '@portico/contract/documents.ts'
import { dayFilter, listSearch, type ListValues, textFilter } from '../../patterns/list-search.ts'

/** The lists of the library by tab name. */
export const documentTabs = ['own', 'shared', 'trash'] as const

const common = {
  filters: { q: textFilter(), from: dayFilter(), to: dayFilter() },
  pageSizes: [DOCUMENTS_PER_PAGE],
}

export const ownDocumentSearch = listSearch({
  ...common,
  columns: documentColumns,
  defaultSort: { key: 'recordAddDt', direction: 'desc' },
})
export const sharedDocumentSearch = listSearch({
  ...common,
  columns: sharedDocumentColumns,
  defaultSort: { key: 'sharedDt', direction: 'desc' },
})

export interface DocumentFilters {
  readonly q: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}
export type DocumentListValues<Column extends string> = ListValues<DocumentFilters, Column>
