import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import type { UserAnnouncement } from '@portico/contract/announcements/announcements.ts'
import { useSession } from '../../api/session.ts'
import { savePreference } from '../../patterns/save-preference.ts'
import { AnnouncementBanners } from './AnnouncementBanners.tsx'
import { arrange } from './announcement-list.ts'
import { AnnouncementPanel } from './AnnouncementPanel.tsx'
import { Applications } from './Applications.tsx'
import { HomeHeading } from './HomeHeading.tsx'
import classes from './HomePage.module.css'
import { announcementsQuery } from './announcement-queries.ts'
import { ownProfileQuery, sortPreference } from '../account-settings/own-profile.ts'
import { PasswordNotice } from './PasswordNotice.tsx'
import { preferenceOf, readHomeSearch, homeSearchOf, viewOf } from './home-view.ts'
import type { TileView } from './tile-order.ts'
import { dismiss } from './dismiss-announcement.ts'
import { lazyDialog } from '../../patterns/lazy-part.tsx'

const AllAnnouncementsModal = lazyDialog(() =>
  import('./AllAnnouncementsModal.tsx').then((module) => module.AllAnnouncementsModal),
)

/** From this width on the announcements are beside the tiles. */
const WIDE = '(min-width: 1200px)'

/** The start page: the user's applications and announcements. */
export function HomePage() {
  const uid = useSession()?.uid
  // Between sign-out and the sign-in page there is no session.
  return uid === undefined ? null : <Home uid={uid} />
}

function Home({ uid }: { uid: number }) {
  const [now] = useState(() => new Date())
  const { data: profile } = useSuspenseQuery(ownProfileQuery())
  const { data: announcements = [] } = useQuery(announcementsQuery())
  const [reading, setReading] = useState<{ startAt: UserAnnouncement | null } | null>(null)
  const { view, show } = useHomeView(uid, profile.sectionSortPrfTxt)
  const wide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  const heading = useRef<HTMLHeadingElement>(null)
  const { pinned } = arrange(announcements, wide)
  return (
    <>
      <HomeLayout
        heading={<HomeHeading ref={heading} uid={uid} firstName={profile.firstNm} now={now} />}
        notices={
          <>
            <PasswordNotice />
            <AnnouncementBanners
              all={pinned}
              onRead={(startAt) => setReading({ startAt })}
              onDismiss={(one) => {
                // The banner is removed with its button; the focus moves to the top of the page.
                heading.current?.focus({ preventScroll: true })
                void dismiss(uid, one)
              }}
            />
          </>
        }
        applications={<Applications uid={uid} now={now} view={view} onView={show} />}
        announcements={<AnnouncementPanel uid={uid} isBeside={wide} onRead={(startAt) => setReading({ startAt })} />}
      />
      {reading && <AllAnnouncementsModal uid={uid} startAt={reading.startAt} onClose={() => setReading(null)} />}
    </>
  )
}

/** The view is in the address; a change of sort order is also saved as the user's preference. */
function useHomeView(uid: number, preference: Parameters<typeof viewOf>[1]) {
  const view = viewOf(readHomeSearch(useSearch({ strict: false })), preference)
  const navigate = useNavigate()
  const isEmulated = useSession()?.isEmulated === true
  const show = (next: TileView) => {
    const typing = next.term !== view.term
    // The route accepts any search params; `readHomeSearch` validates them.
    const search = homeSearchOf(next) as never
    void navigate({ to: '.', search, replace: typing, resetScroll: false })
    const kept = preferenceOf(next)
    // The order that an administrator looks at the tiles in is not the user's preference (decision E8).
    if (kept === preference || isEmulated) return
    void savePreference(sortPreference(uid), kept)
  }
  return { view, show }
}

interface HomeLayoutProps {
  heading: ReactNode
  /** Above both columns. */
  notices?: ReactNode
  applications: ReactNode
  announcements: ReactNode
}

/** The places of the home page's parts: the announcements are beside the tiles, or below them on a narrow page. */
export function HomeLayout({ heading, notices, applications, announcements }: HomeLayoutProps) {
  return (
    <>
      {heading}
      <div className={classes['page']}>
        {notices}
        <div className={classes['columns']}>
          {applications}
          {announcements}
        </div>
      </div>
    </>
  )
}
