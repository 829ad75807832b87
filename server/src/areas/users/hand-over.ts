import { fullName } from '@portico/contract/full-name.ts'
import type { HandOver } from '@portico/contract/hand-over.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { Answer, refuse, refuseField } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Authority, CallContext } from '../../http/caller.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import type { Stores, Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { endAssignments } from '../customers/public.ts'
import { moveAllDocuments, readDocumentSummary, removeReceivedShares } from '../documents/public.ts'
import { actionProblem } from './check-user-action.ts'
import { changePermissions } from './change-permissions.ts'
import { setStatus } from './set-status.ts'
import { findTarget, findUserInScope, isLastPortalAdmin, type UserTarget } from './user-targets.ts'

type HandOverStores = 'audit' | 'grants' | 'sessions' | 'signInTickets' | 'tx'

/** What a user has; undefined where there is none in the scope. */
export async function readHandOver(tx: Tx, userId: number): Promise<HandOver | undefined> {
  if (!(await findUserInScope(tx, userId))) return undefined
  const [counts] = await query<{ sessions: number; grants: number }>(
    tx,
    `select (select count(*) from sessions where user_id = $1 and ended_at is null and expires_at > clock_now())::integer as sessions,
            ((select count(*) from current_system_grants where user_id = $1)
             + (select count(*) from current_page_grants where user_id = $1)
             + (select count(*) from current_facility_grants where user_id = $1)
             + (select count(*) from current_customer_grants where user_id = $1))::integer as grants`,
    [userId],
  )
  const { documents, bytes, sharedWith, received } = await readDocumentSummary(tx, userId)
  return {
    sessionCnt: counts?.sessions ?? 0,
    grantCnt: counts?.grants ?? 0,
    documentCnt: documents,
    documentBytes: bytes,
    sharedWithCnt: sharedWith,
    receivedCnt: received,
  }
}

/** Closes the account of a leaver: all of it or nothing. */
export async function handOverUser(
  { transact }: { transact: Transact<HandOverStores> },
  { caller, request }: CallContext,
  { userId, recipientId }: { userId: number; recipientId: number | null },
) {
  const [authority, isFresh] = await Promise.all([caller.authority(), caller.isSignInFresh()])
  return transact(adminScope(caller), async (stores) => {
    const { tx } = stores
    const target = await findTarget(tx, userId)
    if (!target) return refuse('404', sentences.user_not_found)
    const refused = await refuseLeaver(tx, authority, target)
    if (refused) return refused
    const recipient = recipientId === null ? null : await findRecipient(tx, target, recipientId)
    if (recipient === undefined) return refuseRecipient(sentences.hand_over_recipient_unknown)
    const before = await readHandOver(tx, userId)
    const held = await stores.grants.read(userId)
    const sent = { userSystems: [], userPages: [] }
    const refusal = await changePermissions(stores, { caller, request }, { authority, isFresh, target, held, sent })
    if (refusal) return refusal
    await endRest(stores, { caller, request }, target)
    const moved = recipient === null ? 0 : await moveAllDocuments(tx, target, recipient.id)
    if (moved === undefined) return refuseRecipient(sentences.hand_over_too_large({ recipient: recipient?.name ?? '' }))
    if (target.status !== 2) await setStatus(stores, { caller, request }, target, 2)
    stores.audit.record(request, {
      event: 'user_handed_over',
      ...auditActor(caller),
      subjectId: userId,
      clientId: target.clientId,
      target: { kind: 'user', id: userId },
      before: { ...before },
      after: { recipientId, documents: moved },
    })
    return new Answer(null, { message: doneMessage(target, recipient?.name, moved) })
  })
}

function doneMessage(target: UserTarget, recipient: string | undefined, count: number): Message {
  const name = fullName(target)
  return recipient === undefined || count === 0
    ? sentences.hand_over_done({ name })
    : sentences.hand_over_done_documents({ name, recipient, count })
}

const refuseRecipient = (message: Message) => refuseField('recipientId', message)

/** The user who gets the documents, if they may: active, of the same employer, and somebody else. */
async function findRecipient(tx: Tx, { id, clientId }: UserTarget, recipientId: number) {
  const [found] = await query<{ id: number; name: string }>(
    tx,
    `select id, first_name || ' ' || last_name as name from users
      where id = $1 and id <> $2 and client_id = $3 and status = 1 for key share`,
    [recipientId, id, clientId],
  )
  return found
}

/** Why the user's account may not be closed; null where it may. */
async function refuseLeaver(tx: Tx, authority: Authority, target: UserTarget) {
  const problem = actionProblem('delete', authority, target)
  if (problem) return refuse(problem.code, problem.message)
  const isNeeded = target.isPortalAdmin && (await isLastPortalAdmin(tx, target.id))
  return isNeeded ? refuse('422', sentences.user_last_portal_admin) : null
}

/** Ends facilities, customers, received shares and sessions. */
async function endRest(stores: Pick<Stores, HandOverStores>, by: CallContext, target: UserTarget): Promise<void> {
  const { tx, sessions, signInTickets } = stores
  const { id: userId } = target
  await endAssignments(stores, by, target)
  await removeReceivedShares(tx, userId)
  await signInTickets.forgetOfUser(userId)
  await sessions.endOfUser(userId, null, 'revoked')
  await sessions.endOfActor(userId, 'revoked')
}
