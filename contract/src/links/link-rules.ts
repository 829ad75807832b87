/** Maximum characters of a link's name and of its address (decision D4). */
export const LINK_NAME_MAX = 100
export const LINK_ADDRESS_MAX = 2_000
/** Maximum links per user. */
export const LINKS_MAX = 1_000

// No user name or password before the host, which would make another site look like a trusted one.
const HOST = String.raw`(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}])?)`
const WEB_ADDRESS = new RegExp(String.raw`^https?://${HOST}(?::\d{1,5})?(?:[/?#][^\s\\\p{C}]*)?$`, 'iu')
const WITHOUT_SCHEME = new RegExp(String.raw`^${HOST}\.\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$`, 'iu')

/**
 * True for http and https addresses only, not for addresses that run scripts, send mail or open files (decision K1).
 */
export const isWebAddress = (address: string): boolean => WEB_ADDRESS.test(address)

/** Completes a typed web address: trims it and adds https:// where no scheme was typed. */
export function completeAddress(typed: string): string {
  const address = typed.trim()
  return WITHOUT_SCHEME.test(address) ? `https://${address}` : address
}
