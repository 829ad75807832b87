import { setTimeout as delay } from 'node:timers/promises'
import { addDepartment } from '@portico/contract/reference-data/reference-data.ts'
import { exportUserListReport } from '@portico/contract/reports/reports.ts'
import { Browser } from '../../server/test/browser.ts'
import { onDatabase } from '../postgres.ts'
import { atLeast, type Experiment, fact, none, within } from './experiment.ts'
import { type Load, type LoadFigures, PASSWORD } from './load.ts'
import { keptFindings, underLoad } from './restarts.ts'
import { isRunning, untilReady, type World } from './world.ts'

const DOWN_MS = 4_000
/** Longer than the row has it, so that a request that waits for the thaw is seen. */
const FROZEN_MS = 8_000

export const databaseRestarts: Experiment = {
  id: 'R04',
  title: 'PostgreSQL restarts',
  run: (bench) =>
    underLoad(bench, {}, async (world, load) => {
      await delay(bench.random() * 500)
      const began = performance.now()
      await bench.cluster.stop('fast')
      await bench.cluster.start()
      const restartMs = performance.now() - began
      await load.anotherRound()
      await delay(1_000)
      const { reads, writes, kept } = await judged(world, load, began)
      // Reads are tried again for two seconds: a restart that takes longer may fail them, with 503.
      const mayFail = restartMs > 2_000
      return {
        findings: [
          fact('restart', restartMs, 'ms'),
          atLeast('reads', reads.requests, 10),
          { ...none('reads that failed', reads.failed), isTime: mayFail },
          none('changes that got neither 200 nor 503 with Retry-After', writes.wrong),
          fact('changes that got 503', writes.refused),
          within('longest time without a read', reads.gapMs, 1_500),
          ...(await sameNodes(world)),
          ...kept,
        ],
        notes: [...reads.words, ...writes.words],
      }
    }),
}

export const databaseKilled: Experiment = {
  id: 'R05',
  title: 'PostgreSQL is killed, is down for 4 seconds and recovers',
  run: (bench) =>
    underLoad(bench, {}, async (world, load) => {
      const pids = [world.a.pid, world.b.pid]
      await delay(bench.random() * 500)
      const began = performance.now()
      await bench.cluster.kill()
      const unreadyMs = await untilUnready(world)
      await delay(Math.max(0, DOWN_MS - (performance.now() - began)))
      await bench.cluster.start()
      const back = performance.now()
      await load.anotherRound()
      const healedMs = performance.now() - back
      const readyMs = await untilReady(world.a.opsOrigin)
      await delay(1_000)
      const { reads, writes, kept } = await judged(world, load, began)
      // Of the first two seconds each request tries again: quick are those that know of the outage.
      const later = load.refusedHalfMs(began + 2_500, began + DOWN_MS - 200)
      return {
        findings: [
          within('until /readyz answered 503', unreadyMs, 2_000),
          none('requests that got neither 200 nor 503 with Retry-After', reads.wrong + writes.wrong),
          fact('requests that got 503', reads.refused + writes.refused),
          ...(later === undefined ? [] : [within('half of the reads refused later took no longer', later, 50)]),
          within('slowest answer', Math.max(reads.slowestMs, writes.slowestMs), 6_000),
          within('from its return to a read and a change that succeed', healedMs, 500),
          fact('from then to ready', readyMs, 'ms'),
          none('nodes that ended', pids.filter((pid) => !isRunning(pid)).length),
          ...kept,
        ],
        notes: [...reads.words, ...writes.words],
      }
    }),
}

export const databaseFrozen: Experiment = {
  id: 'R06',
  title: 'PostgreSQL is frozen for 8 seconds',
  run: (bench) =>
    underLoad(bench, {}, async (world, load) => {
      await delay(bench.random() * 500)
      const began = performance.now()
      bench.cluster.freeze()
      await delay(FROZEN_MS)
      bench.cluster.thaw()
      const thawed = performance.now()
      await load.anotherRound()
      const healedMs = performance.now() - thawed
      await delay(1_000)
      const { reads, writes, kept } = await judged(world, load, began)
      return {
        findings: [
          atLeast('requests meanwhile', reads.requests + writes.requests, 10),
          none('requests that got neither 200 nor 503 with Retry-After', reads.wrong + writes.wrong),
          fact('requests that got 503', reads.refused + writes.refused),
          within('slowest answer', Math.max(reads.slowestMs, writes.slowestMs), 6_000),
          within('from the thaw to a read and a change that succeed', healedMs, 2_000),
          ...(await sameNodes(world)),
          ...kept,
        ],
        notes: [...reads.words, ...writes.words],
      }
    }),
}

const EXPORTS = 40
const SIGN_INS = 10

export const slowReports: Experiment = {
  id: 'R07',
  title: 'Slow reports hold their connections',
  run: (bench) =>
    underLoad(bench, { reads: false, writes: false }, async (world) => {
      const admin = new Browser(world.origin)
      await admin.trySignIn('portal.admin', PASSWORD, { confirmed: true })
      // Reports read departments, and wait for the lock as for a slow disk.
      return onDatabase(world.databaseUrl, async (owner) => {
        await owner.query('begin')
        await owner.query('lock table departments in access exclusive mode')
        const asked = Array.from({ length: EXPORTS }, () =>
          admin.send(exportUserListReport, { params: { uid: admin.userId }, body: {} }).catch(() => undefined),
        )
        const times: number[] = []
        let held = 0
        let refused = 0
        for (let round = 0; round < SIGN_INS; round++) {
          const began = performance.now()
          const answer = await new Browser(world.origin).trySignIn('external.user', PASSWORD, { confirmed: true })
          times.push(performance.now() - began)
          if (answer.code !== '200') refused++
          held = Math.max(held, await waitingOf(world))
        }
        await owner.query('rollback')
        const answers = await Promise.all(asked)
        const after = await admin.send(addDepartment, {
          params: { uid: admin.userId },
          body: { departmentNm: 'After' },
        })
        return {
          findings: [
            atLeast('connections held by reports', held, 4),
            none('sign-ins that failed', refused),
            within('slowest sign-in', Math.max(...times), 1_000),
            none(
              'reports that got neither 200 nor 503',
              answers.filter((one) => ![200, 503].includes(one?.status ?? 0)).length,
            ),
            fact('reports that got 503', answers.filter((one) => one?.status === 503).length),
            none('changes that fail afterwards', after.status === 200 ? 0 : 1),
          ],
        }
      })
    }),
}

/** Connections that wait for the lock. */
async function waitingOf({ databaseUrl }: World): Promise<number> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows[0]?.count ?? 0
  })
}

interface Judged {
  reads: LoadFigures
  writes: LoadFigures
  kept: ReturnType<typeof keptFindings>
}

/** Ends the load and says how it was answered since. */
async function judged({ databaseUrl }: World, load: Load, since: number): Promise<Judged> {
  const until = performance.now()
  await load.stop()
  return {
    reads: load.figures('read', since, until),
    writes: load.figures('write', since, until),
    kept: keptFindings(await load.verify(databaseUrl)),
  }
}

/** Both nodes have to live on. */
async function sameNodes({ a, b }: World) {
  return [none('nodes that ended', [a, b].filter(({ pid }) => !isRunning(pid)).length)]
}

/** Milliseconds until node a says that it is not ready. */
async function untilUnready({ a }: World): Promise<number> {
  const began = performance.now()
  while ((await fetch(`${a.opsOrigin}/readyz`).catch(() => undefined))?.status !== 503) await delay(20)
  return performance.now() - began
}
