import { everything } from '../../db/scope.ts'
import { Refusal } from '../../http/answers.ts'
import { beginPasskeyCheck, type FactorOwner, type FactorProof, proveFactor } from '../second-factor/public.ts'
import {
  bindingHashOf,
  noteAuthenticated,
  type ReauthenticationDeps,
  recordFailure,
  type SignedIn,
  stepIsOver,
} from './reauthentication-deps.ts'

const STEP = 'reauthentication-factor'

type Proof = FactorProof extends infer P ? (P extends { now: Date } ? Omit<P, 'now'> : P) : never

/** Confirms by second factor, with the token that the password step gave this user in this browser. */
export async function confirmFactor(deps: ReauthenticationDeps, signedIn: SignedIn, token: string, proof: Proof) {
  const owner = await findOwner(deps, signedIn, token)
  if (!owner) return stepIsOver()
  const shown = proof.by === 'passkey' ? proof : { ...proof, now: owner.now }
  const ended = await proveFactor(deps, { owner, proof: shown, context: signedIn.request }, async (stores) => {
    if (!(await stores.signInTickets.redeem(STEP, token, owner.bindingHash))) return stepIsOver()
    return noteAuthenticated(stores, signedIn, `password and ${proof.by}`)
  })
  if (ended instanceof Refusal) await deps.transact(everything, (stores) => recordFailure(stores, signedIn, proof.by))
  return ended
}

/** A challenge for a passkey of the user. */
export async function startPasskey(deps: ReauthenticationDeps, signedIn: SignedIn, token: string) {
  const owner = await findOwner(deps, signedIn, token)
  return owner ? deps.transact(everything, (stores) => beginPasskeyCheck(deps, stores, owner)) : stepIsOver()
}

async function findOwner(
  { db, transact }: ReauthenticationDeps,
  { caller, request }: SignedIn,
  token: string,
): Promise<(FactorOwner & { now: Date }) | null> {
  const bindingHash = bindingHashOf(request)
  const found = await transact(everything, ({ signInTickets }) => signInTickets.find(STEP, token, bindingHash))
  if (found?.userId !== caller.user.id) return null
  const [clock] = await db.prepared<{ now: Date }>('select clock_now() as now', [])
  return { userId: caller.user.id, bindingHash, now: clock?.now ?? new Date() }
}
