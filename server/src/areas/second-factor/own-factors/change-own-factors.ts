import type { NewPasskey } from '@portico/contract/passkey.ts'
import { sentences } from '../../../http/sentences.ts'
import type { KeyRing } from '../../../crypto/key-ring.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import { everything } from '../../../db/scope.ts'
import { Refusal, refuse, refuseField } from '../../../http/answers.ts'
import type { CallContext } from '../../../http/caller.ts'
import type { Stores } from '../../../stores.ts'
import { auditActor } from '../../audit/public.ts'
import { consumeAttempt, resetAttemptsIn } from '../../attempts/public.ts'
import { describeDevice } from '../../session/public.ts'
import { beginAuthenticator, finishAuthenticator } from '../factors/authenticator.ts'
import { factorAttemptLimit } from '../factors/factor-attempt-limit.ts'
import type { FactorOwner, FactorDeps } from '../factor-deps.ts'
import { beginNewPasskey, finishNewPasskey } from '../factors/passkey-ceremonies.ts'
import { firstRecoveryCodes, renewRecoveryCodes } from '../factors/recovery-codes.ts'
import { type FactorChange, noticeByMail } from '../second-factor-notice.ts'
import { tooMany } from '../sign-in/show-factor.ts'
import { refuseElsewhere, stepUp } from './step-up.ts'

const ownerAt = ({ caller, request }: CallContext): FactorOwner => ({
  userId: caller.user.id,
  bindingHash: hashToken(request.binding ?? ''),
})

/** Begins to add an authenticator app, once the password is right; returns the secret for the app. */
export async function addAuthenticator(deps: FactorDeps, call: CallContext, password: string) {
  const account = await stepUp(deps, call, password)
  if (account instanceof Refusal) return account
  return deps.transact(everything, (stores) => beginAuthenticator(deps, stores, ownerAt(call), account.user_name))
}

/** Begins to add a passkey, once the password is right; returns the options for the browser. */
export async function addPasskey(deps: FactorDeps, call: CallContext, password: string) {
  const account = await stepUp(deps, call, password)
  if (account instanceof Refusal) return account
  const user = { name: account.user_name, displayName: account.first_name }
  return deps.transact(everything, (stores) => beginNewPasskey(deps, stores, ownerAt(call), user))
}

/** Adds the app that the user began with, if the code is of it. Wrong codes count as attempts; the first factor gets recovery codes. */
export async function confirmAuthenticator(deps: FactorDeps, call: CallContext, code: string) {
  const refusal = refuseElsewhere(deps)
  if (refusal) return refusal
  const owner = ownerAt(call)
  if (await consumeAttempt(deps.db, factorAttemptLimit(owner.userId))) return tooMany()
  return deps.transact(everything, async (stores) => {
    const now = await readClock(stores)
    const finished = await finishAuthenticator(deps, stores, owner, { code, now })
    if (finished === 'not begun') return refuse('403', sentences.second_factor_expired)
    if (finished === 'wrong code') return refuseField('code', sentences.second_factor_code_wrong)
    await resetAttemptsIn(stores.tx, factorAttemptLimit(owner.userId))
    return added(stores, call, { keys: deps.keys, change: 'authenticator_added' })
  })
}

/** Adds the passkey that the browser made; the first factor gets recovery codes. */
export async function confirmPasskey(deps: FactorDeps, call: CallContext, credential: NewPasskey) {
  const refusal = refuseElsewhere(deps)
  if (refusal) return refusal
  return deps.transact(everything, async (stores) => {
    const name = describeDevice(call.request.userAgent)
    if (!(await finishNewPasskey(deps, stores, ownerAt(call), { credential, name })))
      return refuseField('credential', sentences.second_factor_passkey_not_added)
    return added(stores, call, { keys: deps.keys, change: 'passkey_added' })
  })
}

/** Records an additional factor; the first one also gets recovery codes. */
async function added(
  stores: Pick<Stores, 'audit' | 'factors' | 'outbox' | 'signInTickets' | 'tx'>,
  call: CallContext,
  { keys, change }: { keys: KeyRing; change: FactorChange },
) {
  const userId = call.caller.user.id
  await stores.factors.enroll(userId, 'built-in')
  // Anyone else who knows the password and is about to enroll a factor is shut out.
  await stores.signInTickets.forgetOfUser(userId, ['enrolment'])
  const recoveryCodes = await firstRecoveryCodes(keys, stores, userId)
  await record(stores, call, change)
  return { recoveryCodes }
}

/** Removes the authenticator app, once the password is right. */
export async function removeAuthenticator(deps: FactorDeps, call: CallContext, password: string) {
  return remove(deps, call, password, ({ factors }, userId) => factors.removeAuthenticator(userId))
}

/** Removes one of the user's own passkeys, once the password is right. */
export async function removePasskey(deps: FactorDeps, call: CallContext, given: { id: number; password: string }) {
  return remove(deps, call, given.password, ({ passkeys }, userId) => passkeys.remove(userId, given.id))
}

/**
 * Where a factor is required the last one cannot be removed; elsewhere recovery codes and trusted devices go with it.
 */
async function remove(
  deps: FactorDeps,
  call: CallContext,
  password: string,
  take: (stores: Pick<Stores, 'factors' | 'passkeys'>, userId: number) => Promise<boolean>,
) {
  const account = await stepUp(deps, call, password)
  if (account instanceof Refusal) return account
  const userId = call.caller.user.id
  return deps.transact(everything, async (stores) => {
    // Concurrent removals wait for each other; otherwise both could count the other's factor as the remaining one.
    await stores.tx
      .selectFrom('second_factor_enrollments')
      .select('user_id')
      .where('user_id', '=', userId)
      .forUpdate()
      .execute()
    if (!(await take(stores, userId))) return refuse('404', sentences.not_found)
    const isLast =
      !(await stores.factors.findAuthenticator(userId)) && (await stores.passkeys.list(userId)).length === 0
    if (isLast && account.second_factor_required) return refuseField('currentPassword', sentences.second_factor_last)
    if (isLast) {
      await stores.factors.removeAll(userId)
      await stores.trustedDevices.revokeAll(userId)
    }
    await record(stores, call, 'factor_removed')
    return null
  })
}

/** Replaces the recovery codes, once the password is right; the former ones are invalid. */
export async function makeRecoveryCodes(deps: FactorDeps, call: CallContext, password: string) {
  const account = await stepUp(deps, call, password)
  if (account instanceof Refusal) return account
  if (!account.second_factor_providers.includes('built-in'))
    return refuseField('currentPassword', sentences.factors_recovery_none)
  return deps.transact(everything, async (stores) => {
    const recoveryCodes = await renewRecoveryCodes(deps.keys, stores, account.user_id)
    await record(stores, call, 'recovery_codes_made')
    return { recoveryCodes }
  })
}

/** Stops trusting a device: the next sign-in there needs the second factor. */
export async function revokeTrustedDevice({ transact }: FactorDeps, call: CallContext, deviceId: number) {
  return transact(everything, async ({ trustedDevices, audit }) => {
    if (!(await trustedDevices.revoke(call.caller.user.id, deviceId))) return refuse('404', sentences.not_found)
    const target = { kind: 'trusted device', id: deviceId }
    audit.record(call.request, { event: 'second_factor_changed', ...auditActor(call.caller), target })
    return null
  })
}

async function record(
  stores: Pick<Stores, 'audit' | 'outbox' | 'tx'>,
  { caller, request }: CallContext,
  change: FactorChange,
): Promise<void> {
  stores.audit.record(request, { event: 'second_factor_changed', ...auditActor(caller), after: { change } })
  await noticeByMail(stores, { userId: caller.user.id, change, request })
}

async function readClock({ tx }: Pick<Stores, 'tx'>): Promise<Date> {
  const { now } = await tx.selectNoFrom((eb) => eb.fn<Date>('clock_now').as('now')).executeTakeFirstOrThrow()
  return now
}
