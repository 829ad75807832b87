import { newToken } from '../../crypto/tokens.ts'
import type { CookieToSet } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'

/** So long a browser is known by its cookie, though it is closed in between. */
const KNOWN_DAYS = 365

/** The binding of a browser, and the cookie that gives it one where it has none (decision B23). */
export function bindingOf({ binding }: Pick<RequestFacts, 'binding'>): { value: string; cookies: CookieToSet[] } {
  if (binding !== undefined && /^[A-Za-z0-9_-]{43}$/.test(binding)) return { value: binding, cookies: [] }
  const value = newToken()
  return { value, cookies: [{ name: '__Host-portal-binding', value, maxAgeSeconds: KNOWN_DAYS * 86_400 }] }
}
