import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse } from '../../http/answers.ts'
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

/** The gates for somebody whom the directory has vouched for. The ticket is spent, whatever comes of it. */
export async function checkDirectoryUser(
  parts: Parts,
  { token, isConfirmed }: { token: string | undefined; isConfirmed: boolean },
  facts: RequestFacts,
): Promise<Entry> {
  const bindingHash = hashToken(facts.binding ?? newToken())
  const ticket =
    token === undefined
      ? undefined
      : await parts.transact(everything, ({ signInTickets }) => signInTickets.redeem('directory', token, bindingHash))
  const account = ticket && (await readAccount(parts.db, ticket.userId))
  if (token === undefined || !ticket || !account) return refuse('401', defaultTexts.login_directory_again)
  const spend: Arrival['spend'] = ({ arrivals }) => arrivals.record(account)
  const entry = await enter(parts, { account, isConfirmed, isFactorPassed: false, spend }, facts)
  if (!(entry instanceof Answer) && entry.code === '409')
    await parts.transact(everything, ({ signInTickets }) => signInTickets.giveBack(ticket, token))
  return entry
}

/** Undefined also for somebody who is no directory user any more. */
async function readAccount(db: Db, userId: number): Promise<SignInAccount | undefined> {
  const [account] = await db.prepared<SignInAccount>('account-of-user', accountOfUser, [userId])
  return account?.sign_in_kind === 'directory' ? account : undefined
}
