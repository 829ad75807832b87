import type { Stores } from '../../stores.ts'
import type { Caller } from '../../http/caller.ts'
import type { SamlApplication } from './application.ts'
import type { AuthnRequest } from './authn-request.ts'
import { attributesOf, type LaunchAccount, meetsNameIdPolicy, nameIdOf, type UserFacts } from './launch-rules.ts'
import type { LaunchUser } from './launch-store.ts'
import { PASSWORD_CONTEXT, UNSPECIFIED_CONTEXT } from './saml-names.ts'
import type { ResponseStatus, Statement } from './saml-response.ts'

/** The parts of a launch that has been decided. */
export interface SamlLaunch {
  application: SamlApplication
  account: LaunchAccount | null
  /** Absent: the portal began. */
  request?: AuthnRequest
}

/**
 * Returns what the application gets of the caller; a status where it asks for what the portal cannot state; null where
 * the user has no name for it.
 */
export async function statementFor(
  stores: Pick<Stores, 'launches'>,
  { caller, actorName }: { caller: Caller; actorName: string | null },
  { application, account, request }: SamlLaunch,
): Promise<Statement | ResponseStatus | null> {
  const { launches } = stores
  const { systemId } = application
  if (request && !meetsNameIdPolicy(request.nameIdFormat, application.nameIdFormat)) return 'InvalidNameIDPolicy'
  const [user, pairwiseName, sessionIndex] = await Promise.all([
    launches.userOfSession(caller.sessionId, systemId),
    application.nameSource === 'pairwise' ? launches.nameForApplication(systemId, caller.user.id) : '',
    launches.openSession(caller.sessionId, systemId),
  ])
  const authnContext = contextFor(user, request?.authnContexts ?? [])
  if (authnContext === null) return 'NoAuthnContext'
  const facts: UserFacts = { ...user, account, pairwiseName, actorName }
  const nameId = nameIdOf(application, facts)
  if (!nameId) return null
  const { authenticatedAt, sessionEndsAt } = user
  return {
    nameId,
    attributes: attributesOf(application, facts),
    authnContext,
    authenticatedAt,
    sessionEndsAt,
    sessionIndex,
  }
}

/** How the user signed in, where a request names contexts one of them; null: none was reached. */
function contextFor({ isPasswordUser }: LaunchUser, wanted: readonly string[]): string | null {
  const reached = isPasswordUser ? PASSWORD_CONTEXT : UNSPECIFIED_CONTEXT
  return wanted.length === 0 || wanted.includes(reached) ? reached : null
}
