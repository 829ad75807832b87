import type { UserAnnouncement } from '@portico/contract/announcements.ts'
import { homeTexts } from '@portico/contract/texts/home-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { dayInNumbers } from './announcement-list.ts'
import classes from './AnnouncementMeta.module.css'

/** What kind of announcement it is, since when, and whether it has been dismissed. */
export function AnnouncementMeta({
  announcement: { type, effectiveFromDt, displayFlg },
}: {
  announcement: UserAnnouncement
}) {
  const t = useTexts(homeTexts)
  const operational = type === 'Operational'
  return (
    <p className={classes['meta']}>
      <Badge tone={operational ? 'warning' : 'info'}>
        {operational ? t.announcement_operational : t.announcement_promotional}
      </Badge>
      <time dateTime={effectiveFromDt}>{dayInNumbers(effectiveFromDt)}</time>
      {!displayFlg && <span>{t.announcement_dismissed}</span>}
    </p>
  )
}
