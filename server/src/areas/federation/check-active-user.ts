import type { LoginResult } from '@portico/contract/sign-in.ts'
import { federationTexts } from '@portico/contract/texts/federation-texts.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import {
  accountOfUser,
  type Arrival,
  enter,
  type Entry,
  type GateParts,
  type SignInAccount,
  wrong,
} from '../sign-in/public.ts'

export interface CheckParts extends GateParts {
  db: Db
}

interface TicketShown {
  token: string | undefined
  /** True: the user's other sessions end. */
  isConfirmed: boolean
}

/** The gates behind the credentials (decision B7) for whom a provider has vouched. */
export async function enterByTicket(
  parts: CheckParts,
  { token, isConfirmed }: TicketShown,
  facts: RequestFacts,
): Promise<Entry> {
  const bindingHash = hashToken(facts.binding ?? newToken())
  const whenSpent = federationTexts.sso_expired
  if (token === undefined) return refuse('401', whenSpent)
  const found = await parts.transact(everything, ({ signInTickets }) =>
    signInTickets.find('federated', token, bindingHash),
  )
  if (!found) return refuse('401', whenSpent)
  const [account] = await parts.db.prepared<SignInAccount>('account-of-user', accountOfUser, [found.userId])
  // Whoever was made a user of another kind meanwhile has that other way in only.
  if (account?.sign_in_kind !== 'federated') return refuse('401', federationTexts.sso_unknown_user)
  const spend: Arrival['spend'] = ({ arrivals }) => arrivals.record(account)
  const ticket = { step: 'federated', token, bindingHash, whenSpent } as const
  return inWordsOfSso(await enter(parts, { account, isConfirmed, isFactorPassed: false, ticket, spend }, facts))
}

/** Who has no password here is told nothing of passwords; who may not come in gets '401' (SIGN-059, SIGN-071). */
function inWordsOfSso(entry: Entry): Entry {
  if (entry instanceof Answer) return isOpen(entry) ? entry : refuse('401', entry.message)
  const isWrong = entry.code === '204' && entry.message === wrong().message
  return isWrong ? refuse('401', federationTexts.sso_unknown_user) : entry
}

const isOpen = ({ data }: Answer<LoginResult>) => data.loginSessionId !== null
