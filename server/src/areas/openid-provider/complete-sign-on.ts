import { databaseTime } from '../../db/clock.ts'
import { sentences } from '../../http/sentences.ts'
import { newToken } from '../../crypto/tokens.ts'
import { Answer, declaredCode, refuseOldSignIn } from '../../http/answers.ts'
import type { CallContext, RequestContext } from '../../http/caller.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { readLiveSession } from '../session/public.ts'
import { obtainPairwiseName } from '../single-sign-on/public.ts'
import type { Tx, Db } from '../../db/database.ts'
import type { Application } from './application-reader.ts'
import { newGrantId, sessionIdOf } from './grant-id.ts'
import { findVisit, type Visit } from './find-visit.ts'
import type { OpenIdProvider } from './openid-provider.ts'
import { accountIdOf, applicationOf, type ProviderSettings, SCOPES } from './provider-configuration.ts'
import { isSignInTooOld } from './sign-on-rules.ts'
import { ownScope } from '../../http/authority.ts'
import { run } from '../../db/run.ts'
import { int, statement, text } from '../../db/statement.ts'

export interface SignOnDeps extends Pick<ProviderSettings, 'db' | 'issuer' | 'passwordMaxAgeDays'> {
  db: Db
  /** Loads the provider with its library. */
  openProvider: () => Promise<OpenIdProvider>
}

type Loaded = Awaited<ReturnType<OpenIdProvider['load']>>['provider']
type Interaction = InstanceType<Loaded['Interaction']>

/** An authorization that waits for the user, as far as this browser may answer it. */
interface Waiting {
  interaction: Interaction
  application: Application
  parameters: Readonly<Record<string, string | undefined>>
}

/** Its cookie proves that it began in this browser: a link alone would sign in the one who sent it. */
async function findWaiting(provider: Loaded, request: RequestContext, id: string): Promise<Waiting | undefined> {
  const isHere = request.cookie(provider.cookieName('interaction')) === id
  const interaction = isHere ? await provider.Interaction.find(id) : undefined
  if (!interaction) return undefined
  const parameters = interaction.params as Waiting['parameters']
  const client = await provider.Client.find(parameters['client_id'] ?? '')
  return client && { interaction, application: applicationOf(client), parameters }
}

/** Answers an authorization in progress with the session of the tab, if its user may open the application. */
export async function completeSignOn(deps: SignOnDeps, { caller, request }: CallContext, interactionId: string) {
  const { db, passwordMaxAgeDays } = deps
  const { provider } = await (await deps.openProvider()).load()
  const waiting = await findWaiting(provider, request, interactionId)
  if (!waiting) return declaredCode('404', sentences.openid_expired, null)
  const { interaction, application, parameters } = waiting

  const session = await readLiveSession(db, caller.sessionId, passwordMaxAgeDays)
  const authenticatedAt = Math.floor((session?.authenticatedAt.getTime() ?? 0) / 1000)
  const now = Math.floor((await databaseTime(db)).getTime() / 1000)
  if (isSignInTooOld({ authenticatedAt, now, askedAt: interaction.iat }, parameters))
    return refuseOldSignIn(sentences.reauth_needed)

  const isOther = await belongsToOtherSession(provider, interaction, caller.sessionId)
  if (isOther) Object.assign(interaction, { session: undefined })
  const visit = await openApplication(deps, { caller, request }, application)
  interaction.result = visit
    ? {
        login: { accountId: accountIdOf(visit), ts: authenticatedAt, remember: false },
        consent: { grantId: await addGrant(provider, visit, application.client_id) },
      }
    : { error: 'access_denied', error_description: 'The user may not open this application.' }
  await interaction.persist()
  const data = {
    returnUrl: interaction.returnTo,
    applicationNm: application.system_name,
    permissionFlg: visit !== undefined,
  }
  const forgotten = { name: provider.cookieName('session'), value: '', maxAgeSeconds: 0 }
  return new Answer(data, { cookies: isOther ? [forgotten] : [] })
}

/** Records that the session opens the application; undefined where its user may not. */
async function openApplication(deps: SignOnDeps, { caller, request }: CallContext, application: Application) {
  const { db, passwordMaxAgeDays } = deps
  if (application.name_source === 'pairwise')
    await db.transact(ownScope(caller), (tx) => obtainPairwiseName(tx, caller.user.id, application.system_id))
  const visit = await findVisit(db, caller.sessionId, application, passwordMaxAgeDays)
  if (!visit) return undefined
  await db.transact(ownScope(caller), async (tx) => {
    await noteOpened(tx, visit, application.system_id)
    const target = { kind: 'page', id: visit.pageId }
    recordAudit(tx, request, { event: 'application_opened', ...auditActor(caller), target })
  })
  return visit
}

/**
 * True when the library's own session belongs to another session of the portal: it begins anew then, or a second user
 * in one browser would be shown the library's page for signing out.
 */
async function belongsToOtherSession(provider: Loaded, interaction: Interaction, sessionId: number) {
  const { session } = interaction as { session?: { uid: string } | undefined }
  const former = session && (await provider.Session.findByUid(session.uid))
  const [first] = Object.values(former?.authorizations ?? {}) as { grantId?: string }[]
  return sessionIdOf(first?.grantId) !== sessionId
}

async function addGrant(provider: Loaded, visit: Visit, clientId: string): Promise<string> {
  const grant = new provider.Grant({ accountId: accountIdOf(visit), clientId })
  grant.jti = newGrantId(visit.sessionId)
  grant.addOIDCScope(SCOPES.join(' '))
  return grant.save()
}

const insertApplicationSessions = statement([int, int, text, text], {
  name: 'openid-provider: insert application sessions',
  text: `insert into application_sessions (session_id, system_id, session_index, subject) values ($1, $2, $3, $4)
     on conflict (session_id, system_id) do update set opened_at = clock_now(), subject = excluded.subject`,
})

/** The sign-out of this session closes the application. */
async function noteOpened(tx: Tx, { sessionId, subject }: Visit, systemId: number): Promise<void> {
  await run(tx, insertApplicationSessions(sessionId, systemId, newToken(), subject))
}
