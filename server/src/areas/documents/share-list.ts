import { ask } from '../../db/ask.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { Caller } from '../../http/caller.ts'

export interface ShareRow {
  id: number
  recipient_id: number
  first_name: string
  last_name: string
  client_name: string
  shared_at: Date
  expires_on: string | null
  opened_at: Date | null
}

interface SharingClient {
  id: number
  name: string
}

interface SharingUser {
  id: number
  first_name: string
  last_name: string
}

/** Active people other than the caller (decision J3). */
const active = (self: string) => `person.status = 1 and person.id <> ${self}`
const internal = (self: string) => `${active(self)} and person.is_internal`

/** $1 and $2: whose employer, and whether internal staff; $3: the caller. */
const whoAsks = ({ user }: Caller) => [user.clientId, user.isInternal, user.id]

/** The shares of an own document, and who has opened it; undefined: there is no such document. */
export async function readShares(db: Db, { user }: Caller, documentId: number): Promise<ShareRow[] | undefined> {
  const rows = await db.read(everything, (tx) =>
    ask<ShareRow | { id: null }>(
      tx,
      'shares-of-document',
      `select share.id, share.recipient_id, person.first_name, person.last_name, client.name::text as client_name,
              share.shared_at, share.expires_on, share.opened_at
         from documents document
         left join (document_shares share
           join users person on person.id = share.recipient_id
           join clients client on client.id = person.client_id) on share.document_id = document.id
        where document.id = $1 and document.owner_id = $2 and document.trashed_at is null
        order by person.last_name, person.first_name, share.id`,
      [documentId, user.id],
    ),
  )
  return rows.length > 0 ? rows.filter((row): row is ShareRow => row.id !== null) : undefined
}

/** The first of such people, found in an index: however many there are, one is enough. */
const someone = (condition: string) =>
  `(select person.id from users person where person.client_id = client.id and ${condition} limit 1) is not null`

/** Outside of their own client, which is listed in any case, external people reach internal ones. */
const sharingClients = `
  select client.id, client.name::text as name from clients client
   where not client.is_deleted and (client.id = $1
      or case when $2::boolean then ${someone(active('$3'))} else ${someone(internal('$3'))} end)
   order by client.name, client.id`

const sharingUsers = (condition: string) => `
  select person.id, person.first_name, person.last_name from users person
   where person.client_id = $1 and ${condition}
   order by person.last_name, person.first_name, person.id`

/** Clients with somebody to share with, and one's own. */
export function readSharingClients(db: Db, caller: Caller): Promise<SharingClient[]> {
  return db.read(everything, (tx) => ask<SharingClient>(tx, 'sharing-clients', sharingClients, whoAsks(caller)))
}

/** People of one client to share with; undefined where that client is none of the caller's business. */
export async function readSharingUsers(db: Db, caller: Caller, clientId: number): Promise<SharingUser[] | undefined> {
  const clients = await readSharingClients(db, caller)
  if (!clients.some(({ id }) => id === clientId)) return undefined
  const { user } = caller
  const isAll = user.isInternal || user.clientId === clientId
  return db.read(everything, (tx) =>
    isAll
      ? ask<SharingUser>(tx, 'sharing-users', sharingUsers(active('$2')), [clientId, user.id])
      : ask<SharingUser>(tx, 'sharing-users-internal', sharingUsers(internal('$2')), [clientId, user.id]),
  )
}

export interface Recipient {
  id: number
  first_name: string
  email: string
  client_id: number
}

/** Those of the named people whom the caller may share with. */
export function findRecipients(tx: Tx, caller: Caller, ids: readonly number[]): Promise<Recipient[]> {
  return ask<Recipient>(
    tx,
    'recipients',
    `select person.id, person.first_name, person.email, person.client_id from users person
      where person.id = any($4) and ${active('$3')} and ($2::boolean or person.is_internal or person.client_id = $1)`,
    [...whoAsks(caller), ids],
  )
}
