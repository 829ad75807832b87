/** Most characters of a link's name and of its address (decision D4). */
export const LINK_NAME_MAX = 100
export const LINK_ADDRESS_MAX = 2_000
/** Links that one person may keep. */
export const LINKS_MAX = 1_000

// No name or password before the host, which would make another site look like a known one.
const HOST = String.raw`(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}])?)`
const WEB_ADDRESS = new RegExp(String.raw`^https?://${HOST}(?::\d{1,5})?(?:[/?#][^\s\\\p{C}]*)?$`, 'iu')
const WITHOUT_SCHEME = new RegExp(String.raw`^${HOST}\.\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$`, 'iu')

/** True of an address of the web, and of nothing that runs, mails or opens files (decision K1). */
export const isWebAddress = (address: string): boolean => WEB_ADDRESS.test(address)

/** What people type when they mean a web address: without blanks around it, and with https:// where they left it out. */
export function completeAddress(typed: string): string {
  const address = typed.trim()
  return WITHOUT_SCHEME.test(address) ? `https://${address}` : address
}
