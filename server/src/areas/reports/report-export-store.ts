import type { Tx } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { int, statement, text, textOf } from '../../db/statement.ts'

const begin = statement([int, text], {
  name: 'report export store: begin',
  text: `
  insert into report_exports (owner_id, token) values ($1, $2)
  on conflict (owner_id, token) do update set state = 'running', renewed_at = clock_now()`,
})

const renew = statement([int, text], {
  name: 'reports: renew',
  text: `
  update report_exports set renewed_at = clock_now() where owner_id = $1 and token = $2 and state = 'running'`,
})

const end = statement([int, text, text], {
  name: 'reports: end',
  text: 'update report_exports set state = $3, renewed_at = clock_now() where owner_id = $1 and token = $2',
})

const find = statement([int, text], {
  name: 'report export store: find',
  text: `
  select case when state = 'running' and renewed_at < clock_now() - interval '1 minute' then 'failed' else state end
         as state
    from report_exports where owner_id = $1 and token = $2`,
  row: { state: textOf<ExportState>() },
})

export type ExportState = 'running' | 'ready' | 'failed'

// The table `report_exports`.

export async function beginExport(tx: Tx, ownerId: number, token: string): Promise<void> {
  await run(tx, begin(ownerId, token))
}

/** Tells that a running export is alive. */
export async function renewExport(tx: Tx, ownerId: number, token: string): Promise<void> {
  await run(tx, renew(ownerId, token))
}

export async function endExport(tx: Tx, ownerId: number, token: string, state: 'ready' | 'failed'): Promise<void> {
  await run(tx, end(ownerId, token, state))
}

/** Undefined where none was begun with the token. One that was not renewed for a minute has failed. */
export const findExport = async (tx: Tx, ownerId: number, token: string): Promise<ExportState | undefined> =>
  (await runFirst(tx, find(ownerId, token)))?.state
