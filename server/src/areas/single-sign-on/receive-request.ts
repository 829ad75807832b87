import { databaseTime } from '../../db/clock.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Redirect, refuse, type StandardRefusal } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import type { ReadRequest, RequestRules } from './authn-request.ts'
import type { IdentityProvider } from './idp-metadata.ts'
import { findSignOnApplication } from './settings-store.ts'
import { addApplicationRequest } from './application-request-store.ts'

/** Page of the portal that continues a request: with the session of the tab, or after signing in. */
const CONTINUE_PATH = '/content-authenticated/sign-on'

export interface ReceiveDeps {
  db: Db
  us: IdentityProvider
  /** Records why a request was refused, for administrators; the sender gets no reason. */
  onRefused: (reason: string) => void
}

/** What requests are checked against; the database's clock decides how old they are. */
export async function requestRules({ db, us }: Pick<ReceiveDeps, 'db' | 'us'>): Promise<RequestRules> {
  return {
    signOnUrl: us.signOnUrl,
    now: await databaseTime(db),
    find: (entityId) => findSignOnApplication(db, entityId),
  }
}

/**
 * Keeps a checked request until the user is known, and continues on a page of the portal: a post from another site
 * carries neither the session's token nor the binding cookie.
 */
export async function keepRequest(
  { db, onRefused }: ReceiveDeps,
  read: ReadRequest,
): Promise<Redirect | StandardRefusal> {
  if (typeof read === 'string') return refused(onRefused, read)
  const { application, request } = read
  const ticket = newToken()
  const isNew = await db.transact(everything, (tx) =>
    addApplicationRequest(tx, hashToken(ticket), application.systemId, request),
  )
  if (!isNew) return refused(onRefused, `a request of ${application.entityId} that was received before`)
  // In the fragment, which browsers send to no server.
  return new Redirect(`${CONTINUE_PATH}#request=${ticket}${request.isPassive ? '&passive' : ''}`)
}

function refused(onRefused: ReceiveDeps['onRefused'], reason: string): StandardRefusal {
  onRefused(reason)
  return refuse('400', sentences.sign_on_request_refused, { location: `${CONTINUE_PATH}#refused` })
}
