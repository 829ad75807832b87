import type { UserAnnouncement } from '@portico/contract/announcements/announcements.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { formatDay } from '../../ui/format.ts'
import classes from './AnnouncementMeta.module.css'

/** Type and start day of an announcement, and whether it is dismissed. */
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
      <time dateTime={effectiveFromDt}>{formatDay(effectiveFromDt)}</time>
      {!displayFlg && <span>{t.announcement_dismissed}</span>}
    </p>
  )
}
