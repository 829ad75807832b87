import type { NewPasskey } from '@portico/contract/second-factor/passkey.ts'
import { sentences } from '../../../http/sentences.ts'
import type { KeyRing } from '../../../crypto/key-ring.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import { databaseTime } from '../../../db/clock.ts'
import { everything } from '../../../db/scope.ts'
import { Refusal, refuse, refuseField } from '../../../http/answers.ts'
import type { CallContext } from '../../../http/caller.ts'
import { auditActor, recordAudit } from '../../audit/public.ts'
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
import type { Tx } from '../../../db/database.ts'
import {
  enrollAtProvider,
  deleteAuthenticator,
  findAuthenticator,
  removeEnrolledFactors,
} from '../factors/factor-store.ts'
import { forgetSignInTickets } from '../../sign-in/public.ts'
import { deletePasskey, listPasskeys } from '../factors/passkey-store.ts'
import { deleteTrustedDevices, deleteTrustedDevice } from '../factors/trusted-device-store.ts'
import { queries } from '../../../db/queries.ts'
import { run } from '../../../db/run.ts'

const ownerAt = ({ caller, request }: CallContext): FactorOwner => ({
  userId: caller.user.id,
  bindingHash: hashToken(request.binding ?? ''),
})

/** Begins to add an authenticator app, once the password is right; returns the secret for the app. */
export async function addAuthenticator(deps: FactorDeps, call: CallContext, password: string) {
  const account = await stepUp(deps, call, password)
  if (account instanceof Refusal) return account
  return deps.db.transact(everything, (tx) => beginAuthenticator(deps, tx, ownerAt(call), account.userName))
}

/** Begins to add a passkey, once the password is right; returns the options for the browser. */
export async function addPasskey(deps: FactorDeps, call: CallContext, password: string) {
  const account = await stepUp(deps, call, password)
  if (account instanceof Refusal) return account
  const user = { name: account.userName, displayName: account.firstName }
  return deps.db.transact(everything, (tx) => beginNewPasskey(deps, tx, ownerAt(call), user))
}

/** Adds the app that the user began with, if the code is of it. Wrong codes count as attempts; the first factor gets recovery codes. */
export async function confirmAuthenticator(deps: FactorDeps, call: CallContext, code: string) {
  const refusal = refuseElsewhere(deps)
  if (refusal) return refusal
  const owner = ownerAt(call)
  if (await consumeAttempt(deps.db, factorAttemptLimit(owner.userId))) return tooMany()
  return deps.db.transact(everything, async (tx) => {
    const now = await databaseTime(tx)
    const finished = await finishAuthenticator(deps, tx, owner, { code, now })
    if (finished === 'not begun') return refuse('403', sentences.second_factor_expired)
    if (finished === 'wrong code') return refuseField('code', sentences.second_factor_code_wrong)
    await resetAttemptsIn(tx, factorAttemptLimit(owner.userId))
    return added(tx, call, { keys: deps.keys, change: 'authenticator_added' })
  })
}

/** Adds the passkey that the browser made; the first factor gets recovery codes. */
export async function confirmPasskey(deps: FactorDeps, call: CallContext, credential: NewPasskey) {
  const refusal = refuseElsewhere(deps)
  if (refusal) return refusal
  return deps.db.transact(everything, async (tx) => {
    const name = describeDevice(call.request.userAgent)
    if (!(await finishNewPasskey(deps, tx, ownerAt(call), { credential, name })))
      return refuseField('credential', sentences.second_factor_passkey_not_added)
    return added(tx, call, { keys: deps.keys, change: 'passkey_added' })
  })
}

/** Records an additional factor; the first one also gets recovery codes. */
async function added(tx: Tx, call: CallContext, { keys, change }: { keys: KeyRing; change: FactorChange }) {
  const userId = call.caller.user.id
  await enrollAtProvider(tx, userId, 'built-in')
  // Anyone else who knows the password and is about to enroll a factor is shut out.
  await forgetSignInTickets(tx, userId, ['enrolment'])
  const recoveryCodes = await firstRecoveryCodes(keys, tx, userId)
  await record(tx, call, change)
  return { recoveryCodes }
}

/** Removes the authenticator app, once the password is right. */
export async function removeAuthenticator(deps: FactorDeps, call: CallContext, password: string) {
  return remove(deps, call, password, (tx, userId) => deleteAuthenticator(tx, userId))
}

/** Removes one of the user's own passkeys, once the password is right. */
export async function removePasskey(deps: FactorDeps, call: CallContext, given: { id: number; password: string }) {
  return remove(deps, call, given.password, (tx, userId) => deletePasskey(tx, userId, given.id))
}

/**
 * Where a factor is required the last one cannot be removed; elsewhere recovery codes and trusted devices go with it.
 */
async function remove(
  deps: FactorDeps,
  call: CallContext,
  password: string,
  take: (tx: Tx, userId: number) => Promise<boolean>,
) {
  const account = await stepUp(deps, call, password)
  if (account instanceof Refusal) return account
  const userId = call.caller.user.id
  return deps.db.transact(everything, async (tx) => {
    // Concurrent removals wait for each other; otherwise both could count the other's factor as the remaining one.
    await run(
      tx,
      queries.selectFrom('second_factor_enrollments').select('user_id').where('user_id', '=', userId).forUpdate(),
    )
    if (!(await take(tx, userId))) return refuse('404', sentences.not_found)
    const isLast = !(await findAuthenticator(tx, userId)) && (await listPasskeys(tx, userId)).length === 0
    if (isLast && account.secondFactorRequired) return refuseField('currentPassword', sentences.second_factor_last)
    if (isLast) {
      await removeEnrolledFactors(tx, userId)
      await deleteTrustedDevices(tx, userId)
    }
    await record(tx, call, 'factor_removed')
    return null
  })
}

/** Replaces the recovery codes, once the password is right; the former ones are invalid. */
export async function makeRecoveryCodes(deps: FactorDeps, call: CallContext, password: string) {
  const account = await stepUp(deps, call, password)
  if (account instanceof Refusal) return account
  if (!account.secondFactorProviders.includes('built-in'))
    return refuseField('currentPassword', sentences.factors_recovery_none)
  return deps.db.transact(everything, async (tx) => {
    const recoveryCodes = await renewRecoveryCodes(deps.keys, tx, account.userId)
    await record(tx, call, 'recovery_codes_made')
    return { recoveryCodes }
  })
}

/** Stops trusting a device: the next sign-in there needs the second factor. */
export async function revokeTrustedDevice({ db }: FactorDeps, call: CallContext, deviceId: number) {
  return db.transact(everything, async (tx) => {
    if (!(await deleteTrustedDevice(tx, call.caller.user.id, deviceId))) return refuse('404', sentences.not_found)
    const target = { kind: 'trusted device', id: deviceId }
    recordAudit(tx, call.request, { event: 'second_factor_changed', ...auditActor(call.caller), target })
    return null
  })
}

async function record(tx: Tx, { caller, request }: CallContext, change: FactorChange): Promise<void> {
  recordAudit(tx, request, { event: 'second_factor_changed', ...auditActor(caller), after: { change } })
  await noticeByMail(tx, { userId: caller.user.id, change, request })
}
