import { sentences } from '../../http/sentences.ts'
import { hashToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { refuse } from '../../http/answers.ts'
import type { RequestOnly } from '../../http/caller.ts'
import type { OidcDeps } from './sign-on-by-oidc.ts'
import { consumeToken } from '../sign-in/public.ts'
import { dropTicketsFrom, endSessionsOpenedFrom } from './provider-session-store.ts'
import { recordAudit } from '../audit/public.ts'

/**
 * Ends the sessions named by a logout token of the provider. A token that is invalid, was used before, or cannot be
 * verified now is a bad request, as the standard requires; one without a matching session is not.
 */
export async function endSessionsByProvider(
  { provider, db }: OidcDeps,
  { request }: RequestOnly,
  logoutToken: string,
): Promise<null | ReturnType<typeof refuse>> {
  const word = await provider.signOutFrom(logoutToken)
  if (typeof word === 'string') return refuse('400', sentences.form_several_invalid)
  const { issuer, subject, id, expiresAt } = word
  const token = { id: hashToken(`logout ${issuer} ${id}`), expiresAt }
  const whom = { issuer, subject, providerSession: word.providerSession }
  return db.transact(everything, async (tx) => {
    if (!(await consumeToken(tx, token))) return refuse('400', sentences.form_several_invalid)
    await dropTicketsFrom(tx, whom)
    for (const ended of await endSessionsOpenedFrom(tx, whom)) {
      const who = { actorId: ended.actorId, subjectId: ended.userId, sessionId: ended.id }
      recordAudit(tx, request, { event: 'session_logout', ...who, after: { by: 'identity provider' } })
    }
    return null
  })
}
