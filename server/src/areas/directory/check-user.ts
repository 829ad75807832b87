import { sentences } from '../../http/sentences.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { refuse } from '../../http/answers.ts'
import type { RequestOnly } from '../../http/caller.ts'
import {
  accountOfUser,
  type VerifiedIdentity,
  type SignInResult,
  completeSignIn,
  type GateDeps,
  type SignInAccount,
  findSignInTicket,
  recordCompletion,
} from '../sign-in/public.ts'
import { runFirst } from '../../db/run.ts'

interface Deps extends GateDeps {
  db: Db
}

/** Runs the sign-in gates for a user whom the directory has authenticated. */
export async function checkDirectoryUser(
  deps: Deps,
  { request }: RequestOnly,
  { token, isConfirmed }: { token: string | undefined; isConfirmed: boolean },
): Promise<SignInResult> {
  const bindingHash = hashToken(request.binding ?? newToken())
  const usedMessage = sentences.login_directory_again
  if (token === undefined) return refuse('401', usedMessage)
  const found = await deps.db.read(everything, (tx) => findSignInTicket(tx, 'directory', token, bindingHash))
  const account = found && (await readAccount(deps.db, found.userId))
  if (!account) return refuse('401', usedMessage)
  const ticket = { step: 'directory', token, bindingHash, usedMessage } as const
  const consume: VerifiedIdentity['consume'] = (tx) => recordCompletion(tx, account)
  return completeSignIn(deps, { request }, { account, isConfirmed, isFactorPassed: false, ticket, consume })
}

/** Undefined also when the user is no longer a directory user. */
async function readAccount(db: Db, userId: number): Promise<SignInAccount | undefined> {
  const account = await runFirst(db, accountOfUser(userId))
  return account?.signInKind === 'directory' ? account : undefined
}
