export { giveToNewUser } from './give-to-new-user.ts'
export { isHeldSql, readHoldersOf } from './holder-store.ts'
export { giveSet, restoreEnd } from './hold-set.ts'
export { readContent } from './judge-holders.ts'
export { countEndingSets, leaveSets } from './leave-sets.ts'
export { listSets, newUserRules } from './judge-new-user.ts'
export { findSet, holdSets } from './permission-set-store.ts'
export { planSets } from './plan-sets.ts'
export { listSetCustomerPlaces } from './set-customers.ts'
export {
  changeSets,
  distinct,
  judgeSets,
  lockSets,
  readSets,
  type SetsOfAct,
  type SetsOfTarget,
} from './sets-of-acts.ts'
