import { type BoundTokens, boundTokens } from '../../crypto/bound-token.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { RequestContext } from '../../http/caller.ts'

/** Lifetime of a pre-login token (decision B23). */
const PRELOGIN_TOKEN_MS = 10 * 60_000

/** Tokens for one sign-in each. */
export type PreLoginTokens = BoundTokens

export const preLoginTokens = (keys: KeyRing): PreLoginTokens =>
  boundTokens(keys, { purpose: 'prelogin-token', lifeMs: PRELOGIN_TOKEN_MS })

/** Returns the pre-login token of a call when it is authentic and of this browser. */
export const preLoginTokenOf = (
  tokens: PreLoginTokens,
  { csrfToken, binding }: Pick<RequestContext, 'csrfToken' | 'binding'>,
): ReturnType<PreLoginTokens['read']> =>
  csrfToken === undefined || binding === undefined ? null : tokens.read(csrfToken, binding)
