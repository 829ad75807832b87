import { COMMENT_MAX_LENGTH, type RequestState } from '@portico/contract/contact.ts'
import { Answer, refuse, refuseField, refuseStale, isStaleVersion } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { Stores, Transact } from '../../stores.ts'
import { plainLines } from '../../plain-lines.ts'
import type { LockedEnhancement } from './enhancement-store.ts'

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
  { transact }: { transact: Transact<'audit' | 'enhancements' | 'outbox'> },
  call: CallContext,
  { id, state, answer: sent, version }: SentChange,
) {
  const answer = sent === undefined ? undefined : plainLines(sent)
  if ((answer?.length ?? 0) > COMMENT_MAX_LENGTH)
    return refuseField('answerTxt', sentences.enhancement_requests_answer_too_long)
  return transact(adminScope(call.caller), async (stores) => {
    const held = await stores.enhancements.lock(id)
    if (!held) return refuse('404', sentences.not_found)
    if (isStaleVersion(version, held.version))
      return refuseStale(held, sentences.enhancement_requests_stale, sentences.enhancement_requests_stale_unknown)
    const after = { state, answer: answer ?? held.answer }
    if (!recordChange(stores, call, held, after))
      return new Answer(null, { message: sentences.enhancement_requests_unchanged })
    await stores.enhancements.change(id, { ...after, changedBy: call.caller.user.id })
    if (!held.isSenderActive) return new Answer(null, { message: sentences.enhancement_requests_saved({ number: id }) })
    await mailSender(stores, held, after)
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
  { audit }: Pick<Stores, 'audit'>,
  call: CallContext,
  { id, senderId, clientId, state, answer }: LockedEnhancement,
  after: Answered,
): boolean =>
  audit.change(
    call,
    { event: 'enhancement_request_changed', kind: 'enhancement-request', id, clientId, subjectId: senderId },
    { state, answer },
    after,
  )

const mailSender = (
  { outbox }: Pick<Stores, 'outbox'>,
  { id, version, sectionName, senderFirstName, senderEmail, clientId }: LockedEnhancement,
  { state, answer }: Answered,
): Promise<unknown> =>
  outbox.add({
    template: 'enhancement-answered',
    fields: { firstName: senderFirstName, number: id, sectionName, state, answer },
    dedupeKey: `enhancement-answered:${id}:${version + 1}`,
    to: senderEmail,
    clientId,
  })
