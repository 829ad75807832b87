import { closedLoop } from './clients.ts'
import type { Bench, Figure, Report, Run } from './figures.ts'
import { type Contender, interleave, perCpuSecond, ratioOf, summarize } from './harness.ts'
import { portalEnvironment, startBare, startPortal, type BenchServer } from './servers.ts'
import { askSignedIn } from './visitors.ts'

const AT_ONCE = 16
const BARE = 'session read, bare server'

/** Goal 5: cost of a call of a signed-in user compared with the bare read of a session. */
export async function sessionReads(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(bench.isQuick ? 10_000 : 100_000)
  const bare = await startBare(data.url)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  const logging = await startPortal({ environment: { ...portalEnvironment(data.url), LOG_LEVEL: 'info' } })
  const contender = (
    name: string,
    { origin, pid }: BenchServer,
    call: Parameters<typeof askSignedIn>[1],
  ): Contender => {
    const work = askSignedIn(data, call)
    return { name, pid, run: (ms) => closedLoop(origin, AT_ONCE, ms, work) }
  }
  try {
    const rounds = await interleave(
      [
        contender('ping, bare server', bare, 'ping'),
        contender(BARE, bare, 'bare'),
        contender('getLastAccess', portal, 'getLastAccess'),
        contender('getLastAccess, log level info', logging, 'getLastAccess'),
        contender('getProfile', portal, 'getProfile'),
      ],
      { ...bench, databasePid: bench.postgres.pid },
    )
    const runs = Object.entries(rounds).map(([name, taken]): Run => ({ name, ...summarize(taken) }))
    const share = (name: string) => ratioOf(rounds, name, BARE, perCpuSecond)
    const figure = (name: string, must: number, aim: number): Figure => ({
      goal: '5',
      name: `${name} / bare session read, per CPU second`,
      value: share(name),
      unit: '',
      must,
      aim,
      sense: 'at least',
      note: noteOf(runs, name),
    })
    return {
      runs,
      figures: [
        figure('getLastAccess', 0.5, 0.7),
        figure('getLastAccess, log level info', 0.5, 0.7),
        figure('getProfile', 0.25, 0.35),
        {
          ...figure('getLastAccess', 0.25, 0.25),
          name: 'getLastAccess / ping of the bare server, per CPU second',
          value: ratioOf(rounds, 'getLastAccess', 'ping, bare server', perCpuSecond),
        },
      ],
    }
  } finally {
    await Promise.all([portal.stop(), bare.stop(), logging.stop()])
  }
}

function noteOf(runs: readonly Run[], name: string): string {
  const cost = (of: string) => runs.find((run) => run.name === of)?.serverCpuMs.toFixed(3) ?? '?'
  return `${cost(name)} ms against ${cost(BARE)} ms`
}
