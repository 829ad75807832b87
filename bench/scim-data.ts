import { TOKEN_PURPOSE } from '../server/src/areas/service-accounts/authenticate-service.ts'
import { newServiceToken } from '../server/src/areas/service-accounts/service-token.ts'
import { keyRing } from '../server/src/crypto/key-ring.ts'
import { makeAdministrator } from './list-cases.ts'
import type { BenchData } from './load-data.ts'
import { onDatabase } from './postgres.ts'
import { benchKeys } from './servers.ts'

/** The employer whose directory provides people. */
export const EMPLOYER = 2001

/** Members of each group. */
const GROUP_SIZE = 500

export const PERSON = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** Accounts as a directory has made them. The number of a user here is far from those of the data. */
const accounts = `
  insert into users (id, user_name, first_name, last_name, email, client_id, department_id, status, second_factor_required, sign_in_kind,
    work_phone, employee_id, job_title, provided_fields, created_at)
  select 5000000 + n, 'person.' || n, 'Given' || n % 1000, 'Family' || n % 7919, 'person.' || n || '@directory.example.test',
    ${EMPLOYER}, 1 + n % 40, 1, false, 'federated', '2065550100', 'e' || n, 'Clerk', '{firstName,lastName,email}', now()
  from generate_series(1, $1) n`

const people = `
  insert into scim_users (id, client_id, user_id, doc, is_active)
  select n, ${EMPLOYER}, 5000000 + n, jsonb_build_object(
      'userName', 'person.' || n, 'externalId', 'ext-' || n,
      'name', jsonb_build_object('givenName', 'Given' || n % 1000, 'familyName', 'Family' || n % 7919),
      'displayName', 'Given' || n % 1000 || ' Family' || n % 7919, 'title', 'Clerk',
      'emails', jsonb_build_array(jsonb_build_object(
        'value', 'person.' || n || '@directory.example.test', 'type', 'work', 'primary', true)),
      'phoneNumbers', jsonb_build_array(jsonb_build_object('value', '2065550100', 'type', 'work')),
      '${ENTERPRISE}', jsonb_build_object('employeeNumber', 'e' || n, 'department', 'Department ' || 1 + n % 40)), true
  from generate_series(1, $1) n`

const groups = `
  insert into scim_groups (id, client_id, doc)
  select n, ${EMPLOYER}, jsonb_build_object('displayName', 'Group ' || n) from generate_series(1, greatest(1, $1 / ${GROUP_SIZE})) n`

const members = `
  insert into scim_group_members (client_id, group_id, member_id)
  select ${EMPLOYER}, 1 + (n - 1) / ${GROUP_SIZE}, n from generate_series(1, $1 / ${GROUP_SIZE} * ${GROUP_SIZE}) n
  union
  select ${EMPLOYER}, 1 + (n * 7) % greatest(1, $1 / ${GROUP_SIZE}), n from generate_series(1, $1, 2) n`

const settled = `
  select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users)),
    setval(pg_get_serial_sequence('scim_users', 'id'), greatest(1, (select max(id) from scim_users))),
    setval(pg_get_serial_sequence('scim_groups', 'id'), (select max(id) from scim_groups))`

/** Makes an employer whose directory has provided that many people, in groups; returns the token of the directory. */
export async function loadDirectory(data: BenchData, size: number): Promise<string> {
  const { uid } = await makeAdministrator(data)
  const { token, prefix } = newServiceToken()
  await onDatabase(data.url, async (client) => {
    await client.query("set synchronous_commit = off; set work_mem = '64MB'")
    await client.query(`insert into clients (id, name) values (${EMPLOYER}, 'Directory')`)
    await client.query(
      // People sign in at their company, as where a directory is connected: nobody gets a first password by mail.
      `insert into client_domains (client_id, domain, is_confirmed, sign_in_kind)
       values (${EMPLOYER}, 'directory.example.test', true, 'federated')`,
    )
    await client.query(accounts, [size])
    await client.query(people, [size])
    await client.query(groups, [size])
    await client.query(members, [size])
    await client.query(settled)
    const { rows } = await client.query<{ id: number }>(
      `insert into service_accounts (name, owner_id, client_id, scopes, ends_at)
       values ('Directory', $1, ${EMPLOYER}, '{scim}', now() + interval '30 days') returning id`,
      [uid],
    )
    await client.query(
      `insert into service_tokens (service_account_id, prefix, keyed_hash, expires_at)
       values ($1, $2, $3, now() + interval '30 days')`,
      [rows[0]?.id, prefix, keyRing(benchKeys).sign(TOKEN_PURPOSE, token)],
    )
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })
  return token
}
