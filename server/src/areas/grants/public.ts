export {
  type Grants,
  type PageGrant,
  type SystemGrant,
  replaceGrants,
  readGrants,
  closeAllGrants,
  reopenAllGrants,
  giveGrants,
  closeGrantsOfUsers,
} from './grant-store.ts'
