export type { Grants, PageGrant, SystemGrant } from './grant-store.ts'
