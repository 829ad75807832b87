/** Either stands for the portal's own host in a logout address (decision M2). */
const HOST_PLACEHOLDERS = ['{host}', '${HOST}'] as const

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
  if (template === null) return null
  const filled = HOST_PLACEHOLDERS.reduce((text, name) => text.replaceAll(name, portal.host), template.trim())
  const url = webAddress(filled.startsWith('/') && !/^\/[/\\]/.test(filled) ? portal.origin + filled : filled)
  if (url === null) return null
  const origins = [portal.origin, ...registered.map((address) => webAddress(address)?.origin)]
  return origins.includes(url.origin) ? url.href : null
}

/** An absolute web address without a user name; everything else is none. */
function webAddress(text: string | null): URL | null {
  if (text === null || /[\s\\]/.test(text)) return null
  const url = URL.parse(text)
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isWeb ? url : null
}
