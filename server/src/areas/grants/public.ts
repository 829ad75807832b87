export { isFacilityInReach } from './facility-reach.ts'
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
