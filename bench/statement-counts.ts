import type pg from 'pg'
import type { BenchData } from './load-data.ts'
import { onDatabase } from './postgres.ts'

export interface StatementCount {
  /** Statements that the portal sent, without BEGIN, the scope and COMMIT and without those of background jobs. */
  statements: number
  /** Transactions that changed something. */
  commits: number
  /** The statements, most frequent first, for finding superfluous ones. */
  texts: readonly string[]
}

const jobsAndFrames = String.raw`^\s*(begin|commit|rollback|set|discard|listen|select current_user|select set_config)\y|\yjobs\.`

/** Counts the portal's statements while `work` runs. */
export async function countStatements(data: BenchData, work: () => Promise<void>): Promise<StatementCount> {
  return onDatabase(data.url, async (client) => {
    await client.query('select pg_stat_statements_reset()')
    const before = await changesSoFar(client)
    await work()
    const changes = (await changesSoFar(client)) - before
    const { rows } = await client.query<{ query: string; calls: string; ms: string }>(
      `select s.query, s.calls, round(s.mean_exec_time::numeric, 3) as ms from pg_stat_statements s
         join pg_roles r on r.oid = s.userid join pg_database d on d.oid = s.dbid
        where r.rolname = 'portal_app' and d.datname = current_database() and s.query !~* $1 order by s.calls desc`,
      [jobsAndFrames],
    )
    return {
      statements: rows.reduce((sum, { calls }) => sum + Number(calls), 0),
      commits: changes,
      texts: rows.map(({ calls, query, ms }) => `${calls} × ${ms} ms: ${query.replaceAll(/\s+/g, ' ').slice(0, 150)}`),
    }
  })
}

/** Only transactions that change something are given a number. */
async function changesSoFar(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  return Number(rows[0]?.next)
}
