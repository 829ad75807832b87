import { UnstyledButton } from '@mantine/core'
import type { UserAnnouncement } from '@portico/contract/announcements/announcements.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './AnnouncementBanners.module.css'
import { excerpt } from './announcement-list.ts'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'

interface AnnouncementBannersProps {
  all: readonly UserAnnouncement[]
  onRead: (announcement: UserAnnouncement) => void
  onDismiss: (announcement: UserAnnouncement) => void
}

/** Operational announcements, above all other content; never truncated, even on a narrow page. */
export function AnnouncementBanners({ all, onRead, onDismiss }: AnnouncementBannersProps) {
  const t = useTexts(homeTexts)
  const page = useTexts(homePageTexts)
  if (all.length === 0) return null
  return (
    <section className={classes['banners']} aria-label={t.announcement_operational}>
      {all.map((one) => (
        <div key={one.announcementId} className={classes['banner']}>
          <span className={classes['icon']}>
            <Icon name="warning" />
          </span>
          <UnstyledButton className={classes['open']} aria-haspopup="dialog" onClick={() => onRead(one)}>
            <span lang={one.languageCd ?? undefined}>
              <strong className={classes['title']}>{one.titleText}</strong> <span>{excerpt(one.messageText)}</span>
            </span>
          </UnstyledButton>
          <IconButton
            label={formatMessage(page.announcement_dismiss_named, { name: one.titleText })}
            icon="close"
            size="s"
            onClick={() => onDismiss(one)}
          />
        </div>
      ))}
    </section>
  )
}
