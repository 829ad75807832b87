/**
 * Returns the address of a page when a browser may be redirected to it: http, https or a path of our own; else null.
 */
export function launchAddress(location: string | null): string | null {
  if (location === null) return null
  if (/^\/(?![/\\])[^\\\s]*$/.test(location)) return location
  const url = URL.parse(location)
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isWeb ? url.href : null
}
