/** The last moment of a calendar day in the user's time zone. */
export const endOfDay = (day: string): Date => new Date(`${day}T23:59:59.999`)
/** The first moment of a calendar day in the user's time zone, or of the day that many days later. */
export function startOfDay(day: string, daysLater = 0): Date {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + daysLater)
  return date
}
/** The calendar day of a moment in the user's time zone, YYYY-MM-DD as date fields need it. */
export const dayOf = (moment: Date): string => moment.toLocaleDateString('sv-SE')
/** The user's own time zone, such as 'Europe/Berlin'. */
const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
/**
 * The business time zone of the portal, which decides what day it is for reports and announcements. The user's own
 * where the page names none, as with the development server.
 */
export const businessZone = (): string => document.documentElement.dataset['timeZone'] ?? browserZone()
/** Whether the user's clock shows the business time in winter and summer; one zone can have two names. */
export const isInBusinessZone = (): boolean => yearIn(businessZone()) === yearIn(browserZone())
/** What the clocks of a zone show at two moments of this year, half a year apart. */
const yearIn = (timeZone: string): string =>
  [0, 6].map((month) => new Date(new Date().getFullYear(), month).toLocaleString('sv-SE', { timeZone })).join(' ')
/** Today in the business time zone, YYYY-MM-DD. */
export const businessToday = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: businessZone() })
/** Today in the user's time zone, YYYY-MM-DD. */
export const today = (): string => dayOf(new Date())
/** Today in UTC, YYYY-MM-DD. */
export const todayInUtc = (): string => new Date().toISOString().slice(0, 10)
