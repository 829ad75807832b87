import { adminPages } from '@portico/contract/kit/guard.ts'
import type { Db } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, bool, int, statement, text } from '../../db/statement.ts'
import type { Authority, Caller, HeldAdminPage } from '../../http/caller.ts'

const heldAdminPages = statement([int], {
  name: 'session: held admin pages',
  text: 'select page_id as id, page_name as name from held_admin_pages where user_id = $1',
  row: { id: int, name: text },
})

/** A page that was added under another name matches no screen (decision E5) and opens none. */
async function readAdminPages(db: Db, userId: number): Promise<readonly HeldAdminPage[]> {
  const held = await run(db, heldAdminPages(userId))
  return held.filter((page): page is HeldAdminPage => adminPages.some((name) => name === page.name))
}

const heldAuthority = statement([int], {
  name: 'session: held authority',
  text: 'select is_portal_admin as "isPortalAdmin", admin_system_ids as "adminSystemIds", page_ids as "pageIds", may_sign_on_as as "maySignOnAs", is_us_associate as "isUsAssociate" from user_authorities where user_id = $1',
  row: {
    isPortalAdmin: bool,
    adminSystemIds: arrayOf(int),
    pageIds: arrayOf(int),
    maySignOnAs: bool,
    isUsAssociate: bool,
  },
})

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
  const heldPages = once(async (): Promise<readonly HeldAdminPage[]> =>
    isEmulated ? [] : await readAdminPages(db, userId),
  )
  const authority = once(async (): Promise<Authority> => {
    const held = isEmulated ? undefined : await runFirst(db, heldAuthority(userId))
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
  })
  return { adminPages: heldPages, authority }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => (answer ??= read())
}
