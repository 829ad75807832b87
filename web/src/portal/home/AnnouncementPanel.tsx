import { useQuery } from '@tanstack/react-query'
import { useRef, type ReactNode, type Ref } from 'react'
import type { UserAnnouncement } from '@portico/contract/announcements/announcements.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { LoadFailure } from '../../patterns/LoadFailure.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AnnouncementCard } from './AnnouncementCard.tsx'
import { arrange } from './announcement-list.ts'
import classes from './AnnouncementPanel.module.css'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'
import { announcementsQuery } from './announcement-queries.ts'
import { dismiss } from './dismiss-announcement.ts'

interface AnnouncementPanelProps {
  uid: number
  /** The panel is beside the tiles instead of below them. */
  isBeside: boolean
  /** Opens the dialog of all announcements, at the given one. */
  onRead: (announcement: UserAnnouncement | null) => void
}

/** The announcements that the user has not dismissed. */
export function AnnouncementPanel({ uid, isBeside, onRead }: AnnouncementPanelProps) {
  const { announcements_failed: failed } = useTexts(homePageTexts)
  const { data: all, error, refetch } = useQuery(announcementsQuery())
  const heading = useRef<HTMLHeadingElement>(null)
  // The card is removed with its button; the focus stays in the panel.
  const onDismiss = (announcement: UserAnnouncement) => {
    heading.current?.focus({ preventScroll: true })
    void dismiss(uid, announcement)
  }
  return (
    <AnnouncementSection headingRef={heading} onReadAll={all && all.length > 0 ? () => onRead(null) : null}>
      {all && <Cards all={all} isBeside={isBeside} onRead={onRead} onDismiss={onDismiss} />}
      {!all && !error && <Skeleton height="96px" radius="8px" />}
      {error && !all && <LoadFailure message={failed} onRetry={() => void refetch()} />}
    </AnnouncementSection>
  )
}

interface AnnouncementSectionProps {
  headingRef?: Ref<HTMLHeadingElement>
  /** Null: there are none to read. */
  onReadAll: (() => void) | null
  children: ReactNode
}

/** The heading of the announcements, with what stands below it. */
export function AnnouncementSection({ headingRef, onReadAll, children }: AnnouncementSectionProps) {
  const t = useTexts(homeTexts)
  return (
    <section className={classes['panel']} aria-label={t.announcements_title}>
      <div className={classes['head']}>
        <h2 ref={headingRef} tabIndex={-1}>
          {t.announcements_title}
        </h2>
        {onReadAll && (
          <Button kind="quiet" size="s" flush aria-haspopup="dialog" onClick={onReadAll}>
            {t.announcements_all}
          </Button>
        )}
      </div>
      {children}
    </section>
  )
}

interface CardsProps {
  all: readonly UserAnnouncement[]
  onRead: (announcement: UserAnnouncement) => void
  onDismiss: (announcement: UserAnnouncement) => void
}

function Cards({ all, isBeside, onRead, onDismiss }: CardsProps & { isBeside: boolean }) {
  const t = useTexts(homeTexts)
  const page = useTexts(homePageTexts)
  const { panel, pinned } = arrange(all, isBeside)
  if (panel.length > 0) return <AnnouncementCards all={panel} onRead={onRead} onDismiss={onDismiss} />
  // The banner already shows an announcement, so the panel needs no empty state.
  if (pinned.length > 0) return null
  return (
    <div className={classes['none']}>
      <EmptyState
        compact
        drawing="announcement"
        title={all.length > 0 ? page.announcements_none_new : t.announcements_none}
      />
    </div>
  )
}

/** One card for each announcement. */
export const AnnouncementCards = ({ all, onRead, onDismiss }: CardsProps) => (
  <ul className={classes['cards']}>
    {all.map((one) => (
      <AnnouncementCard
        key={one.announcementId}
        announcement={one}
        onRead={() => onRead(one)}
        onDismiss={() => onDismiss(one)}
      />
    ))}
  </ul>
)
