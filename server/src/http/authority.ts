import type { Authority, Caller } from './caller.ts'

/** Scope of an administrator: everyone for internal ones, their employer for external ones (decision E4). */
export const adminScope = ({ user }: Caller): { kind: 'everything' } | { kind: 'client'; clientId: number } =>
  user.isInternal ? { kind: 'everything' } : { kind: 'client', clientId: user.clientId }

/** What decides whether an administrator may act on a user. */
export type ManagedUser = Pick<
  Authority,
  'clientId' | 'isInternal' | 'isPortalAdmin' | 'adminSystemIds' | 'adminPages' | 'maySignOnAs'
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
    target.adminPages.every((page) => authority.adminPages.includes(page))
  )
}
