import { useQuery } from '@tanstack/react-query'
import type { UserAnnouncement } from '@portico/contract/announcements/announcements.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import classes from './AllAnnouncementsModal.module.css'
import { AnnouncementMeta } from './AnnouncementMeta.tsx'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'
import { announcementsQuery } from './announcement-queries.ts'
import { dismiss, showAgain } from './dismiss-announcement.ts'

interface AllAnnouncementsModalProps {
  uid: number
  /** The announcement to scroll to. */
  startAt: UserAnnouncement | null
  onClose: () => void
}

/** Every announcement in force, including dismissed ones, in full. */
export function AllAnnouncementsModal({ uid, startAt, onClose }: AllAnnouncementsModalProps) {
  const { close } = useTexts(generalTexts)
  const t = useTexts(homeTexts)
  const { announcements_failed: failed } = useTexts(homePageTexts)
  const announcements = useQuery(announcementsQuery())
  return (
    <Modal opened onClose={onClose} title={t.announcements_all} size="l" closeLabel={close}>
      <QueryContent query={announcements} failed={failed}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState compact drawing="announcement" title={t.announcements_none} />
          ) : (
            <ul className={classes['list']}>
              {all.map((one) => (
                <Whole
                  key={one.announcementId}
                  announcement={one}
                  isStart={one.announcementId === startAt?.announcementId}
                  onToggle={() => void (one.displayFlg ? dismiss(uid, one) : showAgain(uid, one))}
                />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Modal>
  )
}

interface WholeProps {
  announcement: UserAnnouncement
  isStart: boolean
  /** Dismisses it, or shows it again. */
  onToggle: () => void
}

const showFromTop = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'start' })

function Whole({ announcement, isStart, onToggle }: WholeProps) {
  const t = useTexts(homeTexts)
  const page = useTexts(homePageTexts)
  const { titleText, messageText, languageCd, displayFlg } = announcement
  return (
    <li
      ref={isStart ? showFromTop : undefined}
      className={classes['announcement']}
      data-dismissed={!displayFlg || undefined}
    >
      <AnnouncementMeta announcement={announcement} />
      <h3
        className={classes['title']}
        tabIndex={-1}
        lang={languageCd ?? undefined}
        {...(isStart ? { 'data-autofocus': true } : {})}
      >
        {titleText}
      </h3>
      <div lang={languageCd ?? undefined}>
        <SafeHtml html={messageText} />
      </div>
      <Button
        size="s"
        aria-label={formatMessage(displayFlg ? page.announcement_dismiss_named : t.announcement_show_again_named, {
          name: titleText,
        })}
        onClick={onToggle}
      >
        {displayFlg ? t.announcement_dismiss : t.announcement_show_again}
      </Button>
    </li>
  )
}
