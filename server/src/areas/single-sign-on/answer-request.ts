import type { Launch, LaunchAnswer } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { hashToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { declaredCode, Refusal, refuse, refuseOldSignIn } from '../../http/answers.ts'
import type { CallContext, RequestOnly } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { visiblePageOfSystem } from '../home/public.ts'
import { type WaitingRequest, findApplicationRequest, markRequestAnswered } from './application-request-store.ts'
import { openingTitle } from './hand-off.ts'
import { answerLaunch, type Decided, decideLaunch, type OpenDeps, postedResponse } from './open-application.ts'
import { findSamlApplication } from './settings-store.ts'
import { readActorName } from './user-fact-reader.ts'
import type { Tx } from '../../db/database.ts'
import { getLaunchSession } from './launch-store.ts'
import { ownScope } from '../../http/authority.ts'

const isOver = () => declaredCode('404', sentences.sign_on_request_over, null)

/** Answers the request of an application for the caller. It stays open while the user chooses an account. */
export async function answerRequest(
  deps: OpenDeps,
  context: CallContext,
  { ticket, accountId }: { ticket: string; accountId: number | undefined },
): Promise<LaunchAnswer | Refusal<'404' | '403', null> | ReturnType<typeof refuseOldSignIn>> {
  const { caller } = context
  const actorName = await readActorName(deps.db, caller.actorId)
  const result = await deps.db.transact(ownScope(caller), async (tx) => {
    const waiting = await findApplicationRequest(tx, hashToken(ticket))
    if (!waiting) return isOver()
    const { request, systemId } = waiting
    const needsSignIn = request.forcesSignIn && !(await isSignedInSince(tx, context, waiting))
    if (needsSignIn && !request.isPassive) return refuseOldSignIn(sentences.reauth_needed)
    const page = await visiblePageOfSystem(tx, caller.user.id, systemId)
    if (!page) return refuse('403', sentences.launch_refused) as Refusal<'403', null>
    const opening = { page, accountId, request }
    const answer = needsSignIn ? ASKS : await decideLaunch({ ...deps, tx, actorName }, context, opening)
    const decided = request.isPassive ? await withoutAsking(tx, systemId, answer) : answer
    if (decided instanceof Refusal || decided.kind === 'choose') return { decided, opening }
    await markRequestAnswered(tx, hashToken(ticket))
    return { decided, opening }
  })
  if (result instanceof Refusal) return result
  const { decided, opening } = result
  return decided instanceof Refusal ? decided : answerLaunch(deps, context, decided, opening)
}

/** The user would be asked for something. */
const ASKS: Decided = { kind: 'choose', accounts: [] }

/** Of a passive request (IsPassive): where the user would be asked, the application gets no user. */
async function withoutAsking(
  tx: Tx,
  systemId: number,
  decided: Awaited<ReturnType<typeof decideLaunch>>,
): Promise<typeof decided> {
  if (decided instanceof Refusal || decided.kind !== 'choose') return decided
  const application = await findSamlApplication(tx, systemId)
  return application ? { kind: 'saml', application, content: 'NoPassive' } : isOver()
}

/** The application asks for a sign-in of its own (ForceAuthn). */
async function isSignedInSince(tx: Tx, { caller }: CallContext, { receivedAt }: WaitingRequest): Promise<boolean> {
  const { authenticatedAt } = await getLaunchSession(tx, caller.sessionId)
  return authenticatedAt >= receivedAt
}

/** Answers a passive request where no user is signed in: the application gets no user, and nobody is asked. */
export async function declineRequest(
  deps: OpenDeps,
  { request: asked }: RequestOnly,
  ticket: string,
): Promise<Launch | Refusal<'404', null>> {
  const result = await deps.db.transact(everything, async (tx) => {
    const waiting = await findApplicationRequest(tx, hashToken(ticket))
    const application = waiting && (await findSamlApplication(tx, waiting.systemId))
    if (!waiting?.request.isPassive || !application) return isOver()
    await markRequestAnswered(tx, hashToken(ticket))
    return { application, request: waiting.request }
  })
  if (result instanceof Refusal) return result
  const { application, request } = result
  const title = await openingTitle(deps, { caller: null, request: asked }, application.systemName)
  const to = { application, request, relayState: request.relayState }
  return { ...(await postedResponse(deps, to, 'NoPassive', title)), openInNewWindowFlg: false }
}
