/** Addresses that may stand in text written by others. */

export interface SafeLink {
  href: string
  /** Leads out of the portal, so that it opens beside it. */
  external: boolean
}

// oxlint-disable-next-line no-control-regex -- browsers skip control characters inside addresses, so they hide `java\nscript:`
const HIDDEN = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029\ufeff]/
const OWN_PATH = /^\/(?![/\\])/
const HTTP = /^https?:\/\/[^/\\]/i
const MAIL = /^mailto:[^?#]+@[^?#]+/i

/** The link if it leads by http, https or mail, or to a path of the portal itself; null for all else. */
export function safeLink(address: string): SafeLink | null {
  const trimmed = address.trim()
  if (HIDDEN.test(trimmed) || trimmed.includes('\\')) return null
  if (OWN_PATH.test(trimmed)) return { href: trimmed, external: false }
  if (MAIL.test(trimmed)) return { href: trimmed, external: false }
  if (!HTTP.test(trimmed) || !URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  // A name before the host makes `https://bank.example@evil.example` look like the bank.
  if (url.username !== '' || url.password !== '') return null
  return { href: url.href, external: true }
}
