import { newToken } from '../../crypto/tokens.ts'
import type { Caller } from '../../http/caller.ts'
import type { SamlApplication } from './application.ts'
import type { AuthnRequest } from './authn-request.ts'
import { type LaunchAccount, meetsNameIdPolicy } from './launch-rules.ts'
import { type LaunchSession, getLaunchSession, openApplicationSession } from './launch-store.ts'
import { nameIdFormats, PASSWORD_CONTEXT, UNSPECIFIED_CONTEXT } from './saml-names.ts'
import type { ResponseStatus, Statement } from './saml-response.ts'
import { obtainPairwiseName, readUserFacts } from './user-fact-reader.ts'
import { attributesOf, nameFor, type UserFacts } from './user-fact-rules.ts'
import type { Tx } from '../../db/database.ts'

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
  tx: Tx,
  { caller, actorName }: { caller: Caller; actorName: string | null },
  { application, account, request }: SamlLaunch,
): Promise<Statement | ResponseStatus | null> {
  const { systemId, nameSource, nameIdFormat } = application
  if (request && !meetsNameIdPolicy(request.nameIdFormat, nameIdFormat)) return 'InvalidNameIDPolicy'
  const [stored, session] = await Promise.all([
    readUserFacts(tx, caller.user.id, systemId),
    getLaunchSession(tx, caller.sessionId),
  ])
  const authnContext = contextFor(session, request?.authnContexts ?? [])
  if (authnContext === null) return 'NoAuthnContext'
  const isTransient = nameIdFormat === 'transient'
  const isUnnamed = !isTransient && nameSource === 'pairwise' && stored.pairwiseName === ''
  const pairwiseName = isUnnamed ? await obtainPairwiseName(tx, caller.user.id, systemId) : stored.pairwiseName
  const facts: UserFacts = { ...stored, account, pairwiseName, actorName }
  const name = isTransient ? `_${newToken()}` : nameFor(nameSource, facts)
  if (name === null) return null
  const { authenticatedAt, sessionEndsAt } = session
  return {
    nameId: { format: nameIdFormats[nameIdFormat], value: name },
    attributes: attributesOf(application.attributes, facts),
    authnContext,
    authenticatedAt,
    sessionEndsAt,
    // Last: an application that gets no user is none that a sign-out closes.
    sessionIndex: await openApplicationSession(tx, caller.sessionId, systemId),
  }
}

/** How the user signed in, where a request names contexts one of them; null: none was reached. */
function contextFor({ isPasswordUser }: LaunchSession, wanted: readonly string[]): string | null {
  const reached = isPasswordUser ? PASSWORD_CONTEXT : UNSPECIFIED_CONTEXT
  return wanted.length === 0 || wanted.includes(reached) ? reached : null
}
