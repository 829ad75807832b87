import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getApplicationResources } from '@portico/contract/sign-in/sign-in.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/src/embedded-postgres.ts'
import type { Bench, Figure, Report } from './figures.ts'
import { median } from './harness.ts'
import { cpuOf, residentMiB, watchForeign } from './machine.ts'
import { type BenchServer, portalEnvironment, startBare, startPortal } from './servers.ts'

/** One start, until the first successful answer that needed the database. */
interface Start {
  ms: number
  cpu: number
  foreign: number
}

type Settings = Readonly<Record<string, string>>

/** Goals 16 and 17: how soon a started portal answers from its database, and what it then holds in memory. */
export async function startUp(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  const { DATABASE_URL = '', PORTAL_SECRET_KEYS = '' } = portalEnvironment(data.url)
  const settings = {
    DATABASE_URL,
    PORTAL_SECRET_KEYS,
    PORTAL_PUBLIC_URL: 'http://localhost:8080',
    LOG_LEVEL: 'warn',
  }
  const portals: Start[] = []
  const bareStarts: Start[] = []
  // The first start compiles what later ones take over, as after every installation.
  await timeStart(() => startPortal({ environment: settings }), resources)
  for (let round = 0; round < 5; round++) {
    portals.push(await timeStart(() => startPortal({ environment: settings }), resources))
    bareStarts.push(await timeStart(() => startBare(data.url), '/ping'))
  }
  const figures = [...startFigures(portals, bareStarts), await idleMemory(settings)]
  const embedded = await embeddedStarts()
  return { figures: [...figures, ...embedded] }
}

const resources = getApplicationResources.path

async function timeStart(start: () => Promise<BenchServer>, address: string): Promise<Start> {
  const foreign = watchForeign()
  const started = performance.now()
  const server = await start()
  const answer = await fetch(server.origin + address)
  if (!answer.ok) throw new Error(`The first answer was ${answer.status}.`)
  await answer.arrayBuffer()
  const taken = { ms: performance.now() - started, cpu: cpuOf(server.pid), foreign: foreign() }
  await server.stop()
  return taken
}

function startFigures(portals: readonly Start[], bareStarts: readonly Start[]): Figure[] {
  const middle = (starts: readonly Start[], of: (start: Start) => number) => median(starts.map(of))
  const foreign = Math.round(middle(portals, (start) => start.foreign) * 100)
  const name = 'cold start on PostgreSQL to the first answer from it'
  const bareMs = middle(bareStarts, ({ ms }) => ms).toFixed(0)
  const bareCpu = middle(bareStarts, ({ cpu }) => cpu).toFixed(0)
  return [
    {
      goal: '16',
      name,
      value: middle(portals, ({ ms }) => ms),
      unit: 'ms',
      must: 1_000,
      aim: 600,
      sense: 'at most',
      note: `median of ${portals.length}; bare server ${bareMs} ms; foreign ${foreign} %`,
    },
    {
      goal: '16',
      name: `${name}: CPU`,
      value: middle(portals, ({ cpu }) => cpu),
      unit: 'ms',
      must: 1_000,
      aim: 600,
      sense: 'at most',
      note: `bare server ${bareCpu} ms`,
    },
  ]
}

async function idleMemory(settings: Settings): Promise<Figure> {
  const portal = await startPortal({ environment: settings })
  await (await fetch(portal.origin + resources)).arrayBuffer()
  await delay(20_000)
  const value = residentMiB(portal.pid)
  await portal.stop()
  const note = 'process tree, twenty seconds after the start'
  return {
    goal: '17',
    name: 'memory when idle on PostgreSQL',
    value,
    unit: 'MiB',
    must: 130,
    aim: 100,
    sense: 'at most',
    note,
  }
}

/** The portal as `npm start` serves it, first in an empty folder, then again. */
async function embeddedStarts(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-embedded-'))
  const environment = { PORTAL_DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'warn' }
  const start = () => timeStart(() => startPortal({ environment, startTimeoutMs: 120_000 }), resources)
  try {
    const first = await start()
    const again = [await start(), await start(), await start()]
    const share = ({ foreign }: Start) => `foreign ${Math.round(foreign * 100)} %`
    const middle = again.toSorted((a, b) => a.ms - b.ms)[1] ?? first
    const unit = 'ms'
    const sense = 'at most'
    return [
      {
        goal: '16',
        name: 'cold start on the embedded database',
        value: middle.ms,
        unit,
        must: 3_000,
        aim: 1_500,
        sense,
        note: `median of ${again.length}; ${share(middle)}`,
      },
      {
        goal: '16',
        name: 'first start from nothing to a served demo world',
        value: first.ms,
        unit,
        must: 20_000,
        aim: 10_000,
        sense,
        note: `one start; ${share(first)}`,
      },
    ]
  } finally {
    await stopDatabase(path.join(folder, 'data', 'postgres'))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A killed portal leaves its embedded database running. */
async function stopDatabase(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const postgres = await startEmbeddedPostgres(folder)
  await postgres.stop()
}
