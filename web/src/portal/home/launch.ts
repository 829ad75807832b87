import {
  recordPageAccess,
  recordSectionAccess,
  type UserSection,
  type UserSectionPage,
} from '@portico/contract/home.ts'
import { launchPage } from '@portico/contract/single-sign-on.ts'
import { safeLink } from '@portico/contract/rich-text.ts'
import { call } from '../../api/call.ts'
import { patchTile } from './home-queries.ts'

/** A page to open. */
export interface Opening {
  uid: number
  tile: UserSection
  page: UserSectionPage
}

/** Result of opening: when the browser blocked the window, the user must click again. */
export type LaunchOutcome = { kind: 'opened' } | { kind: 'blocked'; url: string }

const RECORD_TIMEOUT_MS = 1000

/** Opens a new window. Browsers allow this only while a click is handled, so before the server has answered. */
export function openEmptyWindow(title: string): Window | null {
  const newTab = window.open('about:blank', '_blank')
  if (!newTab) return null
  // The opened page must not access the portal.
  newTab.opener = null
  newTab.document.title = title
  return newTab
}

/** Requests the page's address and opens it: in `beside` if the page has a window of its own, else in this one. */
export async function launch(opening: Opening, newTab: Window | null): Promise<LaunchOutcome> {
  const { uid, page } = opening
  try {
    const { url, method } = await call(launchPage, { params: { uid, pid: page.pageId }, query: {} })
    const target = method === 'GET' ? safeLink(url)?.href : undefined
    if (target === undefined) throw new Error(`page ${page.pageId} leads nowhere that may be opened`)
    const recorded = record(opening)
    if (!page.openInNewWindowFlg) {
      // Leaving the page aborts requests, so the use is recorded first; the wait for it is short.
      await Promise.race([recorded, new Promise((resolve) => setTimeout(resolve, RECORD_TIMEOUT_MS))])
      window.location.assign(target)
      return { kind: 'opened' }
    }
    if (!newTab || newTab.closed) return { kind: 'blocked', url: target }
    newTab.location.replace(target)
    return { kind: 'opened' }
  } catch (error) {
    newTab?.close()
    throw error
  }
}

/** Records the use of tile and page; a failure does not stop the user. */
async function record({ uid, tile: { sectionId }, page: { pageId } }: Opening): Promise<void> {
  patchTile(uid, sectionId, { lastAccessDt: new Date() })
  await Promise.allSettled([
    call(recordSectionAccess, { params: { uid, sectionId } }),
    call(recordPageAccess, { params: { uid, pageId } }),
  ])
}
