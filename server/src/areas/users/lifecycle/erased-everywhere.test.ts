import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviewedColumns } from '../../../../test/erasure-reviewed.ts'
import { MARKED_ADDRESS, MARKER } from '../../../../test/erasure-markers.ts'
import { fillEverything } from '../../../../test/erasure-rows.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { keyRing } from '../../../crypto/key-ring.ts'
import { everything } from '../../../db/scope.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { createLogger } from '../../../logging.ts'
import { findAuditProblem } from '../../audit/audit-verification.ts'
import { sealAuditJob } from '../../audit/seal-audit.job.ts'
import { documentSweepJob } from '../../documents/document-sweep.job.ts'
import { eraseDeletedUsersJob } from './erase-deleted-users.job.ts'

let portal: Portal
let user: MadeUser
let filled: Set<string>
beforeAll(async () => {
  portal = await startPortal()
  user = await portal.make.user()
  filled = await fillEverything(portal, user, await portal.make.user())
  await run(sealAuditJob(deps()))
  await portal.owner(
    `update users set status = 3, status_changed_at = clock_now() - interval '400 days' where id = $1`,
    [user.id],
  )
})
afterAll(() => portal.close())

const deps = () => ({ db: portal.database.jobs, keys: keyRing(portal.config.secretKeys) })
const context: JobContext = {
  signal: new AbortController().signal,
  logger: createLogger('silent', 'test'),
  attempt: 1,
  parameters: '',
}
const run = (job: { run(payload: object, context: JobContext): Promise<unknown> }) => job.run({}, context)
const problem = () => deps().db.transact(everything, (tx) => findAuditProblem(tx, deps().keys))
const tables = async () =>
  (await portal.owner(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )) as { name: string }[]

/** Tables in which a text stands, with the rows that have it. */
async function findInTables(text: string): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await tables()) {
    const rows = await portal.owner(
      `select to_jsonb(one)::text as row from ${name} one where to_jsonb(one)::text ilike $1`,
      [`%${text}%`],
    )
    found.push(...rows.map(({ row }) => `${name} ${String(row)}`))
  }
  return found
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

test('every column of text is one that a user can fill and an erasure is tried with, or is reviewed as none', async () => {
  const columns = (await portal.owner(
    `select table_name || '.' || column_name as name from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'inet', 'ARRAY', 'USER-DEFINED')
        and (data_type <> 'ARRAY' or udt_name in ('_text', '_varchar', '_jsonb'))`,
  )) as { name: string }[]
  expect(columns.length).toBeGreaterThan(200)
  expect([...filled, ...reviewedColumns].toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
})

test('nothing that a user filled is left in any table, queue or file after the erasure, and the audit trail verifies (S89)', async () => {
  expect((await findInTables(MARKER)).length).toBeGreaterThan(40)
  expect(await problem()).toBeNull()
  const files = await filesOf(portal.dataDir)
  await run(eraseDeletedUsersJob({ ...deps(), deletedUsersKeptDays: 365 }))
  await run(documentSweepJob({ db: deps().db, storage: portal.storage }))
  expect(await findInTables(MARKER)).toEqual([])
  expect(await findInTables(MARKED_ADDRESS)).toEqual([])
  const left = await filesOf(portal.dataDir)
  expect(files.length - left.length).toBe(1)
  for (const file of left) expect(await readFile(file, 'utf8')).not.toContain(MARKER)
  expect(await problem()).toBeNull()
})

test('what the erasure leaves in the audit trail is who did what and when; events about others keep their states', async () => {
  const events = await portal.owner('select event, before, after, address from audit_events order by id')
  const erased = {
    reason: '(erased)',
    list: [{ phone: '(erased)' }],
    at: '2026-01-31T18:05:00.000Z',
    by: 'administrator',
    count: 3,
  }
  expect(events.filter(({ event }) => event !== 'session_created').slice(0, 6)).toEqual([
    { event: 'user_updated', before: erased, after: erased, address: null },
    { event: 'link_added', before: null, after: { name: '(erased)' }, address: null },
    { event: 'user_updated', before: null, after: { lastName: '(erased)' }, address: null },
    { event: 'authn_login_fail', before: null, after: { why: 'password' }, address: null },
    {
      event: 'identity_provider_test_started',
      before: null,
      after: { userName: '(erased)', kept: 'Kept' },
      address: null,
    },
    { event: 'job_schedule_changed', before: null, after: { notifyEmail: '(erased)' }, address: null },
  ])
  expect((await portal.owner('select rows from report_chunks'))[0]?.['rows']).toEqual([
    {
      userName: `deleted user ${user.id}`,
      firstName: 'Deleted',
      lastName: `user ${user.id}`,
      email: '',
      costCenter: null,
      systemName: 'S',
    },
    expect.objectContaining({ firstName: 'Kept' }),
  ])
})
