import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { hashToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { refuse } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import type { OidcParts } from './sign-on-by-oidc.ts'

/**
 * The provider says who has signed out there. Whatever does not hold, was said before, or cannot be checked
 * now is a bad request, as the standard has it; that nobody of the kind is signed in here is none.
 */
export async function endSessionsByProvider(
  { provider, transact }: OidcParts,
  logoutToken: string,
  request: RequestFacts,
): Promise<null | ReturnType<typeof refuse>> {
  const word = await provider.signOutFrom(logoutToken)
  if (typeof word === 'string') return refuse('400', defaultTexts.form_several_invalid)
  const { issuer, subject, id, expiresAt } = word
  const token = { id: hashToken(`logout ${issuer} ${id}`), expiresAt }
  const whom = { issuer, subject, providerSession: word.providerSession }
  return transact(everything, async ({ arrivals, providerSessions, audit }) => {
    if (!(await arrivals.spendToken(token))) return refuse('400', defaultTexts.form_several_invalid)
    await providerSessions.dropTicketsFrom(whom)
    for (const ended of await providerSessions.endOpenedFrom(whom)) {
      const who = { actorId: ended.actorId, subjectId: ended.userId, sessionId: ended.id }
      audit.record(request, { event: 'session_logout', ...who, after: { by: 'identity provider' } })
    }
    return null
  })
}
