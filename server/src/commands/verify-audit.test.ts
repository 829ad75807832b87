import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asOwner, cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../test/database.ts'
import { runProgram, SECRET_KEYS } from '../../test/program.ts'
import { sealAuditJob } from '../areas/audit/seal-audit.job.ts'
import { readConfig } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import type { Database } from '../db/database.ts'
import { everything } from '../db/scope.ts'
import { type Jobs, startJobs } from '../jobs/runner.ts'
import { createLogger } from '../logging.ts'
import { recordAudit } from '../areas/audit/audit-store.ts'

const NEW_KEY = 'newer:fedcba9876543210fedcba9876543210'
let clone: TestDatabase
let database: Database
let logged: string[]
const nodes: Jobs[] = []

beforeEach(async () => {
  clone = await cloneDatabase()
  database = await openWithLongTimeouts(clone)
  logged = []
})
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop()
  await database.close()
  await clone.drop()
})

const environment = (secretKeys = SECRET_KEYS) => ({
  DATABASE_URL: clone.url,
  PORTAL_PUBLIC_URL: 'http://localhost:8080',
  PORTAL_SECRET_KEYS: secretKeys,
})

/** A node with these keys seals the events. */
async function seal(secretKeys = SECRET_KEYS): Promise<void> {
  const logger = createLogger('info', 'test', { write: (line: string) => void logged.push(line) })
  const keys = keyRing(readConfig(environment(secretKeys)).secretKeys)
  const jobs = [sealAuditJob({ db: database.jobs, keys })]
  const node = await startJobs({ url: clone.url, database, logger, timeZone: 'UTC', jobs, onlyDrained: true })
  nodes.push(node)
  await node.drain('seal-audit')
}

const act = (times: number) =>
  database.requests.transact(everything, async (tx) => {
    for (let n = 0; n < times; n++)
      recordAudit(tx, null, { event: 'user_updated', actorId: 1, subjectId: 2, sessionId: null, after: { n } })
  })

const owner = (text: string) => asOwner(clone, text)
const verify = (args: string[] = [], secretKeys = SECRET_KEYS) =>
  runProgram(['verify-audit', ...args], environment(secretKeys))
const headIn = (output: string) => /\d+:[0-9a-f]{64}/.exec(output)?.[0] ?? ''
/** What the owner of the database can compute without the keys: all seals, rebuilt. */
const rebuildSeals = () => owner('truncate audit_seals; select * from seal_audit_events(1000)')
const cutTail = (after: number) =>
  owner(`delete from audit_seals where sequence > ${after}; delete from audit_events where id > ${after}`)
const letPass = () => owner("update audit_events set at = at - interval '2 hours'")

describe('the operator who verifies the audit trail (S78)', () => {
  test('finds it intact and reads the head; a head recorded earlier still matches later', async () => {
    await act(3)
    await seal()
    const first = await verify()
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining('The audit trail is whole.') })
    await act(2)
    await seal()
    const later = await verify(['--head', headIn(first.output)])
    expect(later.code).toBe(0)
    expect(headIn(later.output)).toMatch(/^5:/)
  })

  test('has numbers of events of a day that are wrong repaired, once the trail is whole', async () => {
    await act(3)
    await owner('update audit_events set at = (select min(at) from audit_events)')
    await seal()
    await owner('update audit_day_counts set events = 90')
    await expect(verify()).resolves.toMatchObject({
      code: 0,
      output: expect.stringContaining('The numbers of events of 1 day were wrong and are repaired.'),
    })
    const { rows } = await owner('select distinct events from audit_day_counts')
    expect(rows).toEqual([{ events: 3 }])
    expect((await verify()).output).not.toContain('repaired')
    await owner('update audit_day_counts set events = 90')
    await owner('alter table audit_day_counts add constraint stuck check (events = 90)')
    // A repair that fails says nothing about the trail.
    await expect(verify()).resolves.toMatchObject({
      code: 1,
      output: expect.stringContaining('The audit trail is whole.'),
    })
    await owner('alter table audit_day_counts drop constraint stuck')
    await owner("update audit_day_counts set events = 90; update audit_events set after = '{}' where id = 1")
    expect((await verify()).code).toBe(1)
    expect((await owner('select distinct events from audit_day_counts')).rows).toEqual([{ events: 90 }])
  })

  test('finds the newest events deleted together with their seals', async () => {
    await act(5)
    await seal()
    await cutTail(3)
    expect(await verify()).toMatchObject({
      code: 1,
      output: expect.stringContaining('seal 5, which checkpoint 5 covers, is missing'),
    })
  })

  test('finds an event changed and all seals rebuilt, and no node signs the rebuilt chain', async () => {
    await act(5)
    await seal()
    await owner('update audit_events set subject_user_id = 9 where id = 2')
    await rebuildSeals()
    const found = { code: 1, output: expect.stringContaining('the seals up to 5 are not those of checkpoint 5') }
    expect(await verify()).toMatchObject(found)
    await act(1)
    await seal()
    expect(logged.join()).toContain('audit checkpoint refused')
    expect(await verify()).toMatchObject(found)
  })

  test('finds a checkpoint that was forged without the keys', async () => {
    await act(5)
    await seal()
    await owner('update audit_events set subject_user_id = 9 where id = 2')
    await rebuildSeals()
    await owner('update audit_checkpoints set head_hash = (select hash from audit_seals where sequence = 5)')
    expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining('has no valid signature') })
  })

  test('finds checkpoints removed over events older than an hour', async () => {
    await act(5)
    await letPass()
    await seal()
    await owner('update audit_events set subject_user_id = 9 where id = 2')
    await rebuildSeals()
    await owner('truncate audit_checkpoints')
    expect(await verify()).toMatchObject({
      code: 1,
      output: expect.stringContaining('no checkpoint covers seal 1, whose event is older than an hour'),
    })
  })

  test('finds a chain truncated with its seals and checkpoints by the recorded head only', async () => {
    await act(2)
    await seal()
    await act(3)
    await seal()
    const { output } = await verify()
    await cutTail(2)
    await owner('delete from audit_checkpoints where sequence > 2')
    expect(await verify()).toMatchObject({ code: 0 })
    expect(await verify(['--head', headIn(output)])).toMatchObject({
      code: 1,
      output: expect.stringContaining('seal 5 of the noted head is missing'),
    })
    expect(await verify(['--head', `2:${'0'.repeat(64)}`])).toMatchObject({
      code: 1,
      output: expect.stringContaining('not those of the noted head'),
    })
  })

  test('rotates keys: checkpoints of a retired key still count, also once that key is gone', async () => {
    await act(2)
    await seal()
    await act(1)
    await seal(`${NEW_KEY},${SECRET_KEYS}`)
    expect(await verify([], `${NEW_KEY},${SECRET_KEYS}`)).toMatchObject({ code: 0 })
    expect(await verify([], NEW_KEY)).toMatchObject({ code: 0 })
    expect(await verify([], SECRET_KEYS)).toMatchObject({
      code: 1,
      output: expect.stringContaining('has no valid signature of a key in PORTAL_SECRET_KEYS (key newer)'),
    })
    const { rows } = await owner("select split_part(signature, '.', 1) as key from audit_checkpoints order by sequence")
    expect(rows).toEqual([{ key: 'test' }, { key: 'newer' }])
  })

  test('reads the format of a recorded head', async () => {
    expect(await verify(['--head', 'abc'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('--head is a number, a colon and 64 hexadecimal digits. Usage:'),
    })
  })

  test('can rely on the portal’s role: it adds checkpoints and changes none', async () => {
    await act(1)
    await seal()
    const asPortal = (text: string) => database.requests.write({ text, values: [] })
    await expect(asPortal('delete from audit_checkpoints')).rejects.toThrow('permission denied')
    await expect(asPortal("update audit_checkpoints set signature = 'x'")).rejects.toThrow('permission denied')
  })
})
