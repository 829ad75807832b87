export { listClientRecords, renameClient, saveClientDomains } from './client-records.ts'
export { hasClient, insertClient, type NewClient } from './client-store.ts'
