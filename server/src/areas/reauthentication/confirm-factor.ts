import { everything } from '../../db/scope.ts'
import { Refusal } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { beginPasskeyCheck, type FactorOwner, type FactorProof, proveFactor } from '../second-factor/public.ts'
import {
  bindingHashOf,
  noteAuthenticated,
  type ReauthenticationDeps,
  recordFailure,
  stepIsOver,
} from './reauthentication-deps.ts'

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
    whenRight: async (stores) => {
      if (!(await stores.signInTickets.redeem(STEP, token, owner.bindingHash))) return stepIsOver()
      return noteAuthenticated(stores, call, `password and ${proof.by}`)
    },
  })
  if (ended instanceof Refusal) await deps.transact(everything, (stores) => recordFailure(stores, call, proof.by))
  return ended
}

/** A challenge for a passkey of the user. */
export async function startPasskey(deps: ReauthenticationDeps, call: CallContext, token: string) {
  const owner = await findOwner(deps, call, token)
  return owner ? deps.transact(everything, (stores) => beginPasskeyCheck(deps, stores, owner)) : stepIsOver()
}

async function findOwner(
  { db, transact }: ReauthenticationDeps,
  { caller, request }: CallContext,
  token: string,
): Promise<(FactorOwner & { now: Date }) | null> {
  const bindingHash = bindingHashOf(request)
  const found = await transact(everything, ({ signInTickets }) => signInTickets.find(STEP, token, bindingHash))
  if (found?.userId !== caller.user.id) return null
  const [clock] = await db.prepared<{ now: Date }>('select clock_now() as now', [])
  return { userId: caller.user.id, bindingHash, now: clock?.now ?? new Date() }
}
