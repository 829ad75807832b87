import { adminPages } from '@portico/contract/kit/guard.ts'
import type { Db } from '../../db/database.ts'
import { runFirst } from '../../db/run.ts'
import { arrayOf, bool, int, statement, text } from '../../db/statement.ts'
import type { Authority, Caller, HeldAdminPage } from '../../http/caller.ts'

const heldAdministration = statement([int], {
  name: 'session: held administration',
  text: `
  select is_portal_admin as "isPortalAdmin", admin_system_ids as "adminSystemIds", page_ids as "pageIds",
         may_sign_on_as as "maySignOnAs", is_us_associate as "isUsAssociate",
         coalesce(shown.ids, '{}') as "shownIds", coalesce(shown.names, '{}') as "shownNames"
    from user_authorities held
   cross join lateral (select array_agg(page_id order by page_id) as ids, array_agg(page_name order by page_id) as names
                         from held_admin_pages page where page.user_id = held.user_id) shown
   where held.user_id = $1`,
  row: {
    isPortalAdmin: bool,
    adminSystemIds: arrayOf(int),
    pageIds: arrayOf(int),
    maySignOnAs: bool,
    isUsAssociate: bool,
    shownIds: arrayOf(int),
    shownNames: arrayOf(text),
  },
})

/** Pages of one user, by their ids and names; one that was added under another name matches no screen (decision E5). */
const adminPagesOf = (ids: readonly number[], names: readonly string[]): HeldAdminPage[] =>
  ids
    .map((id, index) => ({ id, name: names[index] ?? '' }))
    .filter((page): page is HeldAdminPage => adminPages.some((name) => name === page.name))

/** A user whose administration is read. */
interface Administrator {
  userId: number
  clientId: number
  isInternal: boolean
  /** In an emulated session nothing is held (decision E8). */
  isEmulated: boolean
}

/** The administration scope of the user, read at most once a request. */
export function administrationOf(
  db: Db,
  { userId, clientId, isInternal, isEmulated }: Administrator,
): Pick<Caller, 'adminPages' | 'authority'> {
  const read = once(async () => (isEmulated ? undefined : await runFirst(db, heldAdministration(userId))))
  return {
    adminPages: async () => {
      const held = await read()
      return held ? adminPagesOf(held.shownIds, held.shownNames) : []
    },
    authority: async (): Promise<Authority> => {
      const held = await read()
      return {
        userId,
        clientId,
        isInternal,
        isPortalAdmin: held?.isPortalAdmin ?? false,
        adminSystemIds: held?.adminSystemIds ?? [],
        pageIds: held?.pageIds ?? [],
        maySignOnAs: held?.maySignOnAs ?? false,
        isUsAssociate: held?.isUsAssociate ?? false,
      }
    },
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => (answer ??= read())
}
