import type { AdminPage } from '@portico/contract/kit/guard.ts'
import type { ServiceScope } from '@portico/contract/kit/service-scopes.ts'
import type { Db, Tx } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { run, runFirst, runOne, write } from '../../db/run.ts'
import { arrayOf, bool, instant, int, json, nullable, type RowOf, statement, text, textOf } from '../../db/statement.ts'

// The tables `service_accounts` and `service_tokens`.

const tokenCaller = statement([text], {
  name: 'service accounts: token caller',
  text: `
  select token_id as "tokenId", keyed_hash as "keyedHash", is_live as "isLive", is_revoked as "isRevoked", last_used_at as "lastUsedAt",
         service_account_id as "serviceAccountId", name, client_id as "clientId", scopes,
         allowed_networks as "allowedNetworks", owner_id as "ownerId", user_name as "userName", first_name as "firstName",
         owner_client_id as "ownerClientId", email, is_internal as "isInternal", language, now
    from service_token_callers where prefix = $1`,
  row: {
    tokenId: int,
    keyedHash: text,
    isLive: bool,
    isRevoked: bool,
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

/** What a service account is. */
export interface NewServiceAccount {
  name: string
  ownerId: number
  /** Null: of the installation. */
  clientId: number | null
  scopes: readonly ServiceScope[]
  /** Addresses and networks in CIDR notation; none: from everywhere. */
  allowedNetworks: readonly string[]
  endsAt: Date
}

const insertAccount = statement([text, int, nullable(int), arrayOf(text), arrayOf(text), instant, nullable(int)], {
  name: 'service accounts: insert account',
  text: `
  insert into service_accounts (name, owner_id, client_id, scopes, allowed_networks, ends_at, created_by)
  values ($1, $2, $3, $4, array(select network(each::inet) from unnest($5::text[]) each), $6, $7) returning id`,
  row: { id: int },
})

/** Returns the id of the new account. */
export const insertServiceAccount = async (
  tx: Tx,
  { name, ownerId, clientId, scopes, allowedNetworks, endsAt }: NewServiceAccount,
  createdBy: number | null,
): Promise<number> =>
  (await runOne(tx, insertAccount(name, ownerId, clientId, [...scopes], allowedNetworks, endsAt, createdBy))).id

const updateAccount = statement([int, text, arrayOf(text), arrayOf(text), int], {
  name: 'service accounts: update account',
  text: `
  update service_accounts
     set name = $2, scopes = $3, allowed_networks = array(select network(each::inet) from unnest($4::text[]) each),
         changed_by = $5
   where id = $1`,
})

/** Stores what administrators change of an account. */
export const updateAccountRow = (
  tx: Tx,
  id: number,
  { name, scopes, allowedNetworks }: Pick<NewServiceAccount, 'name' | 'scopes' | 'allowedNetworks'>,
  changedBy: number,
) => run(tx, updateAccount(id, name, [...scopes], allowedNetworks, changedBy))

const comparedNetworks = statement([arrayOf(text), arrayOf(text)], {
  name: 'service accounts: compared networks',
  text: `
  select array(select network(each::inet)::text from unnest($1::text[]) with ordinality list (each, at) order by at)
           as stored,
         cardinality($2::text[]) = 0 or (cardinality($1::text[]) > 0 and not exists (
           select from unnest($1::text[]) one
            where not exists (select from unnest($2::text[]) wide where network(one::inet) <<= network(wide::inet))))
         as "isNarrower"`,
  row: { stored: arrayOf(text), isNarrower: bool },
})

/**
 * Returns networks as they are stored, and whether they allow no address that these others do not; none allow every
 * address.
 */
export const compareNetworks = (tx: Tx, networks: readonly string[], others: readonly string[]) =>
  runOne(tx, comparedNetworks(networks, others))

const accountOfName = statement([text, nullable(int)], {
  name: 'service accounts: account of name',
  text: `
  select id from service_accounts
   where lower(name) = lower($1) and coalesce(client_id, 0) = coalesce($2, 0) and revoked_at is null`,
  row: { id: int },
})

/** Undefined: no account of the employer, or of the installation, has the name. */
export const findAccountOfName = (tx: Tx, name: string, clientId: number | null) =>
  runFirst(tx, accountOfName(name, clientId))

const serviceOwner = statement([int], {
  name: 'service accounts: owner',
  text: `
  select owner.client_id as "clientId", owner.is_internal as "isInternal",
         array(select held.page_name from held_admin_pages held where held.user_id = owner.id) as pages
    from users owner where owner.id = $1 and owner.status = 1`,
  row: { clientId: int, isInternal: bool, pages: arrayOf(textOf<AdminPage>()) },
})

/** What decides whether a user may own an account; undefined: they are not active. */
export const findServiceOwner = (tx: Tx, userId: number) => runFirst(tx, serviceOwner(userId))

const lockAccount = statement([int], {
  name: 'service accounts: lock account',
  text: `
  select id, name, client_id as "clientId", owner_id as "ownerId", scopes, allowed_networks::text[] as "allowedNetworks",
         ends_at as "endsAt", version, changed_at as "changedAt", ${userNameSql('changed_by')} as "changedByName",
         clock_now() as now
    from service_accounts where id = $1 and revoked_at is null for update`,
  row: {
    id: int,
    name: text,
    clientId: nullable(int),
    ownerId: int,
    scopes: arrayOf(textOf<ServiceScope>()),
    allowedNetworks: arrayOf(text),
    endsAt: instant,
    version: int,
    changedAt: instant,
    changedByName: nullable(text),
    now: instant,
  },
})

/** A service account that is not revoked, locked until the end of the transaction. */
export type HeldServiceAccount = RowOf<typeof lockAccount>

/** Undefined: there is none, or it is revoked. */
export const lockServiceAccount = (tx: Tx, id: number) => runFirst(tx, lockAccount(id))

const insertToken = statement([int, text, text, instant], {
  name: 'service accounts: insert token',
  text: `
  insert into service_tokens (service_account_id, prefix, keyed_hash, expires_at) values ($1, $2, $3, $4) returning id`,
  row: { id: int },
})

export const insertServiceToken = (
  tx: Tx,
  { serviceAccountId, prefix, keyedHash, expiresAt }: NewServiceToken,
): Promise<{ id: number }> => runOne(tx, insertToken(serviceAccountId, prefix, keyedHash, expiresAt))

interface NewServiceToken {
  serviceAccountId: number
  prefix: string
  keyedHash: string
  expiresAt: Date
}

const liveTokens = statement([int], {
  name: 'service accounts: live tokens',
  text: `
  select id, prefix, expires_at as "expiresAt" from service_tokens
   where service_account_id = $1 and revoked_at is null and expires_at > clock_now() order by id`,
  row: { id: int, prefix: text, expiresAt: instant },
})

/** The tokens of an account that work, the oldest first. */
export const findLiveTokens = (tx: Tx, serviceAccountId: number) => run(tx, liveTokens(serviceAccountId))

const shortenTokens = statement([int, instant], {
  name: 'service accounts: shorten tokens',
  text: `
  update service_tokens set expires_at = $2
   where service_account_id = $1 and revoked_at is null and expires_at > $2 returning prefix`,
  row: { prefix: text },
})

/** Lets the tokens of an account end by a moment; returns those that would have gone on. */
export const shortenServiceTokens = (tx: Tx, serviceAccountId: number, by: Date) =>
  run(tx, shortenTokens(serviceAccountId, by))

const revokeAccount = statement([int, nullable(int)], {
  name: 'service accounts: revoke account',
  text: `
  with ended as (update service_tokens set revoked_at = clock_now() where service_account_id = $1 and revoked_at is null),
       act as (select clock_now() as at)
  update service_accounts set revoked_at = act.at, changed_at = act.at, changed_by = $2 from act where id = $1`,
})

/** Revokes the account with all of its tokens. `revokedBy` null: the command line. */
export const revokeAccountRow = (tx: Tx, id: number, revokedBy: number | null) => run(tx, revokeAccount(id, revokedBy))

const listedAccounts = statement([], {
  name: 'service accounts: listed accounts',
  text: `
  select account.id, account.name, account.scopes, account.allowed_networks::text[] as "allowedNetworks",
         account.ends_at as "endsAt", client.name::text as "clientName", owner.user_name as "ownerName",
         (select coalesce(jsonb_agg(jsonb_build_object('id', token.id, 'prefix', token.prefix, 'expiresAt', token.expires_at,
                   'lastUsedAt', token.last_used_at) order by token.id), '[]')
            from service_tokens token
           where token.service_account_id = account.id and token.revoked_at is null and token.expires_at > clock_now()) as tokens
    from service_accounts account
    join users owner on owner.id = account.owner_id
    left join clients client on client.id = account.client_id
   where account.revoked_at is null
   order by client.name nulls first, lower(account.name), account.id`,
  row: {
    id: int,
    name: text,
    scopes: arrayOf(textOf<ServiceScope>()),
    allowedNetworks: arrayOf(text),
    endsAt: instant,
    clientName: nullable(text),
    ownerName: text,
    tokens: json<readonly ListedToken[]>(),
  },
})

interface ListedToken {
  id: number
  prefix: string
  /** Times as JSON has them. */
  expiresAt: string
  lastUsedAt: string | null
}

/** The accounts that are not revoked, with their tokens that work. */
export const listServiceAccounts = (tx: Tx) => run(tx, listedAccounts())
