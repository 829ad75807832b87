import { useState } from 'react'
import type { UserSection, UserSectionPage } from '@portico/contract/home.ts'
import { homeTexts } from '@portico/contract/texts/home-texts.ts'
import { ApiError } from '../../api/call.ts'
import { useTexts, type Texts } from '../../api/texts.ts'
import { toast } from '../../ui/toast.ts'
import { fill } from '../../ui/fill.ts'
import { homePageTexts } from '@portico/contract/texts/home-page-texts.ts'
import { launch, openEmptyWindow } from './launch.ts'

/** A window that the browser did not allow: the page can still be opened by hand. */
export interface Blocked {
  name: string
  url: string
}

function sentenceFor(
  error: unknown,
  page: UserSectionPage,
  t: Texts<typeof homeTexts>,
  own: Texts<typeof homePageTexts>,
): string | null {
  if (!(error instanceof ApiError)) return t.launch_failed
  // The sign-in page takes over and says so itself.
  if (error.status === 401) return null
  if (error.code === '403') return t.launch_refused
  return error.code === '404' ? fill(own.launch_unavailable, { name: page.pageNm }) : t.launch_failed
}

/** Opens pages; says why when one does not open. */
export function useLaunch(uid: number) {
  const t = useTexts(homeTexts)
  const own = useTexts(homePageTexts)
  const [openingId, setOpeningId] = useState<number | null>(null)
  const [blocked, setBlocked] = useState<Blocked | null>(null)

  const open = async (tile: UserSection, page: UserSectionPage) => {
    if (openingId !== null) return
    const beside = page.openInNewWindowFlg ? openEmptyWindow(page.pageNm) : null
    setOpeningId(page.pageId)
    try {
      const outcome = await launch({ uid, tile, page }, beside)
      if (outcome.kind === 'blocked') setBlocked({ name: page.pageNm, url: outcome.url })
    } catch (error) {
      const sentence = sentenceFor(error, page, t, own)
      if (sentence) toast.error(sentence)
    } finally {
      setOpeningId(null)
    }
  }
  return { open, openingId, blocked, forgetBlocked: () => setBlocked(null) }
}
