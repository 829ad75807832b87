import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { Scope } from '../db/scope.ts'
import type { Authority, Caller } from './caller.ts'

/** Scope of an administrator: everyone for internal ones, their employer for external ones (decision E4). */
export const adminScope = ({ user }: Caller): { kind: 'everything' } | { kind: 'client'; clientId: number } =>
  user.isInternal ? { kind: 'everything' } : { kind: 'client', clientId: user.clientId }

/** Scope of the caller's own rows. */
export const ownScope = ({ user }: Caller): Scope => ({ kind: 'own', userId: user.id, clientId: user.clientId })

/** What decides whether an administrator may act on a user: the view `protected_authorities` says what counts. */
export type ManagedUser = Pick<
  Authority,
  'clientId' | 'isInternal' | 'isPortalAdmin' | 'adminSystemIds' | 'pageIds' | 'maySignOnAs'
>

/**
 * Decision E4: portal administrators act on everyone; external administrators on users of their own employer; and
 * other administrators never on a user with an administration right that they lack.
 */
export function mayManageUser(authority: Authority, target: ManagedUser): boolean {
  if (authority.isPortalAdmin) return true
  if (!authority.isInternal && (target.isInternal || target.clientId !== authority.clientId)) return false
  return (
    !target.isPortalAdmin &&
    (!target.maySignOnAs || authority.maySignOnAs) &&
    target.adminSystemIds.every((id) => authority.adminSystemIds.includes(id)) &&
    target.pageIds.every((id) => authority.pageIds.includes(id))
  )
}

/** True for users who administer the portal: with a page of the administration, displayed or not, or all of it (S52). */
export const administersPortal = ({ pageIds, adminSystemIds }: Pick<ManagedUser, 'pageIds' | 'adminSystemIds'>) =>
  pageIds.length > 0 || adminSystemIds.includes(PORTAL_SYSTEM_ID)
