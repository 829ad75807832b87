import { newToken } from '../../crypto/tokens.ts'
import type { CookieToSet } from '../../http/answers.ts'
import type { RequestContext } from '../../http/caller.ts'

/** Days that a browser keeps its binding cookie. */
const KNOWN_DAYS = 365

/** Returns the binding of a browser, and the cookie that sets one when it has none (decision B23). */
export function bindingOf({ binding }: Pick<RequestContext, 'binding'>): { value: string; cookies: CookieToSet[] } {
  if (binding !== undefined && /^[A-Za-z0-9_-]{43}$/.test(binding)) return { value: binding, cookies: [] }
  const value = newToken()
  return { value, cookies: [{ name: '__Host-portal-binding', value, maxAgeSeconds: KNOWN_DAYS * 86_400 }] }
}
