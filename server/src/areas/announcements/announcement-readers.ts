import { sql } from 'kysely'
import { queryBuilt } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import type { AnnouncementAudience } from '@portico/contract/announcement-admin.ts'
import { reachedUsers } from './announcement-reach.ts'
import { readTargets } from './announcement-targets.ts'

export interface Readers {
  reachCnt: number
  readCnt: number
  clients: { clientId: number; clientNm: string; reachCnt: number; readCnt: number }[]
  days: { readDt: string; clientId: number; readCnt: number }[]
}

/**
 * How many users an announcement is for now and how many of them have dismissed its present text, by client and by
 * business day. Undefined where there is no such announcement.
 */
export async function readReaders(tx: Tx, id: number, timeZone: string): Promise<Readers | undefined> {
  const [found] = await queryBuilt(
    tx,
    sql<{ audience: AnnouncementAudience }>`select audience from announcements where id = ${id}`,
  )
  if (!found) return undefined
  const people = reachedUsers({ audience: found.audience, targets: await readTargets(tx, id) })
  const read = sql`
    select person.client_id, person.id, reader.dismissed_at
      from (select person.* from ${people}) person
      left join (select seen.user_id, seen.dismissed_at from user_announcements seen
                   join announcements a on a.id = seen.announcement_id
                  where a.id = ${id} and seen.dismissed_version >= a.content_version) reader
        on reader.user_id = person.id`
  const [clients, days] = await Promise.all([
    queryBuilt(
      tx,
      sql<Readers['clients'][number]>`
        select client.id as "clientId", client.name::text as "clientNm", count(*)::int as "reachCnt",
               count(person.dismissed_at)::int as "readCnt"
          from (${read}) person join clients client on client.id = person.client_id
         group by client.id order by count(*) desc, client.name, client.id`,
    ),
    queryBuilt(
      tx,
      sql<Readers['days'][number]>`
        select ((person.dismissed_at at time zone ${timeZone}::text)::date)::text as "readDt", client_id as "clientId",
               count(*)::int as "readCnt"
          from (${read}) person where person.dismissed_at is not null group by 1, 2 order by 1, 2`,
    ),
  ])
  const sum = (of: 'reachCnt' | 'readCnt') => clients.reduce((total, client) => total + client[of], 0)
  return { reachCnt: sum('reachCnt'), readCnt: sum('readCnt'), clients, days }
}
