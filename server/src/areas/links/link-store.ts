import { LINKS_MAX } from '@portico/contract/link-rules.ts'
import type { UserLink } from '@portico/contract/links.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'

export type NewLink = Omit<UserLink, 'userLinkId'>

const columns = `user_links.id as "userLinkId", user_links.name as "linkNm", user_links.address as "linkUrlTxt"`

// Locks the user row so that concurrent inserts cannot exceed the limit.
const holdUser = `select from users where id = $1 for no key update`

const addLink = `
  insert into user_links (user_id, name, address)
  select $1, $2, $3 where (select count(*) from user_links where user_id = $1) < ${LINKS_MAX}
  returning ${columns}`

const changeLink = `
  with before as (select name, address from user_links where id = $2 and user_id = $1)
  update user_links set name = $3, address = $4 from before where id = $2 and user_id = $1
  returning ${columns}, before.name as "nameBefore", before.address as "addressBefore"`

/** The table `user_links`; every statement names the owner. */
export function linkStore(tx: Tx) {
  return {
    list: (userId: number): Promise<UserLink[]> =>
      query<UserLink>(
        tx,
        `select ${columns} from user_links where user_id = $1 order by user_links.name collate "en-x-icu", user_links.id`,
        [userId],
      ),

    /** Returns undefined when the user already has LINKS_MAX links. */
    add: async (userId: number, { linkNm, linkUrlTxt }: NewLink): Promise<UserLink | undefined> => {
      await query(tx, holdUser, [userId])
      return (await query<UserLink>(tx, addLink, [userId, linkNm, linkUrlTxt]))[0]
    },

    /** Returns the link after and before the change; undefined when the user has no such link. */
    change: async (userId: number, link: UserLink) => {
      const values = [userId, link.userLinkId, link.linkNm, link.linkUrlTxt]
      type Changed = UserLink & { nameBefore: string; addressBefore: string }
      const [row] = await query<Changed>(tx, changeLink, values)
      return row
    },

    /** Returns the removed link; undefined when the user has no such link. */
    remove: async (userId: number, id: number): Promise<UserLink | undefined> =>
      (
        await query<UserLink>(tx, `delete from user_links where id = $2 and user_id = $1 returning ${columns}`, [
          userId,
          id,
        ])
      )[0],
  }
}
