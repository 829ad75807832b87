import { LINKS_MAX } from '@portico/contract/link-rules.ts'
import type { UserLink } from '@portico/contract/links.ts'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'

export type NewLink = Omit<UserLink, 'userLinkId'>

const columns = `id as "userLinkId", name as "linkNm", address as "linkUrlTxt"`

// The person's row is held first, so that several at once cannot pass the limit together.
const holdUser = `select from users where id = $1 for no key update`

const addLink = `
  insert into user_links (user_id, name, address)
  select $1, $2, $3 where (select count(*) from user_links where user_id = $1) < ${LINKS_MAX}
  returning ${columns}`

const changeLink = `
  with before as (select name, address from user_links where id = $2 and user_id = $1)
  update user_links set name = $3, address = $4 from before where id = $2 and user_id = $1
  returning ${columns.replaceAll(/\b(name|address) as/g, 'user_links.$1 as')}, before.name as "nameBefore", before.address as "addressBefore"`

/** The table `user_links`; every statement names the owner. */
export function linkStore(tx: Tx) {
  return {
    list: (userId: number): Promise<UserLink[]> =>
      ask<UserLink>(
        tx,
        'user-links',
        `select ${columns} from user_links where user_id = $1 order by name collate "en-x-icu", id`,
        [userId],
      ),

    /** Undefined: there are as many as there may be. */
    add: async (userId: number, { linkNm, linkUrlTxt }: NewLink): Promise<UserLink | undefined> => {
      await ask(tx, 'hold-user', holdUser, [userId])
      return (await ask<UserLink>(tx, 'add-link', addLink, [userId, linkNm, linkUrlTxt]))[0]
    },

    /** The link as it is now and as it was; undefined: not one of his. */
    change: async (userId: number, link: UserLink) => {
      const values = [userId, link.userLinkId, link.linkNm, link.linkUrlTxt]
      type Changed = UserLink & { nameBefore: string; addressBefore: string }
      const [row] = await ask<Changed>(tx, 'change-link', changeLink, values)
      return row
    },

    /** The link as it was; undefined: not one of his. */
    remove: async (userId: number, id: number): Promise<UserLink | undefined> =>
      (
        await ask<UserLink>(
          tx,
          'delete-link',
          `delete from user_links where id = $2 and user_id = $1 returning ${columns}`,
          [userId, id],
        )
      )[0],
  }
}
