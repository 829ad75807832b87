import { Link, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { WaitingKind } from '@portico/contract/overview/overview.ts'
import { WAITING_MAX } from '@portico/contract/overview/waiting-max.ts'
import { type AdminGroup, adminGroups } from '@portico/contract/preferences/admin-groups.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { useSignedIn } from '../api/session.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import type { IconName } from '../ui/icons.ts'
import { type AdminScreenLink, useAdminScreens } from './admin-screens.ts'
import classes from './AdminNavigation.module.css'
import { useOpenGroups } from './use-open-groups.ts'
import { withSoftHyphens } from './with-soft-hyphens.ts'

/** Up to so many screens are in sight together, so that all groups begin open. */
const OPEN_SCREENS_MAX = 12

const groupIcons: Readonly<Record<AdminGroup, IconName>> = {
  people: 'users',
  applications: 'grid',
  signOn: 'key',
  content: 'megaphone',
  settings: 'settings',
  reports: 'document',
  operation: 'system',
}

/** The screens of the administration that the user may open, in groups that open and close. */
export function AdminNavigation() {
  const t = useTexts(adminMenuTexts)
  const screens = useAdminScreens()
  const current = useCurrentScreen(screens)
  const { isOpen, toggle } = useOpenGroups(current?.group, screens.length <= OPEN_SCREENS_MAX)
  const waiting = useWaitingCounts(screens.length > 0)
  const countOf = (entries: readonly AdminScreenLink[]) =>
    entries.reduce((sum, screen) => sum + ((screen.waiting && waiting.get(screen.waiting)) ?? 0), 0)
  const currentLink = useRef<HTMLAnchorElement>(null)
  const address = current?.address
  useEffect(() => {
    if (address === undefined) return
    // Where it is not loaded, the navigation stays where it is.
    import('./scroll-into-navigation.ts').then(
      ({ scrollIntoNavigation }) => scrollIntoNavigation(currentLink.current),
      () => undefined,
    )
  }, [address])
  const linkOf = (screen: AdminScreenLink, icon?: IconName) => (
    <Link
      to={screen.address}
      ref={screen === current ? currentLink : null}
      className={classes['link']}
      data-top={icon !== undefined || undefined}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={screen === current ? 'page' : undefined}
    >
      {icon && <Icon name={icon} />}
      {withSoftHyphens(screen.title())}
      <WaitingCount count={countOf([screen])} />
    </Link>
  )
  const groups = adminGroups
    .map((group) => ({ group, entries: screens.filter((screen) => screen.group === group) }))
    .filter(({ entries }) => entries.length > 0)
    .map(({ group, entries }) => (
      <div key={group} className={classes['group']}>
        <h2>
          <button type="button" id={`admin-${group}`} aria-expanded={isOpen(group)} onClick={() => toggle(group)}>
            <Icon name={groupIcons[group]} />
            {t[`admin_group_${group}`]}
            {!isOpen(group) && <WaitingCount count={countOf(entries)} />}
            <Icon name={isOpen(group) ? 'chevronDown' : 'chevronRight'} size={16} />
          </button>
        </h2>
        {isOpen(group) && (
          <ul aria-labelledby={`admin-${group}`}>
            {entries.map((screen) => (
              <li key={screen.address}>{linkOf(screen)}</li>
            ))}
          </ul>
        )}
      </div>
    ))
  return (
    <>
      {screens
        .filter(({ group }) => group === 'top')
        .map((screen) => (
          <div key={screen.address}>{linkOf(screen, 'home')}</div>
        ))}
      {groups}
    </>
  )
}

/** How much waits, of each kind. What counts it is loaded after the screen. */
function useWaitingCounts(isAdministrator: boolean): ReadonlyMap<WaitingKind, number> {
  const { uid } = useSignedIn()
  const [counts, setCounts] = useState<ReadonlyMap<WaitingKind, number>>(new Map())
  useEffect(() => {
    if (!isAdministrator) return undefined
    const controller = new AbortController()
    import('./waiting-counts.ts').then(
      ({ watchWaiting }) => watchWaiting(uid, setCounts, controller.signal),
      () => undefined,
    )
    return () => controller.abort()
  }, [uid, isAdministrator])
  return counts
}

/** How much waits at an entry; nothing where nothing does. */
function WaitingCount({ count }: { count: number }) {
  const t = useTexts(adminMenuTexts)
  if (count === 0) return null
  const shown = count > WAITING_MAX ? `${WAITING_MAX}+` : String(count)
  return (
    <span className={classes['count']} role="img" aria-label={formatMessage(t.admin_waiting, { count: shown })}>
      {shown}
    </span>
  )
}

/**
 * The screen that the visited one belongs to: of those with the same permission the longest address that its own begins
 * with, else the only one there is.
 */
function useCurrentScreen(screens: readonly AdminScreenLink[]): AdminScreenLink | undefined {
  const pathname = useLocation({ select: (location) => location.pathname })
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.admin?.page })
  const ofPage = screens.filter((screen) => screen.page === page)
  return (
    ofPage
      .filter(({ address }) => pathname === address || pathname.startsWith(`${address}/`))
      .toSorted((a, b) => b.address.length - a.address.length)[0] ?? (ofPage.length === 1 ? ofPage[0] : undefined)
  )
}
