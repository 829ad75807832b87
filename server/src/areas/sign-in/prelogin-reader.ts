import type { Db } from '../../db/database.ts'
import type { PreLoginReader } from '../../http/caller.ts'
import { type PreLoginTokens, preLoginTokenOf } from './prelogin-token.ts'

/** Judges the token of a call before sign-in: ours, of this browser, not too old by the database's clock, not spent. */
export function preLoginReader(db: Db, tokens: PreLoginTokens): PreLoginReader {
  return {
    check: async (facts) => {
      const token = preLoginTokenOf(tokens, facts)
      if (!token) return false
      const [judged] = await db.prepared<{ is_good: boolean }>(
        'prelogin-token',
        'select $2 > clock_now() and not exists (select 1 from spent_tokens where token_id = $1) as is_good',
        [token.id, token.expiresAt],
      )
      return judged?.is_good === true
    },
  }
}
