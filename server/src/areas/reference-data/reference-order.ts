import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type EntryId, keyColumnOf, type ReferenceRows, type ReferenceTable, type Values } from './reference-rows.ts'
import { run } from '../../db/run.ts'

type OrderedRows = ReferenceRows & { order: NonNullable<ReferenceRows['order']> }

/** The positions of a category's entries: from 1 without gaps, also after an entry is deleted (decision I8). */
export function referenceOrder(tx: Tx, category: ReferenceTable, rows: OrderedRows) {
  const table = sql.table(rows.table)
  const { field, within } = rows.order
  const column = sql.ref(rows.columns[field] as string)
  const owner = within === undefined ? undefined : sql.ref(rows.columns[within] as string)
  const key = sql.ref(keyColumnOf(category, rows))
  return {
    /** Lets one transaction at a time place entries of the category. */
    lock: () => run(tx, sql`select pg_advisory_xact_lock(hashtext(${`order of ${rows.table}`}))`),

    /** The values with a position: the given one, at most the last; without one the current count plus one (DBMT-161). */
    place: async (values: Values, id: EntryId | null): Promise<Values> => {
      const same = owner && within !== undefined ? sql` and ${owner} = ${values[within]}` : sql``
      const [found] = await run(
        tx,
        sql<{
          others: number
        }>`select count(*)::int as others from ${table} where ${key} is distinct from ${id}${same}`,
      )
      const last = (found?.others ?? 0) + 1
      const given = values[field]
      return { ...values, [field]: typeof given === 'number' ? Math.min(given, last) : last }
    },

    /** Closes gaps, and makes room for an entry that was moved from one position to another. */
    close: async (moved?: { id: EntryId; from: number | null; to: number }) => {
      const tie = moved
        ? sql`case when ${key} = ${moved.id} then ${moved.from !== null && moved.from < moved.to ? 1 : -1} else 0 end, `
        : sql``
      await run(
        tx,
        sql`update ${table} placed set ${column} = numbered.place
              from (select ${key} as id, row_number() over (
                       ${owner ? sql`partition by ${owner}` : sql``} order by ${column}, ${tie}${key}) as place
                      from ${table}) numbered
             where placed.${key} = numbered.id and placed.${column} <> numbered.place`,
      )
    },
  }
}
