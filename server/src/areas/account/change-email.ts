import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import { Answer, refuse, refuseFields } from '../../http/answers.ts'
import type { Caller, RequestFacts } from '../../http/caller.ts'
import { ownScope, type Stores } from '../../stores.ts'
import { whoOf } from '../audit/public.ts'
import { sealMailSecret } from '../mail/public.ts'
import type { TryLimit } from '../password/public.ts'
import { describeDevice, describePlace } from '../session/public.ts'
import type { AccountParts } from './account-parts.ts'
import { type OwnAccount, profileOf, readOwnAccount } from './profile.ts'
import { readOnlyFieldsOf } from './profile-rules.ts'

/** New addresses that one account may have a mail sent to. */
export const emailsOf = (userId: number): TryLimit => ({ of: ['new-email', userId], most: 5, minutes: 24 * 60 })

/**
 * Keeps a new address beside the present one and sends it the link that confirms it (decision D1). The
 * present address is told.
 */
export async function awaitEmail(
  stores: Stores,
  { keys }: Pick<AccountParts, 'keys'>,
  account: OwnAccount,
  address: string,
  facts: RequestFacts,
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
    dedupeKey: `confirm-email:${account.id}:${facts.id}`,
    to: address,
    clientId: account.clientId,
  })
  await tellOldAddress(stores, account, 'email_asked', address, facts)
}

async function tellOldAddress(
  { outbox }: Stores,
  account: OwnAccount,
  change: 'email_asked' | 'email_changed',
  newAddress: string,
  facts: RequestFacts,
): Promise<void> {
  await outbox.add({
    template: 'account-changed',
    fields: {
      firstName: account.firstName,
      change,
      newAddress,
      at: new Date().toISOString(),
      device: describeDevice(facts.userAgent),
      place: describePlace(facts.address),
    },
    dedupeKey: `${change}:${account.id}:${facts.id}`,
    to: account.email,
    clientId: account.clientId,
  })
}

const linkSpent = () =>
  refuseFields('422', defaultTexts.email_link_spent, [{ field: 'token', message: defaultTexts.email_link_spent }])

/** The owner of the account, signed in, makes the waiting address his own. Opening the link alone does nothing. */
export async function confirmEmail(parts: AccountParts, caller: Caller, token: string, facts: RequestFacts) {
  if (caller.actorId !== null) return refuse('403', defaultTexts.not_allowed)
  return parts.transact(ownScope(caller), async (stores) => {
    const before = await readOwnAccount(stores.tx, caller.user.id)
    const address = before.pendingEmail
    if (address === null || !(await stores.emailConfirmations.spend(before.id, hashToken(token)))) return linkSpent()
    await stores.emailConfirmations.adopt(before.id, address)
    stores.audit.record(facts, {
      event: 'user_updated',
      ...whoOf(caller),
      target: { kind: 'user', id: before.id },
      before: { email: before.email },
      after: { email: address },
    })
    await tellOldAddress(stores, before, 'email_changed', address, facts)
    const after = await readOwnAccount(stores.tx, before.id)
    return new Answer(profileOf(after, readOnlyFieldsOf(after.signInKind, parts.directoryFields)), {
      message: defaultTexts.email_confirmed,
    })
  })
}

/** The present address stays. */
export async function withdrawEmail(parts: AccountParts, caller: Caller, facts: RequestFacts) {
  if (caller.actorId !== null) return refuse('403', defaultTexts.not_allowed)
  return parts.transact(ownScope(caller), async (stores) => {
    const before = await readOwnAccount(stores.tx, caller.user.id)
    if (before.pendingEmail !== null) {
      await stores.emailConfirmations.withdraw(before.id)
      stores.audit.record(facts, {
        event: 'user_updated',
        ...whoOf(caller),
        target: { kind: 'user', id: before.id },
        before: { pendingEmail: before.pendingEmail },
        after: { pendingEmail: null },
      })
    }
    const after = await readOwnAccount(stores.tx, before.id)
    return new Answer(profileOf(after, readOnlyFieldsOf(after.signInKind, parts.directoryFields)), {
      message: defaultTexts.email_withdrawn,
    })
  })
}
