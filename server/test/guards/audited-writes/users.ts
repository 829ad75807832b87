import type { AuditEvent } from '../../../src/areas/audit/audit-store.ts'
import { giveApp } from '../../../src/areas/second-factor/test/authenticator-app.ts'
import { type AuditedWrite, type CalledHere, ONLY_READS, inSteps } from '../audited-write.ts'

const onTarget = (event: AuditEvent, columns: object = {}): CalledHere => ({
  event,
  target: columns,
  body: ({ id }) => ({ userId: id }),
})
const onEnrolled = (event: AuditEvent): CalledHere => ({
  ...onTarget(event),
  prepare: async (portal, _world, target) => {
    const [enrolled] = await portal.owner('select from authenticators where user_id = $1', [target.id])
    if (!enrolled) await giveApp(portal, target)
    return {}
  },
})

export const userWrites: Readonly<Record<string, AuditedWrite>> = {
  deleteUser: onTarget('user_updated'),
  inactivateUser: onTarget('user_updated'),
  reactivateUser: onTarget('user_updated', { status: 2 }),
  lockUser: onTarget('user_updated'),
  unlockUser: onTarget('user_updated'),
  endUserSessions: onTarget('authz_admin'),
  resetUserPassword: onTarget('authn_password_change'),
  resetUserSecondFactor: onEnrolled('authz_admin'),
  deleteUserSecondFactor: onEnrolled('authz_admin'),
  actOnUsers: { event: 'user_updated', body: ({ id }) => ({ actionCd: 'lock', userIds: [id] }) },
  listUsers: ONLY_READS,
  exportUsers: inSteps('users_exported'),
  exportDeletedUsers: inSteps('deleted_users_exported'),
}
