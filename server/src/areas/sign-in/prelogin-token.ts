import { type BoundTokens, boundTokens } from '../../crypto/bound-token.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { RequestFacts } from '../../http/caller.ts'

/** How long a pre-login token is good for (decision B23). */
const PRELOGIN_TOKEN_MS = 10 * 60_000

/** Tokens for one sign-in each. */
export type PreLoginTokens = BoundTokens

export const preLoginTokens = (keys: KeyRing): PreLoginTokens =>
  boundTokens(keys, { purpose: 'prelogin-token', lifeMs: PRELOGIN_TOKEN_MS })

/** The pre-login token that a call brings, if it is ours and of this browser. */
export const preLoginTokenOf = (
  tokens: PreLoginTokens,
  { csrfToken, binding }: Pick<RequestFacts, 'csrfToken' | 'binding'>,
): ReturnType<PreLoginTokens['read']> =>
  csrfToken === undefined || binding === undefined ? null : tokens.read(csrfToken, binding)
