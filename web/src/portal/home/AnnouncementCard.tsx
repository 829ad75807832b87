import { UnstyledButton } from '@mantine/core'
import type { UserAnnouncement } from '@portico/contract/announcements/announcements.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './AnnouncementCard.module.css'
import { excerpt } from './announcement-list.ts'
import { AnnouncementMeta } from './AnnouncementMeta.tsx'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'

interface AnnouncementCardProps {
  announcement: UserAnnouncement
  onRead: () => void
  onDismiss: () => void
}

/** An announcement's excerpt; its title opens the dialog with the full text. */
export function AnnouncementCard({ announcement, onRead, onDismiss }: AnnouncementCardProps) {
  const page = useTexts(homePageTexts)
  const { titleText, messageText, languageCd } = announcement
  return (
    <li className={classes['card']}>
      <AnnouncementMeta announcement={announcement} />
      <h3 className={classes['title']} lang={languageCd ?? undefined}>
        <UnstyledButton className={classes['open']} aria-haspopup="dialog" onClick={onRead}>
          {titleText}
        </UnstyledButton>
      </h3>
      <p className={classes['excerpt']} lang={languageCd ?? undefined}>
        {excerpt(messageText)}
      </p>
      <span className={classes['dismiss']}>
        <IconButton
          label={formatMessage(page.announcement_dismiss_named, { name: titleText })}
          icon="close"
          size="s"
          onClick={onDismiss}
        />
      </span>
    </li>
  )
}
