import type { Db } from '../../db/database.ts'
import { runFirst } from '../../db/run.ts'
import { bool, bytes, instant, statement } from '../../db/statement.ts'
import type { PreLoginReader } from '../../http/caller.ts'
import { type PreLoginTokens, preLoginTokenOf } from './prelogin-token.ts'

/** True of the token $1 that expires at $2, by the database's clock, and was not used. */
const isUnusedToken = statement([bytes, instant], {
  name: 'sign-in: is unused token',
  text: 'select $2 > clock_now() and not exists (select from used_tokens where token_id = $1) as "isUnused"',
  row: { isUnused: bool },
})

/** Verifies the token of a call before sign-in: signature and browser, then age and use. */
export function preLoginReader(db: Db, tokens: PreLoginTokens): PreLoginReader {
  return {
    isAuthentic: (context) => preLoginTokenOf(tokens, context) !== null,
    isUnused: async (context) => {
      const token = preLoginTokenOf(tokens, context)
      if (!token) return false
      return (await runFirst(db, isUnusedToken(token.id, token.expiresAt)))?.isUnused === true
    },
  }
}
