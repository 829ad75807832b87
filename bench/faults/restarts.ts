import { setTimeout as delay } from 'node:timers/promises'
import { IDLE_CONNECTIONS, stopWithIdleConnections } from '../stop.ts'
import { atLeast, type Experiment, fact, type FaultBench, type Finding, none, within } from './experiment.ts'
import { type Kept, type Load, type LoadOptions, startLoad } from './load.ts'
import { startWorld, type World, type WorldOptions } from './world.ts'

/** The proxy asks every half second and takes a node out at the second bad answer. */
const SETTLE_MS = 2_000
const KILLS = 4

/** What was acknowledged has to be there, once. */
export const keptFindings = ({ acknowledged, lost, twice, unanswered }: Kept): Finding[] => [
  atLeast('acknowledged changes', acknowledged, 1),
  none('of them lost', lost),
  none('changes that are there twice', twice),
  fact('changes that are there without an answer', unanswered),
]

/** Works in a world under load; both are closed whatever happens. */
export async function underLoad<Result>(
  { cluster }: FaultBench,
  { environment = {}, ...options }: LoadOptions & WorldOptions,
  work: (world: World, load: Load) => Promise<Result>,
): Promise<Result> {
  const world = await startWorld(cluster, { environment })
  try {
    const load = await startLoad(world.origin, options)
    try {
      await load.anotherRound()
      return await work(world, load)
    } finally {
      await load.stop()
    }
  } finally {
    await world.close()
  }
}

export const rollingRestart: Experiment = {
  id: 'R01',
  title: 'Both nodes are restarted one after the other under load',
  run: (bench) =>
    underLoad(bench, { signIns: true }, async (world, load) => {
      const began = performance.now()
      const codes: (number | null)[] = []
      for (const node of [world.a, world.b]) {
        codes.push(await node.stop())
        await node.start()
        await delay(SETTLE_MS)
        await load.anotherRound()
      }
      const until = performance.now()
      const { valid, of } = await load.validSessions()
      await load.stop()
      const all = (['read', 'write', 'sign-in'] as const).map((kind) => load.figures(kind, began, until))
      const [reads, writes, signIns] = all
      const stopMs = await stopWithIdleConnections(world.a)
      return {
        findings: [
          atLeast(
            'requests',
            all.reduce((sum, { requests }) => sum + requests, 0),
            100,
          ),
          none('reads that failed', reads?.failed ?? Number.NaN),
          none('changes that failed', writes?.failed ?? Number.NaN),
          none('sign-ins that failed', signIns?.failed ?? Number.NaN),
          none('sessions that ended', of - valid),
          none('nodes that did not end with exit code 0', codes.filter((code) => code !== 0).length),
          within('longest time without a read', reads?.gapMs ?? Number.NaN, 500),
          within('longest time without a change', writes?.gapMs ?? Number.NaN, 500),
          ...keptFindings(await load.verify(world.databaseUrl)),
          within(`SIGTERM with ${IDLE_CONNECTIONS} idle connections to exit code 0`, stopMs, 3_000),
        ],
        notes: all.flatMap(({ words }) => words),
      }
    }),
}

export const killedUnderReads: Experiment = {
  id: 'R02',
  title: 'A node is killed under reads',
  run: (bench) =>
    underLoad(bench, { writes: false }, async (world, load) => {
      const began = performance.now()
      for (const node of [world.a, world.b, world.a, world.b]) {
        await delay(200 + bench.random() * 800)
        await node.kill()
        await load.anotherRound()
        await node.start()
        await delay(SETTLE_MS)
      }
      const until = performance.now()
      const { valid, of } = await load.validSessions()
      await load.stop()
      const reads = load.figures('read', began, until)
      return {
        findings: [
          fact('kills', KILLS),
          atLeast('reads', reads.requests, 100),
          none('reads that failed', reads.failed),
          none('sessions that ended', of - valid),
          within('longest time without a read', reads.gapMs, 1_000),
        ],
        notes: reads.words,
      }
    }),
}

export const killedUnderWrites: Experiment = {
  id: 'R03',
  title: 'A node is killed under writes',
  run: (bench) =>
    underLoad(bench, { reads: false }, async (world, load) => {
      const began = performance.now()
      for (const node of [world.a, world.b, world.a, world.b]) {
        await delay(200 + bench.random() * 800)
        await node.kill()
        await load.anotherRound()
        await node.start()
        await delay(SETTLE_MS)
      }
      const until = performance.now()
      await load.stop()
      const writes = load.figures('write', began, until)
      return {
        findings: [
          fact('kills', KILLS),
          fact('changes', writes.requests),
          // Each of the six clients may have one under way at each kill.
          { ...none('changes that failed', writes.failed), limit: KILLS * 6 },
          within('longest time without a change', writes.gapMs, 1_000),
          ...keptFindings(await load.verify(world.databaseUrl)),
        ],
        notes: writes.words,
      }
    }),
}
