import type { homePageTexts } from '@portico/contract/home/home-page-texts.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import { formatDayOf } from '../../ui/format.ts'

const WEEK = 7
const DAY_MS = 86_400_000

const midnight = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()

/** Formats when something was last used, by the user's calendar: a day ends at midnight. */
export function lastUsed(at: Date, now: Date, t: Texts<typeof homePageTexts>): string {
  // Rounded, because a day with a clock change has 23 or 25 hours.
  const days = Math.round((midnight(now) - midnight(at)) / DAY_MS)
  if (days <= 0) return t.tile_used_today
  if (days === 1) return t.tile_used_yesterday
  return days <= WEEK
    ? formatMessage(t.tile_used_days_ago, { count: days })
    : formatMessage(t.tile_used_on, { day: formatDayOf(at) })
}
