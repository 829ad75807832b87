import type { Tx } from '../../db/database.ts'
import { queue, run } from '../../db/run.ts'
import { int, json, jsonText, nullable, statement, text } from '../../db/statement.ts'
import type { ActContext } from '../../http/caller.ts'
import { auditChange } from '../audit/public.ts'
import { lockClients } from './client-store.ts'

/** An email domain of a client, and how users with addresses of it sign in. */
export interface ClientDomain {
  readonly domain: string
  readonly signIn: 'password' | 'directory' | 'federated'
}

const domainsOf = `
  coalesce((select jsonb_agg(jsonb_build_object('domain', one.domain, 'signIn', one.sign_in_kind) order by one.domain collate "C")
              from client_domains one where one.client_id = client.id and one.is_confirmed), '[]')`

const selectRecords = statement([], {
  name: 'clients: select records',
  text: `select client.id, client.name::text as name, client.code, ${domainsOf} as domains
           from clients client where not client.is_deleted order by client.name, client.id`,
  row: { id: int, name: text, code: nullable(text), domains: json<ClientDomain[]>() },
})

/** Every client by name, with its code and its confirmed email domains. */
export const listClientRecords = (tx: Tx) => run(tx, selectRecords())

const lockDomains = statement([int], {
  name: 'clients: lock domains',
  text: `
  with held as materialized (select id from clients where id = $1 for update)
  select ${domainsOf} as domains from held client`,
  row: { domains: json<ClientDomain[]>() },
})

const deleteDomains = statement([int, jsonText], {
  name: 'clients: delete domains',
  text: `delete from client_domains
          where client_id = $1 and is_confirmed
            and domain not in (select stated.domain from jsonb_to_recordset($2::jsonb) stated (domain text))`,
})

const putDomains = statement([int, jsonText], {
  name: 'clients: put domains',
  text: `
  insert into client_domains (client_id, domain, is_confirmed, sign_in_kind)
  select $1, stated.domain, true, stated."signIn"
    from jsonb_to_recordset($2::jsonb) stated (domain text, "signIn" text)
  on conflict (client_id, domain) do update set is_confirmed = true, sign_in_kind = excluded.sign_in_kind`,
})

/** Domains in the order of their names, with their fields in one order. */
const inOrder = (domains: readonly ClientDomain[]): ClientDomain[] =>
  domains
    .map(({ domain, signIn }) => ({ domain, signIn }))
    .toSorted((one, other) => (one.domain < other.domain ? -1 : 1))

/**
 * Replaces the confirmed email domains of a client, and records what differs. Returns false, and changes nothing, where
 * they are not those that were read. No call of the contract does this: its callers check the page Client Settings.
 */
export async function saveClientDomains(
  tx: Tx,
  by: ActContext,
  clientId: number,
  { read, stated }: Readonly<Record<'read' | 'stated', readonly ClientDomain[]>>,
): Promise<boolean> {
  const [held] = await run(tx, lockDomains(clientId))
  if (!held || JSON.stringify(inOrder(held.domains)) !== JSON.stringify(inOrder(read))) return false
  const domains = inOrder(stated)
  const target = { event: 'client_changed', kind: 'client', id: clientId, clientId } as const
  if (!auditChange(tx, by, target, { domains: inOrder(held.domains) }, { domains })) return true
  const values = JSON.stringify(domains)
  queue(tx, deleteDomains(clientId, values))
  queue(tx, putDomains(clientId, values))
  return true
}

const updateName = statement([int, text, text], {
  name: 'clients: update name',
  text: `
  update clients client set name = $3, updated_at = clock_now()
   where id = $1 and name = $2 and not is_deleted
     and not exists (select from clients other where lower(other.name) = lower($3) and other.id <> $1 and not other.is_deleted)
  returning client.id`,
  row: { id: int },
})

/**
 * Renames a client, and records it. Returns false, and changes nothing, where it has another name than was read, or
 * another client has the new one. No call of the contract does this: its callers check the page Client Settings.
 */
export async function renameClient(
  tx: Tx,
  by: ActContext,
  clientId: number,
  { read, stated }: Readonly<Record<'read' | 'stated', string>>,
): Promise<boolean> {
  await lockClients(tx)
  if ((await run(tx, updateName(clientId, read, stated))).length === 0) return false
  auditChange(
    tx,
    by,
    { event: 'client_changed', kind: 'client', id: clientId, clientId },
    { name: read },
    { name: stated },
  )
  return true
}
