import { useMediaQuery } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { noteRecentVisit } from '@portico/contract/preferences/recent-visits.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { call } from '../api/call.ts'
import { currentEmulation } from '../api/emulation.ts'
import { useSignedIn } from '../api/session.ts'
import { useTexts } from '../api/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import classes from './AdminFrame.module.css'
import { AdminNavigation } from './AdminNavigation.tsx'
import { loadOpenGroups } from './use-open-groups.ts'
import { noteVisited } from './visited-addresses.ts'

/** Loads what the frame needs to render. */
export const loadAdminFrame = loadOpenGroups

/** The navigation beside every administration screen. */
export function AdminFrame() {
  const t = useTexts(adminMenuTexts)
  const pathname = useLocation({ select: (location) => location.pathname })
  const { uid } = useSignedIn()
  useEffect(() => {
    // What an administrator opens while signed on as a user is no visit of that user's.
    if (currentEmulation()) return
    noteVisited(pathname)
    // The tab knows it all the same.
    void call(noteRecentVisit, { params: { uid }, body: { addressTxt: pathname } }).catch(() => undefined)
  }, [uid, pathname])
  return (
    <div className={classes['frame']} data-whole-width>
      <nav className={classes['nav']} aria-label={t.admin_menu}>
        <Navigation />
      </nav>
      <div className={classes['screen']}>
        <Outlet />
      </div>
    </div>
  )
}

/** Open beside the screen on a wide page; above it, when opened, on a narrow one. */
function Navigation() {
  const t = useTexts(adminMenuTexts)
  const isWide = useMediaQuery('(width >= 60em)', true, { getInitialValueInEffect: false })
  const pathname = useLocation({ select: (location) => location.pathname })
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  // Opening another screen closes it.
  const isOpen = isWide || openedAt === pathname
  return (
    <>
      {!isWide && (
        <button
          type="button"
          className={classes['toggle']}
          aria-expanded={isOpen}
          onClick={() => setOpenedAt(isOpen ? null : pathname)}
        >
          <Icon name="menu" />
          {t.admin_menu}
        </button>
      )}
      {isOpen && <AdminNavigation />}
    </>
  )
}
