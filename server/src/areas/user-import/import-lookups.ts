import { emailDomain } from '@portico/contract/account/account-rules.ts'
import type { Tx } from '../../db/database.ts'
import { type BatchKnowledge, keysOf } from './import-check-rules.ts'
import { nameKey } from './import-names.ts'
import type { GivenRow } from './import-rows.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, int, jsonText, nullable, statement, text } from '../../db/statement.ts'

const clientColumns = `client.id, client.name::text as name`

/** Misspelt names of a batch that are compared with all employers, and employers that each is compared with closely. */
const MISSPELT_MAX = 50
const SIMILAR_MAX = 5

const employersByNameRow = { key: text, id: int, name: text }

const employersByName = statement([arrayOf(text)], {
  name: 'user-import: employers by name',
  text: `
  select given as key, ${clientColumns}
    from unnest($1::text[]) given
    join clients client on lower(client.name) = lower(given collate "en-x-icu") and not client.is_deleted`,
  row: employersByNameRow,
})

const employersByDomain = statement([arrayOf(text)], {
  name: 'user-import: employers by domain',
  text: `
  select domain.domain as key, ${clientColumns}
    from client_domains domain join clients client on client.id = domain.client_id and not client.is_deleted
   where domain.domain = any($1::text[]) and domain.is_confirmed`,
  row: employersByNameRow,
})

const similarEmployers = statement([arrayOf(text)], {
  name: 'user-import: similar employers',
  text: `
  select given as key, client.name
    from unnest($1::text[]) given
    cross join lateral (
      select name::text as name from clients where not is_deleted
       order by lower(name) <-> given, name limit ${SIMILAR_MAX}) client`,
  row: { key: text, name: text },
})

const departmentsByName = statement([arrayOf(text)], {
  name: 'user-import: departments by name',
  text: `
  select given as key, department.id
    from unnest($1::text[]) given
    join departments department on lower(department.name) = lower(given collate "en-x-icu")`,
  row: { key: text, id: int },
})

/** User names are unique among everyone; of other clients' users nothing else is looked up. */
const usersOfRows = statement([jsonText, nullable(int)], {
  name: 'user-import: users of rows',
  text: `
  select each."row",
         exists (select from users where user_name_folded = fold_user_name(each."userName")) as "isNameTaken",
         exists (select from users where email_folded = fold_email(each.email) and status < 3
           and ($2::integer is null or client_id = $2)) as "isEmailUsed",
         exists (select from users where email_folded = fold_email(each.email) and status < 3
           and ($2::integer is null or client_id = $2)
           and lower((first_name || ' ' || last_name) collate "en-x-icu") = lower(each.person collate "en-x-icu")) as "isPersonKnown"
    from jsonb_to_recordset($1::jsonb) each ("row" integer, "userName" text, email text, person text)`,
  row: { row: int, isNameTaken: bool, isEmailUsed: bool, isPersonKnown: bool },
})

const selectInternalDomains = statement([arrayOf(text)], {
  name: 'user-import: select internal domains',
  text: 'select lower(domain) as domain from internal_domains where lower(domain) = any($1::text[])',
  row: { domain: text },
})

/**
 * Reads what the database has about the rows, in one round trip, and in another one about misspelt employers. The transaction must see everyone.
 * @param onlyClientId the client of an external administrator; null: users of every client count
 */
export async function readKnowledge(
  tx: Tx,
  rows: readonly GivenRow[],
  onlyClientId: number | null,
): Promise<BatchKnowledge> {
  const distinct = (values: readonly (string | undefined)[]) => [
    ...new Set(values.filter((value): value is string => value !== undefined && value !== '')),
  ]
  const domains = distinct(rows.map(({ given }) => emailDomain(given.emailAddress?.trim() ?? '').toLowerCase()))
  const names = distinct(rows.map(({ given }) => given.employerNm && nameKey(given.employerNm)))
  const [employers, ofDomain, departments, internal, users] = await Promise.all([
    run(tx, employersByName(names)),
    run(tx, employersByDomain(domains)),
    run(tx, departmentsByName(distinct(rows.map(({ given }) => given.departmentNm && nameKey(given.departmentNm))))),
    run(tx, selectInternalDomains(domains)),
    run(tx, usersOfRows(JSON.stringify(rows.map(({ row, given }) => ({ row, ...keysOf(given) }))), onlyClientId)),
  ])
  const found = new Set(employers.map(({ key }) => key))
  const misspelt = onlyClientId === null ? names.filter((name) => !found.has(name)).slice(0, MISSPELT_MAX) : []
  const similar = misspelt.length > 0 ? await run(tx, similarEmployers(misspelt)) : []
  return {
    similarEmployers: new Map(
      [...Map.groupBy(similar, ({ key }) => key)].map(([key, clients]) => [key, clients.map(({ name }) => name)]),
    ),
    employers: new Map(employers.map((client) => [client.key, client])),
    employersOfDomain: Map.groupBy(ofDomain, ({ key }) => key),
    departments: new Map(departments.map(({ key, id }) => [key, id])),
    internalDomains: new Set(internal.map(({ domain }) => domain)),
    users: new Map(users.map((user) => [user.row, user])),
  }
}
