import { createHash } from 'node:crypto'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { Answer, refuse, refuseFields, refuseForNow } from '../../http/answers.ts'
import type { Caller, RequestFacts } from '../../http/caller.ts'
import { gatewayAddress } from '../../ports/text-message/text-message.ts'
import { ownScope, type Stores } from '../../stores.ts'
import { whoOf } from '../audit/public.ts'
import { takeTry, type TryLimit } from '../password/public.ts'
import type { AccountParts } from './account-parts.ts'
import { type OwnAccount, readOwnAccount } from './profile.ts'

/** Whoever enters numbers of others can have each of them told goodbye only so often (S44). */
const limitOf = (userId: number): TryLimit => ({ of: ['opt-out-text', userId], most: 3, minutes: 24 * 60 })

/** A telephone as the account has it stored; undefined where number or carrier is missing. */
const receiverOf = ({ mobilePhone, carrierDomain }: OwnAccount) =>
  mobilePhone === null || carrierDomain === null ? undefined : { number: mobilePhone, carrierDomain }

/** Whether number or carrier that were set go, be it that others take their place (ACCT-062). */
export const losesReceiver = (
  before: Pick<OwnAccount, 'mobilePhone' | 'carrierId'>,
  after: Pick<OwnAccount, 'mobilePhone' | 'carrierId'>,
): boolean =>
  before.carrierId !== null && (after.carrierId !== before.carrierId || after.mobilePhone !== before.mobilePhone)

/** A telephone that is set up again may be told goodbye again. */
export async function welcomeReceiver({ optOuts }: Pick<Stores, 'optOuts'>, account: OwnAccount): Promise<void> {
  const receiver = receiverOf(account)
  if (receiver) await optOuts.forget(account.id, gatewayAddress(receiver))
}

/**
 * Takes one of the day's opt-out texts for a telephone whose number or carrier is about to be removed or replaced;
 * undefined where none is due or the day's are spent: the removal goes on without. Counted before the
 * transaction, so that no change that is undone in the end gives a try back.
 */
export async function takeOptOut({ db, texts }: AccountParts, before: OwnAccount): Promise<OptOut | undefined> {
  const receiver = receiverOf(before)
  const address = receiver && texts.addressOf(receiver)
  if (!receiver || !address || (await takeTry(db, limitOf(before.id)))) return undefined
  return { to: address, clientId: before.clientId, clientName: before.clientName, userId: before.id }
}

export interface OptOut {
  userId: number
  to: string
  clientId: number
  clientName: string
}

/** Writes the text into the outbox, with the change that causes it. */
export async function sendOptOut(
  { outbox, optOuts }: Pick<Stores, 'outbox' | 'optOuts'>,
  { userId, to, clientId, clientName }: OptOut,
  facts: RequestFacts,
): Promise<void> {
  await optOuts.note(userId, to)
  await outbox.add({
    template: 'opt-out-text',
    fields: { clientName },
    dedupeKey: `opt-out-text:${userId}:${createHash('sha256').update(to).digest('hex').slice(0, 16)}:${facts.id}`,
    to,
    clientId,
  })
}

const refused = () =>
  refuseFields('422', defaultTexts.opt_out_refused, [{ field: 'address', message: defaultTexts.opt_out_refused }])

/**
 * The opt-out text on request. The address is put together from what is stored and only compared with
 * what was sent, so that nobody makes a mail relay of it (decision D3). One that the removal has just
 * caused is not sent again.
 */
export async function optOutByRequest(parts: AccountParts, caller: Caller, address: string, facts: RequestFacts) {
  if (caller.actorId !== null) return refuse('403', defaultTexts.not_allowed)
  const { db, transact, texts } = parts
  const userId = caller.user.id
  const account = await db.read(ownScope(caller), (tx) => readOwnAccount(tx, userId))
  const done = new Answer(null, { message: defaultTexts.opt_out_sent })
  if (await transact(ownScope(caller), ({ optOuts }) => optOuts.wasJustSent(userId, address))) return done
  const receiver = receiverOf(account)
  if (!receiver || gatewayAddress(receiver) !== address) return refused()
  if (texts.addressOf(receiver) === null) return done
  const wait = await takeTry(db, limitOf(userId))
  if (wait) return refuseForNow('429', defaultTexts.too_many_requests, wait.waitSeconds)
  const { clientId, clientName } = account
  await transact(ownScope(caller), async (stores) => {
    await sendOptOut(stores, { userId, to: address, clientId, clientName }, facts)
    stores.audit.record(facts, {
      event: 'opt_out_text_sent',
      ...whoOf(caller),
      target: { kind: 'user', id: userId },
    })
  })
  return done
}
