export { giveBySource, type GivenItem } from './give-by-source.ts'
export { countSourceChange } from './count-source-change.ts'
export { readEndsBySet } from './ends-by-set.ts'
export { type CustomerBySet, giveCustomersBySource, readCustomersBySet } from './source-customers.ts'
export { isFacilityInReach } from './facility-reach.ts'
export { type GivingSources, givingSources, sourcesView } from './giving-sources.ts'
export { followSourcesOf, sourceSentence, type SourceActor } from './follow-sources.ts'
export {
  changedAccess,
  type ChangedAccess,
  countStrongerLosers,
  readLosses,
  readSourceUsers,
  type SourceChange,
  type SourceId,
} from './source-changes.ts'
export { type GrantSource, lockToFollow, readDueBySources, readSources } from './source-grants.ts'
export { SOURCE_USERS_MAX } from './users-unlike-sources.ts'
export { type NamedSources, sourcesOfSystem, waySentences } from './sources-of-grant.ts'
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
