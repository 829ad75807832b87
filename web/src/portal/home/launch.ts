import {
  recordPageAccess,
  recordSectionAccess,
  type UserSection,
  type UserSectionPage,
} from '@portico/contract/home/home.ts'
import { type AccountChoice, type Launch, launchPage } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { call } from '../../api/call.ts'
import { currentSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { openPlace, placeFor } from '../open-application/hand-over.ts'
import { patchTile } from './home-queries.ts'

/** A page to open. */
export interface Opening {
  uid: number
  tile: UserSection
  page: UserSectionPage
  /** The account that the user chose, if any. */
  accountId?: number | undefined
}

/**
 * Result of opening. Blocked: the browser blocked the window, and the user must click again. Choose: the user has
 * several accounts in the system.
 */
export type LaunchOutcome =
  | { kind: 'opened' }
  | { kind: 'blocked'; url: string }
  | { kind: 'choose'; accounts: AccountChoice['accounts'] }

const RECORD_TIMEOUT_MS = 1000

/** Asks how the page opens and opens it: in `newTab` if the page has a window of its own, else in this one. */
export async function launch(opening: Opening, newTab: Window | null): Promise<LaunchOutcome> {
  const { uid, page, accountId } = opening
  try {
    const query = accountId === undefined ? {} : { systemAccountUserId: accountId }
    const launched = await call(launchPage, { params: { uid, pid: page.pageId }, query })
    if ('accounts' in launched) {
      newTab?.close()
      return { kind: 'choose', accounts: launched.accounts }
    }
    return await openLaunched(opening, launched, newTab)
  } catch (error) {
    newTab?.close()
    throw error
  }
}

async function openLaunched(opening: Opening, launched: Launch, newTab: Window | null): Promise<LaunchOutcome> {
  const { page } = opening
  const place = placeFor(launched)
  if (place === undefined) throw new Error(`page ${page.pageId} leads nowhere that may be opened`)
  const recorded = record(opening)
  if (!page.openInNewWindowFlg) {
    // Leaving the page aborts requests, so the use is recorded first; the wait for it is short.
    await Promise.race([recorded, new Promise((resolve) => setTimeout(resolve, RECORD_TIMEOUT_MS))])
    openPlace(place)
    return { kind: 'opened' }
  }
  // A form cannot be posted by a link: the page that opens applications does it.
  if (!newTab || newTab.closed)
    return { kind: 'blocked', url: place.stored === null ? place.url : paths.openApplication(page.pageId) }
  openPlace(place, newTab)
  return { kind: 'opened' }
}

/** Records the use of tile and page; a failure does not stop the user. */
async function record({ uid, tile: { sectionId }, page: { pageId } }: Opening): Promise<void> {
  // What an administrator opens is no use by the user.
  if (currentSession()?.isEmulated) return
  patchTile(uid, sectionId, { lastAccessDt: new Date() })
  await Promise.allSettled([
    call(recordSectionAccess, { params: { uid, sectionId } }),
    call(recordPageAccess, { params: { uid, pageId } }),
  ])
}
