/** Either stands for the portal's own host in a logout address (decision M2). */
export const HOST_PLACEHOLDERS = ['{host}', '${HOST}'] as const

const ADDRESS_MAX = 2000

export interface LogoutAddress {
  /** As an administrator entered it; null: none. */
  template: string | null
  /** Addresses at which the application is registered. */
  registered: readonly (string | null)[]
}

/**
 * Returns where the browser signs out of an application; null where it has no such address, or where that is at none of
 * its registered origins nor at the portal's own: browsers follow nothing else (S68).
 */
export function browserLogoutAddress({ template, registered }: LogoutAddress, portal: URL): string | null {
  const url = template === null ? null : filledAddress(template, portal)
  return url !== null && logoutOrigins(registered, portal).includes(url.origin) ? url.href : null
}

/** The origins at which a logout address may be: the portal's own first, then those of the application. */
export const logoutOrigins = (registered: LogoutAddress['registered'], portal: URL): string[] => [
  ...new Set([portal.origin, ...registered.flatMap((address) => webAddress(address)?.origin ?? [])]),
]

/**
 * What is wrong with a logout address: it is too long, it is no web address, or it is 'elsewhere', where no sign-out
 * follows it. Null where nothing is.
 */
export function logoutAddressProblem(
  { template, registered }: LogoutAddress,
  portal: URL,
): 'too-long' | 'unreadable' | 'elsewhere' | null {
  if (template === null) return null
  if (template.length > ADDRESS_MAX) return 'too-long'
  if (filledAddress(template, portal) === null) return 'unreadable'
  return browserLogoutAddress({ template, registered }, portal) === null ? 'elsewhere' : null
}

/** What an administrator sees of the logout address of a system (LOUT-016). */
export const logoutAddressView = (
  { systemId, code, ...address }: LogoutAddress & { systemId: number; code: string | null },
  portal: URL,
) => ({
  browserLogoutUrl: address.template,
  logoutFollowedUrlTxt: browserLogoutAddress(address, portal),
  logoutOriginList: logoutOrigins(address.registered, portal),
  logoutReturnUrlTxt: `${portal.origin}/logout?app=${encodeURIComponent(code ?? systemId)}`,
})

const PLACEHOLDER_SHOWN_MAX = 50

/** A placeholder as it is written, or what is left of one. */
const IN_BRACES = /\$?\{[^{}]*\}?|\}/g

const isPlaceholder = (text: string) => HOST_PLACEHOLDERS.some((name) => name === text)

/** Returns the first thing in braces that is no placeholder, as it was written; null where there is none. */
export const unknownPlaceholder = (template: string): string | null =>
  template
    .match(IN_BRACES)
    ?.find((text) => !isPlaceholder(text))
    ?.slice(0, PLACEHOLDER_SHOWN_MAX) ?? null

/** The address with the portal's host in the place of its placeholder; null where it is no web address. */
function filledAddress(template: string, portal: URL): URL | null {
  const filled = template.trim().replace(IN_BRACES, (text) => (isPlaceholder(text) ? portal.host : text))
  return webAddress(filled.startsWith('/') && !/^\/[/\\]/.test(filled) ? portal.origin + filled : filled)
}

/** An absolute web address without a user name; everything else is none. */
function webAddress(text: string | null): URL | null {
  if (text === null || /[\s\\]/.test(text)) return null
  const url = URL.parse(text)
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isWeb ? url : null
}
