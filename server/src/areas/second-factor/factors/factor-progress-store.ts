import type { Tx } from '../../../db/database.ts'
import { queries } from '../../../db/queries.ts'
import { run, runFirst } from '../../../db/run.ts'
import { bytes, int, statement, text } from '../../../db/statement.ts'

/** What can be started in a browser and must be finished in the same one. */
type BeginningKind = 'authenticator' | 'new-passkey' | 'passkey' | 'provider'

export interface Beginning {
  userId: number
  bindingHash: Buffer
  kind: BeginningKind
}

const BEGINNING_MINUTES = 10

const beginIt = statement([int, bytes, text, text], {
  name: 'second-factor: begin it',
  text: `
  insert into pending_factor_setups (user_id, binding_hash, kind, sealed, expires_at)
  values ($1, $2, $3, $4, clock_now() + interval '${BEGINNING_MINUTES} minutes')
  on conflict (user_id, binding_hash, kind) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`,
})

const finishIt = statement([int, bytes, text], {
  name: 'second-factor: finish it',
  text: `
  delete from pending_factor_setups
   where user_id = $1 and binding_hash = $2 and kind = $3 and expires_at > clock_now()
  returning sealed`,
  row: { sealed: text },
})

const findIt = statement([int, bytes, text], {
  name: 'second-factor: find it',
  text: `
  select sealed from pending_factor_setups
   where user_id = $1 and binding_hash = $2 and kind = $3 and expires_at > clock_now()`,
  row: { sealed: text },
})

const countSkip = statement([int, int], {
  name: 'second-factor: count skip',
  text: `
  insert into second_factor_skips as counted (user_id, skips) select $1, 1 where $2 > 0
  on conflict (user_id) do update set skips = counted.skips + 1 where counted.skips < $2
  returning skips`,
  row: { skips: int },
})

// The tables of what is in progress: `pending_factor_setups`, `second_factor_skips`.

export async function beginFactorStep(tx: Tx, { userId, bindingHash, kind }: Beginning, sealed: string): Promise<void> {
  await run(tx, beginIt(userId, bindingHash, kind, sealed))
}

/** Consumes what was started; undefined when nothing was started in this browser, or it has expired. */
export async function finishFactorStep(tx: Tx, { userId, bindingHash, kind }: Beginning): Promise<string | undefined> {
  const begun = await runFirst(tx, finishIt(userId, bindingHash, kind))
  return begun?.sealed
}

/** The same without consuming it: a mistyped code may be entered again. */
export async function findFactorStep(tx: Tx, { userId, bindingHash, kind }: Beginning): Promise<string | undefined> {
  const begun = await runFirst(tx, findIt(userId, bindingHash, kind))
  return begun?.sealed
}

export async function countSkips(tx: Tx, userId: number): Promise<number> {
  const row = await runFirst(
    tx,
    queries.selectFrom('second_factor_skips').select('skips').where('user_id', '=', userId),
  )
  return row?.skips ?? 0
}

/** Returns false when no skip is left. */
export async function takeSkip(tx: Tx, userId: number, allowed: number): Promise<boolean> {
  const counted = await run(tx, countSkip(userId, allowed))
  return counted.length > 0
}

export async function forgetFactorProgress(tx: Tx, userId: number): Promise<void> {
  await run(tx, queries.deleteFrom('pending_factor_setups').where('user_id', '=', userId))
  await run(tx, queries.deleteFrom('second_factor_skips').where('user_id', '=', userId))
}
