/** Storage keys of the specification (SESS-001..015): values of this tab only. */
const tabKeys = [
  'sessionToken',
  'uname',
  'csrfToken',
  /** Not in the specification; set only while a gate is closed that no specified value can name. */
  'closedGate',
] as const
/** Values that all tabs share. Nothing else is stored. */
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
/** True in a tab in which an administrator acts as a user: it shares no values of the session; see emulation.ts. */
export const isEmulatedTab = (): boolean => sessionStorage.getItem('adminJson') !== null
const storageOf = (key: StoredKey): Storage => (isTabKey(key) || isEmulatedTab() ? sessionStorage : localStorage)

export const readStored = (key: StoredKey): string | null => storageOf(key).getItem(key)
export const writeStored = (key: StoredKey, value: string): void => storageOf(key).setItem(key, value)
export const removeStored = (key: StoredKey): void => storageOf(key).removeItem(key)

export function clearSessionValues(): void {
  clearTabValues()
  for (const key of browserKeys) removeStored(key)
}

/** Removes the values of this tab only; the shared values belong to the tab that set them last. */
export function clearTabValues(): void {
  for (const key of tabKeys) removeStored(key)
}

/** The values of this tab only. */
export const readTabValues = (): Record<string, string> => valuesIn(sessionStorage, tabKeys)

/** The values that all tabs share, also when this tab has others of its own. */
export const readSharedValues = (): Record<string, string> => valuesIn(localStorage, browserKeys)

function valuesIn(storage: Storage, keys: readonly StoredKey[]): Record<string, string> {
  const entries = keys.map((key) => [key, storage.getItem(key)] as const)
  return Object.fromEntries(entries.filter((entry): entry is readonly [StoredKey, string] => entry[1] !== null))
}

/** Those of the values that belong to one tab. */
export const tabValuesOf = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => (tabKeys as readonly string[]).includes(key)))

/** All values of the session, to send to another tab. */
export function readAllValues(): Record<string, string> {
  return { ...readTabValues(), ...readSharedValues() }
}

/** Stores the values received from another tab. */
export function writeAllValues(values: Readonly<Record<string, string>>): void {
  for (const key of [...tabKeys, ...browserKeys]) {
    const value = values[key]
    if (value === undefined) removeStored(key)
    else writeStored(key, value)
  }
}

/**
 * Clears the shared storage, because the next build may interpret its values differently. In the tab of an emulation the
 * values of the administrator's session stay: no other place has them.
 */
export function clearBrowserStorage(): void {
  const kept = isEmulatedTab() ? readSharedValues() : {}
  localStorage.clear()
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
}
