import { LINKS_MAX } from '@portico/contract/links/link-rules.ts'
import type { UserLink } from '@portico/contract/links/links.ts'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { int, statement, text } from '../../db/statement.ts'

export type NewLink = Omit<UserLink, 'userLinkId'>

const columns = `user_links.id as "userLinkId", user_links.name as "linkNm", user_links.address as "linkUrlTxt"`
const row = { userLinkId: int, linkNm: text, linkUrlTxt: text }

const linksOfUser = statement([int], {
  name: 'links of a user',
  text: `select ${columns} from user_links where user_id = $1 order by user_links.name collate "en-x-icu", user_links.id`,
  row,
})

// Locks the user row so that concurrent inserts cannot exceed the limit.
const lockUser = statement([int], {
  name: 'lock a user who adds a link',
  text: 'select from users where id = $1 for no key update',
})

const insertLink = statement([int, text, text], {
  name: 'insert a link',
  text: `insert into user_links (user_id, name, address)
    select $1, $2, $3 where (select count(*) from user_links where user_id = $1) < ${LINKS_MAX}
    returning ${columns}`,
  values: (userId: number, { linkNm, linkUrlTxt }: NewLink) => [userId, linkNm, linkUrlTxt],
  row,
})

const updateLink = statement([int, int, text, text], {
  name: 'update a link',
  text: `with before as (select name, address from user_links where id = $2 and user_id = $1)
    update user_links set name = $3, address = $4 from before where id = $2 and user_id = $1
    returning ${columns}, before.name as "nameBefore", before.address as "addressBefore"`,
  values: (userId: number, { userLinkId, linkNm, linkUrlTxt }: UserLink) => [userId, userLinkId, linkNm, linkUrlTxt],
  row: { ...row, nameBefore: text, addressBefore: text },
})

const deleteLink = statement([int, int], {
  name: 'delete a link',
  text: `delete from user_links where id = $2 and user_id = $1 returning ${columns}`,
  row,
})

// The table `user_links`; every statement names the owner.

export const listLinks = (tx: Tx, userId: number): Promise<UserLink[]> => run(tx, linksOfUser(userId))

/** Returns undefined when the user already has LINKS_MAX links. */
export async function addLink(tx: Tx, userId: number, link: NewLink): Promise<UserLink | undefined> {
  await run(tx, lockUser(userId))
  return (await run(tx, insertLink(userId, link)))[0]
}

/** Returns the link after and before the change; undefined when the user has no such link. */
export const changeLink = async (tx: Tx, userId: number, link: UserLink) => (await run(tx, updateLink(userId, link)))[0]

/** Returns the removed link; undefined when the user has no such link. */
export const removeLink = async (tx: Tx, userId: number, id: number): Promise<UserLink | undefined> =>
  (await run(tx, deleteLink(userId, id)))[0]
