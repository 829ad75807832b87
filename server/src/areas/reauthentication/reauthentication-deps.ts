import { sentences } from '../../http/sentences.ts'
import { hashToken } from '../../crypto/tokens.ts'
import type { Db, Tx } from '../../db/database.ts'
import { refuseField } from '../../http/answers.ts'
import type { CallContext, RequestContext } from '../../http/caller.ts'
import type { PasswordDirectory } from '../../ports/directory/directory.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import type { PasswordHashing } from '../../crypto/password-hashing.ts'
import type { FactorDeps } from '../second-factor/public.ts'
import { markAuthenticated } from '../session/public.ts'

export interface ReauthenticationDeps extends Pick<FactorDeps, 'db' | 'keys' | 'provider' | 'publicUrl'> {
  db: Db
  hashing: PasswordHashing
  /** Checks passwords of directory users that are typed here; null where there is no such directory. */
  directory: PasswordDirectory | null
  /** Where a trip to the company's provider begins; undefined where the user has no such provider. */
  findStartUrl(account: {
    userName: string
    clientId: number
    signInKind: 'password' | 'directory' | 'federated'
  }): Promise<string | undefined>
}

/** The hash of the browser's binding, which a session always has. */
export const bindingHashOf = ({ binding = '' }: RequestContext): Buffer => hashToken(binding)

/** Marks the session as just authenticated and records it. */
export async function noteAuthenticated(tx: Tx, { caller, request }: CallContext, by: string): Promise<null> {
  await markAuthenticated(tx, caller.sessionId)
  recordAudit(tx, request, { event: 'authn_reauthentication', ...auditActor(caller), after: { by } })
  return null
}

export const recordReauthenticationFailure = (tx: Tx, { caller, request }: CallContext, by: string): void =>
  recordAudit(tx, request, { event: 'authn_reauthentication_fail', ...auditActor(caller), after: { by } })

/** The token of the step before is unknown, used up, expired, or of another browser. */
export const stepIsOver = () => refuseField('token', sentences.reauth_failed)
