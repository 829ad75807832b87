import { clearBrowserStorage } from './stored-values.ts'

/** The build that last ran in this browser; a cookie, because the storage may hold only the specified values. */
const COOKIE = 'portal-build'

/** Clears the shared storage when the build has changed (SESS-023); returns whether it did. */
export function recordBuildVersion(version: string): boolean {
  const previous = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(document.cookie)?.[1]
  const now = encodeURIComponent(version)
  if (previous === now) return false
  document.cookie = `${COOKIE}=${now}; path=/; max-age=31536000; samesite=lax`
  if (previous === undefined) return false
  clearBrowserStorage()
  return true
}
