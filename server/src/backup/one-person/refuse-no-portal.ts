import type { OwnerClient } from '../../db/owner-connection.ts'
import { StartError } from '../../start-error.ts'

interface Readable {
  login: string
  owner: string | null
  /** A table that the role cannot read whole; null where it reads all. */
  hidden: string | null
}

const READABLE = `
  select current_user::text as login, pg_get_userbyid(users.relowner)::text as owner,
         (select relation.relname::text from pg_class relation
           where relation.relkind in ('r', 'p') and relation.relnamespace = users.relnamespace
             and relation.relowner = users.relowner
             and not (has_table_privilege(relation.oid, 'select') and not row_security_active(relation.oid))
           order by 1 limit 1) as hidden
    from (select 1) one left join pg_class users on users.oid = to_regclass('public.users')`

/** @throws StartError where the database has no portal in it, or the role cannot read all of one */
export async function refuseNoPortal(client: OwnerClient): Promise<void> {
  const { rows } = await client.query<Readable>(READABLE)
  const { login, owner, hidden } = rows[0] as Readable
  if (owner === null)
    throw new StartError(
      'The database that --from names has no portal in it: it has no table users. Name the restored database.',
    )
  if (hidden !== null)
    throw new StartError(
      `The role ${login} in --from cannot read all of the portal there, such as the table ${hidden}: name its owner, ${owner}.`,
    )
}
