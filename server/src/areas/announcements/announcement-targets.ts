import { ALL_APPLICATIONS_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Targets } from './announcement-rules.ts'
import { run } from '../../db/run.ts'
import { arrayOf, int, statement, text } from '../../db/statement.ts'

interface Named {
  id: number
  name: string
}

/** Systems that users can hold: the first one stands for all of them (decision H4). */
const systems = statement([], {
  name: 'announcements: systems',
  text: `
  select id as "systemId", name::text as "systemNm" from systems where deleted_at is null and id <> ${ALL_APPLICATIONS_ID} order by name, id`,
  row: { systemId: int, systemNm: text },
})

/** The applications that an announcement can be for. */
export const listTargetSystems = (tx: Tx) => run(tx, systems())

const selectIndustries = statement([], {
  name: 'announcements: select industries',
  text: 'select id as "marketId", name::text as "marketNm" from industries order by name, id',
  row: { marketId: int, marketNm: text },
})

/** The industries that an announcement can be for. */
export const listTargetIndustries = (tx: Tx) => run(tx, selectIndustries())

const clientsOfIndustries = statement([arrayOf(int)], {
  name: 'announcements: clients of industries',
  text: `
  select id as "clientId", name::text as "clientNm" from clients
   where not is_deleted
     and ($1::integer[] = '{}' or exists (
       select from client_industries held where held.client_id = clients.id and held.industry_id = any($1)))
   order by name, id`,
  row: { clientId: int, clientNm: text },
})

/** The clients of any of the industries; of none given, all clients. */
export const listTargetClients = (tx: Tx, industries: readonly number[]) => run(tx, clientsOfIndustries(industries))

/** Where each kind of target is kept, and which of its records an announcement may name. */
const kinds = {
  systems: {
    table: 'announcement_systems',
    column: 'system_id',
    of: 'systems',
    isThere: `deleted_at is null and id <> ${ALL_APPLICATIONS_ID}`,
  },
  industries: { table: 'announcement_industries', column: 'industry_id', of: 'industries', isThere: 'true' },
  departments: { table: 'announcement_departments', column: 'department_id', of: 'departments', isThere: 'true' },
  clients: { table: 'announcement_clients', column: 'client_id', of: 'clients', isThere: 'not is_deleted' },
} as const satisfies Record<keyof Targets, object>

export const targetKinds = Object.keys(kinds) as (keyof Targets)[]

/** The chosen ones that may be no target, with the names of those that are still stored. Locks the others. */
export async function missingTargets(
  tx: Tx,
  kind: keyof Targets,
  ids: readonly number[],
): Promise<{ count: number; names: string[] }> {
  if (ids.length === 0) return { count: 0, names: [] }
  const { of, isThere } = kinds[kind]
  const there = await run(
    tx,
    sql<{
      id: number
    }>`select id from ${sql.table(of)} where id = any(${[...ids]}::integer[]) and ${sql.raw(isThere)} for key share`,
  )
  const gone = ids.filter((id) => !there.some((found) => found.id === id))
  if (gone.length === 0) return { count: 0, names: [] }
  const named = await run(
    tx,
    sql<Named>`select id, name::text as name from ${sql.table(of)} where id = any(${gone}::integer[]) order by name`,
  )
  return { count: gone.length, names: named.map(({ name }) => name) }
}

/** Reads the targets of an announcement. */
export async function readAnnouncementTargets(tx: Tx, announcementId: number): Promise<Targets> {
  const read = async (kind: keyof Targets) => {
    const { table, column } = kinds[kind]
    const rows = await run(
      tx,
      sql<{
        id: number
      }>`select ${sql.ref(column)} as id from ${sql.table(table)} where announcement_id = ${announcementId} order by 1`,
    )
    return rows.map(({ id }) => id)
  }
  const [ofSystems, industries, departments, clients] = await Promise.all([
    read('systems'),
    read('industries'),
    read('departments'),
    read('clients'),
  ])
  return { systems: ofSystems, industries, departments, clients }
}

/** Replaces the targets of an announcement. */
export async function replaceTargets(tx: Tx, announcementId: number, targets: Targets): Promise<void> {
  for (const kind of targetKinds) {
    const { table, column } = kinds[kind]
    const ids = [...new Set(targets[kind])]
    await run(
      tx,
      sql`delete from ${sql.table(table)} where announcement_id = ${announcementId} and not ${sql.ref(column)} = any(${ids}::integer[])`,
    )
    await run(
      tx,
      sql`insert into ${sql.table(table)} (announcement_id, ${sql.ref(column)})
          select ${announcementId}, unnest(${ids}::integer[]) on conflict do nothing`,
    )
  }
}
