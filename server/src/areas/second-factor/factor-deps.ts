import type { KeyRing } from '../../crypto/key-ring.ts'
import { hashToken } from '../../crypto/tokens.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { RequestOnly } from '../../http/caller.ts'
import type { HostedSecondFactor } from '../../ports/second-factor/hosted-second-factor.ts'
import type { PasswordHashing } from '../../crypto/password-hashing.ts'
import { accountOfUser, type GateDeps, type SignInAccount, type SignInStep, findSignInStep } from '../sign-in/public.ts'
import { runFirst } from '../../db/run.ts'

/** Dependencies of the second factor. */
export interface FactorDeps {
  db: Db
  hashing: PasswordHashing
  keys: KeyRing
  /** Public address of the portal: passkeys are bound to its host, authenticator apps show it as the issuer. */
  publicUrl: URL
  provider: 'built-in' | 'duo' | 'off'
  /** Null: the portal verifies the second factor itself. */
  hosted: HostedSecondFactor | null
  gates: GateDeps
  /** Called with the outcome of each sign-in with a second factor. */
  onTry?: (outcome: string) => void
}

/** The user a factor belongs to, during sign-in or signed in. */
export interface FactorOwner {
  userId: number
  bindingHash: Buffer
}

/** A sign-in that waits for its second factor in one tab of this browser. */
export interface PendingSignIn extends FactorOwner {
  /** Identifies the sign-in to its tab; consumed when the step is done. */
  token: string
  account: SignInAccount
  step: SignInStep
}

/** Returns the account as the sign-in gates need it. */
export async function findAccount(db: Db, userId: number): Promise<SignInAccount | undefined> {
  return await runFirst(db, accountOfUser(userId))
}

/** The same inside a transaction. A second connection could wait forever while all are taken. */
export async function findAccountIn(tx: Tx, userId: number): Promise<SignInAccount | undefined> {
  return await runFirst(tx, accountOfUser(userId))
}

/** Returns the sign-in of this tab when it was started in this browser and is at one of these steps. */
export async function findPending(
  { db }: Pick<FactorDeps, 'db'>,
  { request: { binding, signIn: token } }: RequestOnly,
  steps: readonly SignInStep[],
): Promise<PendingSignIn | null> {
  if (binding === undefined || token === undefined) return null
  const bindingHash = hashToken(binding)
  const begun = await db.read({ kind: 'everything' }, (tx) => findSignInStep(tx, steps, token, bindingHash))
  const account = begun && (await findAccount(db, begun.userId))
  return begun && account ? { account, ...begun, token, bindingHash } : null
}

/** Associated data of encrypted secrets: a row copied to another user cannot be decrypted. */
export const ownerOf = ({ userId }: { userId: number }): string => `user ${userId}`
