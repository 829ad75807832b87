import { sql } from 'kysely'
import { SHARING_USERS_FIRST, SHARING_USERS_MOST } from '@portico/contract/documents/documents.ts'
import { likePattern } from '../../db/like-pattern.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { Caller } from '../../http/caller.ts'
import { run, runOne } from '../../db/run.ts'
import { arrayOf, bool, day, instant, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'

export interface ShareRow {
  id: number
  recipientId: number
  firstName: string
  lastName: string
  clientName: string
  sharedAt: Date
  expiresOn: string | null
  openedAt: Date | null
}

type SharingClient = RowOf<typeof sharingClients>

interface SharingUser {
  id: number
  firstName: string
  lastName: string
}

/** Active users other than the caller (decision J3). */
const active = (self: string) => `person.status = 1 and person.id <> ${self}`
const internal = (self: string) => `${active(self)} and person.is_internal`

/** $1 and $2: the caller's employer, and whether they are internal; $3: the caller. */
const callerParameters = ({ user }: Caller) => [user.clientId, user.isInternal, user.id] as const

const selectDocuments = statement([int, int], {
  name: 'share list: select documents',
  text: `select share.id, share.recipient_id as "recipientId", person.first_name as "firstName", person.last_name as "lastName",
              client.name::text as "clientName", share.shared_at as "sharedAt", share.expires_on as "expiresOn",
              share.opened_at as "openedAt"
         from documents document
         left join (document_shares share
           join users person on person.id = share.recipient_id
           join clients client on client.id = person.client_id) on share.document_id = document.id
        where document.id = $1 and document.owner_id = $2 and document.trashed_at is null
        order by person.last_name, person.first_name, share.id`,
  row: {
    id: nullable(int),
    recipientId: int,
    firstName: text,
    lastName: text,
    clientName: text,
    sharedAt: instant,
    expiresOn: nullable(day),
    openedAt: nullable(instant),
  },
})

/** Returns the shares of the caller's document, and who has opened it; undefined: there is no such document. */
export async function readShares(db: Db, { user }: Caller, documentId: number): Promise<ShareRow[] | undefined> {
  const rows = await db.read(everything, (tx) => run(tx, selectDocuments(documentId, user.id)))
  return rows.length > 0 ? rows.filter((row): row is ShareRow => row.id !== null) : undefined
}

/** The first such user by an index; one is enough. */
const someone = (condition: string) =>
  `(select person.id from users person where person.client_id = client.id and ${condition} limit 1) is not null`

/** Besides their own client, which is always listed, external users reach internal ones. */
const sharingClients = statement([int, bool, int], {
  name: 'documents: sharing clients',
  text: `
  select client.id, client.name::text as name from clients client
   where not client.is_deleted and (client.id = $1
      or case when $2::boolean then ${someone(active('$3'))} else ${someone(internal('$3'))} end)
   order by client.name, client.id`,
  row: { id: int, name: text },
})

/** The name is the first line of search_text; the condition on the whole text is for its index. */
const namedLike = (word: string) => {
  const like = sql`like lower(${likePattern(word)} collate "en-x-icu") collate "C"`
  return sql`person.search_text ${like} and split_part(person.search_text, chr(10), 1) ${like}`
}

/** Returns the clients with users to share with, and the caller's own. */
export function readSharingClients(db: Db, caller: Caller): Promise<SharingClient[]> {
  return db.read(everything, (tx) => run(tx, sharingClients(...callerParameters(caller))))
}

export interface SharingUserQuery {
  /** Part of a name; absent or empty: everyone. */
  keyword?: string | undefined
  offset?: number | undefined
  /** Absent: the first of them; a client may have a hundred thousand people. */
  limit?: number | undefined
}

/** Returns users of one client to share with, and their total; undefined when the client is out of reach. */
export async function readSharingUsers(
  db: Db,
  caller: Caller,
  clientId: number,
  { keyword = '', offset = 0, limit = SHARING_USERS_FIRST }: SharingUserQuery,
): Promise<{ rows: SharingUser[]; total: number } | undefined> {
  const clients = await readSharingClients(db, caller)
  if (!clients.some(({ id }) => id === clientId)) return undefined
  const { user } = caller
  const isAll = user.isInternal || user.clientId === clientId
  const word = keyword.trim()
  const self = String(user.id)
  const named = word === '' ? sql`true` : namedLike(word)
  const condition = sql`person.client_id = ${clientId} and ${sql.raw(isAll ? active(self) : internal(self))} and ${named}`
  return db.read(everything, async (tx) => {
    const [rows, { total }] = await Promise.all([
      run(
        tx,
        sql<SharingUser>`select person.id, person.first_name as "firstName", person.last_name as "lastName" from users person
          where ${condition} order by person.last_name, person.first_name, person.id
         offset ${offset} limit ${Math.min(limit, SHARING_USERS_MOST)}`,
      ),
      runOne(tx, sql<{ total: number }>`select count(*)::integer as total from users person where ${condition}`),
    ])
    return { rows, total }
  })
}

export type ShareRecipient = RowOf<typeof selectUsers>

const selectUsers = statement([int, bool, int, arrayOf(int)], {
  name: 'documents: select users',
  text: `select person.id, person.first_name as "firstName", person.email, person.client_id as "clientId" from users person
      where person.id = any($4) and ${active('$3')} and ($2::boolean or person.is_internal or person.client_id = $1)`,
  row: { id: int, firstName: text, email: text, clientId: int },
})

/** Returns those of the named users whom the caller may share with. */
export function findRecipients(tx: Tx, caller: Caller, ids: readonly number[]): Promise<ShareRecipient[]> {
  return run(tx, selectUsers(...callerParameters(caller), ids))
}
