import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { refuse } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import {
  accountOfUser,
  type Arrival,
  type Entry,
  enter,
  type GateParts,
  type SignInAccount,
} from '../sign-in/public.ts'

interface Parts extends GateParts {
  db: Db
}

/** The gates for somebody whom the directory has vouched for. */
export async function checkDirectoryUser(
  parts: Parts,
  { token, isConfirmed }: { token: string | undefined; isConfirmed: boolean },
  facts: RequestFacts,
): Promise<Entry> {
  const bindingHash = hashToken(facts.binding ?? newToken())
  const whenSpent = defaultTexts.login_directory_again
  if (token === undefined) return refuse('401', whenSpent)
  const found = await parts.transact(everything, ({ signInTickets }) =>
    signInTickets.find('directory', token, bindingHash),
  )
  const account = found && (await readAccount(parts.db, found.userId))
  if (!account) return refuse('401', whenSpent)
  const ticket = { step: 'directory', token, bindingHash, whenSpent } as const
  const spend: Arrival['spend'] = ({ arrivals }) => arrivals.record(account)
  return enter(parts, { account, isConfirmed, isFactorPassed: false, ticket, spend }, facts)
}

/** Undefined also for somebody who is no directory user any more. */
async function readAccount(db: Db, userId: number): Promise<SignInAccount | undefined> {
  const [account] = await db.prepared<SignInAccount>('account-of-user', accountOfUser, [userId])
  return account?.sign_in_kind === 'directory' ? account : undefined
}
