export type {
  CustomerGrant,
  FacilityGrant,
  GrantDiff,
  GrantKind,
  Grants,
  PageGrant,
  SystemGrant,
} from './grant-store.ts'
