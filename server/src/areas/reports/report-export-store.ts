import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'

const begin = `
  insert into report_exports (owner_id, token) values ($1, $2)
  on conflict (owner_id, token) do update set state = 'running', renewed_at = clock_now()`

const renew = `
  update report_exports set renewed_at = clock_now() where owner_id = $1 and token = $2 and state = 'running'`

const end = 'update report_exports set state = $3, renewed_at = clock_now() where owner_id = $1 and token = $2'

const find = `
  select case when state = 'running' and renewed_at < clock_now() - interval '1 minute' then 'failed' else state end
         as state
    from report_exports where owner_id = $1 and token = $2`

export type ExportState = 'running' | 'ready' | 'failed'

/** The table `report_exports`. */
export function reportExportStore(tx: Tx) {
  return {
    begin: async (ownerId: number, token: string): Promise<void> => {
      await query(tx, begin, [ownerId, token])
    },
    /** Tells that a running export is alive. */
    renew: async (ownerId: number, token: string): Promise<void> => {
      await query(tx, renew, [ownerId, token])
    },
    end: async (ownerId: number, token: string, state: 'ready' | 'failed'): Promise<void> => {
      await query(tx, end, [ownerId, token, state])
    },
    /** Undefined where none was begun with the token. One that was not renewed for a minute has failed. */
    find: async (ownerId: number, token: string): Promise<ExportState | undefined> =>
      (await query<{ state: ExportState }>(tx, find, [ownerId, token]))[0]?.state,
  }
}
