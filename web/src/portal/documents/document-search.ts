import { documentList, DOCUMENTS_PER_PAGE, sharedDocumentList } from '@portico/contract/documents/documents.ts'
import { dayFilter, listSearch } from '../../patterns/list-search.ts'

/** The lists of the library by tab name. */
export const documentTabs = ['own', 'shared', 'trash'] as const

const filters = { q: 'keyword', from: dayFilter(), to: dayFilter() } as const
const options = { pageSizes: [DOCUMENTS_PER_PAGE] }

export const ownDocumentSearch = listSearch(documentList, filters, options)
export const sharedDocumentSearch = listSearch(sharedDocumentList, filters, options)

export interface DocumentFilters {
  readonly q: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}
