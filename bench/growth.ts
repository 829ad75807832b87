import { closedLoop } from './clients.ts'
import type { Bench, Report, Run } from './figures.ts'
import { interleave, ratioOf, summarize } from './harness.ts'
import { portalEnvironment, startPortal } from './servers.ts'
import { signIn, takeTurns } from './visitors.ts'

const AT_ONCE = 4

/** Goal 3: whether signing in costs the database more where there are more users. */
export async function growth(bench: Bench): Promise<Partial<Report>> {
  const sizes = [10_000, bench.isFull ? 1_000_000 : 100_000]
  const nameOf = (users: number) => `sign-in among ${users.toLocaleString('en')} users`
  const portals = []
  const contenders = []
  for (const users of sizes) {
    const data = await bench.data(users)
    const portal = await startPortal({ environment: portalEnvironment(data.url) })
    portals.push(portal)
    const work = signIn(portal.origin, takeTurns(data))
    const run = (ms: number) => closedLoop(portal.origin, AT_ONCE, ms, work)
    contenders.push({ name: nameOf(users), pid: portal.pid, run })
  }
  try {
    const rounds = await interleave(contenders, {
      ...bench,
      warmUp: bench.isQuick ? 2_000 : 4_000,
      databasePid: bench.postgres.pid,
    })
    const [few, many] = sizes.map(nameOf) as [string, string]
    const runs = Object.entries(rounds).map(([name, taken]): Run => ({ name, ...summarize(taken) }))
    const value = ratioOf(rounds, many, few, ({ databaseCpu, done }) => databaseCpu / done)
    const server = ratioOf(rounds, many, few, ({ serverCpu, done }) => serverCpu / done)
    return {
      runs,
      figures: [
        {
          goal: '3',
          name: `database CPU: ${many} / ${few}`,
          value,
          unit: '',
          must: 1.2,
          aim: 1.05,
          sense: 'at most',
          note: `server CPU ${server.toFixed(2)}`,
        },
      ],
    }
  } finally {
    await Promise.all(portals.map((portal) => portal.stop()))
  }
}
