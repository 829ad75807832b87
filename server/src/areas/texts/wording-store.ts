import type { Language } from '@portico/contract/texts/languages.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import type { Reader } from '../../http/sentences.ts'

/** What a wording is of, and for whom. */
export interface WordingPlace {
  key: string
  /** Null: for everyone. */
  clientId: number | null
  language: Language
}

/** How a text is worded in a language for everyone or for one client. */
export interface StoredWording extends WordingPlace {
  id: number
  content: string
  version: number
  changedAt: Date
  changedByName: string | null
}

const wording = `
  select worded.id, worded.key, worded.client_id as "clientId", worded.language, worded.content, worded.version,
         worded.changed_at as "changedAt",
         ${userNameSql('worded.changed_by')} as "changedByName"
    from resource_texts worded`

const put = `
  insert into resource_texts (key, client_id, language, content, changed_by) values ($1, $2, $3, $4, $5)
  on conflict (key, client_id, language) do update set content = excluded.content, changed_by = excluded.changed_by`

/** The table `resource_texts`. */
export function wordingStore(tx: Tx) {
  return {
    /** The wordings for everyone and, with a client, those for its users. */
    list: ({ clientId, language }: Reader): Promise<StoredWording[]> =>
      query(tx, `${wording} where (worded.client_id is null or worded.client_id = $1) and worded.language = $2`, [
        clientId,
        language,
      ]),
    /** Locks the key for everyone who words it, until the transaction ends. */
    lock: async ({ key, clientId, language }: WordingPlace): Promise<StoredWording | undefined> => {
      await query(tx, `select pg_advisory_xact_lock(hashtextextended('resource text ' || $1, 0))`, [key])
      const found = await query<StoredWording>(
        tx,
        `${wording} where worded.key = $1 and worded.client_id is not distinct from $2 and worded.language = $3`,
        [key, clientId, language],
      )
      return found[0]
    },
    put: ({ key, clientId, language }: WordingPlace, content: string, by: number) =>
      query(tx, put, [key, clientId, language, content, by]),
    remove: (id: number) => query(tx, 'delete from resource_texts where id = $1', [id]),
  }
}
