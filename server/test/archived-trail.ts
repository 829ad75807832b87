import { createReadStream, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { findDueMonth, detachMonth } from '../src/areas/audit/detached-months.ts'
import { auditMonthsJob } from '../src/areas/audit/audit-months.job.ts'
import { findAuditProblem } from '../src/areas/audit/audit-verification.ts'
import { exportMonth } from '../src/areas/audit/month-export.ts'
import { readMonthFile } from '../src/areas/audit/month-file.ts'
import { sealAuditJob } from '../src/areas/audit/seal-audit.job.ts'
import { type KeyRing, keyRing } from '../src/crypto/key-ring.ts'
import type { Database } from '../src/db/database.ts'
import { everything } from '../src/db/scope.ts'
import { type Jobs, startJobs } from '../src/jobs/runner.ts'
import { createLogger } from '../src/logging.ts'
import { asOwner, cloneDatabase, openWithLongTimeouts, type TestDatabase } from './database.ts'

export const signingKey = { id: 'test', key: '0123456789abcdef0123456789abcdef' }
const keys = keyRing([signingKey])

/** An audit trail for each test of a file, with a node that writes its months to a folder, and what tests do to it. */
export function archivedTrail() {
  let clone: TestDatabase
  let database: Database
  let node: Jobs
  let folder: string
  let logged: string[]
  beforeEach(async () => {
    clone = await cloneDatabase()
    database = await openWithLongTimeouts(clone)
    folder = mkdtempSync(path.join(tmpdir(), 'portico-audit-months-'))
    logged = []
    const logger = createLogger('info', 'test', { write: (line: string) => void logged.push(line) })
    const jobs = [
      sealAuditJob({ db: database.jobs, keys }),
      auditMonthsJob({ ...deps(), months: { keptDays: 365, folder } }),
    ]
    node = await startJobs({ url: clone.url, database, logger, timeZone: 'UTC', jobs, onlyDrained: true })
  })
  afterEach(async () => {
    await node.stop()
    await database.close()
    await clone.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const deps = () => ({ db: database.jobs, stream: database.jobStream, keys })
  const owner = async <Row = Record<string, unknown>>(text: string) => (await asOwner(clone, text)).rows as Row[]
  const wait = (days: number) => owner(`select set_clock_offset(interval '${days} days')`)
  const add = (events: number) =>
    owner(
      `insert into audit_events (event, after) select 'link_added', '{"name": "Zoë"}' from generate_series(1, ${events})`,
    )
  const seal = () => node.drain('seal-audit')

  /** Five events, three of two months later, and two of today: more than a year after both. */
  async function threeMonths(): Promise<void> {
    await add(5)
    await seal()
    await wait(70)
    await owner('select add_audit_months()')
    await add(3)
    await seal()
    await wait(480)
    await add(2)
    await seal()
  }

  /** The oldest month, written to its file and not detached. */
  async function exported({
    by = keys,
    signal = new AbortController().signal,
  }: { by?: KeyRing; signal?: AbortSignal } = {}) {
    const due = await database.jobs.transact(everything, (tx) => findDueMonth(tx, 365))
    if (!due) throw new Error('no month is due')
    return { partition: due.partition, ...(await exportMonth({ ...deps(), keys: by, folder }, due, signal)) }
  }
  const detach = (month: Pick<Awaited<ReturnType<typeof exported>>, 'partition' | 'redactions' | 'record'>) =>
    database.jobs.transact(everything, (tx) => detachMonth(tx, keys, month))

  return {
    owner,
    wait,
    add,
    seal,
    threeMonths,
    exported,
    detach,
    clone: () => clone,
    database: () => database,
    folder: () => folder,
    logged: (text: string) => logged.filter((line) => line.includes(text)),
    archive: () => node.drain('audit-months'),
    problem: () => database.jobs.transact(everything, (tx) => findAuditProblem(tx, keys)),
    check: (file: string) => readMonthFile(createReadStream(path.join(folder, file)), keys),
    files: () => readdirSync(folder).toSorted(),
    left: async () => (await owner<{ count: number }>('select count(*)::integer as count from audit_events'))[0]?.count,
  }
}
