import type { Tx } from '../../db/database.ts'
import { CHECK_MINUTES } from '../../ports/human-check/human-check.ts'
import { run } from '../../db/run.ts'
import { bytes, statement } from '../../db/statement.ts'

const passOnce = statement([bytes, bytes], {
  name: 'human-check: pass once',
  text: `
  with spent as (
    insert into used_tokens (token_id, expires_at) values ($1, clock_now() + interval '${2 * CHECK_MINUTES} minutes')
    on conflict do nothing returning 1)
  insert into passed_human_checks (token_id, expires_at)
  select $2, clock_now() + interval '${CHECK_MINUTES} minutes' from spent
  on conflict (token_id) do update set expires_at = excluded.expires_at
  returning token_id as "tokenId"`,
  row: { tokenId: bytes },
})

// The table `passed_human_checks`.

/** Records that the browser of this pre-login token passed; false when the solution was used before. */
export async function passHumanCheck(tx: Tx, checkId: Buffer, preLoginTokenId: Buffer): Promise<boolean> {
  const noted = await run(tx, passOnce(checkId, preLoginTokenId))
  return noted.length > 0
}
