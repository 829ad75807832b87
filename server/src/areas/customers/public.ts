export { assignToNewUser } from './save-assignments.ts'
