import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { updateProfile } from '@portico/contract/account.ts'
import type { UserAnnouncement } from '@portico/contract/announcements.ts'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { toast } from '../../ui/toast.ts'
import { AnnouncementBanner } from './AnnouncementBanner.tsx'
import { arrange } from './announcement-list.ts'
import { AnnouncementPanel } from './AnnouncementPanel.tsx'
import { Applications } from './Applications.tsx'
import { HomeHeading } from './HomeHeading.tsx'
import classes from './HomePage.module.css'
import { announcementsQuery } from './announcement-queries.ts'
import { keepProfile, profileQuery } from './home-queries.ts'
import { PasswordNotice } from './PasswordNotice.tsx'
import { preferenceOf, readHomeSearch, searchOf, viewOf } from './home-view.ts'
import type { TileView } from './tile-order.ts'
import { useDismiss } from './use-dismiss.ts'

const AllAnnouncementsModal = lazy(() =>
  import('./AllAnnouncementsModal.tsx').then((module) => ({ default: module.AllAnnouncementsModal })),
)

/** From here on the announcements stand beside the tiles. */
const WIDE = '(min-width: 1200px)'

/** Where people begin: their applications and what they should know. */
export function HomePage() {
  const uid = useSession()?.uid
  // Between signing out and the sign-in page nobody is at home.
  return uid === undefined ? null : <Home uid={uid} />
}

function Home({ uid }: { uid: number }) {
  const [now] = useState(() => new Date())
  const { data: profile } = useSuspenseQuery(profileQuery())
  const { data: announcements = [] } = useQuery(announcementsQuery())
  const [reading, setReading] = useState<{ startAt: UserAnnouncement | null } | null>(null)
  const { view, show } = useHomeView(profile.sectionSortPrfTxt)
  const dismiss = useDismiss(uid)
  const wide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  const heading = useRef<HTMLHeadingElement>(null)
  const { pinned } = arrange(announcements)
  const panel = <AnnouncementPanel key="announcements" uid={uid} onRead={(startAt) => setReading({ startAt })} />
  const applications = <Applications key="applications" uid={uid} now={now} view={view} onView={show} />
  return (
    <>
      <HomeHeading ref={heading} uid={uid} firstName={profile.firstNm} now={now} />
      <div className={classes['page']}>
        <PasswordNotice />
        {pinned && (
          <AnnouncementBanner
            announcement={pinned}
            onRead={() => setReading({ startAt: pinned })}
            onDismiss={() => {
              // The banner goes with its button; the focus goes to the top of the page.
              heading.current?.focus({ preventScroll: true })
              dismiss(pinned)
            }}
          />
        )}
        {/* The order of reading is the order in sight. */}
        <div className={classes['columns']}>{wide ? [applications, panel] : [panel, applications]}</div>
      </div>
      <Suspense>
        {reading && <AllAnnouncementsModal uid={uid} startAt={reading.startAt} onClose={() => setReading(null)} />}
      </Suspense>
    </>
  )
}

/** The view is in the address; a change of order is also kept as the person's preference. */
function useHomeView(preference: Parameters<typeof viewOf>[1]) {
  const view = viewOf(readHomeSearch(useSearch({ strict: false })), preference)
  const navigate = useNavigate()
  const show = (next: TileView) => {
    const typing = next.term !== view.term
    // The route takes any search; `readHomeSearch` says what it means.
    const search = searchOf(next) as never
    void navigate({ to: '.', search, replace: typing, resetScroll: false })
    const kept = preferenceOf(next)
    if (kept === preference) return
    call(updateProfile, { body: { sectionSortPrfTxt: kept } }).then(keepProfile, (error: Error) =>
      toast.error(error.message),
    )
  }
  return { view, show }
}
