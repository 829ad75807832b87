export { openShares } from './document-search.ts'
export { moveAllDocuments, readDocumentSummary, removeReceivedShares } from './move-documents.ts'
export { openStored } from './download-document.ts'
export { mediaTypeOf, type WholeFile } from './document-rules.ts'
export {
  abandoned,
  discardFile,
  type FileDeps,
  receiveFile,
  refuseFile,
  type StoredDestination,
} from './receive-file.ts'
export { refuseName } from './upload-document.ts'
export {
  announceFile,
  discardRetiredFiles,
  dropFiles,
  keepFile,
  lockArrivingFile,
  reserveSpace,
} from './stored-file-store.ts'
export { deleteDocuments } from './document-store.ts'
export {
  compareFormerDocuments,
  type FormerDocument,
  type FormerDocumentState,
  type FormerShare,
  holdingShares,
  insertFormerDocument,
  insertFormerShare,
  readUsedSpace,
} from './restored-documents.ts'
