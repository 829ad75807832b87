export { leaveSets } from './leave-sets.ts'
