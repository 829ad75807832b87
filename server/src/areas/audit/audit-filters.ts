import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Scope } from '../../db/scope.ts'
import { run } from '../../db/run.ts'

/** Options of one request. */
const OPTIONS_MAX = 100

interface OptionsRequest {
  text?: string | undefined
  id?: number | undefined
  offset?: number | undefined
}

interface FilterOption {
  id: number
  nameTxt: string
}

interface FilterOptions {
  rows: FilterOption[]
  total: number
}

/**
 * Returns a page of the users of the scope whose name has the text, deleted ones included, by user name; and how many
 * there are.
 */
export type SearchUsers = (
  tx: Tx,
  scope: Scope,
  search: { text: string; offset: number; limit: number },
) => Promise<{ rows: readonly { id: number; userName: string }[]; total: number }>

/** Returns users of the scope by name, also deleted ones, whose events remain; ordered by user name. */
export async function findFilterUsers(
  searchUsers: SearchUsers,
  tx: Tx,
  scope: Scope,
  request: OptionsRequest,
): Promise<FilterOptions> {
  if (request.id !== undefined) {
    const byId = sql<FilterOption>`select id, user_name as "nameTxt" from users where id = ${request.id}`
    const rows = await run(tx, byId)
    return { rows, total: rows.length }
  }
  const { rows, total } = await searchUsers(tx, scope, {
    text: (request.text ?? '').normalize('NFC').trim(),
    offset: request.offset ?? 0,
    limit: OPTIONS_MAX,
  })
  return { rows: rows.map(({ id, userName }) => ({ id, nameTxt: userName })), total }
}

/** True where the scope of the transaction has this user, also a deleted one. */
export const isUserInScope = async (tx: Tx, id: number): Promise<boolean> =>
  (await run(tx, sql`select from users where id = ${id}`)).length > 0

/** Returns clients by a part of their name; only `clientId` unless it is null. */
export async function findFilterClients(
  tx: Tx,
  clientId: number | null,
  { text = '', id, offset = 0 }: OptionsRequest,
): Promise<FilterOptions> {
  const conditions = [
    ...(clientId === null ? [] : [sql`id = ${clientId}`]),
    ...(id === undefined
      ? [sql`position(lower(${text.normalize('NFC').trim()}) in lower(name::text)) > 0`]
      : [sql`id = ${id}`]),
  ]
  const found = await run(
    tx,
    sql<
      FilterOption & { total: number }
    >`select id, name::text as "nameTxt", count(*) over ()::integer as total from clients
         where ${sql.join(conditions, sql` and `)} order by name, id offset ${offset} limit ${OPTIONS_MAX}`,
  )
  return { rows: found.map(({ total: _, ...option }) => option), total: found[0]?.total ?? 0 }
}
