import { REPORTS_SHOWN } from '@portico/contract/report-rules.ts'
import type { QueuedReport } from '@portico/contract/reports.ts'
import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import type { NamedChoices } from './report-choices.ts'
import type { AccessCriteria } from './report-criteria.ts'
import type { AccessRow } from './report-statements.ts'

/** The criteria of a report as they were asked for, with the names of that time. */
export type NamedCriteria = AccessCriteria & NamedChoices

export interface StoredReport {
  id: number
  ownerId: number
  /** Null: about every employer. */
  aboutClientId: number | null
  kind: QueuedReport
  criteria: NamedCriteria
  state: 'queued' | 'running' | 'ready' | 'failed'
  /** Null unless it failed. 'refused': the owner lost the permissions that it needs. */
  failure: 'error' | 'refused' | null
  rowCount: number
  requestedAt: Date
  completedAt: Date | null
  expiresAt: Date
}

const columns = `
  id, owner_id as "ownerId", about_client_id as "aboutClientId", kind, criteria, state, failure,
  row_count as "rowCount", requested_at as "requestedAt", completed_at as "completedAt", expires_at as "expiresAt"`

const isKept = 'expires_at > clock_now()'

const listOf = `
  select ${columns} from reports where owner_id = $1 and ${isKept}
   order by requested_at desc, id desc limit ${REPORTS_SHOWN}`

const add = `
  insert into reports (owner_id, about_client_id, kind, criteria) values ($1, $2, $3, $4::jsonb) returning id`

const begin = `
  update reports set state = 'running', attempt = attempt + 1, row_count = 0
   where id = $1 and state in ('queued', 'running') and ${isKept} returning attempt, ${columns}`

// Rows of its own try only: a report that was deleted or taken over by another node gets none.
const addChunks = `
  with report as (
    update reports set row_count = row_count + $4 where id = $1 and attempt = $2 and state = 'running' returning id),
  added as (
    insert into report_chunks (report_id, number, rows)
    select report.id, $3::integer + chunk.at - 1, chunk.rows
      from report, jsonb_array_elements($5::jsonb) with ordinality chunk (rows, at))
  select id from report`

const finish = `
  update reports set state = 'ready', completed_at = clock_now()
   where id = $1 and attempt = $2 and state = 'running' returning id`

const fail = `
  update reports set state = 'failed', failure = $2, completed_at = clock_now(), row_count = 0
   where id = $1 and state in ('queued', 'running')`

const useTicket = `
  insert into used_tokens (token_id, expires_at) select $1, $2::timestamptz where $2 > clock_now()
  on conflict do nothing returning 1`

const isTicketUnused = `
  select 1 where $2::timestamptz > clock_now() and not exists (select from used_tokens where token_id = $1)`

interface TicketId {
  id: Buffer
  expiresAt: Date
}

/** The tables `reports` and `report_chunks`, and what `used_tokens` has of tickets. */
export function reportStore(tx: Tx) {
  return {
    listOf: (ownerId: number): Promise<StoredReport[]> => query<StoredReport>(tx, listOf, [ownerId]),

    find: async (id: number): Promise<StoredReport | undefined> =>
      (await query<StoredReport>(tx, `select ${columns} from reports where id = $1 and ${isKept}`, [id]))[0],

    /** Returns how many reports of the user wait or run, and holds the user so that no other is added meanwhile. */
    countUnfinished: async (ownerId: number): Promise<number> => {
      await query(tx, 'select from users where id = $1 for no key update', [ownerId])
      const [row] = await query<{ count: number }>(
        tx,
        `select count(*)::int as count from reports where owner_id = $1 and state in ('queued', 'running') and ${isKept}`,
        [ownerId],
      )
      return row?.count ?? 0
    },

    add: async (ownerId: number, aboutClientId: number | null, criteria: NamedCriteria): Promise<number> => {
      const values = [ownerId, aboutClientId, criteria.kind, JSON.stringify(criteria)]
      const [row] = await query<{ id: number }>(tx, add, values)
      if (!row) throw new Error('A report was not stored')
      return row.id
    },

    /** Removes reports of the user; returns the ids of those that were there. */
    remove: async (ownerId: number, ids: readonly number[]): Promise<number[]> =>
      (
        await query<{ id: number }>(
          tx,
          'delete from reports where owner_id = $1 and id = any ($2::integer[]) returning id',
          [ownerId, ids],
        )
      ).map(({ id }) => id),

    /** Begins a try, without the rows of an earlier one; undefined where there is nothing to do. */
    begin: async (id: number): Promise<(StoredReport & { attempt: number }) | undefined> => {
      const [report] = await query<StoredReport & { attempt: number }>(tx, begin, [id])
      if (report) await query(tx, 'delete from report_chunks where report_id = $1', [id])
      return report
    },

    /**
     * Adds chunks of rows to the running try, in one statement. False: it is no longer the running one, or the report
     * was deleted.
     * @param from number of the first chunk
     */
    addChunks: async (
      id: number,
      attempt: number,
      from: number,
      chunks: readonly (readonly AccessRow[])[],
    ): Promise<boolean> => {
      const rows = chunks.reduce((sum, { length }) => sum + length, 0)
      return (await query(tx, addChunks, [id, attempt, from, rows, JSON.stringify(chunks)])).length > 0
    },

    finish: async (id: number, attempt: number): Promise<boolean> =>
      (await query(tx, finish, [id, attempt])).length > 0,

    fail: async (id: number, failure: 'error' | 'refused'): Promise<void> => {
      await query(tx, fail, [id, failure])
      await query(tx, 'delete from report_chunks where report_id = $1', [id])
    },

    now: async (): Promise<Date> => {
      const [row] = await query<{ now: Date }>(tx, 'select clock_now() as now', [])
      return row?.now ?? new Date()
    },

    /** Uses a ticket up. False: it was used before, or its time is over. */
    useTicket: async ({ id, expiresAt }: TicketId): Promise<boolean> =>
      (await query(tx, useTicket, [id, expiresAt])).length > 0,

    /** Whether useTicket would return true. */
    isTicketUnused: async ({ id, expiresAt }: TicketId): Promise<boolean> =>
      (await query(tx, isTicketUnused, [id, expiresAt])).length > 0,
  }
}
