import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Scope } from '../../db/scope.ts'
import { readUserPage } from '../users/public.ts'
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

const ALL_STATUSES = [1, 2, 3]

/** Returns users of the scope by name, also deleted ones, whose events remain; ordered by user name. */
export async function findFilterUsers(tx: Tx, scope: Scope, request: OptionsRequest): Promise<FilterOptions> {
  if (request.id !== undefined) {
    const byId = sql<FilterOption>`select id, user_name as "nameTxt" from users where id = ${request.id}`
    const rows = await run(tx, byId)
    return { rows, total: rows.length }
  }
  const { rows, total } = await readUserPage(tx, scope, {
    statuses: ALL_STATUSES,
    text: (request.text ?? '').normalize('NFC').trim(),
    clientId: null,
    lastSignedInBefore: null,
    column: 'userName',
    isDescending: false,
    offset: request.offset ?? 0,
    limit: OPTIONS_MAX,
  })
  return { rows: rows.map(({ id, userName }) => ({ id, nameTxt: userName })), total }
}

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
