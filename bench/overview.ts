import { getOverview, getWaiting, type Overview } from '@portico/contract/overview/overview.ts'
import { adminPages } from '@portico/contract/kit/guard.ts'
import { closedLoop } from './clients.ts'
import type { Bench, Figure, Report } from './figures.ts'
import { interleave, summarize } from './harness.ts'
import { loadEvents, makeAdministrator } from './list-cases.ts'
import { type BenchData, FIRST_USER } from './load-data.ts'
import { onDatabase } from './postgres.ts'
import { portalEnvironment, startPortal } from './servers.ts'
import { asSignedIn } from './visitors.ts'

/** A request of every tenth user, every hundredth one locked, and grants of every twentieth that end within a week. */
async function loadWhatWaits({ url, users }: BenchData): Promise<void> {
  await onDatabase(url, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into access_requests (user_id, page_id, reason)
       select ${FIRST_USER - 1} + n, 1001 + n % 160, 'Please' from generate_series(1, $1::int, 10) n`,
      [users],
    )
    await client.query(
      `update user_sign_ins set locked_until = now() + interval '1 day' where user_id >= ${FIRST_USER} and user_id % 100 = 0`,
    )
    await client.query(
      `update user_system_grants set ends_at = now() + interval '7 days' where user_id >= ${FIRST_USER} and user_id % 20 = 0`,
    )
    await client.query('vacuum analyze access_requests, user_sign_ins, user_system_grants')
  })
}

/** An external administrator of one application, with the pages of the administration. */
async function makeClientAdministrator({ url, withoutSession }: BenchData): Promise<{ index: number; uid: number }> {
  const index = Math.ceil((withoutSession + 1) / 20) * 20 + 1
  const uid = FIRST_USER - 1 + index
  await onDatabase(url, async (client) => {
    await client.query(
      `insert into user_system_grants (user_id, system_id, is_admin) values ($1, 2, false), ($1, 139, true) on conflict do nothing`,
      [uid],
    )
    await client.query(
      `insert into user_page_grants (user_id, page_id)
       select $1, id from pages where system_id = 2 and name = any($2) on conflict do nothing`,
      [uid, ['User Administration', 'Audit Trail']],
    )
  })
  return { index, uid }
}

/** The calls of the overview of the administration, for all clients and for one. */
export async function overview(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(bench.isFull ? 1_000_000 : 100_000)
  await loadEvents(data)
  await loadWhatWaits(data)
  const readers = [
    { reader: 'of the portal', ...(await makeAdministrator(data, adminPages)) },
    { reader: 'of one client', ...(await makeClientAdministrator(data)) },
  ]
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  const cases = readers.flatMap(({ reader, index, uid }) =>
    [
      { name: `what waits for an administrator ${reader}`, path: getWaiting.path },
      { name: `figures, first steps and latest changes for an administrator ${reader}`, path: getOverview.path },
    ].map(({ path, ...rest }) => ({ ...rest, index, path: path.replace('{uid}', String(uid)) })),
  )
  try {
    const rounds = await interleave(
      cases.map(({ name, index, path }) => ({
        name,
        pid: portal.pid,
        run: (ms: number) =>
          closedLoop(portal.origin, 1, ms, async (connection) => {
            const { body } = await connection.send('GET', path, asSignedIn(index))
            const { code, data } = JSON.parse(body) as { code: string; data: unknown[] | Partial<Overview> }
            return code === '200' && (Array.isArray(data) ? data : (data.latestChanges ?? [])).length > 0
          }),
      })),
      { ...bench, databasePid: bench.postgres.pid },
    )
    const runs = cases.map(({ name }) => ({ name, ...summarize(rounds[name]) }))
    const figures = runs.map(({ name, p50, p95, bad }): Figure => {
      const note = `${data.users.toLocaleString('en')} users: p50 ${p50.toFixed(1)} ms, ${bad} bad answers`
      return {
        goal: 'Overview',
        name: `${name}, p95`,
        value: p95,
        unit: 'ms',
        must: 100,
        aim: 50,
        sense: 'at most',
        note,
      }
    })
    return { runs, figures }
  } finally {
    await portal.stop()
  }
}
