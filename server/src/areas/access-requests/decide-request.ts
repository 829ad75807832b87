import { fullName } from '@portico/contract/users/full-name.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import type { decideAccessRequest } from '@portico/contract/access-requests/access-requests.ts'
import { ACCESS_REASON_MAX } from '@portico/contract/limits.ts'
import { Answer, refuse, refuseField, refuseOldSignIn, refuseStale } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Authority, CallContext } from '../../http/caller.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { type Grants, readGrants } from '../grants/public.ts'
import {
  changePermissions,
  findTarget,
  refuseReadOnly,
  type UserTarget,
  closeFulfilledRequests,
} from '../permissions/public.ts'
import { type DecidedRequest, findDecidableRequest } from './access-request-list.ts'
import { changeSets, holdSets, judgeSets, readSets } from '../permission-sets/public.ts'
import { plainLines } from '../../plain-lines.ts'
import { isRequestable } from './requestable-pages.ts'
import { isSetRequestable } from './requestable-sets.ts'
import type { Tx, Db } from '../../db/database.ts'
import { addMail } from '../mail/public.ts'
import { storeDecision } from './access-request-store.ts'
import { run } from '../../db/run.ts'
import { int, statement } from '../../db/statement.ts'

type Sent = RequestOf<typeof decideAccessRequest>['body']

interface Work extends CallContext {
  tx: Tx
  authority: Authority
  isFresh: boolean
  target: UserTarget
  asked: DecidedRequest
  reason: string
  endsAt: Date | null
}

/** Grants or declines a request. The second of two administrators is refused with who decided (decision E4). */
export async function decideRequest(
  { db }: { db: Db },
  { caller, request }: CallContext,
  { id, sent }: { id: number; sent: Sent },
) {
  const reason = plainLines(sent.decisionTxt ?? '')
  if (reason === '' && sent.decisionCd === 'decline') return refuseReason(sentences.access_decision_text_missing)
  if (reason.length > ACCESS_REASON_MAX) return refuseReason(sentences.access_reason_too_long)
  const [authority, isFresh] = await Promise.all([caller.authority(), caller.isSignInFresh()])
  const done = await db.transact(adminScope(caller), async (tx) => {
    const found = await findDecidableRequest(tx, id, caller.user.id)
    // Before the user, as all who give sets.
    if (typeof found?.setId === 'number') await holdSets(tx, [found.setId])
    // Locks the user, so that the second of two decisions sees the first.
    const target = found && (await findTarget(tx, found.userId))
    const asked = target && (await findDecidableRequest(tx, id, caller.user.id))
    if (!target || !asked) return refuse('404', sentences.not_found)
    const refusal = refuseEnded(asked, target) ?? refuseReadOnly(authority, target)
    if (refusal) return refusal
    const work = { tx, caller, request, authority, isFresh, target, asked, reason, endsAt: sent.endDt ?? null }
    return sent.decisionCd === 'decline' ? decline(work) : grant(work)
  })
  // Refused outside of the transaction, which a refusal would roll back: the request stays closed.
  return done instanceof Closed ? refuse('409', sentences.access_closed_meanwhile({ name: done.userName })) : done
}

/** A request whose sender has the application by now. */
class Closed {
  readonly userName: string
  constructor(target: UserTarget) {
    this.userName = fullName(target)
  }
}

const refuseReason = (message: Message) => refuseField('decisionTxt', message)

function refuseEnded({ state, decidedByName, endedAt }: DecidedRequest, target: UserTarget) {
  if (state === 'pending') return null
  if (state === 'withdrawn') return refuse('409', sentences.access_withdrawn_meanwhile)
  if (state === 'closed') return refuse('409', sentences.access_closed_meanwhile({ name: fullName(target) }))
  const change = { changedByName: decidedByName, changedAt: endedAt ?? new Date(0) }
  return refuseStale(change, sentences.access_decided_by, sentences.access_decided_unknown)
}

async function decline(work: Work) {
  if (!(await record(work, 'declined'))) return refuseNow(work)
  return new Answer(null, { message: sentences.access_declined({ name: fullName(work.target) }) })
}

async function grant(work: Work) {
  const { tx, caller, request, authority, isFresh, target, asked, endsAt } = work
  const held = await readGrants(tx, target.id)
  if ((await closeFulfilledRequests(tx, work, target.id)) > 0 && !(await isPending(tx, asked.id)))
    return new Closed(target)
  const { setId, pageId, systemId } = asked
  if (setId !== null) return grantSet(work, setId)
  if (pageId === null || systemId === null || !(await isRequestable(tx, target.id, pageId)))
    return refuse('422', sentences.access_not_possible({ name: fullName(target) }))
  // Recorded first: the change of permissions closes the other requests that it fulfills.
  if (!(await record(work, 'granted'))) return refuseNow(work)
  const page = { pageId, systemId, isAssignable: asked.isAssignablePage === true }
  const sent = permissionsWith(held, page, endsAt)
  const refusal = await changePermissions(tx, { caller, request }, { authority, isFresh, target, held, sent })
  if (refusal) return refusal
  const values = { name: fullName(target), application: asked.name }
  return new Answer(null, { message: sentences.access_granted(values) })
}

/** Gives the permission set that was asked for, by the rules for giving it by hand. */
async function grantSet(work: Work, setId: number) {
  const { tx, caller, request, target, asked, endsAt } = work
  const sets = await readSets(tx, 'give', [setId])
  const { changing, refusals, needsFreshSignIn } = (await judgeSets(tx, work, { act: 'give', sets, endsAt }, [target]))(
    target,
  )
  if (needsFreshSignIn) return refuseOldSignIn(sentences.reauth_needed)
  const [reason] = refusals
  if (reason) return refuse('422', reason)
  if (!(await isSetRequestable(tx, target.id, setId)))
    return refuse('422', sentences.access_not_possible({ name: fullName(target) }))
  // Recorded first: what is given closes the other requests that it fulfills.
  if (!(await record(work, 'granted'))) return refuseNow(work)
  await changeSets(tx, { caller, request }, { act: 'give', endsAt }, [{ target, sets: changing }])
  return new Answer(null, { message: sentences.access_granted({ name: fullName(target), application: asked.name }) })
}

const selectAccessRequests = statement([int], {
  name: 'decide request: select access requests',
  text: `select from access_requests where id = $1 and state = 'pending'`,
})

const isPending = async (tx: Tx, id: number): Promise<boolean> => (await run(tx, selectAccessRequests(id))).length > 0

/** The request ended after it was read: a withdrawal does not wait for the lock on the user. */
async function refuseNow({ tx, caller, asked, target }: Work) {
  const ended = await findDecidableRequest(tx, asked.id, caller.user.id)
  return (ended && refuseEnded(ended, target)) ?? refuse('404', sentences.not_found)
}

/** What the user holds and, until an end, the page with its system where they lack it. */
function permissionsWith(
  { system, page }: Grants,
  { systemId, pageId, isAssignable }: { systemId: number; pageId: number; isAssignable: boolean },
  endsAt: Date | null,
) {
  const isHeld = system.some((grant) => grant.systemId === systemId)
  return {
    userSystems: [
      ...system.map((grant) => ({ systemId: grant.systemId, endDt: grant.endsAt })),
      ...(isHeld ? [] : [{ systemId, adminFlg: false, sensitiveDataAccessFlg: false, endDt: endsAt }]),
    ],
    userPages: [
      ...page.map((grant) => ({ pageId: grant.pageId, endDt: grant.endsAt })),
      ...(isAssignable ? [{ pageId, endDt: endsAt }] : []),
    ],
  }
}

/** Stores the decision, records it and writes the mail to the sender; false where the request is no longer pending. */
async function record({ tx, caller, request, target, asked, reason, endsAt }: Work, state: 'granted' | 'declined') {
  const isGranted = state === 'granted'
  const end = isGranted ? endsAt : null
  const decision = { state, decidedBy: caller.user.id, reason, endsAt: end }
  if (!(await storeDecision(tx, asked.id, decision))) return false
  recordAudit(tx, request, {
    event: isGranted ? 'access_request_granted' : 'access_request_declined',
    ...auditActor(caller),
    subjectId: target.id,
    clientId: target.clientId,
    target: { kind: 'access-request', id: asked.id },
    after: { [asked.setId === null ? 'page' : 'permissionSet']: asked.name, reason, endsAt: end },
  })
  await addMail(tx, {
    template: 'access-decided',
    fields: {
      firstName: target.firstName,
      application: asked.name,
      isGranted,
      reason,
      endsAt: end?.toISOString() ?? null,
    },
    dedupeKey: `access-decided:${asked.id}`,
    to: target.email,
    clientId: target.clientId,
  })
  return true
}
