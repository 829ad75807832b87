import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asOwner, cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../../test/database.ts'
import { type KeyRing, keyRing } from '../../crypto/key-ring.ts'
import type { Database } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { type Jobs, startJobs } from '../../jobs/runner.ts'
import { createLogger } from '../../logging.ts'
import { reencryptSecrets } from '../../secret-keys/reencrypt-secrets.ts'
import { statementsIn } from '../../secret-keys/held-secrets.ts'
import { notedHeadProblem } from './audit-checkpoints.ts'
import { auditMonthsJob } from './audit-months.job.ts'
import { findAuditProblem } from './audit-verification.ts'
import {
  detachedMonthProblem,
  detachMonth,
  findDueMonth,
  newestDetachedMonth,
  signDetachedMonthAgain,
} from './detached-months.ts'
import { exportMonth } from './month-export.ts'
import { readMonthFile } from './month-file.ts'
import { sealAuditJob } from './seal-audit.job.ts'

const former = { id: 'test', key: '0123456789abcdef0123456789abcdef' }
const keys = keyRing([former])
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
  rmSync(folder, { recursive: true })
})

const deps = () => ({ db: database.jobs, stream: database.jobStream, keys })
const owner = async <Row = Record<string, unknown>>(text: string) => (await asOwner(clone, text)).rows as Row[]
const wait = (days: number) => owner(`select set_clock_offset(interval '${days} days')`)
const add = (events: number) =>
  owner(
    `insert into audit_events (event, after) select 'link_added', '{"name": "Zoë"}' from generate_series(1, ${events})`,
  )
const seal = () => node.drain('seal-audit')
const archive = () => node.drain('audit-months')
const problem = () => database.jobs.transact(everything, (tx) => findAuditProblem(tx, keys))
const check = (file: string) => readMonthFile(createReadStream(path.join(folder, file)), keys)
const files = () => readdirSync(folder).toSorted()
const left = async () =>
  (await owner<{ count: number }>('select count(*)::integer as count from audit_events'))[0]?.count

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
async function exported() {
  const due = await database.jobs.transact(everything, (tx) => findDueMonth(tx, 365))
  if (!due) throw new Error('no month is due')
  return { partition: due.partition, ...(await exportMonth({ ...deps(), folder }, due)) }
}
const detach = (month: Awaited<ReturnType<typeof exported>>) =>
  database.jobs.transact(everything, (tx) => detachMonth(tx, keys, month))

test('months that ended long ago are written to sealed files and leave the trail, which goes on', async () => {
  await threeMonths()
  const [head] = await owner<{ hash: string }>("select encode(hash, 'hex') as hash from audit_seals where sequence = 8")
  await archive()
  expect(logged.filter((line) => line.includes('audit month detached'))).toHaveLength(3)
  const [later = '', former = ''] = files()
  expect([former, later]).toEqual(['audit-former.jsonl', expect.stringMatching(/^audit-20\d\d-\d\d\.jsonl$/)])
  expect(await check(former)).toMatchObject({ problem: null, end: { events: 5, sequence: 5 } })
  expect(await check(later)).toMatchObject({ problem: null, end: { events: 3, sequence: 8, hash: head?.hash } })
  expect(await left()).toBe(2)
  expect(await problem()).toBeNull()
  expect(await owner('select min(sequence)::integer as first, count(*)::integer as seals from audit_seals')).toEqual([
    { first: 8, seals: 3 },
  ])
  await add(4)
  await seal()
  expect(await problem()).toBeNull()
  await archive()
  expect(files()).toHaveLength(2)
})

test('events of two months that were sealed in turn keep their places in both files, and the trail verifies', async () => {
  await add(2)
  await wait(70)
  await owner('select add_audit_months()')
  await add(2)
  await owner(`insert into audit_events (event, at)
    values ('link_added', now()), ('link_added', now() + interval '70 days')`)
  await seal()
  await wait(480)
  await add(1)
  await seal()
  const month = await exported()
  expect(month.record).toMatchObject({ events: 3, sequence: 2, laterEvents: [5] })
  await detach(month)
  expect(await problem()).toBeNull()
  await archive()
  expect(await problem()).toBeNull()
  expect(await left()).toBe(1)
  for (const file of files()) expect(await check(file)).toMatchObject({ problem: null, end: { events: 3 } })
  expect(await owner('select sequence::integer, later_events from audit_detached_months order by 1')).toEqual([
    { sequence: 2, later_events: ['5'] },
    { sequence: 6, later_events: [] },
  ])
})

test('a node that ends while a file is written, or before its month is detached, loses nothing', async () => {
  await threeMonths()
  const file = path.join(folder, 'audit-former.jsonl')
  writeFileSync(`${file}.partial`, 'half a li')
  await exported()
  expect(await left()).toBe(10)
  expect(await problem()).toBeNull()
  const written = readFileSync(file, 'utf8')
  await archive()
  expect(readFileSync(file, 'utf8')).toBe(written)
  expect(await left()).toBe(2)
  expect(await problem()).toBeNull()
})

test('a month with a changed event stays, and so does one with an event that is not sealed', async () => {
  await threeMonths()
  await owner(`update audit_events set after = '{"name": "forged"}' where id = 3`)
  await archive().catch(() => undefined)
  await expect(exported()).rejects.toThrow('event 3 of former does not fit its seal')
  await owner(`update audit_events set after = '{"name": "Zoë"}' where id = 3`)
  await owner("insert into audit_events (event, at) values ('link_added', now())")
  await archive().catch(() => undefined)
  await expect(exported()).rejects.toThrow('event 11 of former is not sealed')
  expect(await left()).toBe(11)
})

test('a month that an erasure changes while its file is written stays until the file is written anew', async () => {
  await threeMonths()
  const month = await exported()
  await owner(`insert into audit_redactions (event_id, seal_hash, text_hash, signature) values (2, '', '', 'x')`)
  expect(await detach(month)).toBe(false)
  await owner('truncate audit_redactions')
  expect(await detach(month)).toBe(true)
})

test('the portal takes no month out that ended within a year, and an owner who forges its record is found', async () => {
  await threeMonths()
  await archive()
  await expect(detach({ partition: 'audit_events_other', since: new Date(), record: null })).rejects.toThrow(
    'is not the oldest one, or ended less than a year ago',
  )
  for (const text of ['delete from audit_detached_months', 'update audit_detached_months set sequence = 9'])
    await expect(database.requests.write({ text, values: [] })).rejects.toThrow('permission denied')
  await owner("update audit_detached_months set file_hash = '\\x00' where sequence = 8")
  expect(await problem()).toContain('has no valid signature of a key in PORTAL_SECRET_KEYS (key test)')
  await owner('delete from audit_detached_months where sequence = 8')
  expect(await problem()).toContain('a seal is missing before this one')
})

test('an event that is removed after a month was detached is missing, and a head in a file is looked up there', async () => {
  await threeMonths()
  await archive()
  const noted = { sequence: 3, hash: '0'.repeat(64) }
  expect(await database.jobs.transact(everything, (tx) => notedHeadProblem(tx, noted))).toContain('lies in a file')
  await owner('delete from audit_events where id = 9')
  expect(await problem()).toBe('the event of this seal is missing (seal 9, event 9)')
})

test('a month leaves between the statements of others: it waits for a reader, and writers go on', async () => {
  await threeMonths()
  const month = await exported()
  const reader = new pg.Client(clone.ownerUrl)
  await reader.connect()
  await reader.query('begin; select count(*) from audit_events')
  const archiving = archive()
  await expect(detach(month)).rejects.toMatchObject({ cause: { code: '55P03' } })
  await add(1)
  expect(await left()).toBe(11)
  await reader.query('commit')
  await reader.end()
  await archiving
  expect(await left()).toBe(3)
})

test('an operator who replaces the key has the record of the last month signed anew, and one who lost it as well', async () => {
  await threeMonths()
  await archive()
  const newer = { id: 'newer', key: 'fedcba9876543210fedcba9876543210' }
  const other = { id: 'other', key: 'ba9876543210fedcfedcba9876543210' }
  const recordProblem = (ring: KeyRing) => database.jobs.transact(everything, (tx) => detachedMonthProblem(ring, tx))
  await database.jobs.transact(everything, (tx) =>
    reencryptSecrets(statementsIn(tx), keyRing([newer, former]), [newestDetachedMonth]),
  )
  expect(await recordProblem(keyRing([newer]))).toBeNull()
  expect(await recordProblem(keyRing([other]))).toContain('(key newer)')
  await database.jobs.transact(everything, (tx) => signDetachedMonthAgain(keyRing([other]), tx, 'newer'))
  expect(await recordProblem(keyRing([other]))).toBeNull()
})
