import { isWebAddress } from './link-rules.ts'

/** Text with formatting that people write for others: cleaned by these rules where it is stored, and again where it is shown. */

/** The elements that may stand in it. */
export const RICH_TEXT_ELEMENTS: readonly string[] = 'p br b strong i em u s ul ol li a h2 h3 blockquote'.split(' ')

/** The attributes of links; no other element has any. */
export const RICH_TEXT_LINK_ATTRIBUTES: readonly string[] = ['href', 'title']

/** Of these not even the content is kept; of all other elements that are not allowed the words stay. */
export const RICH_TEXT_DROPPED: readonly string[] = (
  'script style template iframe object embed applet noscript noembed noframes svg math textarea title head select option ' +
  'xmp plaintext audio video canvas form input button frameset frame link meta base'
).split(' ')

/** Deeper than any text a person writes; a bomb of nested elements ends here. */
export const RICH_TEXT_DEPTH = 40

export interface SafeLink {
  href: string
  /** Leads out of the portal, so that it opens beside it. */
  external: boolean
}

// oxlint-disable-next-line no-control-regex -- browsers skip control characters inside addresses, so they hide `java\nscript:`
const HIDDEN = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029\ufeff]/
const OWN_PATH = /^\/(?![/\\])/
const MAIL = /^mailto:[^?#]+@[^?#]+/i
const PORT = /^[^/]+\/\/[^/?#]*:(\d+)(?:[/?#]|$)/

/** The link if it leads by http, https or mail, or to a path of the portal itself; null for all else. */
export function safeLink(address: string): SafeLink | null {
  const href = address.trim()
  if (HIDDEN.test(href) || href.includes('\\')) return null
  if (OWN_PATH.test(href) || MAIL.test(href)) return { href, external: false }
  // Neither a name before the host, which makes `https://bank.example@evil.example` look like the bank, nor a port that is none.
  if (!isWebAddress(href) || Number(PORT.exec(href)?.[1] ?? 0) > 65_535) return null
  return { href, external: true }
}
