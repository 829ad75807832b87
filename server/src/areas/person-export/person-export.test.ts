import {
  downloadPersonExport,
  getPersonExport,
  requestPersonExport,
} from '@portico/contract/person-export/person-export.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { readZip, rowsIn } from '../../../test/read-zip.ts'
import { keyRing } from '../../crypto/key-ring.ts'
import { everything } from '../../db/scope.ts'
import type { JobContext } from '../../jobs/job.ts'
import { documentSweepJob } from '../documents/document-sweep.job.ts'
import { textService } from '../texts/public.ts'
import { eraseDeletedUsersJob } from '../users/lifecycle/erase-deleted-users.job.ts'
import { makePersonExportJob } from './make-person-export.job.ts'
import { beginTry, endOldExports } from './person-export-store.ts'

let portal: Portal
let clientId: number
let person: MadeUser
let staffUser: MadeUser
let staff: Browser
let clientAdmin: Browser
beforeAll(async () => {
  portal = await startPortal()
  clientId = await portal.make.client({ name: 'Harborview' })
  person = await portal.make.user({ client_id: clientId, user_name: 'bea.i', cost_center: 'CC-77' })
  ;[staffUser, staff] = await adminOf({ is_internal: true, first_name: 'Ines', last_name: 'Internal' })
  ;[, clientAdmin] = await adminOf({ client_id: clientId, first_name: 'Cleo', last_name: 'Client' })
  await portal.make.document(person, { name: 'plan.csv' })
})
afterAll(() => portal.close())

async function adminOf(
  columns: Record<string, unknown>,
  pages = ['User Administration', 'Audit Trail'],
): Promise<[MadeUser, Browser]> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, pages)
  return [user, await portal.as(user)]
}

const of = ({ userId }: Browser, user = person) => ({ params: { uid: userId, userId: user.id } })
const request = (browser: Browser, user?: MadeUser) => browser.send(requestPersonExport, of(browser, user))
const stateOf = async (browser: Browser, user?: MadeUser) =>
  (await browser.call(getPersonExport, of(browser, user)))?.stateCd ?? null
const download = (browser: Browser, exportId: number, user = person) =>
  browser.request(
    'POST',
    fillPath(downloadPersonExport.path, {
      uid: String(browser.userId),
      userId: String(user.id),
      exportId: String(exportId),
    }),
    { headers: { 'content-type': 'application/json' }, body: '{}' },
  )

const context: JobContext = jobContext()
const job = (storage = portal.storage) =>
  makePersonExportJob({
    db: portal.database.jobs,
    stream: portal.database.jobStream,
    storage,
    texts: textService(portal.database.jobs, 'en'),
    timeZone: 'UTC',
  })
const sweep = () =>
  documentSweepJob({ db: portal.database.jobs, storage: portal.storage, endOldExports }).run({}, context)
const storedFiles = () => portal.owner('select id, state from stored_files where owner_id is null')

/** Has an archive made; returns its id. */
async function made(browser: Browser, user?: MadeUser): Promise<number> {
  const { data } = await request(browser, user)
  const { exportId } = data as { exportId: number }
  await job().run({ exportId }, context)
  return exportId
}

async function archiveOf(browser: Browser, user?: MadeUser) {
  const answer = await download(browser, await made(browser, user), user)
  expect(answer.status).toBe(200)
  return readZip(answer.bytes)
}

test('an administrator exports everything about a user and downloads it once', async () => {
  expect(await stateOf(staff)).toBeNull()
  const { data } = await request(staff)
  expect(await stateOf(staff)).toBe('queued')
  const { exportId } = data as { exportId: number }
  await job().run({ exportId }, context)
  expect(await stateOf(staff)).toBe('ready')
  const answer = await download(staff, exportId)
  expect(answer.headers.get('content-disposition')).toContain('person-bea.i.zip')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const files = await readZip(answer.bytes)
  expect(rowsIn(files, 'users')).toMatchObject([{ userName: 'bea.i', costCenter: 'CC-77' }])
  expect([...files.keys()].filter((name) => name.startsWith('documents/'))).toHaveLength(1)
  expect(String(files.get('index.html'))).toContain('An administrator has asked for it.')

  expect(await stateOf(staff)).toBe('downloaded')
  expect(await download(staff, exportId)).toMatchObject({ status: 404 })
  await expect.poll(async () => (await storedFiles()).filter(({ state }) => state === 'kept')).toEqual([])
  await sweep()
  expect(await storedFiles()).toEqual([])
  expect(
    await portal.owner(
      "select event, actor_user_id, subject_user_id, client_id from audit_events where event ~ '^person_' order by id",
    ),
  ).toEqual(
    ['person_exported', 'person_export_downloaded'].map((event) => ({
      event,
      actor_user_id: staffUser.id,
      subject_user_id: person.id,
      client_id: clientId,
    })),
  )
})

test('an administrator of a client finds neither names of internal administrators nor what only staff see', async () => {
  const systemId = await portal.make.system()
  await portal.owner(`insert into user_system_grants (user_id, system_id, granted_by) values ($1, $2, $3)`, [
    person.id,
    systemId,
    staffUser.id,
  ])
  await portal.owner(
    `insert into audit_events (event, actor_user_id, subject_user_id, client_id, address, after)
     values ('user_updated', $1, $2, $3, '203.0.113.9', '{"costCenter": "CC-88"}')`,
    [staffUser.id, person.id, clientId],
  )
  const files = await archiveOf(clientAdmin)
  expect(rowsIn(files, 'user_system_grants')).toMatchObject([{ grantedBy: null }])
  const all = [...files.values()].map(String).join('\n')
  for (const hidden of ['Ines', staffUser.userName, '203.0.113.9', 'CC-77', 'CC-88']) expect(all).not.toContain(hidden)
  expect(rowsIn(files, 'audit_events').length).toBeGreaterThan(1)
  expect(String((await archiveOf(staff)).get('data/user_system_grants.json'))).toContain('Ines Internal')
})

test('an administrator of a client gets neither documents nor anything else that no page shows them', async () => {
  const files = await archiveOf(clientAdmin)
  expect([...files.keys()].filter((name) => name.startsWith('documents/'))).toEqual([])
  const hidden = ['documents', 'document_versions', 'document_shares', 'user_links', 'list_preferences']
  const written = [...hidden, 'outbox_mails', 'client_log_entries'].filter((table) => files.has(`data/${table}.json`))
  expect(written).toEqual([])
  expect(rowsIn(files, 'users')).toMatchObject([{ userName: 'bea.i' }])
  expect(String(files.get('index.html'))).toContain('administrators of clients do not see them')
})

test('without the page Audit Trail there are no events, and the page of the archive says so', async () => {
  const [, browser] = await adminOf({ is_internal: true }, ['User Administration'])
  const files = await archiveOf(browser)
  expect(files.has('data/audit_events.json')).toBe(false)
  expect(String(files.get('index.html'))).toContain('The audit trail is left out')
})

test('nobody exports a user of another client, a stronger one, or themselves', async () => {
  const stranger = await portal.make.user({ client_id: await portal.make.client() })
  expect(await request(clientAdmin, stranger)).toMatchObject({ status: 404 })
  const [stronger] = await adminOf({ client_id: clientId }, ['User Administration', 'Mail Delivery'])
  for (const send of [request, (by: Browser, user?: MadeUser) => by.send(getPersonExport, of(by, user))])
    expect(await send(clientAdmin, stronger)).toMatchObject({ status: 403 })
  expect(await request(staff, staffUser)).toMatchObject({ status: 422 })
})

test('an archive belongs to who asked for it', async () => {
  const exportId = await made(staff)
  const [, colleague] = await adminOf({ is_internal: true })
  expect(await stateOf(colleague)).toBeNull()
  expect(await download(colleague, exportId)).toMatchObject({ status: 404 })
  expect(await stateOf(staff)).toBe('ready')
})

test('one archive about a user is made at a time, a new one takes the place of the last, and twenty are enough for a day', async () => {
  const [user, browser] = await adminOf({ is_internal: true })
  const first = await made(browser)
  const [replaced] = await portal.owner('select file_id from person_exports where id = $1', [first])
  const { data } = await request(browser)
  expect(await portal.owner('select state from stored_files where id = $1', [replaced?.['file_id']])).toEqual([
    { state: 'dropped' },
  ])
  expect(await request(browser)).toMatchObject({
    status: 422,
    message: 'An archive about this user is being made already. Wait until it is ready.',
  })
  expect(await download(browser, first)).toMatchObject({ status: 404 })
  await job().run({ exportId: (data as { exportId: number }).exportId }, context)
  await portal.owner(
    `insert into person_exports (owner_id, about_id, state, language) select $1, $2, 'failed', 'en' from generate_series(1, 18)`,
    [user.id, person.id],
  )
  const refused = await request(browser)
  expect(refused).toMatchObject({ status: 429 })
  expect(refused.headers.get('retry-after')).toBe('86400')
})

test('an administrator who loses the page meanwhile gets nothing', async () => {
  const [user, browser] = await adminOf({ is_internal: true })
  const { data } = await request(browser)
  const ready = await made(browser, await portal.make.user())
  await portal.owner('update user_page_grants set valid_to = clock_now() where user_id = $1', [user.id])
  await job().run({ exportId: (data as { exportId: number }).exportId }, context)
  expect(
    await portal.owner('select state, file_id from person_exports where owner_id = $1 and about_id = $2', [
      user.id,
      person.id,
    ]),
  ).toEqual([{ state: 'failed', file_id: null }])
  expect(await download(browser, ready)).toMatchObject({ status: 403 })
})

test('a node that dies in the middle leaves no file, and the next try makes the archive', async () => {
  const [, browser] = await adminOf({ is_internal: true })
  const { data } = await request(browser)
  const { exportId } = data as { exportId: number }
  const dead = '00000000-0000-4000-8000-000000000001'
  await portal.database.jobs.transact(everything, async (tx) => {
    await portal.owner(
      `insert into stored_files (id, state, given_up_at) values ($1, 'arriving', clock_now() + interval '15 minutes')`,
      [dead],
    )
    await beginTry(tx, exportId, dead)
  })
  await job().run({ exportId }, context)
  expect(await portal.owner('select state from stored_files where id = $1', [dead])).toEqual([{ state: 'dropped' }])
  expect((await download(browser, exportId)).status).toBe(200)
})

test('an archive that cannot be made is given up after three tries, and leaves no file', async () => {
  const [, browser] = await adminOf({ is_internal: true })
  const { data } = await request(browser)
  const { exportId } = data as { exportId: number }
  const before = (await storedFiles()).filter(({ state }) => state !== 'dropped')
  const broken = { ...portal.storage, put: () => Promise.reject(new Error('The disk is on fire')) }
  for (const attempt of [1, 2, 3])
    await expect(job(broken).run({ exportId }, { ...context, attempt })).rejects.toThrow('on fire')
  expect(await stateOf(browser)).toBe('failed')
  expect((await storedFiles()).filter(({ state }) => state !== 'dropped')).toEqual(before)
})

test('an archive that nobody downloads is removed after a day', async () => {
  const [user, browser] = await adminOf({ is_internal: true })
  const exportId = await made(browser)
  await portal.owner(`update person_exports set expires_at = clock_now() where id = $1`, [exportId])
  expect(await stateOf(browser)).toBeNull()
  expect(await download(browser, exportId)).toMatchObject({ status: 404 })
  await sweep()
  expect(await portal.owner('select from person_exports where owner_id = $1', [user.id])).toEqual([])
})

test('an erased user has no waiting archive, neither about them nor asked for by them', async () => {
  const leaver = await portal.make.user()
  const exportId = await made(staff, leaver)
  const [row] = await portal.owner('select file_id from person_exports where id = $1', [exportId])
  await portal.owner(
    `update users set status = 3, status_changed_at = clock_now() - interval '400 days' where id = $1`,
    [leaver.id],
  )
  const deps = {
    db: portal.database.jobs,
    keys: keyRing(portal.config.secretKeys),
    deletedUsersKeptDays: 365,
    portal: portal.origin,
  }
  await eraseDeletedUsersJob(deps).run({}, context)
  expect(await portal.owner('select from person_exports where id = $1', [exportId])).toEqual([])
  expect(await portal.owner('select state from stored_files where id = $1', [row?.['file_id']])).toEqual([
    { state: 'dropped' },
  ])
})
