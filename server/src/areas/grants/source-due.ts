import { endOf } from './source-ends.ts'
import { mayGiveBySource } from './source-rights.ts'

/** The first source by kind and number, of those that may give something now where one may; `column` is what is read of it. */
const firstOf = (column: string, type: string) => `
  (array_agg(access.${column} order by (${mayGiveBySource('access', 'people')}) is true desc, access.kind, access.source_id)
   )[1]::${type} as ${column}`

interface DueParts {
  /** SQL: which of the sources `one` count. */
  readonly sources: string
  /** SQL: the view of what sources give, joined with the sources `one`. */
  readonly access: string
  /** Columns of `access` that say what is given. */
  readonly item: string
}

/**
 * SQL of common table expressions: $1: employer, $2: users, of whom those count who are of this employer now. `due` has
 * what their sources give, `lasts` and `may_last` as `endOf`; `granted_by` is null where no giver may do so now. The
 * planner knows nothing of the size of the parts: they are joined with small ones alone, and otherwise compared by hashes
 * (`in`, `not in`), so that time grows with the number of users.
 */
export const dueBySources = ({ sources, access, item }: DueParts): string => `
  belongs as materialized (
    select one.kind, one.source_id, one.user_id, nullif(${endOf('one')}, 'infinity') as ends_at from source_members one
     where one.client_id = $1 and one.user_id = any ($2::integer[]) and ${sources}
     group by one.kind, one.source_id, one.user_id),
  people as materialized (
    select one.kind, one.source_id, one.ends_at, target.id as user_id, target.status, target.is_internal, held.is_portal_admin,
           held.admin_system_ids, held.page_ids, held.may_sign_on_as
      from belongs one join users target on target.id = one.user_id and target.client_id = $1
      join protected_authorities held on held.user_id = target.id),
  access as materialized (
    select * from (select distinct belongs.kind, belongs.source_id from belongs) one join ${access}),
  due as materialized (
    select people.user_id, ${item},
           (array_agg(access.granted_by order by access.kind, access.source_id)
              filter (where ${mayGiveBySource('access', 'people')}))[1]::integer as granted_by,
           ${firstOf('kind', 'text')}, ${firstOf('name', 'text')}, ${firstOf('version', 'integer')},
           ${endOf('people')} as lasts, ${endOf('people', mayGiveBySource('access', 'people'))} as may_last
      from people join access on access.kind = people.kind and access.source_id = people.source_id
     group by people.user_id, ${item})`
