export { type CustomerReach, isInReach, readReach } from './customer-reach.ts'
export { assignedView } from './customer-view.ts'
export { assignToNewUser, endAssignments, planAssignmentEnd } from './save-assignments.ts'
