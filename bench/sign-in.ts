import { atEvenPace, closedLoop } from './clients.ts'
import type { Bench, Figure, Report, Run } from './figures.ts'
import { type Contender, interleave, median, percentile, perSecond, ratioOf, type Slice, summarize } from './harness.ts'
import { PASSWORD, type BenchData } from './load-data.ts'
import { onDatabase } from './postgres.ts'
import { type HashLimit, portalEnvironment, startBare, startHashLimit, startPortal } from './servers.ts'
import { askSignedIn, signIn, signInBare, takeTurns } from './visitors.ts'

/** Sign-ins at once: enough that both cores always have a password to check. */
const AT_ONCE = 8
const MANY_AT_ONCE = 16
/** Slices that a contender works before it is measured. */
const WARM_UPS = 1

/** Goals 1 and 2: sign-in throughput compared with password checks alone. */
export async function signInThroughput(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(bench.isQuick ? 10_000 : 100_000)
  const limit = await hashLimitOf(data)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  const bare = await startBare(data.url)
  try {
    const turn = takeTurns(data)
    const rounds = await interleave(
      [
        { name: 'argon2id alone', pid: limit.pid, run: (ms) => limit.run(ms) },
        {
          name: 'sign-in, bare server',
          pid: bare.pid,
          run: (ms) => closedLoop(bare.origin, AT_ONCE, ms, signInBare(turn)),
        },
        {
          name: 'sign-in, portal',
          pid: portal.pid,
          run: (ms) => closedLoop(portal.origin, AT_ONCE, ms, signIn(portal.origin, turn)),
        },
      ],
      { ...bench, warmUp: bench.isQuick ? 2_000 : 4_000, databasePid: bench.postgres.pid },
    )
    const runs = Object.entries(rounds).map(([name, taken]): Run => ({ name, ...summarize(taken) }))
    const [alone, bareRun, portalRun] = runs as [Run, Run, Run]
    const share = ratioOf(rounds, 'sign-in, portal', 'argon2id alone', perSecond)
    const bareShare = ratioOf(rounds, 'sign-in, bare server', 'argon2id alone', perSecond)
    return { runs, figures: throughputFigures(share, bareShare, alone, bareRun, portalRun) }
  } finally {
    await Promise.all([portal.stop(), bare.stop(), limit.stop()])
  }
}

function throughputFigures(share: number, bareShare: number, alone: Run, bare: Run, portal: Run): Figure[] {
  const extra = (run: Run) => run.serverCpuMs - alone.serverCpuMs
  return [
    {
      goal: '1',
      name: 'sign-ins / argon2id alone',
      value: share,
      unit: '',
      must: 0.7,
      aim: 0.8,
      sense: 'at least',
      note: `bare server ${bareShare.toFixed(2)}`,
    },
    {
      goal: '2',
      name: 'server CPU per sign-in beyond the hash',
      value: extra(portal),
      unit: 'ms',
      must: 6,
      aim: 4,
      sense: 'at most',
      note: `bare server ${extra(bare).toFixed(1)} ms, one hash ${alone.serverCpuMs.toFixed(1)} ms`,
    },
  ]
}

/** Goal 4: latency of signed-in users while many others sign in. */
export async function readsBesideSignIns(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(bench.isQuick ? 10_000 : 100_000)
  const limit = await hashLimitOf(data)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  const bare = await startBare(data.url)
  try {
    const turn = takeTurns(data)
    const reads: Record<string, (readonly number[])[]> = { bare: [], portal: [] }
    const both = async (name: 'bare' | 'portal'): Promise<Contender> => {
      const { origin, pid } = name === 'bare' ? bare : portal
      const work = name === 'bare' ? signInBare(turn) : signIn(origin, turn)
      const read = askSignedIn(data, name === 'bare' ? 'bare' : 'getLastAccess')
      // Forty reads a second would be measured while the engine still learns how to answer them.
      await closedLoop(origin, AT_ONCE, bench.isQuick ? 1_000 : 3_000, read)
      const run = async (ms: number): Promise<Slice> => {
        let isOver = false
        const [signIns, asked] = await Promise.all([
          closedLoop(origin, MANY_AT_ONCE, ms, work).finally(() => (isOver = true)),
          atEvenPace(origin, 25, read, () => isOver),
        ])
        reads[name]?.push(asked.latencies)
        return { ...signIns, bad: signIns.bad + asked.bad }
      }
      return { name: `${MANY_AT_ONCE} sign-ins at once, ${name}`, pid, run }
    }
    const contenders = [
      { name: 'argon2id alone, again', pid: limit.pid, run: (ms: number) => limit.run(ms) },
      await both('bare'),
      await both('portal'),
    ]
    const rounds = await interleave(contenders, {
      ...bench,
      warmUp: bench.isQuick ? 2_000 : 4_000,
      databasePid: bench.postgres.pid,
    })
    const share = (name: string) => ratioOf(rounds, name, 'argon2id alone, again', perSecond)
    const runs = Object.entries(rounds).map(([name, taken]): Run => ({ name, ...summarize(taken) }))
    return { runs, figures: besideFigures(reads, share) }
  } finally {
    await Promise.all([portal.stop(), bare.stop(), limit.stop()])
  }
}

/** Median over the slices' own figures: one pause of the machine does not decide a round of seven. */
function besideFigures(reads: Record<string, (readonly number[])[]>, share: (name: string) => number): Figure[] {
  const slices = (name: string) => reads[name]?.slice(WARM_UPS) ?? []
  const p95 = (name: string) => median(slices(name).map((slice) => percentile(slice, 0.95)))
  const p50 = (name: string) => median(slices(name).map((slice) => percentile(slice, 0.5)))
  return [
    {
      goal: '4',
      name: `session read p95 beside ${MANY_AT_ONCE} sign-ins`,
      value: p95('portal'),
      unit: 'ms',
      must: 10,
      aim: 3,
      sense: 'at most',
      note: `p50 ${p50('portal').toFixed(1)}, all slices at once p95 ${percentile(slices('portal').flat(), 0.95).toFixed(1)}; bare server p95 ${p95('bare').toFixed(1)}, p50 ${p50('bare').toFixed(1)}`,
    },
    {
      goal: '4',
      name: 'sign-ins meanwhile / argon2id alone',
      value: share(`${MANY_AT_ONCE} sign-ins at once, portal`),
      unit: '',
      must: 0.6,
      aim: 0.65,
      sense: 'at least',
      note: `bare server ${share(`${MANY_AT_ONCE} sign-ins at once, bare`).toFixed(2)}`,
    },
  ]
}

/** Parameters of a hash in the portal's data. */
export async function hashLimitOf(data: BenchData): Promise<HashLimit> {
  const { rows } = await onDatabase(data.url, (client) =>
    client.query<{ password_hash: string }>('select password_hash from users where password_hash is not null limit 1'),
  )
  return startHashLimit(rows[0]?.password_hash ?? '', PASSWORD)
}
