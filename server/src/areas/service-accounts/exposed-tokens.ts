import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { int } from '../../db/statement.ts'
import { type Refusal, refuse } from '../../http/answers.ts'
import type { TokenRequest } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { recordAudit } from '../audit/public.ts'
import { addSelectedMails, mailsOf } from '../mail/public.ts'
import { findToken, type ServiceAuthenticationDeps } from './authenticate-service.ts'
import { revokeServiceToken, type TokenCaller } from './service-account-store.ts'
import { readServiceToken } from './service-token.ts'

type ExposingRequest = Pick<TokenRequest, 'id' | 'address'>

/**
 * Addresses are logged and kept in histories: tokens that came in one are revoked, and their owners and the portal
 * administrators notified. Nothing is written where they are revoked already.
 */
export async function revokeExposedTokens(
  deps: ServiceAuthenticationDeps,
  tokens: readonly string[],
  request: ExposingRequest,
): Promise<Refusal> {
  for (const text of tokens) {
    const token = readServiceToken(text)
    const found = token && (await findToken(deps, token))
    if (found && !found.isRevoked) await deps.db.transact(everything, (tx) => revoke(tx, request, found))
  }
  return refuse('400', sentences.service_token_in_address)
}

async function revoke(tx: Tx, { id, address }: ExposingRequest, found: TokenCaller): Promise<void> {
  const revoked = await revokeServiceToken(tx, found.tokenId)
  if (!revoked) return
  recordAudit(
    tx,
    { id, address, serviceAccountId: found.serviceAccountId },
    {
      event: 'service_token_exposed',
      actorId: null,
      subjectId: found.ownerId,
      sessionId: null,
      clientId: found.clientId,
      target: { kind: 'service-account', id: found.serviceAccountId },
      after: { token: revoked.prefix },
    },
  )
  await addSelectedMails(tx, notices(found.tokenId))
}

const notices = mailsOf(
  [int],
  'service accounts: exposed token notices',
  `
  select 'service-token-exposed:' || token.id || ':' || reader.id as dedupe_key, reader.email as to_address, reader.client_id,
         'service-token-exposed' as template,
         jsonb_build_object('firstName', reader.first_name, 'account', account.name, 'token', token.prefix) as fields,
         null::timestamptz as good_until
    from service_tokens token
    join service_accounts account on account.id = token.service_account_id
    join users reader on reader.status = 1 and (reader.id = account.owner_id or reader.is_internal and exists (
      select from current_system_grants portal
       where portal.user_id = reader.id and portal.system_id = ${PORTAL_SYSTEM_ID} and portal.is_admin))
   where token.id = $1`,
)
