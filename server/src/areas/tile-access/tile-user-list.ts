import type { TileUser } from '@portico/contract/tile-access/tile-access.ts'
import { sql } from 'kysely'
import type { ListSource } from '../../db/list-page.ts'
import { userNameColumns } from '../../db/user-orders.ts'
import { allGates, pagesOfUsers } from '../home/public.ts'
import { namedPages } from './tile-gate-list.ts'

/** The users of the scope who see a tile, by the gates that decide every user's tiles. */
export const usersOfTile = (
  sectionId: number,
): ListSource<'firstNm' | 'lastNm' | 'userNm', { nm: string }, TileUser> => ({
  from: sql`users u`,
  id: sql`u.id`,
  where: sql`u.id in (select u.id ${sql.raw(pagesOfUsers)} where s.id = ${sectionId} and ${sql.raw(namedPages)}
    and ${sql.raw(allGates)})`,
  columns: userNameColumns('u'),
  filters: { nm: (text) => sql`strpos(u.search_text, lower(${text} collate "en-x-icu")) > 0` },
  rows: {
    from: sql`users u join clients c on c.id = u.client_id`,
    id: sql`u.id`,
    select: sql<TileUser>`u.id as "userId", u.user_name as "userNm", u.first_name as "firstNm",
      u.last_name as "lastNm", c.name as "employerNm"`,
  },
})
