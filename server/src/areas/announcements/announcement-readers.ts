import type {
  listAnnouncementReaderClients,
  readAnnouncementReaders,
  readerClientList,
} from '@portico/contract/announcements/announcement-audience.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { sql } from 'kysely'
import type { ListSource } from '../../db/list-page.ts'
import type { Tx } from '../../db/database.ts'
import type { AnnouncementAudience } from '@portico/contract/announcements/announcement-admin.ts'
import { type Addressees, reachedUsers } from './announcement-reach.ts'
import { readAnnouncementTargets } from './announcement-targets.ts'
import { run } from '../../db/run.ts'

/** Whom a stored announcement is for. */
export interface StoredAddressees extends Addressees {
  id: number
}

/** Undefined where there is no such announcement. */
export async function findAddressees(tx: Tx, id: number): Promise<StoredAddressees | undefined> {
  const [found] = await run(
    tx,
    sql<{ audience: AnnouncementAudience }>`select audience from announcements where id = ${id}`,
  )
  return found && { id, audience: found.audience, targets: await readAnnouncementTargets(tx, id) }
}

/** The users whom an announcement is for now, with when they dismissed its present text; null: they did not. */
const readers = (addressees: StoredAddressees) => sql`
  select person.client_id, person.id, reader.dismissed_at
    from (select person.* from ${reachedUsers(addressees)}) person
    left join (select seen.user_id, seen.dismissed_at from user_announcements seen
                 join announcements a on a.id = seen.announcement_id
                where a.id = ${addressees.id} and seen.dismissed_version >= a.content_version) reader
      on reader.user_id = person.id`

type Readers = DataOf<typeof readAnnouncementReaders>

/** How many users an announcement is for now and how many of them have read it by business day. */
export async function readReaders(
  tx: Tx,
  addressees: StoredAddressees,
  { timeZone, clientId }: { timeZone: string; clientId: number | undefined },
): Promise<Readers> {
  const ofClient = clientId === undefined ? sql`` : sql`where person.client_id = ${clientId}`
  const days = await run(
    tx,
    sql<{ readDt: string | null; users: number }>`
      select ((person.dismissed_at at time zone ${timeZone}::text)::date)::text as "readDt", count(*)::int as users
        from (${readers(addressees)}) person ${ofClient} group by 1 order by 1`,
  )
  const read = days.flatMap(({ readDt, users }) => (readDt === null ? [] : [{ readDt, readCnt: users }]))
  return {
    reachCnt: days.reduce((total, { users }) => total + users, 0),
    readCnt: read.reduce((total, { readCnt }) => total + readCnt, 0),
    days: read,
  }
}

type ReaderClient = DataOf<typeof listAnnouncementReaderClients>[number]

/** The clients whose users an announcement is for now. */
export function readerClients(
  addressees: StoredAddressees,
): ListSource<(typeof readerClientList.columns)[number], { clientNm: string }, ReaderClient> {
  const counted = sql`(
    select client.id, client.name, counted.reached, counted.read
      from (select client_id, count(*)::int as reached, count(dismissed_at)::int as read
              from (${readers(addressees)}) person group by client_id) counted
      join clients client on client.id = counted.client_id)`
  return {
    from: sql`${counted} client`,
    id: sql`client.id`,
    columns: {
      reachCnt: sql`client.reached`,
      readCnt: sql`client.read`,
      clientNm: sql`lower(client.name collate "en-x-icu")`,
    },
    filters: {
      clientNm: (text) => sql`strpos(lower(client.name collate "en-x-icu"), lower(${text} collate "en-x-icu")) > 0`,
    },
    rows: {
      from: sql`${counted} client`,
      id: sql`client.id`,
      select: sql<ReaderClient>`client.id as "clientId", client.name::text as "clientNm", client.reached as "reachCnt",
        client.read as "readCnt"`,
    },
  }
}
