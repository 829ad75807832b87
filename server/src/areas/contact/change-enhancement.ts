import { COMMENT_MAX_LENGTH, type RequestState } from '@portico/contract/contact/contact.ts'
import { Answer, refuse, refuseField, refuseStale, isStaleVersion } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { plainLines } from '../../plain-lines.ts'
import { type LockedEnhancement, lockEnhancement, setEnhancementState } from './enhancement-store.ts'
import type { Db, Tx } from '../../db/database.ts'
import { auditChange } from '../audit/public.ts'
import { addMail } from '../mail/public.ts'

interface SentChange {
  id: number
  state: RequestState
  /** Undefined: stays as it is. */
  answer: string | undefined
  /** Undefined: the caller changes it whatever it is. */
  version: number | undefined
}

/** States what becomes of a request, and emails its sender where that changed. */
export async function changeEnhancement(
  { db }: { db: Db },
  call: CallContext,
  { id, state, answer: sent, version }: SentChange,
) {
  const answer = sent === undefined ? undefined : plainLines(sent)
  if ((answer?.length ?? 0) > COMMENT_MAX_LENGTH)
    return refuseField('answerTxt', sentences.enhancement_requests_answer_too_long)
  return db.transact(adminScope(call.caller), async (tx) => {
    const held = await lockEnhancement(tx, id)
    if (!held) return refuse('404', sentences.not_found)
    if (isStaleVersion(version, held.version))
      return refuseStale(held, sentences.enhancement_requests_stale, sentences.enhancement_requests_stale_unknown)
    const after = { state, answer: answer ?? held.answer }
    if (!recordChange(tx, call, held, after))
      return new Answer(null, { message: sentences.enhancement_requests_unchanged })
    await setEnhancementState(tx, id, { ...after, changedBy: call.caller.user.id })
    if (!held.isSenderActive) return new Answer(null, { message: sentences.enhancement_requests_saved({ number: id }) })
    await mailSender(tx, held, after)
    return new Answer(null, {
      message: sentences.enhancement_requests_changed({ number: id, name: held.senderName }),
    })
  })
}

interface Answered {
  state: RequestState
  answer: string
}

/** False where nothing differs. */
const recordChange = (
  tx: Tx,
  call: CallContext,
  { id, senderId, clientId, state, answer }: LockedEnhancement,
  after: Answered,
): boolean =>
  auditChange(
    tx,
    call,
    { event: 'enhancement_request_changed', kind: 'enhancement-request', id, clientId, subjectId: senderId },
    { state, answer },
    after,
  )

const mailSender = (
  tx: Tx,
  { id, version, sectionName, senderFirstName, senderEmail, clientId }: LockedEnhancement,
  { state, answer }: Answered,
): Promise<unknown> =>
  addMail(tx, {
    template: 'enhancement-answered',
    fields: { firstName: senderFirstName, number: id, sectionName, state, answer },
    dedupeKey: `enhancement-answered:${id}:${version + 1}`,
    to: senderEmail,
    clientId,
  })
