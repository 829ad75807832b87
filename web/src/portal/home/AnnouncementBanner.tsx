import { UnstyledButton } from '@mantine/core'
import type { UserAnnouncement } from '@portico/contract/announcements/announcements.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './AnnouncementBanner.module.css'
import { excerpt } from './announcement-list.ts'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'

interface AnnouncementBannerProps {
  announcement: UserAnnouncement
  onRead: () => void
  onDismiss: () => void
}

/** The newest operational announcement, above all other content; never truncated, even on a narrow page. */
export function AnnouncementBanner({
  announcement: { titleText, messageText },
  onRead,
  onDismiss,
}: AnnouncementBannerProps) {
  const t = useTexts(homeTexts)
  const page = useTexts(homePageTexts)
  return (
    <section className={classes['banner']} aria-label={t.announcement_operational}>
      <span className={classes['icon']}>
        <Icon name="warning" />
      </span>
      <UnstyledButton className={classes['open']} aria-haspopup="dialog" onClick={onRead}>
        <strong className={classes['title']}>{titleText}</strong> <span>{excerpt(messageText)}</span>
      </UnstyledButton>
      <IconButton
        label={formatMessage(page.announcement_dismiss_named, { name: titleText })}
        icon="close"
        size="s"
        onClick={onDismiss}
      />
    </section>
  )
}
