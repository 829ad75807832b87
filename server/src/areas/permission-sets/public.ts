export { leaveSets } from './holder-store.ts'
