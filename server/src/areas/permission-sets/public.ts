export { giveToNewUser } from './give-to-new-user.ts'
export { restoreEnd } from './hold-set.ts'
export { countEndingSets, leaveSets } from './leave-sets.ts'
export { listSets, newUserRules } from './judge-new-user.ts'
export { planSets } from './plan-sets.ts'
export {
  changeSets,
  distinct,
  judgeSets,
  lockSets,
  readSets,
  type SetsOfAct,
  type SetsOfTarget,
} from './sets-of-acts.ts'
