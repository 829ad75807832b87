/** Those who decide are mailed so many days before the due date, once for each. */
export const REVIEW_MAIL_DAYS = [7, 1] as const

/** When those who decide are mailed again: 7 days and 1 day before, within a day (`soon`), or not at all. */
export type ReviewMails = 'week_day' | 'soon_day' | 'day' | 'soon' | 'none'

/**
 * Which mails are still sent about a review that gets a due date `daysLeft` days from now, and has been under way for
 * `daysUnderWay`. They are sent each morning at the latest, since each start of a review sends those of the day, too; a
 * missed one is sent the next time; none for a day on which the review had not started.
 */
export function mailsBeforeDue({ daysLeft, daysUnderWay }: { daysLeft: number; daysUnderWay: number }): ReviewMails {
  const [week] = REVIEW_MAIL_DAYS
  if (daysLeft > week) return 'week_day'
  if (daysLeft > 2 && daysLeft + daysUnderWay > week) return 'soon_day'
  if (daysLeft > 1) return 'day'
  return daysLeft === 1 && daysUnderWay > 0 ? 'soon' : 'none'
}
