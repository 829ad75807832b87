import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'

/** How a text is worded for everyone or for one client. */
export interface HeldWording {
  id: number
  key: string
  /** Null: for everyone. */
  clientId: number | null
  content: string
  version: number
  changedAt: Date
  changedByName: string | null
}

const wording = `
  select worded.id, worded.key, worded.client_id as "clientId", worded.content, worded.version,
         worded.changed_at as "changedAt",
         ${userNameSql('worded.changed_by')} as "changedByName"
    from resource_texts worded`

const put = `
  insert into resource_texts (key, client_id, content, changed_by) values ($1, $2, $3, $4)
  on conflict (key, client_id) do update set content = excluded.content, changed_by = excluded.changed_by`

/** The table `resource_texts`. */
export function wordingStore(tx: Tx) {
  return {
    /** The wordings for everyone and, with a client, those for its users. */
    list: (clientId: number | null): Promise<HeldWording[]> =>
      query(tx, `${wording} where worded.client_id is null or worded.client_id = $1`, [clientId]),
    /** Locks the key for everyone who words it, until the transaction ends. */
    hold: async (key: string, clientId: number | null): Promise<HeldWording | undefined> => {
      await query(tx, `select pg_advisory_xact_lock(hashtextextended('resource text ' || $1, 0))`, [key])
      const found = await query<HeldWording>(
        tx,
        `${wording} where worded.key = $1 and worded.client_id is not distinct from $2`,
        [key, clientId],
      )
      return found[0]
    },
    put: (key: string, clientId: number | null, content: string, by: number) =>
      query(tx, put, [key, clientId, content, by]),
    remove: (id: number) => query(tx, 'delete from resource_texts where id = $1', [id]),
  }
}
