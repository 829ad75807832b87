import type { KeyRing } from '../../crypto/key-ring.ts'
import { hashToken } from '../../crypto/tokens.ts'
import { ask } from '../../db/ask.ts'
import type { Db } from '../../db/database.ts'
import type { RequestFacts } from '../../http/caller.ts'
import type { HostedSecondFactor } from '../../ports/second-factor/hosted-second-factor.ts'
import type { Stores, Transact } from '../../stores.ts'
import type { PasswordHashing } from '../password/public.ts'
import { accountOfUser, type GateParts, type SignInAccount, type SignInStep } from '../sign-in/public.ts'

/** What the second factor is made of. */
export interface FactorParts {
  db: Db
  transact: Transact
  hashing: PasswordHashing
  keys: KeyRing
  /** Where people open the portal: passkeys belong to its host, codes are named after it. */
  publicUrl: URL
  provider: 'built-in' | 'duo' | 'off'
  /** Null: the portal asks by itself. */
  hosted: HostedSecondFactor | null
  gates: GateParts
  /** Told how each sign-in with a second factor ended. */
  onTry?: (outcome: string) => void
}

/** Who acts on a factor: half-way into the portal, or signed in. */
export interface FactorOwner {
  userId: number
  bindingHash: Buffer
}

/** A sign-in that waits in one tab of this browser. */
export interface PendingSignIn extends FactorOwner {
  /** What the tab knows it by; taken when the step is done. */
  token: string
  account: SignInAccount
  step: SignInStep
}

/** The account of a user, as signing in weighs it. */
export async function findAccount(db: Db, userId: number): Promise<SignInAccount | undefined> {
  const [account] = await db.prepared<SignInAccount>('account-of-user', accountOfUser, [userId])
  return account
}

/** The same inside a transaction: a second connection, while all are taken, would be waited for in vain. */
export async function findAccountIn({ tx }: Stores, userId: number): Promise<SignInAccount | undefined> {
  const [account] = await ask<SignInAccount>(tx, 'account-of-user', accountOfUser, [userId])
  return account
}

/** The sign-in that this tab goes on with, if it was begun in this browser and stands at one of these steps. */
export async function findPending(
  { db, transact }: Pick<FactorParts, 'db' | 'transact'>,
  { binding, signIn: token }: RequestFacts,
  steps: readonly SignInStep[],
): Promise<PendingSignIn | null> {
  if (binding === undefined || token === undefined) return null
  const bindingHash = hashToken(binding)
  const begun = await transact({ kind: 'everything' }, ({ signInTickets }) =>
    signInTickets.findStep(steps, token, bindingHash),
  )
  const account = begun && (await findAccount(db, begun.userId))
  return begun && account ? { account, ...begun, token, bindingHash } : null
}

/** What a secret is encrypted for: a row that is moved to another user does not open. */
export const ownerOf = ({ userId }: { userId: number }): string => `user ${userId}`
