import type { ListRequest } from '@portico/contract/kit/list.ts'
import type { ServiceScope } from '@portico/contract/kit/service-scopes.ts'
import { scopeRules } from '@portico/contract/service-accounts/scope-rules.ts'
import {
  SERVICE_ENDING_DAYS,
  SERVICE_UNUSED_DAYS,
  type ServiceAccountState,
} from '@portico/contract/service-accounts/service-account-rules.ts'
import { type ServiceAccount, serviceAccountList } from '@portico/contract/service-accounts/service-accounts.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type ListPage, listPage, type ListSource } from '../../db/list-page.ts'
import { run } from '../../db/run.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { hasWords } from '../../db/search-words.ts'

type Column = (typeof serviceAccountList.columns)[number]

interface Filters {
  nm?: string | undefined
  stateCd?: ServiceAccountState | undefined
  scopeCd?: ServiceScope | undefined
}

/** A row as its reader sees it, with times as JSON has them inside of the tokens. */
type ListedAccount = Omit<ServiceAccount, 'tokenList'> & {
  tokenList: readonly { serviceTokenId: number; prefixTxt: string; expireDt: string; lastUsedDt: string | null }[]
}

const days = (count: number) => sql.raw(`interval '${count} days'`)

const state = sql<ServiceAccountState>`case
  when account.revoked_at is not null or account.ends_at <= clock_now() then 'ended'
  when use.expires_at is null then 'tokenless'
  when use.expires_at <= clock_now() + ${days(SERVICE_ENDING_DAYS)} then 'ending'
  when use.last_used_at is null or use.last_used_at <= clock_now() - ${days(SERVICE_UNUSED_DAYS)} then 'unused'
  else 'active' end`

const isLive = sql`token.revoked_at is null and token.expires_at > clock_now()`

const from = sql`service_accounts account
  join users owner on owner.id = account.owner_id
  left join clients client on client.id = account.client_id
  cross join lateral (
    select max(token.last_used_at) as last_used_at,
           max(token.expires_at) filter (where ${isLive}) as expires_at
      from service_tokens token where token.service_account_id = account.id) use`

const serviceAccounts: ListSource<Column, Filters, ListedAccount> = {
  from,
  id: sql`account.id`,
  columns: {
    serviceAccountNm: sql`lower(account.name)`,
    clientNm: sql`lower(coalesce(client.name::text, ''))`,
    ownerNm: sql`lower(owner.user_name)`,
    expireDt: sql`coalesce(use.expires_at, '-infinity')`,
    lastUsedDt: sql`coalesce(use.last_used_at, '-infinity')`,
  },
  filters: {
    nm: (text) => hasWords(sql`lower(concat_ws(' ', account.name, client.name, owner.user_name))`, text),
    stateCd: (code) => sql`${state} = ${code}`,
    scopeCd: (scope) => sql`${scope} = any (account.scopes)`,
  },
  rows: {
    from: sql`(${from})`,
    id: sql`account.id`,
    select: sql<ListedAccount>`
      account.id as "serviceAccountId", account.name as "serviceAccountNm", client.name::text as "clientNm",
      owner.id as "ownerId", owner.user_name as "ownerNm", account.scopes as "scopeList",
      account.allowed_networks::text[] as "networkList", account.ends_at as "endDt", use.expires_at as "expireDt",
      use.last_used_at as "lastUsedDt", ${state} as "stateCd", account.version, account.revoked_at as "revokedDt",
      -- Revoking is the last change of an account.
      case when account.changed_at >= account.revoked_at then ${sql.raw(userNameSql('account.changed_by'))} end as "revokedByNm",
      (select coalesce(jsonb_agg(jsonb_build_object('serviceTokenId', token.id, 'prefixTxt', token.prefix,
                'expireDt', token.expires_at, 'lastUsedDt', token.last_used_at) order by token.id), '[]')
         from service_tokens token where token.service_account_id = account.id and ${isLive}) as "tokenList"`,
  },
}

/** Reads one page of the service accounts, revoked ones too, by name unless asked otherwise. */
export async function readServiceAccounts(
  tx: Tx,
  request: ListRequest<Column> & Filters,
): Promise<ListPage<ServiceAccount>> {
  const { rows, total } = await listPage(tx, serviceAccountList, serviceAccounts, request)
  return { rows: rows.map(withMoments), total }
}

const withMoments = ({ tokenList, ...account }: ListedAccount): ServiceAccount => ({
  ...account,
  tokenList: tokenList.map(({ expireDt, lastUsedDt, ...token }) => ({
    ...token,
    expireDt: new Date(expireDt),
    lastUsedDt: lastUsedDt === null ? null : new Date(lastUsedDt),
  })),
})

/** Owners of one request. */
const OWNERS_MAX = 100
const ownerPages = [...new Set(Object.values(scopeRules).map(({ page }) => page))]

interface OwnerRequest {
  text?: string | undefined
  id?: number | undefined
  offset?: number | undefined
}

/** Reads active users who hold a page that a scope needs, by user ID: those who can own a service account. */
export async function findServiceOwners(tx: Tx, { text = '', id, offset = 0 }: OwnerRequest) {
  const wanted = id === undefined ? hasWords(sql`owner.search_text`, text) : sql`owner.id = ${id}`
  const found = await run(
    tx,
    sql<{ id: number; nameTxt: string; total: number }>`
      select owner.id, owner.first_name || ' ' || owner.last_name || ' (' || owner.user_name || '), ' || employer.name::text
               as "nameTxt", count(*) over ()::integer as total
        from users owner join clients employer on employer.id = owner.client_id
       where owner.status = 1 and ${wanted}
         and owner.id in (select held.user_id from held_admin_pages held where held.page_name = any (${ownerPages}))
       order by owner.user_name, owner.id offset ${offset} limit ${OWNERS_MAX}`,
  )
  return { rows: found.map(({ total: _, ...owner }) => owner), total: found[0]?.total ?? 0 }
}
