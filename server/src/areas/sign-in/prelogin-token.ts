import { hashToken, newToken } from '../../crypto/tokens.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { RequestFacts } from '../../http/caller.ts'

/** How long a pre-login token is good for (decision B23). */
const PRELOGIN_TOKEN_MS = 10 * 60_000

/**
 * A token for one sign-in: random part, moment of issue, fingerprint of the browser's binding, and our
 * signature. Nothing is stored until it is spent, so that asking for tokens costs no room.
 */
export interface PreLoginTokens {
  issue(binding: string, now: Date): string
  /** Its end and the id under which it is spent, if the token is ours and of this browser; else null. */
  read(token: string, binding: string): { id: Buffer; expiresAt: Date } | null
}

const PURPOSE = 'prelogin-token'

export function preLoginTokens(keys: KeyRing): PreLoginTokens {
  const signed = (random: string, issued: string, binding: string) =>
    `${random}.${issued}.${hashToken(binding).toString('base64url')}`
  return {
    issue: (binding, now) => {
      const random = newToken()
      const issued = now.getTime().toString(36)
      return `${random}.${issued}.${keys.sign(PURPOSE, signed(random, issued, binding))}`
    },
    read: (token, binding) => {
      const [random = '', issued = '', ...signature] = token.split('.')
      if (token.length > 300 || !keys.verify(PURPOSE, signed(random, issued, binding), signature.join('.'))) return null
      return { id: hashToken(random), expiresAt: new Date(Number.parseInt(issued, 36) + PRELOGIN_TOKEN_MS) }
    },
  }
}

/** The pre-login token that a call brings, if it is ours and of this browser. */
export const preLoginTokenOf = (
  tokens: PreLoginTokens,
  { csrfToken, binding }: Pick<RequestFacts, 'csrfToken' | 'binding'>,
): ReturnType<PreLoginTokens['read']> =>
  csrfToken === undefined || binding === undefined ? null : tokens.read(csrfToken, binding)
