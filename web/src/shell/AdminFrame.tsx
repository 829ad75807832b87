import { useMediaQuery } from '@mantine/hooks'
import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { type AdminGroup, adminGroups, useAdminScreens } from './admin-screens.ts'
import classes from './AdminFrame.module.css'

/** The navigation beside every administration screen. */
export function AdminFrame() {
  const t = useTexts(adminMenuTexts)
  return (
    <div className={classes['frame']}>
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
      {isOpen && <Groups />}
    </>
  )
}

function Groups() {
  const t = useTexts(adminMenuTexts)
  const screens = useAdminScreens()
  const pathname = useLocation({ select: (location) => location.pathname })
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.admin?.page })
  const current = currentAddress(
    screens.filter((screen) => screen.page === page).map(({ address }) => address),
    pathname,
  )
  const currentLink = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (current !== undefined) scrollIntoNavigation(currentLink.current)
  }, [current])
  const titleOf = (group: AdminGroup) => t[`admin_group_${group}`]
  return adminGroups
    .map((group) => ({ group, entries: screens.filter((screen) => screen.group === group) }))
    .filter(({ entries }) => entries.length > 0)
    .map(({ group, entries }) => (
      <div key={group} className={classes['group']}>
        <h2 id={`admin-${group}`}>{titleOf(group)}</h2>
        <ul aria-labelledby={`admin-${group}`}>
          {entries.map(({ address, title }) => (
            <li key={address}>
              <Link
                to={address}
                ref={address === current ? currentLink : null}
                className={classes['link']}
                activeOptions={{ exact: true, includeSearch: false }}
                aria-current={address === current ? 'page' : undefined}
              >
                {title()}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    ))
}

/** Scrolls the navigation, never the page, until a link is at least half its height from both of its ends. */
function scrollIntoNavigation(link: HTMLElement | null) {
  const navigation = link?.closest('nav')
  if (!link || !navigation) return
  const [inner, outer] = [link.getBoundingClientRect(), navigation.getBoundingClientRect()]
  const margin = inner.height / 2
  // The end of a navigation can be below the window.
  const below = inner.bottom + margin - Math.min(outer.bottom, innerHeight)
  const above = outer.top - (inner.top - margin)
  if (below > 0) navigation.scrollTop += below
  else if (above > 0) navigation.scrollTop -= above
}

/**
 * The screen that the visited one belongs to: of those with the same permission the longest address that its own begins
 * with, else the only one there is.
 */
const currentAddress = (addresses: readonly string[], pathname: string): string | undefined =>
  addresses
    .filter((address) => pathname === address || pathname.startsWith(`${address}/`))
    .toSorted((a, b) => b.length - a.length)[0] ?? (addresses.length === 1 ? addresses[0] : undefined)
