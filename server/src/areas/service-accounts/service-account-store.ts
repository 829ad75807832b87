import type { ServiceScope } from '@portico/contract/kit/service-scopes.ts'
import type { Db, Tx } from '../../db/database.ts'
import { runFirst, write } from '../../db/run.ts'
import { arrayOf, bool, instant, int, nullable, type RowOf, statement, text, textOf } from '../../db/statement.ts'

// The tables `service_accounts` and `service_tokens`.

const tokenCaller = statement([text], {
  name: 'service accounts: token caller',
  text: `
  select token_id as "tokenId", keyed_hash as "keyedHash", is_live as "isLive", last_used_at as "lastUsedAt",
         service_account_id as "serviceAccountId", name, client_id as "clientId", scopes,
         allowed_networks as "allowedNetworks", owner_id as "ownerId", user_name as "userName", first_name as "firstName",
         owner_client_id as "ownerClientId", email, is_internal as "isInternal", language, now
    from service_token_callers where prefix = $1`,
  row: {
    tokenId: int,
    keyedHash: text,
    isLive: bool,
    lastUsedAt: nullable(instant),
    serviceAccountId: int,
    name: text,
    clientId: nullable(int),
    scopes: arrayOf(textOf<ServiceScope>()),
    allowedNetworks: arrayOf(text),
    ownerId: int,
    userName: text,
    firstName: text,
    ownerClientId: int,
    email: text,
    isInternal: bool,
    language: nullable(text),
    now: instant,
  },
})

/** A token with its account and its owner, as they are now. */
export type TokenCaller = RowOf<typeof tokenCaller>

/** Undefined: no token begins so. */
export const findTokenCaller = (on: Pick<Db, 'send'>, prefix: string): Promise<TokenCaller | undefined> =>
  runFirst(on, tokenCaller(prefix))

const touchToken = statement([int, text], {
  name: 'service accounts: touch token',
  text: `
  with touched as (
    update service_tokens set last_used_at = clock_now(), keyed_hash = $2
     where id = $1 and (last_used_at is null or last_used_at <= clock_now() - interval '1 minute') returning 1)
  select set_config('synchronous_commit', 'off', true) as setting from (values (1)) now left join touched on true`,
  row: { setting: text },
})

/** Notes that the token is used, at most once a minute, with its hash by the newest key. May be lost in a crash. */
export const touchServiceToken = (db: Db, id: number, keyedHash: string) => write(db, touchToken(id, keyedHash))

const revokeToken = statement([int, nullable(int)], {
  name: 'service accounts: revoke token',
  text: `
  update service_tokens set revoked_at = clock_now()
   where id = $1 and revoked_at is null and service_account_id = coalesce($2, service_account_id)
  returning prefix`,
  row: { prefix: text },
})

/** Returns the prefix of the token; undefined where the account has no such token that is not yet revoked. */
export const revokeServiceToken = (tx: Tx, id: number, serviceAccountId?: number) =>
  runFirst(tx, revokeToken(id, serviceAccountId))
