import { emailDomain } from '@portico/contract/account-rules.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import type { AssignableClient } from '../users/public.ts'
import { type BatchKnowledge, keysOf, type KnownUser, nameKey } from './import-check-rules.ts'
import type { GivenRow } from './import-rows.ts'

const clientColumns = `client.id, client.name::text as name, client.takes_international_phones as "takesInternationalPhones"`

const employersByName = `
  select given as key, ${clientColumns}
    from unnest($1::text[]) given
    join clients client on lower(client.name) = lower(given collate "en-x-icu") and not client.is_deleted`

const employersByDomain = `
  select domain.domain as key, ${clientColumns}
    from client_domains domain join clients client on client.id = domain.client_id and not client.is_deleted
   where domain.domain = any($1::text[]) and domain.is_confirmed`

const departmentsByName = `
  select given as key, department.id
    from unnest($1::text[]) given
    join departments department on lower(department.name) = lower(given collate "en-x-icu")`

/** User names are unique among everyone; of other clients' users nothing else is looked up. */
const usersOfRows = `
  select each."row",
         exists (select from users where user_name_folded = fold_user_name(each."userName")) as "isNameTaken",
         exists (select from users where email_folded = fold_email(each.email) and status < 3
           and ($2::integer is null or client_id = $2)) as "isEmailUsed",
         exists (select from users where email_folded = fold_email(each.email) and status < 3
           and ($2::integer is null or client_id = $2)
           and lower((first_name || ' ' || last_name) collate "en-x-icu") = lower(each.person collate "en-x-icu")) as "isPersonKnown"
    from jsonb_to_recordset($1::jsonb) each ("row" integer, "userName" text, email text, person text)`

/**
 * Reads what the database has about the rows, in one round trip. The transaction must see everyone.
 * @param onlyClientId the client of an external administrator; null: users of every client count
 */
export async function readKnowledge(
  tx: Tx,
  rows: readonly GivenRow[],
  onlyClientId: number | null,
): Promise<BatchKnowledge> {
  const distinct = (values: readonly (string | undefined)[]) => [
    ...new Set(values.filter((value) => value !== undefined && value !== '')),
  ]
  const domains = distinct(rows.map(({ given }) => emailDomain(given.emailAddress?.trim() ?? '').toLowerCase()))
  const [employers, ofDomain, departments, internal, users] = await Promise.all([
    query<AssignableClient & { key: string }>(tx, employersByName, [
      distinct(rows.map(({ given }) => given.employerNm && nameKey(given.employerNm))),
    ]),
    query<AssignableClient & { key: string }>(tx, employersByDomain, [domains]),
    query<{ key: string; id: number }>(tx, departmentsByName, [
      distinct(rows.map(({ given }) => given.departmentNm && nameKey(given.departmentNm))),
    ]),
    query<{ domain: string }>(
      tx,
      'select lower(domain) as domain from internal_domains where lower(domain) = any($1::text[])',
      [domains],
    ),
    query<KnownUser & { row: number }>(tx, usersOfRows, [
      JSON.stringify(rows.map(({ row, given }) => ({ row, ...keysOf(given) }))),
      onlyClientId,
    ]),
  ])
  return {
    employers: new Map(employers.map((client) => [client.key, client])),
    employersOfDomain: Map.groupBy(ofDomain, ({ key }) => key),
    departments: new Map(departments.map(({ key, id }) => [key, id])),
    internalDomains: new Set(internal.map(({ domain }) => domain)),
    users: new Map(users.map((user) => [user.row, user])),
  }
}
