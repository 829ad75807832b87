export { isFacilityInReach } from './facility-reach.ts'
export { followGroupsOf, type GroupActor } from './follow-groups.ts'
export { GROUP_USERS_MAX, mayGiveByGroup, readDueByGroups, readGroupSources } from './group-grants.ts'
export {
  type Grants,
  type PageGrant,
  type SystemGrant,
  replaceGrants,
  readGrants,
  readPermissionsOfUsers,
  closeAllGrants,
  reopenAllGrants,
  giveGrants,
  closeGrantsOfUsers,
} from './grant-store.ts'
