export type { PageGrant, SystemGrant } from './grant-store.ts'
