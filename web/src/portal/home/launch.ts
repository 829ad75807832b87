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

/** A page on its way to being opened. */
export interface Opening {
  uid: number
  tile: UserSection
  page: UserSectionPage
}

/** How an opening ended: where there is no window for it, the person has to press once more. */
export type LaunchOutcome = { kind: 'opened' } | { kind: 'blocked'; url: string }

const RECORD_PATIENCE_MS = 1000

/** A window of its own. Browsers allow one only while a click is handled: before the server has answered. */
export function openEmptyWindow(title: string): Window | null {
  const beside = window.open('about:blank', '_blank')
  if (!beside) return null
  // What opens there must not reach back to the portal.
  beside.opener = null
  beside.document.title = title
  return beside
}

/** Asks where the page leads and goes there: in `beside` if the page has a window of its own, else in this one. */
export async function launch(opening: Opening, beside: Window | null): Promise<LaunchOutcome> {
  const { uid, page } = opening
  try {
    const { url, method } = await call(launchPage, { params: { uid, pid: page.pageId }, query: {} })
    const target = method === 'GET' ? safeLink(url)?.href : undefined
    if (target === undefined) throw new Error(`page ${page.pageId} leads nowhere that may be opened`)
    const recorded = record(opening)
    if (!page.openInNewWindowFlg) {
      // Leaving ends what is under way, so the record comes first; but nobody waits long for it.
      await Promise.race([recorded, new Promise((resolve) => setTimeout(resolve, RECORD_PATIENCE_MS))])
      window.location.assign(target)
      return { kind: 'opened' }
    }
    if (!beside || beside.closed) return { kind: 'blocked', url: target }
    beside.location.replace(target)
    return { kind: 'opened' }
  } catch (error) {
    beside?.close()
    throw error
  }
}

/** Remembers the use of tile and page; a record that fails keeps nobody from working. */
async function record({ uid, tile: { sectionId }, page: { pageId } }: Opening): Promise<void> {
  patchTile(uid, sectionId, { lastAccessDt: new Date() })
  await Promise.allSettled([
    call(recordSectionAccess, { params: { uid, sectionId } }),
    call(recordPageAccess, { params: { uid, pageId } }),
  ])
}
