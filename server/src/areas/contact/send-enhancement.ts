import { COMMENT_MAX_LENGTH } from '@portico/contract/contact/contact.ts'
import { ENHANCEMENT_REQUESTS_PER_HOUR } from '@portico/contract/limits.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import type { Db, Tx } from '../../db/database.ts'
import { Answer, refuse, refuseForNow, refuseField } from '../../http/answers.ts'
import type { CallContext, Caller } from '../../http/caller.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { consumeAttempt, type AttemptLimit } from '../attempts/public.ts'
import { plainLines } from '../../plain-lines.ts'
import { type EnhanceSection, enhanceSections } from './enhance-sections.ts'
import { representativesOf } from './representative-list.ts'
import { addEnhancement } from './enhancement-store.ts'
import { addMail } from '../mail/public.ts'
import { ownScope } from '../../http/authority.ts'
import { runFirst } from '../../db/run.ts'
import { int, nullable, statement, text } from '../../db/statement.ts'

const attemptLimit = (userId: number): AttemptLimit => ({
  key: ['enhancement-request', userId],
  maxAttempts: ENHANCEMENT_REQUESTS_PER_HOUR,
  minutes: 60,
})

interface EnhancementRequest {
  sectionId: number
  comment: string
  wantsContact: boolean
}

/** Numbers and stores a request and emails it to the owners of the tile, in one transaction. */
export async function sendEnhancement({ db }: { db: Db }, { caller, request }: CallContext, sent: EnhancementRequest) {
  const userId = caller.user.id
  const allowed = await db.read(ownScope(caller), (tx) => enhanceSections(tx, userId))
  const section = allowed.find(({ id }) => id === sent.sectionId)
  if (!section) return refuse('403', sentences.not_allowed)
  const comment = plainLines(sent.comment)
  if (comment === '') return refuseComment(sentences.enhancement_comment_missing)
  if (comment.length > COMMENT_MAX_LENGTH) return refuseComment(sentences.field_too_long)
  const wait = await consumeAttempt(db, attemptLimit(userId))
  if (wait) return refuseForNow('429', sentences.enhancement_too_often, wait.waitSeconds)
  const number = await db.transact(ownScope(caller), async (tx) => {
    const { clientId } = caller.user
    const id = await addEnhancement(tx, { ...sent, userId, clientId, comment })
    await mailOwners(tx, caller, section, { ...sent, comment, number: id })
    recordAudit(tx, request, {
      event: 'enhancement_request_sent',
      ...auditActor(caller),
      target: { kind: 'enhancement-request', id },
      after: { sectionId: section.id, wantsContact: sent.wantsContact },
    })
    return id
  })
  return new Answer({ requestNo: number }, { message: sentences.enhancement_sent })
}

const refuseComment = (message: Message) => refuseField('comment', message)

const selectUsers = statement([int], {
  name: 'send enhancement: select users',
  text: `select u.first_name || ' ' || u.last_name as name, c.name::text as client, u.email, u.work_phone as phone
       from users u join clients c on c.id = u.client_id where u.id = $1`,
  row: { name: text, client: text, email: text, phone: nullable(text) },
})

/** To the tile's owner, else to those of its systems, else to the sender's representatives. */
async function mailOwners(
  tx: Tx,
  caller: Caller,
  { ownerEmail, systemOwners, name }: EnhanceSection,
  { number, comment, wantsContact }: EnhancementRequest & { number: number },
): Promise<void> {
  const sender = await runFirst(tx, selectUsers(caller.user.id))
  if (!sender) throw new Error('The signed-in user has no row')
  const owners = ownerEmail === null ? systemOwners : [ownerEmail]
  const others = async () => (await representativesOf(tx, caller.user.clientId)).map((one) => one.emailAddress)
  for (const to of owners.length > 0 ? owners : await others())
    await addMail(tx, {
      template: 'enhancement-request',
      fields: {
        number,
        sectionName: name,
        clientName: sender.client,
        personName: sender.name,
        comment,
        contact: wantsContact ? { email: sender.email, phone: sender.phone } : null,
      },
      dedupeKey: `enhancement-request:${number}:${to}`,
      to,
      clientId: null,
    })
}
