import { Readable } from 'node:stream'
import type * as contract from '@portico/contract/users/erasures.ts'
import { ERASURE_REASON_MAX } from '@portico/contract/users/erasure-kinds.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { Answer, refuse, refuseField } from '../../../http/answers.ts'
import { adminScope, mayManageUser } from '../../../http/authority.ts'
import type { CallContext } from '../../../http/caller.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { sentences } from '../../../http/sentences.ts'
import { auditActor, recordAudit } from '../../audit/public.ts'
import { findTarget, readUserTargets, type UserTarget } from '../../permissions/public.ts'
import { isErasureDue } from '../actions/erasure-due.ts'
import { planErasures } from './erasure-plan.ts'
import {
  askForErasure,
  findCertificate,
  findErasureDate,
  findWaitingErasures,
  takeBackErasure,
} from './erasure-store.ts'

interface ErasureDeps {
  db: Db
  /** Days after which a deleted user is erased; 0: only where somebody asked for it. */
  deletedUsersKeptDays: number
  /** Days that an erasure waits which somebody asked for. */
  erasureWaitingDays: number
}

/** Erasures that administrators ask for. */
export function erasureHandlers(deps: ErasureDeps): Handlers<typeof contract> {
  const { db, erasureWaitingDays: waitingDays, deletedUsersKeptDays: keptDays } = deps
  const terms = { waitingDays, keptDays }
  return {
    getErasurePlan: async ({ caller, params: { userId } }) => {
      const authority = await caller.authority()
      return db.read(adminScope(caller), async (tx) => {
        const [target] = await readUserTargets(tx, [userId])
        if (!target) return refuse('404', sentences.user_not_found)
        if (!mayManageUser(authority, target)) return refuse('403', sentences.user_stronger)
        const plan = (await planErasures(tx, [userId])).get(userId)
        const dueAt = await findErasureDate(tx, userId, terms)
        if (!dueAt) return refuse('404', sentences.user_not_found)
        const sent = <Kind>(rows: readonly { kind: Kind; count: number }[] = []) =>
          rows.map(({ kind, count }) => ({ kindCd: kind, rowCnt: count }))
        return { goes: sent(plan?.goes), stays: sent(plan?.stays), erasedFromDt: dueAt }
      })
    },
    requestErasure: ({ caller, request, body: { userId, reasonTxt } }) =>
      onDeletedUser(deps, { caller, request }, userId, async (tx, target) => {
        const reason = reasonTxt.trim()
        if (reason === '') return refuseField('reasonTxt', sentences.field_required)
        if (reason.length > ERASURE_REASON_MAX) return refuseField('reasonTxt', sentences.field_too_long)
        if (await isErasureDue(tx, userId, keptDays)) return refuse('422', sentences.erasure_is_due)
        if ((await findWaitingErasures(tx, [userId])).has(userId))
          return refuse('422', sentences.erasure_requested_already)
        const dueAt = await askForErasure(tx, { userId, by: caller.user.id, reason }, terms)
        recordAudit(tx, request, {
          event: 'erasure_requested',
          ...auditActor(caller),
          ...about(target),
          after: { dueAt, reason },
        })
        return new Answer(null, { message: sentences.erasure_requested })
      }),
    takeBackErasure: ({ caller, request, body: { userId } }) =>
      onDeletedUser(deps, { caller, request }, userId, async (tx, target) => {
        if (!(await takeBackErasure(tx, userId))) return refuse('422', sentences.erasure_none_waits)
        recordAudit(tx, request, { event: 'erasure_taken_back', ...auditActor(caller), ...about(target) })
        return new Answer(null, { message: sentences.erasure_taken_back })
      }),
    getErasureCertificate: async ({ caller, params: { userId } }) => {
      const certificate = await db.read(adminScope(caller), (tx) => findCertificate(tx, userId))
      if (certificate === undefined) return refuse('404', sentences.erasure_no_certificate)
      return {
        type: 'application/json; charset=utf-8',
        body: Readable.from([certificate]),
        cacheControl: 'no-store',
        attachmentName: `erasure-${userId}.json`,
      }
    },
  }
}

const about = ({ id, clientId }: UserTarget) => ({ subjectId: id, clientId, target: { kind: 'user', id } })

/** Acts on a deleted user, who is locked meanwhile; refuses where the administrator may not. */
async function onDeletedUser<Outcome>(
  { db }: ErasureDeps,
  { caller }: CallContext,
  userId: number,
  act: (tx: Tx, target: UserTarget) => Promise<Outcome>,
) {
  const authority = await caller.authority()
  return db.transact(adminScope(caller), async (tx) => {
    const target = await findTarget(tx, userId)
    if (!target) return refuse('404', sentences.user_not_found)
    if (!mayManageUser(authority, target)) return refuse('403', sentences.user_stronger)
    return target.status === 3 ? act(tx, target) : refuse('422', sentences.erasure_of_deleted_only)
  })
}
