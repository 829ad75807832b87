export { readAdministrator, readAdministratorOfAct } from './administrator-now.ts'
export { type ActorRights, readActorRights } from './actor-rights.ts'
export {
  type AssignablePage,
  type AssignableSystem,
  readAssignablePages,
  readAssignableSystems,
} from './assignable-permissions.ts'
export { changePermissions, changeWithin, refuseReadOnly, storeChange } from './change-permissions.ts'
export { closeFulfilledRequests } from './close-fulfilled.ts'
export { mayManageTarget } from './manageable-users.ts'
export { mayManageInSql } from './may-manage-sql.ts'
export {
  type PermissionContext,
  type PermissionPlan,
  planPermissions,
  planWithin,
  readPermissionContext,
  storePermissions,
} from './permission-plan.ts'
export { recordPermissions } from './permission-record.ts'
export { mayEndGrantsOf, type Permissions, sentOf } from './permission-rules.ts'
export { asPermissions, planSourceItems, type SourceItem, wantedOf, type WantedItems } from './source-plan.ts'
export { savePermissions } from './save-permissions.ts'
export { permissionsVersion, readOnlyReason, readOnlyRefusals, refuseStaleUser } from './user-refusals.ts'
export {
  findTarget,
  findUserInScope,
  isLastPortalAdmin,
  lockUserTargets,
  mayGiveToThemselves,
  readUserTargets,
  type UserTarget,
} from './user-targets.ts'
