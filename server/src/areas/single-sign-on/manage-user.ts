import { fullName } from '@portico/contract/users/full-name.ts'
import { createHash, X509Certificate } from 'node:crypto'
import type { Launch } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { newToken } from '../../crypto/tokens.ts'
import { Refusal, refuse } from '../../http/answers.ts'
import { adminScope, mayManageUser } from '../../http/authority.ts'
import type { Authority, CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { isSafeAddress } from '../federation/public.ts'
import { findTarget, type UserTarget } from '../permissions/public.ts'
import { formOrigins, openingTitle } from './hand-off.ts'
import type { OpenDeps } from './open-application.ts'
import type { SigningKey } from './saml-response.ts'
import type { Tx } from '../../db/database.ts'
import { runFirst } from '../../db/run.ts'
import { int, nullable, statement, text } from '../../db/statement.ts'

/** Seconds for which a system accepts the assertion (decision E20). */
const ASSERTION_SECONDS = 60

const selectSystems = statement([int], {
  name: 'single-sign-on: select systems',
  text: 'select name, setup_url as "setupUrl" from systems where id = $1 and deleted_at is null',
  row: { name: text, setupUrl: nullable(text) },
})

const selectUsers = statement([int], {
  name: 'manage user: select users',
  text: 'select user_name as "userName" from users where id = $1',
  row: { userName: text },
})

/**
 * Hands an administrator over to the page of a system that sets up the accounts of a user (decision E20): a signed
 * token of one minute. Its `jti` lets the system accept it once.
 */
export async function manageUserAt(
  deps: OpenDeps,
  context: CallContext,
  { userId, systemId }: { userId: number; systemId: number },
): Promise<Launch | Refusal<'404' | '403', null>> {
  const { caller } = context
  const authority = await caller.authority()
  const found = await deps.db.transact(adminScope(caller), async (tx) => {
    const user = await findTarget(tx, userId)
    if (!user || !mayManageUser(authority, user) || !grantsSystem(authority, systemId))
      return refuse('404', sentences.user_not_found) as Refusal<'404', null>
    const system = await runFirst(tx, selectSystems(systemId))
    if (!system?.setupUrl || !isSafeAddress(system.setupUrl))
      return refuse('404', sentences.sign_on_no_page) as Refusal<'404', null>
    recordHandOff(tx, context, { user, systemId })
    const admin = await runFirst(tx, selectUsers(caller.user.id))
    return { user, name: system.name, setupUrl: system.setupUrl, adminName: admin?.userName ?? '' }
  })
  if (found instanceof Refusal) return found
  const { user, name, setupUrl, adminName } = found
  const assertion = await signedAssertion(await deps.keys.current(), {
    iss: deps.us.entityId,
    aud: new URL(setupUrl).origin,
    sub: user.userName,
    email: user.email,
    name: fullName(user),
    act: { sub: adminName },
  })
  const title = await openingTitle(deps, context, name)
  return {
    url: setupUrl,
    method: 'POST',
    fields: { assertion, referrer: 'CP' },
    openInNewWindowFlg: true,
    handOffUrl: deps.seals.addressOf({ ...title, origins: formOrigins(setupUrl, []) }),
  }
}

const grantsSystem = ({ isPortalAdmin, adminSystemIds }: Authority, systemId: number) =>
  isPortalAdmin || adminSystemIds.includes(systemId)

function recordHandOff(
  tx: Tx,
  { caller, request }: CallContext,
  { user, systemId }: { user: UserTarget; systemId: number },
): void {
  recordAudit(tx, request, {
    event: 'accounts_page_opened',
    ...auditActor(caller),
    subjectId: user.id,
    target: { kind: 'system', id: systemId },
  })
}

/** The library is loaded at the first hand-off. */
async function signedAssertion({ privateKey, certificate }: SigningKey, claims: Record<string, unknown>) {
  const { SignJWT } = await import('jose')
  const { raw } = new X509Certificate(certificate)
  return new SignJWT(claims)
    .setProtectedHeader({
      alg: 'RS256',
      typ: 'JWT',
      // The certificate is in the metadata of the portal.
      'x5t#S256': createHash('sha256').update(raw).digest('base64url'),
    })
    .setJti(newToken())
    .setIssuedAt()
    .setExpirationTime(`${ASSERTION_SECONDS} s`)
    .sign(privateKey)
}
