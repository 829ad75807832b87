export { giveToNewUser } from './give-to-new-user.ts'
export { leaveSets } from './leave-sets.ts'
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
