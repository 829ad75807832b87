import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { archivedTrail, signingKey } from '../../../test/archived-trail.ts'
import { type KeyRing, keyRing } from '../../crypto/key-ring.ts'
import { everything } from '../../db/scope.ts'
import { createLogger } from '../../logging.ts'
import { reencryptSecrets } from '../../secret-keys/reencrypt-secrets.ts'
import { statementsIn } from '../../secret-keys/held-secrets.ts'
import { notedHeadProblem } from './audit-checkpoints.ts'
import { auditMonthsJob } from './audit-months.job.ts'
import { verifyMonthFiles } from './month-chain.ts'
import { detachedMonthProblem, newestDetachedMonth, signDetachedMonthAgain } from './detached-months.ts'
import { jobContext } from '../../../test/job-context.ts'

const { owner, wait, add, seal, threeMonths, exported, detach, ...trail } = archivedTrail()
const { archive, problem, check, files, left, clone, database, folder, logged } = trail

test('months that ended long ago are written to sealed files and leave the trail, which goes on', async () => {
  await threeMonths()
  const [head] = await owner<{ hash: string }>("select encode(hash, 'hex') as hash from audit_seals where sequence = 8")
  await archive()
  expect(logged('audit month detached')).toHaveLength(3)
  const [later = '', former = ''] = files()
  expect([former, later]).toEqual([
    expect.stringMatching(/^audit-former-[0-9a-f]{16}\.jsonl$/),
    expect.stringMatching(/^audit-20\d\d-\d\d-[0-9a-f]{16}\.jsonl$/),
  ])
  expect(await check(former)).toMatchObject({ problem: null, end: { events: 5, sequence: 5 } })
  expect(await check(later)).toMatchObject({ problem: null, end: { events: 3, sequence: 8, hash: head?.hash } })
  expect(await left()).toBe(2)
  expect(await owner('select sum(events)::integer as counted from audit_day_counts')).toEqual([{ counted: 2 }])
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

test('an event that is added with the number of a seal whose event is in a file is found', async () => {
  await threeMonths()
  await archive()
  await owner(`insert into audit_events (id, at, event) overriding system value
    values (3, clock_now() - interval '2 hours', 'link_added')`)
  await owner("insert into audit_seals values (3, 3, sha256('forged'))")
  expect(await problem()).toContain('has been without a seal for more than an hour (event 3)')
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
  // Each file has rows of seals that the other one goes on from.
  expect(await verifyMonthFiles(database().jobs, keyRing([signingKey]), folder())).toMatchObject({ problem: null })
})

test('a node that ends while a file is written, or before its month is detached, loses nothing', async () => {
  await threeMonths()
  const partial = path.join(folder(), 'audit-former-1.partial')
  writeFileSync(partial, 'half a li')
  const { record } = await exported()
  const file = path.join(folder(), record?.file ?? '')
  expect(await left()).toBe(10)
  expect(await problem()).toBeNull()
  const written = readFileSync(file, 'utf8')
  utimesSync(partial, new Date(0), new Date(0))
  await archive()
  expect(readFileSync(file, 'utf8')).toBe(written)
  expect(files()).toHaveLength(2)
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
  // As an erasure that began before and ended after it.
  await owner(`insert into audit_redactions (event_id, seal_hash, text_hash, signature, redacted_at)
    values (2, '', '', 'x', now() - interval '1 day')`)
  expect(await detach(month)).toBe(false)
  await month.discard()
  expect(files()).toEqual([])
  await owner('truncate audit_redactions')
  expect(await detach(month)).toBe(true)
})

test('a file that an erasure has made out of date while the job wrote it is removed again', async () => {
  await threeMonths()
  const { jobs: db, jobStream } = database()
  const stream: typeof jobStream = async (...asked) => {
    const rows = await jobStream(...asked)
    await owner(`insert into audit_redactions (event_id, seal_hash, text_hash, signature, redacted_at)
      values (2, '', '', 'x', now() - interval '1 day') on conflict do nothing`)
    return rows as never
  }
  const job = auditMonthsJob({ db, stream, keys: keyRing([signingKey]), months: { keptDays: 365, folder: folder() } })
  const logger = createLogger('silent', 'test')
  const run = job.run({}, jobContext({ logger }))
  // The second try finds that nobody has signed this redaction.
  await expect(run).rejects.toThrow('No month leaves an audit trail that is not whole')
  expect(files()).toEqual([])
  await owner('truncate audit_redactions')
  await archive()
  expect(files()).toHaveLength(2)
})

test('the portal takes no month out that ended within a year, and an owner who forges its record is found', async () => {
  await threeMonths()
  await archive()
  await expect(detach({ partition: 'audit_events_other', redactions: '', record: null })).rejects.toThrow(
    'is not the oldest one, or ended less than a year ago',
  )
  for (const text of ['delete from audit_detached_months', 'update audit_detached_months set sequence = 9'])
    await expect(database().requests.write({ text, values: [] })).rejects.toThrow('permission denied')
  await owner("update audit_detached_months set file_hash = '\\x00' where sequence = 8")
  expect(await problem()).toContain('has no valid signature of a key in PORTAL_SECRET_KEYS (key test)')
  await owner('delete from audit_detached_months where sequence = 8')
  expect(await problem()).toContain('a seal is missing before this one')
})

test('an event that is removed after a month was detached is missing, and a head in a file is looked up there', async () => {
  await threeMonths()
  await archive()
  const noted = { sequence: 3, hash: '0'.repeat(64) }
  expect(await database().jobs.transact(everything, (tx) => notedHeadProblem(tx, noted))).toContain('lies in a file')
  await owner('delete from audit_events where id = 9')
  expect(await problem()).toBe('the event of this seal is missing (seal 9, event 9)')
})

test('a month leaves between the statements of others: it waits for a reader, and writers go on', async () => {
  await threeMonths()
  const month = await exported()
  const reader = new pg.Client(clone().ownerUrl)
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
  const recordProblem = (ring: KeyRing) => database().jobs.transact(everything, (tx) => detachedMonthProblem(ring, tx))
  await database().jobs.transact(everything, (tx) =>
    reencryptSecrets(statementsIn(tx), keyRing([newer, signingKey]), [newestDetachedMonth]),
  )
  expect(await recordProblem(keyRing([newer]))).toBeNull()
  expect(await recordProblem(keyRing([other]))).toContain('(key newer)')
  await database().jobs.transact(everything, (tx) => signDetachedMonthAgain(keyRing([other]), tx, 'newer'))
  expect(await recordProblem(keyRing([other]))).toBeNull()
})
