import { clearBrowserStorage } from './stored-values.ts'

/** The build that last ran in this browser, in a cookie because the storage holds only what is specified. */
const COOKIE = 'portal-build'

/** Clears the shared storage when another build than last time answers (SESS-023); says whether it did. */
export function noteBuildVersion(version: string): boolean {
  const before = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(document.cookie)?.[1]
  const now = encodeURIComponent(version)
  if (before === now) return false
  document.cookie = `${COOKIE}=${now}; path=/; max-age=31536000; samesite=lax`
  if (before === undefined) return false
  clearBrowserStorage()
  return true
}
