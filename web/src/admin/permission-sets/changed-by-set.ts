import {
  getPermissionSet,
  listPermissionSetHolders,
  listPermissionSets,
  listPermissionSetsOfUser,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { changedByAct } from '../give-access/follow-access-change.ts'

/** Calls whose answers a change of a set, or of who has it, changes. */
export const changedBySet = [
  listPermissionSets,
  getPermissionSet,
  listPermissionSetHolders,
  listPermissionSetsOfUser,
  ...changedByAct,
]
