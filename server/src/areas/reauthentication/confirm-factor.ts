import { databaseTime } from '../../db/clock.ts'
import { everything } from '../../db/scope.ts'
import { Refusal } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { beginPasskeyCheck, type FactorOwner, type FactorProof, proveFactor } from '../second-factor/public.ts'
import {
  bindingHashOf,
  noteAuthenticated,
  type ReauthenticationDeps,
  recordReauthenticationFailure,
  stepIsOver,
} from './reauthentication-deps.ts'
import { redeemSignInTicket, findSignInTicket } from '../sign-in/public.ts'

const STEP = 'reauthentication-factor'

type Proof = FactorProof extends infer P ? (P extends { now: Date } ? Omit<P, 'now'> : P) : never

/** Confirms by second factor, with the token that the password step gave this user in this browser. */
export async function confirmFactor(
  deps: ReauthenticationDeps,
  call: CallContext,
  { token, proof }: { token: string; proof: Proof },
) {
  const owner = await findOwner(deps, call, token)
  if (!owner) return stepIsOver()
  const shown = proof.by === 'passkey' ? proof : { ...proof, now: owner.now }
  const ended = await proveFactor(deps, call, {
    owner,
    proof: shown,
    whenRight: async (tx) => {
      if (!(await redeemSignInTicket(tx, STEP, token, owner.bindingHash))) return stepIsOver()
      return noteAuthenticated(tx, call, `password and ${proof.by}`)
    },
  })
  if (ended instanceof Refusal)
    await deps.db.transact(everything, async (tx) => recordReauthenticationFailure(tx, call, proof.by))
  return ended
}

/** A challenge for a passkey of the user. */
export async function startPasskey(deps: ReauthenticationDeps, call: CallContext, token: string) {
  const owner = await findOwner(deps, call, token)
  return owner ? deps.db.transact(everything, (tx) => beginPasskeyCheck(deps, tx, owner)) : stepIsOver()
}

async function findOwner(
  { db }: ReauthenticationDeps,
  { caller, request }: CallContext,
  token: string,
): Promise<(FactorOwner & { now: Date }) | null> {
  const bindingHash = bindingHashOf(request)
  const found = await db.read(everything, (tx) => findSignInTicket(tx, STEP, token, bindingHash))
  if (found?.userId !== caller.user.id) return null
  return { userId: caller.user.id, bindingHash, now: await databaseTime(db) }
}
