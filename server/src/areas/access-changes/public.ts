export { stoppedChanges } from './access-change-list.ts'
