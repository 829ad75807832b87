export { type CustomerReach, isInReach, readReach, visibleFrom } from './customer-reach.ts'
export { assignToNewUser } from './save-assignments.ts'
