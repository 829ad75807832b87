import type { Db } from '../../db/database.ts'
import type { PreLoginReader } from '../../http/caller.ts'
import { type PreLoginTokens, preLoginTokenOf } from './prelogin-token.ts'

/** Verifies the token of a call before sign-in: signature, browser, age by the database's clock, unused. */
export function preLoginReader(db: Db, tokens: PreLoginTokens): PreLoginReader {
  return {
    check: async (context) => {
      const token = preLoginTokenOf(tokens, context)
      if (!token) return false
      const [row] = await db.prepared<{ is_good: boolean }>(
        'select $2 > clock_now() and not exists (select 1 from used_tokens where token_id = $1) as is_good',
        [token.id, token.expiresAt],
      )
      return row?.is_good === true
    },
  }
}
