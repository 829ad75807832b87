import { type MessageRef, sentences } from '../../../http/sentences.ts'
import { isExclusion, type UserAction } from '@portico/contract/users/user-action-rules.ts'
import { sql } from 'kysely'
import type { KeyRing } from '../../../crypto/key-ring.ts'
import type { Tx, Db } from '../../../db/database.ts'
import { Answer, refuse, refuseOldSignIn } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import type { Authority, CallContext, Caller } from '../../../http/caller.ts'
import { auditActor, recordAudit } from '../../audit/public.ts'
import { forgetRecoveryLink } from '../../password/public.ts'
import type { PasswordHashing } from '../../../crypto/password-hashing.ts'
import { removeAllFactors } from '../../second-factor/public.ts'
import type { TextService } from '../../texts/public.ts'
import {
  type ActorRights,
  findTarget,
  isLastPortalAdmin,
  readUserTargets,
  type UserTarget,
} from '../../permissions/public.ts'
import { actionProblem, needsFreshSignIn } from './check-user-action.ts'
import { mailAboutAccount } from './account-notices.ts'
import { isErasureDue } from './erasure-due.ts'
import { takeBackErasure } from '../lifecycle/erasure-store.ts'
import { giveTemporaryPassword, makePassword, type NewPassword } from './temporary-passwords.ts'
import { liftLocks, setStatus } from './set-status.ts'
import { forgetSignInTickets } from '../../sign-in/public.ts'
import { endSessionsOfUser, endEmulationsOfActor } from '../../session/public.ts'
import { queries } from '../../../db/queries.ts'
import { run } from '../../../db/run.ts'

export interface UserActionDeps {
  db: Db
  hashing: PasswordHashing
  keys: KeyRing
  texts: Pick<TextService, 'say'>
  /** Days after which a deleted user is erased; 0: never. */
  deletedUsersKeptDays: number
}

interface Work extends CallContext {
  tx: Tx
  keys: KeyRing
  target: UserTarget
  newPassword: NewPassword | null
}

type Outcome = Answer<null> | ReturnType<typeof refuse>
type OldSignIn = ReturnType<typeof refuseOldSignIn>

/**
 * Refuses an old sign-in before the first of many users is acted on, where one of them needs a fresh one: the browser
 * confirms it and sends all of them again.
 */
export async function refuseOldSignInFor(
  { db }: Pick<UserActionDeps, 'db'>,
  { caller }: Pick<CallContext, 'caller'>,
  { authority, isFresh }: ActorRights,
  { action, userIds }: { action: UserAction; userIds: readonly number[] },
) {
  if (isFresh) return null
  const targets = await db.read(adminScope(caller), (tx) => readUserTargets(tx, userIds))
  const possible = targets.filter((target) => actionProblem(action, authority, target) === null)
  return possible.some((target) => needsFreshSignIn(action, target)) ? refuseOldSignIn(sentences.reauth_needed) : null
}

/** What asks for a fresh sign-in where an action on a target needs one; null where it may be done. */
export const refuseOldSignInTo =
  (action: UserAction, { isFresh }: Pick<ActorRights, 'isFresh'>) =>
  (target: UserTarget): OldSignIn | null =>
    isFresh || !needsFreshSignIn(action, target) ? null : refuseOldSignIn(sentences.reauth_needed)

/**
 * Does one thing to one user, if the administrator may; nothing where they may not.
 * @param refuseTarget refuses for a further reason, once the action is known to be possible
 */
export async function actOnUser<Refused = never>(
  { db, hashing, keys, deletedUsersKeptDays }: Omit<UserActionDeps, 'texts'>,
  { caller, request }: CallContext,
  { authority, action, userId }: { authority: Authority; action: UserAction; userId: number },
  refuseTarget: (target: UserTarget) => Refused | null,
): Promise<Outcome | Refused> {
  const newPassword = action === 'resetPassword' ? await makePassword(hashing) : null
  return db.transact(adminScope(caller), async (tx) => {
    const target = await findTarget(tx, userId)
    if (!target) return refuse('404', sentences.user_not_found)
    const problem = actionProblem(action, authority, target)
    if (problem) return refuse(problem.code, problem.message)
    if (isExclusion(action) && target.isPortalAdmin && (await isLastPortalAdmin(tx, userId)))
      return refuse('422', sentences.user_last_portal_admin)
    if (action === 'reactivate' && (await isErasureDue(tx, userId, deletedUsersKeptDays)))
      return refuse('422', sentences.user_erasure_due)
    const refused = refuseTarget(target)
    if (refused !== null) return refused
    const message = await actions[action]({ tx, keys, target, newPassword, caller, request })
    return new Answer(null, { message })
  })
}

const actions: Readonly<Record<UserAction, (work: Work) => Promise<MessageRef>>> = {
  inactivate: async (work) => {
    await setStatus(work.tx, work, work.target, 2)
    return sentences.user_inactivated
  },
  delete: async (work) => {
    await setStatus(work.tx, work, work.target, 3)
    return sentences.user_deleted
  },
  reactivate: async (work) => {
    await setStatus(work.tx, work, work.target, 1)
    await forgetErasure(work)
    await liftLocks(work.tx, work.target.id)
    const isDeleted = work.target.status === 3
    await mailAboutAccount(work.tx, work, work.target, isDeleted ? 'account_restored' : 'account_reactivated')
    return sentences.user_reactivated
  },
  lock: async (work) => {
    await setLock(work.tx, work.target.id)
    recordLock(work, true)
    return sentences.user_locked
  },
  unlock: async (work) => {
    await liftLocks(work.tx, work.target.id)
    recordLock(work, false)
    await mailAboutAccount(work.tx, work, work.target, 'account_unlocked')
    return sentences.user_unlocked
  },
  endSessions: async (work) => {
    const { tx, target, caller, request } = work
    const endedSessions = await endAllSessions(tx, target.id, 'revoked')
    recordAudit(tx, request, { event: 'authz_admin', ...about(caller, target), after: { endedSessions } })
    return sentences.user_sessions_ended
  },
  resetPassword: async (work) => {
    await resetPassword(work)
    return sentences.user_password_reset
  },
  resetSecondFactor: async ({ tx, target, caller, request }) => {
    const hadAny = await removeAllFactors(tx, { caller, request }, { userId: target.id })
    return hadAny ? sentences.user_second_factor_reset : sentences.user_second_factor_none
  },
}

/** An erasure that waits ends with the deletion. */
async function forgetErasure({ tx, target, caller, request }: Work): Promise<void> {
  if (target.status === 3 && (await takeBackErasure(tx, target.id)))
    recordAudit(tx, request, { event: 'erasure_taken_back', ...about(caller, target) })
}

/** Actor, client and target of an event about a user. */
const about = (caller: Caller, { id, clientId }: UserTarget) => ({
  ...auditActor(caller),
  subjectId: id,
  clientId,
  target: { kind: 'user', id },
})

/** Recorded where `isLocked` stays the same, too: unlocking also lifts the locks of single devices. */
function recordLock({ tx, target, caller, request }: Work, isLocked: boolean): void {
  const before = { isLocked: target.isLocked }
  recordAudit(tx, request, { event: 'user_updated', ...about(caller, target), before, after: { isLocked } })
}

/** A lock without an end is an administrator's; a trigger ends the sessions. */
async function setLock(tx: Tx, userId: number): Promise<void> {
  await run(
    tx,
    queries
      .updateTable('user_sign_ins')
      .set({ locked_until: sql<Date>`'infinity'` })
      .where('user_id', '=', userId),
  )
}

/** Ends the user's own sessions, those in which they act as others, and sign-ins in progress; the number of sessions. */
async function endAllSessions(tx: Tx, userId: number, reason: 'revoked' | 'password-changed'): Promise<number> {
  await forgetSignInTickets(tx, userId)
  return (await endSessionsOfUser(tx, userId, null, reason)) + (await endEmulationsOfActor(tx, userId, reason))
}

async function resetPassword({ tx, keys, target, newPassword, caller, request }: Work): Promise<void> {
  if (!newPassword) throw new Error('No temporary password was made')
  await forgetRecoveryLink(tx, target.id)
  await liftLocks(tx, target.id)
  const validUntil = await giveTemporaryPassword(tx, keys, target, newPassword, 'administrator')
  await endAllSessions(tx, target.id, 'password-changed')
  const after = { isTemporary: true, validUntil }
  recordAudit(tx, request, { event: 'authn_password_change', ...about(caller, target), after })
}
