import { fullName } from '@portico/contract/users/full-name.ts'
import type { HandOver } from '@portico/contract/users/hand-over.ts'
import type { Tx, Db } from '../../../db/database.ts'
import { Answer, Refusal, refuse, refuseField, refuseOldSignIn } from '../../../http/answers.ts'
import { administersPortal, adminScope, mayManageUser } from '../../../http/authority.ts'
import type { ActContext, Authority, CallContext } from '../../../http/caller.ts'
import { type Message, sentences } from '../../../http/sentences.ts'
import { auditActor, recordAudit } from '../../audit/public.ts'
import { endAssignments, planAssignmentEnd } from '../../customers/public.ts'
import { moveAllDocuments, readDocumentSummary, removeReceivedShares } from '../../documents/public.ts'
import {
  type ActorRights,
  readActorRights,
  changePermissions,
  mayEndGrantsOf,
  findTarget,
  findUserInScope,
  isLastPortalAdmin,
  readUserTargets,
  type UserTarget,
} from '../../permissions/public.ts'
import { mailAboutAccount } from '../actions/account-notices.ts'
import { actionProblem } from '../actions/check-user-action.ts'
import { setStatus } from '../actions/set-status.ts'
import { readGrants } from '../../grants/public.ts'
import { countEndingSets, leaveSets } from '../../permission-sets/public.ts'
import { forgetSignInTickets } from '../../sign-in/public.ts'
import { endSessionsOfUser, endEmulationsOfActor } from '../../session/public.ts'
import { run, runFirst } from '../../../db/run.ts'
import { instant, int, nullable, type RowOf, statement, text } from '../../../db/statement.ts'

/** What a user has, as this administrator may end it; undefined where there is none in the scope. */
export async function readHandOver(tx: Tx, authority: Authority, userId: number): Promise<HandOver | undefined> {
  const [target] = await readUserTargets(tx, [userId])
  if (!target || !(await findUserInScope(tx, userId))) return undefined
  return { ...(await countHandOver(tx, authority, userId)), refusedCd: await refusedCode(tx, authority, target) }
}

async function refusedCode(tx: Tx, authority: Authority, target: UserTarget): Promise<HandOver['refusedCd']> {
  if (!mayManageUser(authority, target)) return 'stronger'
  return target.isPortalAdmin && (await isLastPortalAdmin(tx, target.id)) ? 'last-portal-admin' : null
}

const selectSessions = statement([int], {
  name: 'users: select sessions',
  text: 'select count(*)::integer as sessions from sessions where user_id = $1 and ended_at is null and expires_at > clock_now()',
  row: { sessions: int },
})

async function countHandOver(tx: Tx, authority: Authority, userId: number): Promise<Omit<HandOver, 'refusedCd'>> {
  const [[live], applications, assignments, sets] = await Promise.all([
    run(tx, selectSessions(userId)),
    readApplications(tx, userId),
    planAssignmentEnd(tx, authority, userId),
    countEndingSets(tx, userId, authority),
  ])
  const { documents, bytes, sharedWith, received } = await readDocumentSummary(tx, userId)
  const kept = keptApplications(authority, applications).length + countOf(assignments.kept)
  return {
    sessionCnt: live?.sessions ?? 0,
    grantCnt: applications.length + countOf(assignments.held) - kept,
    keptGrantCnt: kept,
    setCnt: sets,
    documentCnt: documents,
    documentBytes: bytes,
    sharedWithCnt: sharedWith,
    receivedCnt: received,
  }
}

const countOf = ({ facilities, customers }: Record<'facilities' | 'customers', readonly unknown[]>) =>
  facilities.length + customers.length

/** A system that a user holds, or with a `pageId` a page of it. */
type HeldApplication = RowOf<typeof selectCurrentSystemGrants>

const selectCurrentSystemGrants = statement([int], {
  name: 'users: select current system grants',
  text: `select system_id as "systemId", null::integer as "pageId", ends_at as "endsAt"
       from current_system_grants where user_id = $1
      union all
     select page.system_id, held.page_id, held.ends_at
       from current_page_grants held join pages page on page.id = held.page_id where held.user_id = $1`,
  row: { systemId: int, pageId: nullable(int), endsAt: nullable(instant) },
})

const readApplications = (tx: Tx, userId: number): Promise<HeldApplication[]> =>
  run(tx, selectCurrentSystemGrants(userId))

const keptApplications = (authority: Authority, applications: readonly HeldApplication[]) =>
  applications.filter(({ systemId }) => !mayEndGrantsOf(authority, systemId))

/** The permissions that stay with a leaver: nobody ends what they do not manage (decision E4). */
async function readKeptPermissions(tx: Tx, authority: Authority, userId: number) {
  const kept = keptApplications(authority, await readApplications(tx, userId))
  return {
    userSystems: kept.flatMap(({ systemId, pageId, endsAt }) => (pageId === null ? [{ systemId, endDt: endsAt }] : [])),
    userPages: kept.flatMap(({ pageId, endsAt }) => (pageId === null ? [] : [{ pageId, endDt: endsAt }])),
  }
}

/** Whose account is closed, and who gets the documents; null: they stay with the inactive account. */
export interface Leaving {
  userId: number
  recipientId: number | null
}

/** Closes the account of a leaver: all of it that the administrator manages, or nothing. */
export async function handOverUser({ db }: { db: Db }, by: CallContext, leaving: Leaving) {
  const rights = await readActorRights(by)
  return db.transact(adminScope(by.caller), (tx) => closeAccount(tx, by, rights, leaving))
}

/** The leaver and the new owner of the documents, if this administrator may close the account; or why not. */
export async function checkLeaving(tx: Tx, rights: ActorRights, { userId, recipientId }: Leaving) {
  const target = await findTarget(tx, userId)
  if (!target) return refuse('404', sentences.user_not_found)
  const refused = await refuseLeaver(tx, rights, target)
  if (refused) return refused
  if (await isHandOverPlanned(tx, userId)) return refuse('409', sentences.hand_over_plan_exists)
  const recipient = recipientId === null ? null : await findRecipient(tx, target, recipientId)
  return recipient === undefined ? refuseRecipient(sentences.hand_over_recipient_unknown) : { target, recipient }
}

const selectPlanned = statement([int], {
  name: 'users: select planned hand-over',
  text: 'select from planned_hand_overs where leaver_id = $1 limit 1',
})

/** Whether a hand-over of the user, whose row is locked, waits for its date. One that has begun does not. */
const isHandOverPlanned = async (tx: Tx, userId: number): Promise<boolean> =>
  (await run(tx, selectPlanned(userId))).length > 0

/** Does a hand-over. A refusal comes after changes, too: the transaction has to be rolled back then. */
export async function closeAccount(tx: Tx, by: ActContext, rights: ActorRights, leaving: Leaving) {
  const checked = await checkLeaving(tx, rights, leaving)
  if (checked instanceof Refusal) return checked
  const { target, recipient } = checked
  const before = await countHandOver(tx, rights.authority, target.id)
  const refusal = await endAccess(tx, by, { ...rights, target })
  if (refusal) return refusal
  const moved = recipient === null ? 0 : await moveAllDocuments(tx, target, recipient.id)
  if (moved === undefined) return refuseRecipient(sentences.hand_over_too_large({ recipient: recipient?.name ?? '' }))
  if (target.status !== 2) await setStatus(tx, by, target, 2)
  await mailAboutAccount(tx, by, target, 'account_handed_over')
  recordAudit(tx, by.request, {
    event: 'user_handed_over',
    ...auditActor(by.caller),
    subjectId: target.id,
    clientId: target.clientId,
    target: { kind: 'user', id: target.id },
    before: { ...before },
    after: { recipientId: leaving.recipientId, documents: moved },
  })
  return new Answer(null, { message: doneMessage(target, recipient?.name, moved, before) })
}

function doneMessage(
  target: UserTarget,
  recipient: string | undefined,
  count: number,
  { setCnt: sets, keptGrantCnt: kept }: Omit<HandOver, 'refusedCd'>,
): Message {
  const name = fullName(target)
  const done =
    recipient === undefined || count === 0
      ? sentences.hand_over_done({ name })
      : sentences.hand_over_done_documents({ name, recipient, count })
  return [
    done,
    ...(sets === 0 ? [] : [sentences.hand_over_done_sets({ count: sets })]),
    ...(kept === 0 ? [] : [sentences.hand_over_done_kept({ count: kept })]),
  ]
}

const refuseRecipient = (message: Message) => refuseField('recipientId', message)

const selectUsers = statement([int, int, int], {
  name: 'hand over: select users',
  text: `select id, first_name || ' ' || last_name as name from users
      where id = $1 and id <> $2 and client_id = $3 and status = 1 for key share`,
  row: { id: int, name: text },
})

/** The user who gets the documents, if they may: active, of the same employer, and somebody else. */
async function findRecipient(tx: Tx, { id, clientId }: UserTarget, recipientId: number) {
  return runFirst(tx, selectUsers(recipientId, id, clientId))
}

/** Why the user's account may not be closed; null where it may. */
async function refuseLeaver(tx: Tx, { authority, isFresh }: ActorRights, target: UserTarget) {
  const problem = actionProblem('delete', authority, target)
  if (problem) return refuse(problem.code, problem.message)
  const isNeeded = target.isPortalAdmin && (await isLastPortalAdmin(tx, target.id))
  if (isNeeded) return refuse('422', sentences.user_last_portal_admin)
  return !isFresh && administersPortal(target) ? refuseOldSignIn(sentences.reauth_needed) : null
}

/** Ends the grants that the administrator manages, received shares and sessions; null, or why it is refused. */
async function endAccess(tx: Tx, by: ActContext, { authority, isFresh, target }: ActorRights & { target: UserTarget }) {
  const { id: userId } = target
  const held = await readGrants(tx, userId)
  const sent = await readKeptPermissions(tx, authority, userId)
  const refusal = await changePermissions(tx, by, { authority, isFresh, target, held, sent, isLeaving: true })
  if (refusal) return refusal
  await leaveSets(tx, by, target, authority)
  await endAssignments(tx, by, authority, target)
  await removeReceivedShares(tx, userId)
  await forgetSignInTickets(tx, userId)
  await endSessionsOfUser(tx, userId, null, 'revoked')
  await endEmulationsOfActor(tx, userId, 'revoked')
  return null
}
