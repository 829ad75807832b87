export { openShares } from './document-search.ts'
