import { sentences } from '../../http/sentences.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import { Answer, refuseField } from '../../http/answers.ts'
import type { CallContext, RequestContext, RequestOnly } from '../../http/caller.ts'
import { ownScope, type Stores } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { sealMailSecret } from '../mail/public.ts'
import type { AttemptLimit } from '../attempts/public.ts'
import { describeDevice, describePlace } from '../session/public.ts'
import type { AccountDeps } from './account-deps.ts'
import { type OwnAccount, profileOf, readOwnAccount } from './profile.ts'
import { readOnlyFieldsOf } from './profile-rules.ts'

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
  stores: Pick<Stores, 'emailConfirmations' | 'outbox'>,
  { request }: RequestOnly,
  { keys, account, address }: Pick<AccountDeps, 'keys'> & { account: OwnAccount; address: string },
): Promise<void> {
  const token = newToken()
  const until = await stores.emailConfirmations.wait(account.id, address, hashToken(token))
  await stores.outbox.add({
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
  await notifyOldAddress(stores, account, 'email_requested', address, request)
}

async function notifyOldAddress(
  { outbox }: Pick<Stores, 'outbox'>,
  account: OwnAccount,
  change: 'email_requested' | 'email_changed',
  newAddress: string,
  request: RequestContext,
): Promise<void> {
  await outbox.add({
    template: 'account-changed',
    fields: {
      firstName: account.firstName,
      change,
      newAddress,
      at: new Date().toISOString(),
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
  return deps.transact(ownScope(caller), async (stores) => {
    const before = await readOwnAccount(stores.tx, caller.user.id)
    const address = before.pendingEmail
    if (address === null || !(await stores.emailConfirmations.consume(before.id, hashToken(token)))) return linkSpent()
    await stores.emailConfirmations.adopt(before.id, address)
    stores.audit.record(request, {
      event: 'user_updated',
      ...auditActor(caller),
      target: { kind: 'user', id: before.id },
      before: { email: before.email },
      after: { email: address },
    })
    await notifyOldAddress(stores, before, 'email_changed', address, request)
    const after = await readOwnAccount(stores.tx, before.id)
    return new Answer(profileOf(after, readOnlyFieldsOf(after.signInKind, deps.directoryFields)), {
      message: sentences.email_confirmed,
    })
  })
}

/** Discards the pending address. */
export async function withdrawEmail(deps: AccountDeps, { caller, request }: CallContext) {
  return deps.transact(ownScope(caller), async (stores) => {
    const before = await readOwnAccount(stores.tx, caller.user.id)
    if (before.pendingEmail !== null) {
      await stores.emailConfirmations.withdraw(before.id)
      stores.audit.record(request, {
        event: 'user_updated',
        ...auditActor(caller),
        target: { kind: 'user', id: before.id },
        before: { pendingEmail: before.pendingEmail },
        after: { pendingEmail: null },
      })
    }
    const after = await readOwnAccount(stores.tx, before.id)
    return new Answer(profileOf(after, readOnlyFieldsOf(after.signInKind, deps.directoryFields)), {
      message: sentences.email_withdrawn,
    })
  })
}
