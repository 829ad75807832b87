import { useState } from 'react'
import type { UserSection, UserSectionPage } from '@portico/contract/home/home.ts'
import type { AccountChoice } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { singleSignOnTexts } from '@portico/contract/single-sign-on/single-sign-on-texts.ts'
import { ApiError } from '../../api/call.ts'
import { reportError } from '../../api/client-log.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { toast } from '../../ui/toast.ts'
import { openEmptyWindow } from '../../ui/empty-window.ts'
import { launch } from './launch.ts'

/** A blocked window: the user can still open the page with a click. */
export interface Blocked {
  name: string
  url: string
}

/** A page that waits for the choice of an account. */
interface Choosing {
  tile: UserSection
  page: UserSectionPage
  accounts: AccountChoice['accounts']
}

function messageFor(error: unknown, t: Texts<typeof homeTexts>): string | null {
  if (!(error instanceof ApiError)) {
    void reportError(error, location.pathname)
    return t.launch_failed
  }
  // The sign-in page explains the end of the session itself.
  if (error.status === 401) return null
  if (error.code === '403') return t.launch_refused
  return error.code === '404' ? error.message : t.launch_failed
}

/** Opens pages; shows why when one does not open, and asks for the account where there are several. */
export function useLaunch(uid: number) {
  const t = useTexts(homeTexts)
  const { sign_on_opening: opening } = useTexts(singleSignOnTexts)
  const [openingId, setOpeningId] = useState<number | null>(null)
  const [blocked, setBlocked] = useState<Blocked | null>(null)
  const [choosing, setChoosing] = useState<Choosing | null>(null)

  const open = async (tile: UserSection, page: UserSectionPage, accountId?: number) => {
    if (openingId !== null) return
    // Where an account has to be chosen first, the window opens with the choice.
    const opensNow = page.openInNewWindowFlg && (!page.accountChoiceFlg || accountId !== undefined)
    const newTab = opensNow ? openEmptyWindow(page.pageNm, formatMessage(opening, { name: page.pageNm })) : null
    setOpeningId(page.pageId)
    const outcome = await launch({ uid, tile, page, accountId }, newTab).catch((error: unknown) => {
      const message = messageFor(error, t)
      if (message) toast.error(message)
      return null
    })
    setOpeningId(null)
    if (outcome?.kind === 'blocked') setBlocked({ name: page.pageNm, url: outcome.url })
    if (outcome?.kind === 'choose') setChoosing({ tile, page, accounts: outcome.accounts })
  }
  return {
    open,
    openingId,
    blocked,
    forgetBlocked: () => setBlocked(null),
    choosing,
    stopChoosing: () => setChoosing(null),
    chooseAccount: (accountId: number) => {
      setChoosing(null)
      if (choosing) void open(choosing.tile, choosing.page, accountId)
    },
  }
}
export type Launching = ReturnType<typeof useLaunch>
