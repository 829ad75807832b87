import type { Language } from '@portico/contract/texts/languages.ts'
import type { Tx } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import type { TextAudience } from '../../http/sentences.ts'
import { run } from '../../db/run.ts'
import { instant, int, nullable, statement, text, textOf } from '../../db/statement.ts'

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

const put = statement([text, nullable(int), text, text, int], {
  name: 'texts: put',
  text: `
  insert into resource_texts (key, client_id, language, content, changed_by) values ($1, $2, $3, $4, $5)
  on conflict (key, client_id, language) do update set content = excluded.content, changed_by = excluded.changed_by`,
})

// The table `resource_texts`.

const listWordingsRow = {
  id: int,
  key: text,
  clientId: nullable(int),
  language: textOf<Language>(),
  content: text,
  version: int,
  changedAt: instant,
  changedByName: nullable(text),
}

const listWordingsStatement = statement([nullable(int), text], {
  name: 'texts: list wordings',
  text: `${wording} where (worded.client_id is null or worded.client_id = $1) and worded.language = $2`,
  row: listWordingsRow,
})

/** The wordings for everyone and, with a client, those for its users. */
export const listWordings = (tx: Tx, { clientId, language }: TextAudience): Promise<StoredWording[]> =>
  run(tx, listWordingsStatement(clientId, language))

const listAllStatement = statement([], {
  name: 'texts: list all wordings',
  text: `
  select worded.key, worded.language, worded.client_id as "clientId", client.name::text as "clientName", worded.content,
         worded.version
    from resource_texts worded left join clients client on client.id = worded.client_id
   where worded.client_id is null or not client.is_deleted
   order by worded.key, worded.language, client.name nulls first`,
  row: {
    key: text,
    language: textOf<Language>(),
    clientId: nullable(int),
    clientName: nullable(text),
    content: text,
    version: int,
  },
})

/** Every wording of the portal, for everyone and for each client. */
export const listAllWordings = (tx: Tx) => run(tx, listAllStatement())

const takeLockRow = statement([text], {
  name: 'texts: take lock row',
  text: `select from pg_advisory_xact_lock(hashtextextended('resource text ' || $1, 0))`,
})

const lockWordingStatement = statement([text, nullable(int), text], {
  name: 'texts: lock wording',
  text: `${wording} where worded.key = $1 and worded.client_id is not distinct from $2 and worded.language = $3`,
  row: listWordingsRow,
})

/** Locks the key for everyone who words it, until the transaction ends. */
export async function lockWording(
  tx: Tx,
  { key, clientId, language }: WordingPlace,
): Promise<StoredWording | undefined> {
  await run(tx, takeLockRow(key))
  const found = await run(tx, lockWordingStatement(key, clientId, language))
  return found[0]
}

export const putWording = (tx: Tx, { key, clientId, language }: WordingPlace, content: string, by: number) =>
  run(tx, put(key, clientId, language, content, by))

const deleteResourceTexts = statement([int], {
  name: 'texts: delete resource texts',
  text: 'delete from resource_texts where id = $1',
})

export const removeWording = (tx: Tx, id: number) => run(tx, deleteResourceTexts(id))
