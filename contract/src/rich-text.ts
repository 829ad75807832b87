import { isWebAddress } from './links/link-rules.ts'

/** Rules for formatted text that users write for others: sanitized when stored, and again when shown. */

/** The allowed elements. */
export const RICH_TEXT_ELEMENTS: readonly string[] = 'p br b strong i em u s ul ol li a h2 h3 blockquote'.split(' ')

/** The allowed attributes of links; no other element may have any. */
export const RICH_TEXT_LINK_ATTRIBUTES: readonly string[] = ['href', 'title']

/** Removed with their content; other disallowed elements are removed but their text stays. */
export const RICH_TEXT_DROPPED: readonly string[] = (
  'script style template iframe object embed applet noscript noembed noframes svg math textarea title head select option ' +
  'xmp plaintext audio video canvas form input button frameset frame link meta base'
).split(' ')

/** Maximum nesting depth; more than any real text needs, so that deeply nested input cannot exhaust the stack. */
export const RICH_TEXT_DEPTH = 40

/**
 * True for HTML that is worth cleaning: not twice as long as its text may be once it is clean, and with no more
 * elements than that text can have, whose shortest is `<p></p>`. Others would hold the event loop.
 * @param max Characters that the clean text may have.
 */
export const isCleanable = (html: string, max: number): boolean =>
  html.length <= 2 * max && html.split('<').length - 1 <= Math.ceil((max * 2) / '<p></p>'.length)

export interface SafeLink {
  href: string
  /** True when the link leaves the portal and so opens in a new tab. */
  external: boolean
}

// oxlint-disable-next-line no-control-regex -- browsers skip control characters inside addresses, so they hide `java\nscript:`
const HIDDEN_CHARACTERS = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029\ufeff]/
const OWN_PATH = /^\/(?![/\\])/
const MAIL = /^mailto:[^?#]+@[^?#]/i
const PORT = /^[^/]+\/\/[^/?#]*:(\d+)(?:[/?#]|$)/

/** Returns the link if it uses http, https or mailto, or is a path of the portal; null otherwise. */
export function safeLink(address: string): SafeLink | null {
  const href = address.trim()
  if (HIDDEN_CHARACTERS.test(href) || href.includes('\\')) return null
  if (OWN_PATH.test(href) || MAIL.test(href)) return { href, external: false }
  // Neither a user name before the host, which makes `https://bank.example@evil.example` look like the bank, nor an
  // invalid port.
  if (!isWebAddress(href) || Number(PORT.exec(href)?.[1] ?? 0) > 65_535) return null
  return { href, external: true }
}
