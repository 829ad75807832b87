import type { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { mailsBeforeDue } from '@portico/contract/access-reviews/review-mails.ts'
import type { Texts } from '../../api/texts.ts'
import { isCalendarDay } from '../../ui/calendar-day.ts'
import { dayOf, today } from '../../ui/day-bounds.ts'

const DAY_MS = 86_400_000
const daysBetween = (first: string, last: string) => Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS)

/** Until when decisions can be made, and once a day to come is chosen, when those who decide are mailed before it. */
export function dueDateHelp(
  t: Texts<typeof accessReviewTexts>,
  { due, started = new Date() }: { due: string; started?: Date },
): string {
  const daysLeft = isCalendarDay(due) ? daysBetween(today(), due) : -1
  if (daysLeft < 0) return t.review_start_due_help
  const mails = mailsBeforeDue({ daysLeft, daysUnderWay: daysBetween(dayOf(started), today()) })
  return `${t.review_start_due_help} ${t[`review_mails_${mails}`]}`
}
