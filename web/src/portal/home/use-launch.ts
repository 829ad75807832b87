import { useState } from 'react'
import type { UserSection, UserSectionPage } from '@portico/contract/home.ts'
import { homeTexts } from '@portico/contract/texts/home-texts.ts'
import { ApiError } from '../../api/call.ts'
import { useTexts, type Texts } from '../../api/texts.ts'
import { toast } from '../../ui/toast.ts'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { homePageTexts } from '@portico/contract/texts/home-page-texts.ts'
import { launch, openEmptyWindow } from './launch.ts'

/** A blocked window: the user can still open the page with a click. */
export interface Blocked {
  name: string
  url: string
}

function messageFor(
  error: unknown,
  page: UserSectionPage,
  t: Texts<typeof homeTexts>,
  own: Texts<typeof homePageTexts>,
): string | null {
  if (!(error instanceof ApiError)) return t.launch_failed
  // The sign-in page explains the end of the session itself.
  if (error.status === 401) return null
  if (error.code === '403') return t.launch_refused
  return error.code === '404' ? formatMessage(own.launch_unavailable, { name: page.pageNm }) : t.launch_failed
}

/** Opens pages; shows why when one does not open. */
export function useLaunch(uid: number) {
  const t = useTexts(homeTexts)
  const own = useTexts(homePageTexts)
  const [openingId, setOpeningId] = useState<number | null>(null)
  const [blocked, setBlocked] = useState<Blocked | null>(null)

  const open = async (tile: UserSection, page: UserSectionPage) => {
    if (openingId !== null) return
    const newTab = page.openInNewWindowFlg ? openEmptyWindow(page.pageNm) : null
    setOpeningId(page.pageId)
    try {
      const outcome = await launch({ uid, tile, page }, newTab)
      if (outcome.kind === 'blocked') setBlocked({ name: page.pageNm, url: outcome.url })
    } catch (error) {
      const message = messageFor(error, page, t, own)
      if (message) toast.error(message)
    } finally {
      setOpeningId(null)
    }
  }
  return { open, openingId, blocked, forgetBlocked: () => setBlocked(null) }
}
