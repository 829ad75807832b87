export { openShares } from './document-search.ts'
export { moveAllDocuments, readDocumentSummary, removeReceivedShares } from './move-documents.ts'
