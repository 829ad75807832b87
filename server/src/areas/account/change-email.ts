import { databaseTime } from '../../db/clock.ts'
import { sentences } from '../../http/sentences.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import { Answer, refuseField } from '../../http/answers.ts'
import type { CallContext, RequestContext, RequestOnly } from '../../http/caller.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { sealMailSecret, addMail } from '../mail/public.ts'
import type { AttemptLimit } from '../attempts/public.ts'
import { describeDevice, describePlace } from '../session/public.ts'
import type { AccountDeps } from './account-deps.ts'
import { type OwnAccount, profileOf, readOwnAccount } from './profile.ts'
import type { Tx } from '../../db/database.ts'
import { awaitConfirmation, consumeConfirmation, adoptEmail, withdrawPendingEmail } from './email-confirmation-store.ts'
import { ownScope } from '../../http/authority.ts'

/** Limits the emails that one account can have sent to new addresses. */
export const newEmailLimit = (userId: number): AttemptLimit => ({
  key: ['new-email', userId],
  maxAttempts: 5,
  minutes: 24 * 60,
})

/**
 * Stores a new address beside the current one and emails it the confirmation link (decision D1). The current address
 * is notified.
 */
export async function awaitEmail(
  tx: Tx,
  { request }: RequestOnly,
  { keys, account, address }: Pick<AccountDeps, 'keys'> & { account: OwnAccount; address: string },
): Promise<void> {
  const token = newToken()
  const until = await awaitConfirmation(tx, account.id, address, hashToken(token))
  await addMail(tx, {
    template: 'confirm-email',
    fields: {
      firstName: account.firstName,
      address,
      token: sealMailSecret(keys, token),
      validUntil: until.toISOString(),
    },
    dedupeKey: `confirm-email:${account.id}:${request.id}`,
    to: address,
    readerId: account.id,
    clientId: account.clientId,
  })
  await notifyOldAddress(tx, account, 'email_requested', address, request)
}

async function notifyOldAddress(
  tx: Tx,
  account: OwnAccount,
  change: 'email_requested' | 'email_changed',
  newAddress: string,
  request: RequestContext,
): Promise<void> {
  await addMail(tx, {
    template: 'account-changed',
    fields: {
      firstName: account.firstName,
      change,
      newAddress,
      at: (await databaseTime(tx)).toISOString(),
      device: describeDevice(request.userAgent),
      place: describePlace(request.address),
    },
    dedupeKey: `${change}:${account.id}:${request.id}`,
    to: account.email,
    clientId: account.clientId,
  })
}

const linkSpent = () => refuseField('token', sentences.email_link_used)

/**
 * Replaces the current address with the pending one, on behalf of the signed-in user. Opening the link alone does
 * nothing.
 */
export async function confirmEmail(deps: AccountDeps, { caller, request }: CallContext, token: string) {
  return deps.db.transact(ownScope(caller), async (tx) => {
    const before = await readOwnAccount(tx, caller.user.id)
    const address = before.pendingEmail
    if (address === null || !(await consumeConfirmation(tx, before.id, hashToken(token)))) return linkSpent()
    await adoptEmail(tx, before.id, address)
    recordAudit(tx, request, {
      event: 'user_updated',
      ...auditActor(caller),
      target: { kind: 'user', id: before.id },
      before: { email: before.email },
      after: { email: address },
    })
    await notifyOldAddress(tx, before, 'email_changed', address, request)
    const after = await readOwnAccount(tx, before.id)
    return new Answer(profileOf(after, deps), {
      message: sentences.email_confirmed,
    })
  })
}

/** Discards the pending address. */
export async function withdrawEmail(deps: AccountDeps, { caller, request }: CallContext) {
  return deps.db.transact(ownScope(caller), async (tx) => {
    const before = await readOwnAccount(tx, caller.user.id)
    if (before.pendingEmail !== null) {
      await withdrawPendingEmail(tx, before.id)
      recordAudit(tx, request, {
        event: 'user_updated',
        ...auditActor(caller),
        target: { kind: 'user', id: before.id },
        before: { pendingEmail: before.pendingEmail },
        after: { pendingEmail: null },
      })
    }
    const after = await readOwnAccount(tx, before.id)
    return new Answer(profileOf(after, deps), {
      message: sentences.email_withdrawn,
    })
  })
}
