import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { exportUsers } from '@portico/contract/users/users.ts'
import { type Bench, type Figure, atMostOf } from './figures.ts'
import { median, percentile } from './harness.ts'
import { makeAdministrator } from './list-cases.ts'
import type { BenchData } from './load-data.ts'
import { keepTo } from './machine.ts'
import { findBinaries } from './postgres.ts'
import type { BenchReplica } from './postgres-replica.ts'
import { call, generate, readWhole } from './report-calls.ts'
import type { BenchServer } from './servers.ts'

const runFile = promisify(execFile)

/** Reads a second, each in a transaction of its own. */
const READS = 100

/** What `session_callers` is asked by each request, of a user whose session is open. */
const readSession = ({ users, withoutSession }: BenchData) => `
\\set n random(${withoutSession + 1}, ${users})
select * from session_callers where token_hash = sha256(convert_to(lpad((:n)::text, 43, '0'), 'UTF8'));
`

/** A node that has a replica. */
interface Beside {
  data: BenchData
  portal: BenchServer
  standby: BenchReplica
}

interface Measured<Result> {
  /** Milliseconds at the 95th percentile. */
  p95: number
  result: Result
}

/**
 * Runs the work while PostgreSQL's own pgbench reads sessions from the primary, on the primary's core. The replica, the
 * node and the bench itself run on the other one: each core stands for a machine.
 */
async function besidePrimaryReads<Result>(data: BenchData, work: () => Promise<Result>): Promise<Measured<Result>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-reads-'))
  try {
    const script = path.join(folder, 'read.sql')
    writeFileSync(script, readSession(data))
    const program = path.join(findBinaries().bin, 'pgbench')
    const pace = ['-c', '4', '-R', String(READS), '-T', '3600', '-M', 'prepared', '-n']
    const log = ['-l', '--log-prefix', path.join(folder, 'log')]
    const ending = new AbortController()
    const reading = runFile('taskset', ['-c', '0', program, ...pace, ...log, '-f', script, data.url], {
      signal: ending.signal,
      killSignal: 'SIGINT',
    }).catch((error: unknown) => {
      if (!ending.signal.aborted) throw error
    })
    // Its connections, and what each prepares.
    await delay(1_000)
    const began = Date.now()
    const ended = reading.then(() => Promise.reject(new Error('pgbench ended')))
    const result = await Promise.race([work(), ended]).finally(() => ending.abort())
    const until = Date.now()
    await reading
    return { p95: percentile(latencies(folder, began, until), 0.95), result }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds of the reads that ended between two moments, each counted from when it was due. */
function latencies(folder: string, began: number, ended: number): number[] {
  const files = readdirSync(folder).filter((name) => name.startsWith('log'))
  const lines = files.flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n').slice(0, -1),
  )
  return lines.flatMap((line) => {
    const [, , microseconds, , second, fraction] = line.split(' ').map(Number)
    const at = (second ?? 0) * 1_000 + (fraction ?? 0) / 1_000
    return at > began && at < ended ? [(microseconds ?? 0) / 1_000] : []
  })
}

/** The other core as busy as the work beside the reads makes it, and nothing of that has to do with the portal. */
async function keepBusy(ms: number): Promise<void> {
  const busy = spawn('taskset', ['-c', '1', process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' })
  await delay(ms)
  busy.kill('SIGKILL')
}

async function withCores<Result>(
  { postgres }: Bench,
  { portal, standby }: Beside,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    keepTo(0, postgres.pid)
    for (const pid of [standby.pid, portal.pid, process.pid]) keepTo(1, pid)
    return await work()
  } finally {
    for (const pid of [postgres.pid, standby.pid, portal.pid, process.pid]) keepTo('all', pid)
  }
}

/**
 * Medians of rounds that alternate: a loop that does nothing on the other core, because two cores of one machine slow each
 * other down, and there the export of all users again and again.
 */
export async function readsBesideExports(bench: Bench, beside: Beside): Promise<Figure> {
  const ms = bench.isQuick ? 3_000 : 8_000
  const { data, portal } = beside
  const administrator = await makeAdministrator(data, ['User Administration'])
  let exports = 0
  const exporting = async () => {
    for (const end = performance.now() + ms; performance.now() < end; exports++)
      await readWhole(await call({ portal, administrator }, exportUsers, { body: { format: 'csv', nm: 'user.' } }))
  }
  const rounds: Record<'idle' | 'beside', number[]> = { idle: [], beside: [] }
  await withCores(bench, beside, async () => {
    await exporting()
    exports = 0
    for (let round = 0; round < (bench.isQuick ? 3 : 5); round++) {
      rounds.idle.push((await besidePrimaryReads(data, () => keepBusy(ms))).p95)
      rounds.beside.push((await besidePrimaryReads(data, exporting)).p95)
    }
  })
  return figureOf('users are exported', rounds, `${exports} exports of ${data.users} users`)
}

/** The same beside a queued report about all users, with the loop before and after it. */
export async function readsBesideReport(bench: Bench, beside: Beside): Promise<Figure> {
  const { data, portal } = beside
  const administrator = await makeAdministrator(data, ['User Access Report', 'Report Queue'])
  const alone = () => besidePrimaryReads(data, () => keepBusy(bench.isQuick ? 3_000 : 15_000))
  return withCores(bench, beside, async () => {
    const before = await alone()
    const { p95, result } = await besidePrimaryReads(data, () =>
      generate({ administrator, portal }, { dateType: 'all' }),
    )
    const idle = [(before.p95 + (await alone()).p95) / 2]
    const rows = result.rowCnt.toLocaleString('en')
    return figureOf('a report is made', { idle, beside: [p95] }, `a report of ${rows} rows`)
  })
}

function figureOf(what: string, rounds: Record<'idle' | 'beside', number[]>, note: string): Figure {
  const [idle, beside] = [median(rounds.idle), median(rounds.beside)]
  const name = `p95 of session reads from the primary while ${what}, to that beside another busy program`
  return {
    ...atMostOf('Replica')(name, beside / idle, 'times', 1.1, 1.05),
    note: `${idle.toFixed(2)} ms and ${beside.toFixed(2)} ms, ${READS} a second; ${note}; a core for the primary, one for the replica`,
  }
}
