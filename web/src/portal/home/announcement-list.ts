import type { UserAnnouncement } from '@portico/contract/announcements.ts'

/** How many the panel shows; all of them are in the window. */
const IN_PANEL = 3

/** How many a person has not dismissed yet: the number at the bell. */
export const unreadCount = (all: readonly UserAnnouncement[]): number =>
  all.filter(({ displayFlg }) => displayFlg).length

export interface Arranged {
  /** The newest operational one stands over everything until it is dismissed. */
  pinned: UserAnnouncement | null
  panel: UserAnnouncement[]
}

/** Which announcements the page itself shows; the server sends the newest first. */
export function arrange(all: readonly UserAnnouncement[]): Arranged {
  const unread = all.filter(({ displayFlg }) => displayFlg)
  const pinned = unread.find(({ type }) => type === 'Operational') ?? null
  return { pinned, panel: unread.filter((one) => one !== pinned).slice(0, IN_PANEL) }
}

const EXCERPT = 180

/** Stands between paragraphs and list items while they are joined; no text holds it. */
const PART = '\u2029'

/** The first words of an announcement, without its formatting; a dot parts what no punctuation does. */
export function excerpt(html: string): string {
  const { body } = new DOMParser().parseFromString(
    html.replaceAll(/<(?:\/?(?:p|ul|ol|li|h\d|blockquote)|br)\b/gi, `${PART}$&`),
    'text/html',
  )
  for (const element of body.querySelectorAll('script, style, template')) element.remove()
  const parts = (body.textContent ?? '').split(PART).map((part) => part.replaceAll(/\s+/g, ' ').trim())
  const text = parts
    .filter((part) => part !== '')
    .reduce((before, part) => (before === '' ? part : `${before}${/[.,:;!?…]$/.test(before) ? ' ' : ' · '}${part}`), '')
  return text.length <= EXCERPT ? text : `${text.slice(0, text.lastIndexOf(' ', EXCERPT))}…`
}

/** yyyy-MM-dd to MM/dd/yyyy, without any time zone taking part. */
export const dayInNumbers = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
