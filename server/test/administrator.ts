import type { AdminPage } from '@portico/contract/kit/guard.ts'
import type { Browser } from './browser.ts'
import { openSession } from './guards/people.ts'
import type { MadeUser } from './make.ts'
import { type Portal, startPortal } from './portal.ts'

interface AdministeredPortal {
  portal: Portal
  admin: MadeUser
  /** Of the administrator, who is signed in. */
  browser: Browser
}

/** Starts a portal with an internal administrator who holds these pages; `columns`: those of the administrator. */
export async function startWithAdmin(
  pages: readonly AdminPage[] = ['User Administration'],
  columns: object = {},
): Promise<AdministeredPortal> {
  const portal = await startPortal()
  const admin = await portal.make.user({ is_internal: true, ...columns })
  await portal.make.adminPages(admin, pages)
  return { portal, admin, browser: await openSession(portal, admin) }
}

/** A name by which tests find the administrator. */
export const grace = { first_name: 'Grace', last_name: 'Hopper' }
