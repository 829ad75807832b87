/** Names of the specification (SESS-001..015): what a tab keeps to itself … */
const tabKeys = [
  'sessionToken',
  'uname',
  'csrfToken',
  /** Of ours, and there only while a gate is closed that none of the specified values can name. */
  'closedGate',
] as const
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
type StoredKey = TabKey | BrowserKey

const isTabKey = (key: StoredKey): key is TabKey => (tabKeys as readonly string[]).includes(key)
const placeOf = (key: StoredKey): Storage => (isTabKey(key) ? sessionStorage : localStorage)

export const stored = (key: StoredKey): string | null => placeOf(key).getItem(key)
export const store = (key: StoredKey, value: string): void => placeOf(key).setItem(key, value)
export const forget = (key: StoredKey): void => placeOf(key).removeItem(key)

export function forgetAll(): void {
  forgetTabValues()
  for (const key of browserKeys) forget(key)
}

/** Forgets what only this tab knows; the shared values belong to whichever tab set them last. */
export function forgetTabValues(): void {
  for (const key of tabKeys) forget(key)
}

/** All values of the session, to be handed to another tab. */
export function allValues(): Record<string, string> {
  const pairs = [...tabKeys, ...browserKeys].map((key) => [key, stored(key)] as const)
  return Object.fromEntries(pairs.filter((pair): pair is readonly [StoredKey, string] => pair[1] !== null))
}

/** Takes over the values of another tab. */
export function storeAll(values: Readonly<Record<string, string>>): void {
  for (const key of [...tabKeys, ...browserKeys]) {
    const value = values[key]
    if (value === undefined) forget(key)
    else store(key, value)
  }
}

/** Empties the shared storage, other people's keys included: the next build may understand them differently. */
export const clearBrowserStorage = (): void => localStorage.clear()
