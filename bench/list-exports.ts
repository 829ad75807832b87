import { exportAuditEvents } from '@portico/contract/audit/audit.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { exportUsers } from '@portico/contract/users/users.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { type BesideReads, besideReads } from './beside-reads.ts'
import type { Bench, Figure, Report } from './figures.ts'
import { percentile } from './harness.ts'
import { loadEvents, makeAdministrator } from './list-cases.ts'
import { BINDING } from './load-data.ts'
import { residentMiB } from './machine.ts'
import { type BenchServer, portalEnvironment, startPortal } from './servers.ts'
import { asSignedIn } from './visitors.ts'

interface Exporting {
  portal: BenchServer
  administrator: { index: number; uid: number }
  of: ExportedList
}

/** A list to export: all of its rows, and a part of them by a filter. */
interface ExportedList {
  call: Endpoint
  /** How figures name the rows. */
  name: string
  rows: number
  all: object
  part: object
}

interface Exported extends Omit<BesideReads<number>, 'result'> {
  firstByteMs: number
}

/** Goal 10: every row of a list as a spreadsheet, at constant memory, while others go on reading. */
export async function listExports(bench: Bench): Promise<Partial<Report>> {
  const rows = bench.isFull ? 1_000_000 : 100_000
  const data = await bench.data(rows)
  await loadEvents(data)
  const administrator = await makeAdministrator(data)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  try {
    const figures: Figure[] = []
    for (const of of exportedLists(rows)) figures.push(...(await exportFigures({ portal, administrator, of })))
    return { figures }
  } finally {
    await portal.stop()
  }
}

/** A fifth of the events; and the users 1, 10 to 19, 100 to 199 and so on. */
const exportedLists = (rows: number): ExportedList[] => [
  { call: exportAuditEvents, name: 'events', rows, all: {}, part: { eventCd: 'link_added' } },
  { call: exportUsers, name: 'filtered users', rows, all: { nm: 'user.' }, part: { nm: 'user.1' } },
]

async function exportFigures(exporting: Exporting): Promise<Figure[]> {
  const { portal, of } = exporting
  await exportOnce(exporting, 'csv', of.part)
  const figures: Figure[] = []
  for (const format of ['xlsx', 'csv'] as const) {
    await delay(1_000)
    const idle = residentMiB(portal.pid)
    const part = await exportOnce(exporting, format, of.part)
    const all = await exportOnce(exporting, format, of.all)
    const about = `${of.rows.toLocaleString('en')} ${of.name} as ${format}`
    const figure = (name: string, value: number, unit: string, bounds: Pick<Figure, 'must' | 'aim' | 'sense'>) =>
      figures.push({ goal: '10', name: `${about}: ${name}`, value, unit, ...bounds })
    const atMost = (must: number, aim: number) => ({ must, aim, sense: 'at most' as const })
    figure('rows a second', of.rows / all.seconds, '', { must: 50_000, aim: 80_000, sense: 'at least' })
    figure('peak memory beyond idle', all.peakMiB - idle, 'MiB', atMost(150, 100))
    figure('more memory than a part of the rows', all.peakMiB - part.peakMiB, 'MiB', atMost(40, 20))
    figure('first byte', all.firstByteMs, 'ms', atMost(500, 200))
    figure('reads of others meanwhile, p95', percentile(all.reads, 0.95), 'ms', atMost(25, 10))
  }
  return figures
}

async function exportOnce(exporting: Exporting, format: 'xlsx' | 'csv', selection: object): Promise<Exported> {
  const { portal, administrator, of } = exporting
  const { call } = of
  const headers = { ...asSignedIn(administrator.index), origin: portal.origin, 'x-csrf-token': BINDING }
  const { result: firstByteMs, ...exported } = await besideReads(portal, administrator.index, async () => {
    const started = performance.now()
    const answer = await fetch(portal.origin + call.path.replace('{uid}', String(administrator.uid)), {
      method: call.method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ format, ...selection }),
    })
    if (answer.status !== 200 || !answer.body)
      throw new Error(`The export answered ${answer.status}: ${await answer.text()}`)
    let first = 0
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>)
      if (chunk.length > 0 && first === 0) first = performance.now() - started
    return first
  })
  return { ...exported, firstByteMs }
}
