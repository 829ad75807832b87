import { getApplicationResources } from '@portico/contract/sign-in/sign-in.ts'
import { closedLoop, type Work } from './clients.ts'
import type { Bench, Report } from './figures.ts'
import { residentMiB } from './machine.ts'
import { portalEnvironment, startPortal } from './servers.ts'
import { askSignedIn, signIn, takeTurns } from './visitors.ts'

const CLIENTS = 16
/** One of so many requests is a sign-in, whose hash takes 19 MiB for a moment. */
const SIGN_IN_EVERY = 50

/** What a portal holds in memory after many requests of several kinds. */
export async function memory(bench: Bench): Promise<Partial<Report>> {
  const requests = bench.isQuick ? 6_000 : 60_000
  const data = await bench.data(10_000)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  try {
    const reads = [askSignedIn(data, 'getProfile'), askSignedIn(data, 'getLastAccess'), readResources]
    const enter = signIn(portal.origin, takeTurns(data))
    let asked = 0
    const mixed: Work = (connection, client) => {
      asked += 1
      const work = asked % SIGN_IN_EVERY === 0 ? enter : reads[asked % reads.length]
      return (work ?? readResources)(connection, client)
    }
    let bad = 0
    let highest = 0
    while (asked < requests) {
      bad += (await closedLoop(portal.origin, CLIENTS, 2_000, mixed)).bad
      highest = Math.max(highest, residentMiB(portal.pid))
    }
    const metrics = await (await fetch(`${portal.opsOrigin}/metrics`)).text()
    const mib = (name: string) => (Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]) / 1024 ** 2).toFixed(0)
    const heap = `heap ${mib('nodejs_heap_size_used_bytes')} of ${mib('nodejs_heap_size_total_bytes')} MiB`
    const note = `highest ${highest.toFixed(0)} MiB; ${heap}, external ${mib('nodejs_external_memory_bytes')} MiB; ${bad} bad answers`
    const name = `memory after ${asked} requests`
    const value = residentMiB(portal.pid)
    return { figures: [{ goal: '17', name, value, unit: 'MiB', must: 260, aim: 200, sense: 'at most', note }] }
  } finally {
    await portal.stop()
  }
}

const readResources: Work = async (connection) =>
  (await connection.send(getApplicationResources.method, getApplicationResources.path)).status === 200
