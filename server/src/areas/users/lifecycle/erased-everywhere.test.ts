import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { saveLink } from '@portico/contract/links/links.ts'
import { sendEnhanceReq } from '@portico/contract/contact/contact.ts'
import { searchPortal } from '@portico/contract/search/search.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { reviewedColumns } from '../../../../test/erasure-reviewed.ts'
import { MARKED_ADDRESS, marked, MARKER } from '../../../../test/erasure-markers.ts'
import { fillEverything } from '../../../../test/erasure-rows.ts'
import type { Browser } from '../../../../test/browser.ts'
import { jobContext } from '../../../../test/job-context.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { keyRing } from '../../../crypto/key-ring.ts'
import { jobSchema } from '../../../db/job-schema.ts'
import { everything } from '../../../db/scope.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { queues } from '../../../jobs/queue.ts'
import { createLogger } from '../../../logging.ts'
import { findAuditProblem } from '../../audit/audit-verification.ts'
import { sealAuditJob } from '../../audit/seal-audit.job.ts'
import { documentSweepJob } from '../../documents/document-sweep.job.ts'
import { eraseDeletedUsersJob } from './erase-deleted-users.job.ts'

let portal: Portal
let user: MadeUser
let filled: Set<string>
/** The newest event before the markers. */
let signedIn: unknown
/** Lines that the erasure has logged. */
const logged: string[] = []
beforeAll(async () => {
  portal = await startPortal()
  user = await portal.make.user()
  const browser = await portal.as(user)
  signedIn = (await portal.owner('select max(id) as last from audit_events'))[0]?.['last']
  filled = await fillEverything(portal, user, await portal.make.user())
  await enterMarkers(browser)
  const versions = await portal.make.document(user, { name: 'versions.csv' }, marked('documents', 'file'))
  await portal.make.version(versions, marked('documents', 'next_file'))
  await portal.make.document(user, { name: 'trash.csv', trashed_at: new Date() }, marked('documents', 'trashed_file'))
  await run(sealAuditJob(deps()))
  await portal.owner(
    `update users set status = 3, status_changed_at = clock_now() - interval '400 days' where id = $1`,
    [user.id],
  )
})
afterAll(() => portal.close())

/** What a user enters through HTTP: taken, refused and unknown. */
async function enterMarkers(browser: Browser): Promise<void> {
  const params = { uid: browser.userId }
  const linkNm = marked('requests', 'name')
  await browser.call(saveLink, { params, body: { linkNm, linkUrlTxt: `https://${MARKER}.test/?${MARKER}` } })
  await browser.send(saveLink, { params, body: { linkNm: linkNm.repeat(20), linkUrlTxt: `ftp://${MARKER}.test` } })
  await browser.send(searchPortal, { params, query: { text: marked('requests', 'search') } })
  await browser.request('GET', `/nowhere/${MARKER}?${MARKER}`)
  const sectionId = await portal.make.section({ accepts_enhancement_requests: true, owner_email: 'owner@portal.test' })
  const systemId = await portal.make.system()
  const pageId = await portal.make.page({ system_id: systemId, section_id: sectionId })
  await portal.make.grant({ id: browser.userId }, { systemId, pageId })
  // Its mail to somebody else waits in the queue.
  await browser.call(sendEnhanceReq, {
    params: { ...params, sectionId },
    body: { comment: marked('requests', 'comment') },
  })
  await portal.browser().trySignIn(marked('requests', 'user_name'), MARKER)
}

const deps = () => ({ db: portal.database.jobs, keys: keyRing(portal.config.secretKeys) })
const context: JobContext = jobContext({ logger: createLogger('info', 'test', { write: (line) => logged.push(line) }) })
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
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '^audit_events_'
        and data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'inet', 'ARRAY', 'USER-DEFINED')
        and (data_type <> 'ARRAY' or udt_name in ('_text', '_varchar', '_jsonb'))`,
  )) as { name: string }[]
  expect(columns.length).toBeGreaterThan(200)
  expect([...filled, ...reviewedColumns].toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
})

test('nothing that a user filled is left in any table, queue or file after the erasure, and the audit trail verifies (S89)', async () => {
  expect((await findInTables(MARKER)).length).toBeGreaterThan(40)
  expect(await portal.owner(`select data from ${jobSchema}.job where name = 'deliver-mail'`)).toHaveLength(1)
  expect(await problem()).toBeNull()
  const files = await filesOf(portal.dataDir)
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  expect(texts.filter((text) => text.includes(MARKER))).toHaveLength(3)
  await run(eraseDeletedUsersJob({ ...deps(), deletedUsersKeptDays: 365, portal: portal.origin }))
  await run(documentSweepJob({ db: deps().db, storage: portal.storage }))
  expect(await findInTables(MARKER)).toEqual([])
  expect(await findInTables(MARKED_ADDRESS)).toEqual([])
  const left = await filesOf(portal.dataDir)
  expect(files.length - left.length).toBe(4)
  for (const file of left) expect(await readFile(file, 'utf8')).not.toContain(MARKER)
  expect(await problem()).toBeNull()
})

test('what the erasure leaves in the audit trail is who did what and when; events about others keep their states', async () => {
  const events = await portal.owner(
    'select event, before, after, address from audit_events where id > $1 order by id',
    [signedIn],
  )
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

test('a job that waits in the queue says by numbers what it is about, so that no queue has a text of a user', () => {
  for (const { payload } of Object.values(queues)) {
    const types = Object.values(z.toJSONSchema(payload).properties ?? {}).map((each) =>
      typeof each === 'object' ? each.type : 'any',
    )
    expect(types.filter((type) => type !== 'integer' && type !== 'boolean')).toEqual([])
  }
})

test('no line of the log has what the user entered, where it was taken, refused or unknown, nor has the erasure', () => {
  const lines = [...portal.logged, ...logged]
  expect(lines.filter((line) => line.includes('saveLink')).length).toBeGreaterThan(1)
  expect(lines.filter((line) => line.includes('erase-deleted-users'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes(MARKER))).toEqual([])
})
