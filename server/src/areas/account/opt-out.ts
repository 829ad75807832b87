import { createHash } from 'node:crypto'
import { sentences } from '../../http/sentences.ts'
import { Answer, refuseForNow, refuseField } from '../../http/answers.ts'
import type { CallContext, RequestOnly } from '../../http/caller.ts'
import { gatewayAddress, gatewayNumber } from '../../ports/sms/sms-gateway.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { consumeAttempt, type AttemptLimit } from '../attempts/public.ts'
import type { AccountDeps } from './account-deps.ts'
import { type OwnAccount, readOwnAccount } from './profile.ts'
import type { Tx } from '../../db/database.ts'
import { forgetOptOut, noteOptOut, wasOptOutJustSent } from './opt-out-store.ts'
import { addMail } from '../mail/public.ts'
import { ownScope } from '../../http/authority.ts'

/** Limits last texts, because a user could enter the numbers of others (S44). */
const attemptLimit = (userId: number): AttemptLimit => ({
  key: ['opt-out-text', userId],
  maxAttempts: 3,
  minutes: 24 * 60,
})

/** The stored telephone of an account; undefined when number or carrier is missing. */
const smsRecipientOf = ({ mobilePhone, carrierDomain }: OwnAccount) =>
  mobilePhone === null || carrierDomain === null ? undefined : { number: mobilePhone, carrierDomain }

/** The number of a telephone as its carrier knows it: in another form it is the same telephone. */
const numberAtCarrier = ({ mobilePhone }: Pick<OwnAccount, 'mobilePhone'>) =>
  mobilePhone === null ? null : gatewayNumber(mobilePhone)

/** True when a stored number or carrier is removed or replaced (ACCT-062). */
export const removesSmsRecipient = (
  before: Pick<OwnAccount, 'mobilePhone' | 'smsCarrierId'>,
  after: Pick<OwnAccount, 'mobilePhone' | 'smsCarrierId'>,
): boolean =>
  before.smsCarrierId !== null &&
  (after.smsCarrierId !== before.smsCarrierId || numberAtCarrier(after) !== numberAtCarrier(before))

/** A telephone that is set up again can get another last text. */
export async function resetOptOut(tx: Tx, account: OwnAccount): Promise<void> {
  const recipient = smsRecipientOf(account)
  if (recipient) await forgetOptOut(tx, account.id, gatewayAddress(recipient))
}

/**
 * Consumes one of the day's opt-out texts for a telephone that is about to be removed or replaced; undefined when none
 * is due or none is left: the removal proceeds without. Counted before the transaction, so that a rolled-back change
 * does not give an attempt back.
 */
export async function consumeOptOut(
  { db, sms }: Pick<AccountDeps, 'db' | 'sms'>,
  before: OwnAccount,
): Promise<OptOut | undefined> {
  const recipient = smsRecipientOf(before)
  const address = recipient && sms.addressOf(recipient)
  if (!recipient || !address || (await consumeAttempt(db, attemptLimit(before.id)))) return undefined
  return { to: address, clientId: before.clientId, clientName: before.clientName, userId: before.id }
}

export interface OptOut {
  userId: number
  to: string
  clientId: number
  clientName: string
}

/** Writes the text into the outbox, in the transaction of the change. */
export async function sendOptOut(
  tx: Tx,
  { request }: RequestOnly,
  { userId, to, clientId, clientName }: OptOut,
): Promise<void> {
  await noteOptOut(tx, userId, to)
  await addMail(tx, {
    template: 'opt-out-text',
    fields: { clientName },
    dedupeKey: `opt-out-text:${userId}:${createHash('sha256').update(to).digest('hex').slice(0, 16)}:${request.id}`,
    to,
    readerId: userId,
    clientId,
  })
}

const refused = () => refuseField('address', sentences.opt_out_refused)

/**
 * Sends the opt-out text on request. The address is built from stored data and only compared with the request, so that
 * the portal cannot be used as a mail relay (decision D3). A text that a removal has just sent is not sent again.
 */
export async function optOutByRequest(deps: AccountDeps, { caller, request }: CallContext, address: string) {
  const { db, sms } = deps
  const userId = caller.user.id
  const account = await db.read(ownScope(caller), (tx) => readOwnAccount(tx, userId))
  const done = new Answer(null, { message: sentences.opt_out_sent })
  if (await db.read(ownScope(caller), (tx) => wasOptOutJustSent(tx, userId, address))) return done
  const recipient = smsRecipientOf(account)
  if (!recipient || gatewayAddress(recipient) !== address) return refused()
  if (sms.addressOf(recipient) === null) return done
  const wait = await consumeAttempt(db, attemptLimit(userId))
  if (wait) return refuseForNow('429', sentences.too_many_requests, wait.waitSeconds)
  const { clientId, clientName } = account
  await db.transact(ownScope(caller), async (tx) => {
    await sendOptOut(tx, { request }, { userId, to: address, clientId, clientName })
    recordAudit(tx, request, {
      event: 'opt_out_text_sent',
      ...auditActor(caller),
      target: { kind: 'user', id: userId },
    })
  })
  return done
}
