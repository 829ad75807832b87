import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { UserAnnouncement } from '@portico/contract/announcements.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { homeTexts } from '@portico/contract/texts/home-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AnnouncementCard } from './AnnouncementCard.tsx'
import { arrange } from './announcement-list.ts'
import classes from './AnnouncementPanel.module.css'
import { homePageTexts } from '@portico/contract/texts/home-page-texts.ts'
import { announcementsQuery } from './announcement-queries.ts'
import { useDismiss } from './use-dismiss.ts'

interface AnnouncementPanelProps {
  uid: number
  /** Opens the dialog of all announcements, at the given one. */
  onRead: (announcement: UserAnnouncement | null) => void
}

/** The announcements that the user has not dismissed. */
export function AnnouncementPanel({ uid, onRead }: AnnouncementPanelProps) {
  const t = useTexts(homeTexts)
  const { data: all, error, refetch } = useQuery(announcementsQuery())
  const heading = useRef<HTMLHeadingElement>(null)
  const dismiss = useDismiss(uid)
  // The card is removed with its button; the focus stays in the panel.
  const onDismiss = (announcement: UserAnnouncement) => {
    heading.current?.focus({ preventScroll: true })
    dismiss(announcement)
  }
  return (
    <section className={classes['panel']} aria-label={t.announcements_title}>
      <div className={classes['head']}>
        <h2 ref={heading} tabIndex={-1}>
          {t.announcements_title}
        </h2>
        {all && all.length > 0 && (
          <Button kind="quiet" size="s" flush aria-haspopup="dialog" onClick={() => onRead(null)}>
            {t.announcements_all}
          </Button>
        )}
      </div>
      {all && <Cards all={all} onRead={onRead} onDismiss={onDismiss} />}
      {!all && !error && <Skeleton height="96px" radius="8px" />}
      {error && !all && <Failed onRetry={() => void refetch()} />}
    </section>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { try_again: tryAgain } = useTexts(generalTexts)
  const page = useTexts(homePageTexts)
  return (
    <Alert
      tone="error"
      action={
        <Button size="s" onClick={onRetry}>
          {tryAgain}
        </Button>
      }
    >
      {page.announcements_failed}
    </Alert>
  )
}

interface CardsProps {
  all: readonly UserAnnouncement[]
  onRead: (announcement: UserAnnouncement) => void
  onDismiss: (announcement: UserAnnouncement) => void
}

function Cards({ all, onRead, onDismiss }: CardsProps) {
  const t = useTexts(homeTexts)
  const page = useTexts(homePageTexts)
  const { panel, pinned } = arrange(all)
  if (panel.length > 0) {
    return (
      <ul className={classes['cards']}>
        {panel.map((one) => (
          <AnnouncementCard
            key={one.announcementId}
            announcement={one}
            onRead={() => onRead(one)}
            onDismiss={() => onDismiss(one)}
          />
        ))}
      </ul>
    )
  }
  // The banner already shows an announcement, so the panel needs no empty state.
  if (pinned) return null
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
