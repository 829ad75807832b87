import type { AdminPage } from '../kit/guard.ts'
import type { ServiceScope } from '../kit/service-scopes.ts'

interface ScopeRule {
  /** The page of the administration that the owner of the account holds. */
  readonly page: AdminPage
  /** Accounts that may have it: all, those of the installation with an internal owner, or those of an employer. */
  readonly accounts: 'all' | 'installation' | 'employer'
}

/** What each scope needs. */
export const scopeRules: Readonly<Record<ServiceScope, ScopeRule>> = {
  'users:read': { page: 'User Administration', accounts: 'all' },
  'users:write': { page: 'User Administration', accounts: 'all' },
  'catalog:read': { page: 'Application Settings', accounts: 'installation' },
  'announcements:read': { page: 'System Announcements', accounts: 'installation' },
  'audit:read': { page: 'Audit Trail', accounts: 'all' },
  events: { page: 'Audit Trail', accounts: 'all' },
  'ssf.read': { page: 'Audit Trail', accounts: 'all' },
  'ssf.manage': { page: 'Audit Trail', accounts: 'all' },
  scim: { page: 'User Administration', accounts: 'employer' },
}
