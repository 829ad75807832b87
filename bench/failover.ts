// node bench/failover.ts [--fault postgres|node|freeze|switchover]… [--runs 3] [--ttl 12] [--through hosts|proxy]
//   [--no-replica] [--json file]
// Measures how long the portal's writes, reads and lists are out when its database fails over, on a cluster of its own
// under Patroni, etcd and HAProxy with the files of deploy/ha. The portal reads from both servers what may lag, unless
// --no-replica. Needs root and Debian's packages patroni, etcd-server, haproxy.
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Load, startLoad } from './failover-load.ts'
import { type Member, type PatroniCluster, signal, startPatroniCluster } from './patroni-cluster.ts'
import { portalEnvironment, startPortal } from './servers.ts'

const FAULTS = ['postgres', 'node', 'freeze', 'switchover'] as const
type Fault = (typeof FAULTS)[number]

const { values: given } = parseArgs({
  options: {
    fault: { type: 'string', multiple: true },
    runs: { type: 'string', default: '3' },
    ttl: { type: 'string', default: '12' },
    through: { type: 'string', default: 'hosts' },
    'no-replica': { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

/** Seconds of load before a fault, and after the writes are back. */
const [BEFORE, AFTER] = [4, 4]
const LONGEST_SECONDS = 60

async function cause(fault: Fault, cluster: PatroniCluster, primary: Member): Promise<() => void> {
  const other: Member = primary === 'db1' ? 'db2' : 'db1'
  if (fault === 'switchover') {
    await cluster.switchover(primary, other)
    return () => {}
  }
  const pids = cluster.processes(primary, fault !== 'postgres')
  signal(pids, fault === 'freeze' ? 'SIGSTOP' : 'SIGKILL')
  if (fault === 'freeze') return () => signal(pids, 'SIGCONT')
  return fault === 'node' ? () => cluster.revive(primary) : () => {}
}

/** A standby is read once its control file has the timeline of its primary, which a checkpoint writes there. */
async function untilReplicaAnswers(cluster: PatroniCluster, primary: Member, opsOrigin: string): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; await delay(1_000)) {
    await cluster.checkpoint(primary)
    const metrics = await (await fetch(`${opsOrigin}/metrics`)).text()
    if (Number(/^portal_replica_lag_seconds (\S+)$/m.exec(metrics)?.[1] ?? Number.NaN) < 2) return
  }
  throw new Error('The portal did not use its replica within two minutes')
}

interface Place {
  cluster: PatroniCluster
  load: Load
  opsOrigin: string
}

async function measure(fault: Fault, { cluster, load, opsOrigin }: Place) {
  const primary = await cluster.healthy(150)
  if (!given['no-replica']) await untilReplicaAnswers(cluster, primary, opsOrigin)
  load.reset()
  await delay(BEFORE * 1000 + Math.random() * 3_000)
  const began = performance.now()
  const repair = cause(fault, cluster, primary)
  if (fault !== 'switchover') await repair
  while (!load.isServedSince(began) && performance.now() - began < LONGEST_SECONDS * 1000) await delay(200)
  await delay(AFTER * 1000)
  const figures = load.figures(began)
  ;(await repair)()
  const after = await cluster.healthy(150)
  return { fault, moved: after !== primary, ...figures, ...(await load.verify()) }
}

const faults = (given.fault as Fault[] | undefined) ?? FAULTS
const through = given.through === 'proxy' ? 'proxy' : 'hosts'
const cluster = await startPatroniCluster({ ttl: Number(given.ttl) })
let portal: Awaited<ReturnType<typeof startPortal>> | undefined
try {
  portal = await startPortal({
    environment: {
      ...portalEnvironment(cluster.url(through)),
      PORTAL_HUMAN_CHECK: 'never',
      ...(given['no-replica'] ? {} : { PORTAL_DATABASE_REPLICA_URL: cluster.replicaUrl }),
    },
    startTimeoutMs: 240_000,
  })
  const load = await startLoad(portal.origin)
  const place = { cluster, load, opsOrigin: portal.opsOrigin }
  const conditions = { through, ttl: Number(given.ttl), replica: !given['no-replica'] }
  for (const fault of faults)
    for (let run = 1; run <= Number(given.runs); run++) {
      const line = JSON.stringify({ ...conditions, run, ...(await measure(fault, place)) })
      console.log(line)
      if (given.json) appendFileSync(given.json, `${line}\n`)
    }
  await load.stop()
  console.log((await fetch(`${portal.opsOrigin}/livez`)).ok ? 'The node was not restarted.' : 'The node died.')
} finally {
  await portal?.kill()
  await cluster.stop()
}
process.exit(0)
