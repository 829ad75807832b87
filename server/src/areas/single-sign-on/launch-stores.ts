import type { Stores, Transact } from '../../stores.ts'

type Name = 'tx' | 'audit' | 'systemAccounts' | 'launches' | 'applicationRequests'

/** The stores that opening an application needs. */
export type LaunchStores = Pick<Stores, Name>
export type LaunchTransact = Transact<Name>
