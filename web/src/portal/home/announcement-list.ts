import type { UserAnnouncement } from '@portico/contract/announcements/announcements.ts'

/** Number of announcements in the panel; the dialog has all. */
const PANEL_MAX = 3

/** Number of announcements that the user has not dismissed, shown at the bell. */
export const unreadCount = (all: readonly UserAnnouncement[]): number =>
  all.filter(({ displayFlg }) => displayFlg).length

interface ArrangedAnnouncements {
  /** Operational ones, shown above all other content until they are dismissed. */
  pinned: UserAnnouncement[]
  panel: UserAnnouncement[]
}

/**
 * The announcements on the page; the server sends the newest first. Where the panel is beside the tiles, only the newest
 * operational one is pinned; where it is below them, the others are, too, so that no tile is above an operational one.
 */
export function arrange(all: readonly UserAnnouncement[], isPanelBeside: boolean): ArrangedAnnouncements {
  const unread = all.filter(({ displayFlg }) => displayFlg)
  const operational = unread.filter(({ type }) => type === 'Operational')
  const pinned = operational.slice(0, isPanelBeside ? 1 : operational.length)
  return { pinned, panel: unread.filter((one) => !pinned.includes(one)).slice(0, PANEL_MAX) }
}

const EXCERPT_LENGTH = 180

/** Temporary separator of paragraphs and list items; a character that no text contains. */
const PART = '\u2029'

/** The first words of an announcement, without formatting; a dot separates parts without punctuation. */
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
  if (text.length <= EXCERPT_LENGTH) return text
  const end = text.lastIndexOf(' ', EXCERPT_LENGTH)
  // Without a space, as in Japanese, at whole characters.
  const cut = end > 0 ? text.slice(0, end) : text.slice(0, EXCERPT_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut}…`
}
