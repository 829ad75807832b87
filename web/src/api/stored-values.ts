/** Names of the specification (SESS-001..015): what a tab keeps to itself … */
const tabKeys = ['sessionToken', 'uname', 'csrfToken'] as const
/** … and what all tabs of the browser share. Nothing else is ever stored. */
const browserKeys = [
  'uid',
  'preLoginCsrfToken',
  'loggedinHeaderFirstNm',
  'isIdmUser',
  'isFederatedUser',
  'isTemporaryPassword',
  'hasSecurityQuestion',
  'isEmulated',
  'daysBeforePasswordExpire',
  'passwordExpiredFlg',
  'internalUserFlg',
  'activeApps',
] as const

type TabKey = (typeof tabKeys)[number]
type BrowserKey = (typeof browserKeys)[number]
export type StoredKey = TabKey | BrowserKey

const isTabKey = (key: StoredKey): key is TabKey => (tabKeys as readonly string[]).includes(key)
const placeOf = (key: StoredKey): Storage => (isTabKey(key) ? sessionStorage : localStorage)

export const stored = (key: StoredKey): string | null => placeOf(key).getItem(key)
export const store = (key: StoredKey, value: string): void => placeOf(key).setItem(key, value)
export const forget = (key: StoredKey): void => placeOf(key).removeItem(key)

export function forgetAll(): void {
  for (const key of [...tabKeys, ...browserKeys]) forget(key)
}

/** Empties the shared storage, other people's keys included: the next build may understand them differently. */
export const clearBrowserStorage = (): void => localStorage.clear()
