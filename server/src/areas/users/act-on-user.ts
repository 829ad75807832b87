import { type Sentence, sentences } from '../../http/sentences.ts'
import { isExclusion, type UserAction } from '@portico/contract/user-action-rules.ts'
import { sql } from 'kysely'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Tx } from '../../db/database.ts'
import { Answer, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext, Caller } from '../../http/caller.ts'
import type { Stores, Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import type { PasswordHashing } from '../password/public.ts'
import { removeAllFactors } from '../second-factor/public.ts'
import type { TextService } from '../texts/public.ts'
import { actionProblem } from './check-user-action.ts'
import { giveTemporaryPassword, makePassword, type NewPassword } from './temporary-passwords.ts'
import { liftLocks, setStatus } from './set-status.ts'
import { findTarget, isLastPortalAdmin, type UserTarget } from './user-targets.ts'

type ActionStore =
  | 'audit'
  | 'factorProgress'
  | 'factors'
  | 'outbox'
  | 'passkeys'
  | 'passwords'
  | 'recoveryLinks'
  | 'sessions'
  | 'signInTickets'
  | 'signIns'
  | 'trustedDevices'
  | 'tx'

export interface UserActionDeps {
  transact: Transact<ActionStore>
  hashing: PasswordHashing
  keys: KeyRing
  texts: Pick<TextService, 'say'>
}

interface Work extends CallContext {
  stores: Pick<Stores, ActionStore>
  keys: KeyRing
  target: UserTarget
  newPassword: NewPassword | null
}

type Outcome = Answer<null> | ReturnType<typeof refuse>

/** Does one thing to one user, if the administrator may; nothing where they may not. */
export async function actOnUser(
  { transact, hashing, keys }: Omit<UserActionDeps, 'texts'>,
  { caller, request }: CallContext,
  { action, userId }: { action: UserAction; userId: number },
): Promise<Outcome> {
  const authority = await caller.authority()
  const newPassword = action === 'resetPassword' ? await makePassword(hashing) : null
  return transact(adminScope(caller), async (stores) => {
    const target = await findTarget(stores.tx, userId)
    if (!target) return refuse('404', sentences.user_not_found)
    const problem = actionProblem(action, authority, target)
    if (problem) return refuse(problem.code, problem.message)
    if (isExclusion(action) && target.isPortalAdmin && (await isLastPortalAdmin(stores.tx, userId)))
      return refuse('422', sentences.user_last_portal_admin)
    const message = await actions[action]({ stores, keys, target, newPassword, caller, request })
    return new Answer(null, { message })
  })
}

const actions: Readonly<Record<UserAction, (work: Work) => Promise<Sentence>>> = {
  inactivate: async (work) => {
    await setStatus(work.stores, work, work.target, 2)
    return sentences.user_inactivated
  },
  delete: async (work) => {
    await setStatus(work.stores, work, work.target, 3)
    return sentences.user_deleted
  },
  reactivate: async (work) => {
    await setStatus(work.stores, work, work.target, 1)
    await liftLocks(work.stores.tx, work.target.id)
    return sentences.user_reactivated
  },
  lock: async (work) => {
    await setLock(work.stores.tx, work.target.id)
    recordLock(work, true)
    return sentences.user_locked
  },
  unlock: async (work) => {
    await liftLocks(work.stores.tx, work.target.id)
    recordLock(work, false)
    return sentences.user_unlocked
  },
  endSessions: async (work) => {
    const { stores, target, caller, request } = work
    const endedSessions = await endAllSessions(stores, target.id, 'revoked')
    stores.audit.record(request, { event: 'authz_admin', ...about(caller, target), after: { endedSessions } })
    return sentences.user_sessions_ended
  },
  resetPassword: async (work) => {
    await resetPassword(work)
    return sentences.user_password_reset
  },
  resetSecondFactor: async ({ stores, target, caller, request }) => {
    const hadAny = await removeAllFactors(stores, { caller, request }, { userId: target.id })
    return hadAny ? sentences.user_second_factor_reset : sentences.user_second_factor_none
  },
}

/** Actor, client and target of an event about a user. */
const about = (caller: Caller, { id, clientId }: UserTarget) => ({
  ...auditActor(caller),
  subjectId: id,
  clientId,
  target: { kind: 'user', id },
})

/** Recorded where `isLocked` stays the same, too: unlocking also lifts the locks of single devices. */
function recordLock({ stores, target, caller, request }: Work, isLocked: boolean): void {
  const before = { isLocked: target.isLocked }
  stores.audit.record(request, { event: 'user_updated', ...about(caller, target), before, after: { isLocked } })
}

/** A lock without an end is an administrator's; a trigger ends the sessions. */
async function setLock(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('user_sign_ins')
    .set({ locked_until: sql<Date>`'infinity'` })
    .where('user_id', '=', userId)
    .execute()
}

/** Ends the user's own sessions, those in which they act as others, and sign-ins in progress; the number of sessions. */
async function endAllSessions(
  { sessions, signInTickets }: Pick<Stores, 'sessions' | 'signInTickets'>,
  userId: number,
  reason: 'revoked' | 'password-changed',
): Promise<number> {
  await signInTickets.forgetOfUser(userId)
  return (await sessions.endOfUser(userId, null, reason)) + (await sessions.endOfActor(userId, reason))
}

async function resetPassword({ stores, keys, target, newPassword, caller, request }: Work): Promise<void> {
  if (!newPassword) throw new Error('No temporary password was made')
  await stores.recoveryLinks.forgetOfUser(target.id)
  await liftLocks(stores.tx, target.id)
  const validUntil = await giveTemporaryPassword(stores, keys, target, newPassword, 'administrator')
  await endAllSessions(stores, target.id, 'password-changed')
  const after = { isTemporary: true, validUntil }
  stores.audit.record(request, { event: 'authn_password_change', ...about(caller, target), after })
}
