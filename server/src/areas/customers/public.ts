export { type CustomerReach, isInReach, type Reach, readReach, visibleFrom } from './customer-reach.ts'
export { readFacilities } from './assignment-list.ts'
export { assignedView } from './customer-view.ts'
export { assignToNewUser, endAssignments, planAssignmentEnd } from './save-assignments.ts'
