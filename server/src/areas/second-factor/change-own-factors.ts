import type { NewPasskey } from '@portico/contract/passkey.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { hashToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { Refusal, refuse } from '../../http/answers.ts'
import type { Caller, RequestFacts } from '../../http/caller.ts'
import type { Stores } from '../../stores.ts'
import { whoOf } from '../audit/public.ts'
import { describeDevice } from '../session/public.ts'
import { beginAuthenticator, finishAuthenticator } from './authenticator.ts'
import type { FactorOwner, FactorParts } from './factor-parts.ts'
import { beginNewPasskey, finishNewPasskey } from './passkey-ceremonies.ts'
import { firstRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { type FactorChange, noticeByMail } from './second-factor-notice.ts'
import { tooMany, wrongField } from './show-factor.ts'
import { mayChange, stepUp } from './step-up.ts'

/** Who changes his own second factor, from which browser. */
export interface OwnChange {
  caller: Caller
  request: RequestFacts
}

const ownerAt = ({ caller, request }: OwnChange): FactorOwner => ({
  userId: caller.user.id,
  bindingHash: hashToken(request.binding ?? ''),
})

export async function addAuthenticator(parts: FactorParts, own: OwnChange, password: string) {
  const account = await stepUp(parts, own.caller, own.request, password)
  if (account instanceof Refusal) return account
  return parts.transact(everything, (stores) => beginAuthenticator(parts, stores, ownerAt(own), account.user_name))
}

export async function addPasskey(parts: FactorParts, own: OwnChange, password: string) {
  const account = await stepUp(parts, own.caller, own.request, password)
  if (account instanceof Refusal) return account
  const user = { name: account.user_name, displayName: account.first_name }
  return parts.transact(everything, (stores) => beginNewPasskey(parts, stores, ownerAt(own), user))
}

export async function confirmAuthenticator(parts: FactorParts, own: OwnChange, code: string) {
  const refusal = mayChange(parts, own.caller)
  if (refusal) return refusal
  const owner = ownerAt(own)
  const hasTry = await parts.transact(everything, ({ factorProgress }) => factorProgress.takeTry(owner.userId, 'code'))
  if (!hasTry) return tooMany()
  return parts.transact(everything, async (stores) => {
    const now = await readClock(stores)
    const taken = await finishAuthenticator(parts, stores, owner, { code, now })
    if (taken === 'not begun') return refuse('403', defaultTexts.second_factor_expired)
    if (taken === 'wrong code') return wrongField('code', defaultTexts.second_factor_code_wrong)
    await stores.factorProgress.restoreTries(owner.userId, 'code')
    return added(parts, stores, own, 'authenticator_added')
  })
}

export async function confirmPasskey(parts: FactorParts, own: OwnChange, credential: NewPasskey) {
  const refusal = mayChange(parts, own.caller)
  if (refusal) return refusal
  return parts.transact(everything, async (stores) => {
    const name = describeDevice(own.request.userAgent)
    if (!(await finishNewPasskey(parts, stores, ownerAt(own), { credential, name })))
      return wrongField('credential', defaultTexts.second_factor_passkey_not_added)
    return added(parts, stores, own, 'passkey_added')
  })
}

/** One more factor; with the first come the recovery codes. */
async function added({ keys }: FactorParts, stores: Stores, own: OwnChange, change: FactorChange) {
  const userId = own.caller.user.id
  await stores.factors.enrol(userId, 'built-in')
  // Whoever else knew the password and was about to enrol a factor of his own comes too late.
  await stores.signInTickets.forgetOfUser(userId, ['enrolment'])
  const recoveryCodes = await firstRecoveryCodes(keys, stores, userId)
  await record(stores, own, change)
  return { recoveryCodes }
}

export async function removeAuthenticator(parts: FactorParts, own: OwnChange, password: string) {
  return remove(parts, own, password, ({ factors }, userId) => factors.removeAuthenticator(userId))
}

export async function removePasskey(parts: FactorParts, own: OwnChange, given: { id: number; password: string }) {
  return remove(parts, own, given.password, ({ passkeys }, userId) => passkeys.remove(userId, given.id))
}

/** Where a factor is demanded the last one stays; elsewhere codes and trust go with it. */
async function remove(
  parts: FactorParts,
  own: OwnChange,
  password: string,
  take: (stores: Stores, userId: number) => Promise<boolean>,
) {
  const account = await stepUp(parts, own.caller, own.request, password)
  if (account instanceof Refusal) return account
  const userId = own.caller.user.id
  return parts.transact(everything, async (stores) => {
    // Two removals at once wait for each other: neither may take the other for the one that is left.
    await stores.tx
      .selectFrom('second_factor_enrolments')
      .select('user_id')
      .where('user_id', '=', userId)
      .forUpdate()
      .execute()
    if (!(await take(stores, userId))) return refuse('404', defaultTexts.not_found)
    const isLast =
      !(await stores.factors.findAuthenticator(userId)) && (await stores.passkeys.list(userId)).length === 0
    if (isLast && account.second_factor_required) return wrongField('currentPassword', defaultTexts.second_factor_last)
    if (isLast) {
      await stores.factors.removeAll(userId)
      await stores.trustedDevices.revokeAll(userId)
    }
    await record(stores, own, 'factor_removed')
    return null
  })
}

export async function makeRecoveryCodes(parts: FactorParts, own: OwnChange, password: string) {
  const account = await stepUp(parts, own.caller, own.request, password)
  if (account instanceof Refusal) return account
  if (!account.second_factor_providers.includes('built-in'))
    return wrongField('currentPassword', defaultTexts.factors_recovery_none)
  return parts.transact(everything, async (stores) => {
    const recoveryCodes = await renewRecoveryCodes(parts.keys, stores, account.user_id)
    await record(stores, own, 'recovery_codes_made')
    return { recoveryCodes }
  })
}

export async function revokeTrustedDevice({ transact }: FactorParts, own: OwnChange, deviceId: number) {
  if (own.caller.actorId !== null) return refuse('403', defaultTexts.not_allowed)
  return transact(everything, async ({ trustedDevices, audit }) => {
    if (!(await trustedDevices.revoke(own.caller.user.id, deviceId))) return refuse('404', defaultTexts.not_found)
    const target = { kind: 'trusted device', id: deviceId }
    audit.record(own.request, { event: 'second_factor_changed', ...whoOf(own.caller), target })
    return null
  })
}

async function record(stores: Stores, { caller, request }: OwnChange, change: FactorChange): Promise<void> {
  stores.audit.record(request, { event: 'second_factor_changed', ...whoOf(caller), after: { change } })
  await noticeByMail(stores, { userId: caller.user.id, change, facts: request })
}

async function readClock({ tx }: Stores): Promise<Date> {
  const { now } = await tx.selectNoFrom((eb) => eb.fn<Date>('clock_now').as('now')).executeTakeFirstOrThrow()
  return now
}
