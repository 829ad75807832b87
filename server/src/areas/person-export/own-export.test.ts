import { downloadOwnExport, getOwnExport, requestOwnExport } from '@portico/contract/person-export/own-export.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { readZip, rowsIn } from '../../../test/read-zip.ts'
import type { JobContext } from '../../jobs/job.ts'
import { documentSweepJob } from '../documents/document-sweep.job.ts'
import { textService } from '../texts/public.ts'
import { makePersonExportJob } from './make-person-export.job.ts'
import { endOldExports } from './person-export-store.ts'

let portal: Portal
let clientId: number
beforeAll(async () => {
  portal = await startPortal()
  clientId = await portal.make.client({ name: 'Harborview' })
})
afterAll(() => portal.close())

async function someone(columns: Record<string, unknown> = {}): Promise<[MadeUser, Browser]> {
  const user = await portal.make.user({ client_id: clientId, ...columns })
  return [user, await portal.as(user)]
}

const own = ({ userId }: Browser) => ({ params: { uid: userId } })
const request = (browser: Browser) => browser.send(requestOwnExport, own(browser))
const stateOf = async (browser: Browser) => (await browser.call(getOwnExport, own(browser)))?.stateCd ?? null
const download = (browser: Browser, exportId: number) =>
  browser.request(
    'POST',
    fillPath(downloadOwnExport.path, { uid: String(browser.userId), exportId: String(exportId) }),
    { headers: { 'content-type': 'application/json' }, body: '{}' },
  )

const context: JobContext = jobContext()
const makeArchive = (exportId: number) =>
  makePersonExportJob({
    db: portal.database.jobs,
    stream: portal.database.jobStream,
    storage: portal.storage,
    texts: textService(portal.database.jobs, 'en'),
    timeZone: 'UTC',
  }).run({ exportId }, context)

/** Asks for the archive; returns its id. */
async function requested(browser: Browser): Promise<number> {
  const { data } = await request(browser)
  return (data as { exportId: number }).exportId
}

async function made(browser: Browser): Promise<number> {
  const exportId = await requested(browser)
  await makeArchive(exportId)
  return exportId
}

const mailsTo = ({ id }: MadeUser) =>
  portal.owner('select template, to_address, fields, good_until from outbox_mails where reader_id = $1', [id])

test('I get everything about me: an email says that it is ready, and I download it once', async () => {
  const [me, browser] = await someone({ user_name: 'bea.i', email: 'bea@example.test', cost_center: 'CC-77' })
  await portal.make.document(me, { name: 'plan.csv' })
  expect(await stateOf(browser)).toBeNull()
  const exportId = await requested(browser)
  expect(await stateOf(browser)).toBe('queued')
  expect(await mailsTo(me)).toEqual([])
  await makeArchive(exportId)
  const found = await browser.call(getOwnExport, own(browser))
  expect(found?.stateCd).toBe('ready')
  const [mail] = await mailsTo(me)
  expect(mail).toMatchObject({ template: 'data-export-ready', to_address: 'bea@example.test' })
  expect(mail?.['good_until']).toEqual(found?.expiresDt)
  expect(Number(found?.expiresDt) - Number(found?.requestedDt)).toBeGreaterThanOrEqual(3 * 86_400_000)

  const answer = await download(browser, exportId)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toContain('person-bea.i.zip')
  const files = await readZip(answer.bytes)
  expect([...files.keys()].filter((name) => name.startsWith('documents/'))).toHaveLength(1)
  expect(String(files.get('index.html'))).toContain('The person has asked for it.')
  expect(rowsIn(files, 'audit_events').length).toBeGreaterThan(0)
  // Only internal administrators see the cost center.
  expect(rowsIn(files, 'users')).toMatchObject([{ userName: 'bea.i', costCenter: null }])

  expect(await stateOf(browser)).toBe('downloaded')
  expect(await download(browser, exportId)).toMatchObject({
    status: 404,
    message: 'This archive has been downloaded or deleted. Request a new one.',
  })
  expect(
    await portal.owner(
      "select event, actor_user_id, subject_user_id from audit_events where event ~ '^person_' and subject_user_id = $1 order by id",
      [me.id],
    ),
  ).toEqual(
    ['person_exported', 'person_export_downloaded'].map((event) => ({
      event,
      actor_user_id: me.id,
      subject_user_id: me.id,
    })),
  )
})

test('my archive names the documents that the storage has lost, and has the others', async () => {
  const [me, browser] = await someone()
  await portal.make.document(me, { name: 'kept.csv' })
  const { id } = await portal.make.document(me, { name: 'lost.csv' })
  const [lost] = await portal.owner('select file_id from document_versions where document_id = $1', [id])
  await portal.storage.remove(String(lost?.['file_id']))
  const files = await readZip((await download(browser, await made(browser))).bytes)
  expect(String(files.get('index.html'))).toMatch(/Missing in the storage of the portal: documents\/[^,]*lost\.csv</)
})

test('from where others acted on me or as me is not in my archive, and from where I did is', async () => {
  const [me, browser] = await someone()
  const [admin] = await someone()
  await portal.owner(
    `insert into audit_events (event, actor_user_id, subject_user_id, client_id, address, request_id)
     select 'user_updated', actor, $1, $3, '203.0.113.9', 'request of ' || actor from unnest(array[$1::integer, $2]) actor`,
    [me.id, admin.id, clientId],
  )
  const [{ id } = {}] = await portal.owner(
    `update sessions set device = 'Own device', address = '198.51.100.7' where user_id = $1 returning id`,
    [me.id],
  )
  await portal.owner(
    `insert into sessions (token_hash, csrf_hash, binding_hash, user_id, actor_user_id, actor_session_id, expires_at, device, address)
     values ($1, $1, $1, $2, $3, $4, clock_now() + interval '1 hour', 'Desk of an administrator', '203.0.113.9')`,
    [Buffer.alloc(32, me.id), me.id, admin.id, id],
  )
  const files = await readZip((await download(browser, await made(browser))).bytes)
  const events = rowsIn(files, 'audit_events').filter(({ eventCd }) => eventCd === 'user_updated')
  expect(new Set(events.map(({ addressTxt, requestId }) => [addressTxt, requestId]))).toEqual(
    new Set([
      ['203.0.113.9', `request of ${me.id}`],
      [null, null],
    ]),
  )
  const sessions = rowsIn(files, 'sessions').map(({ isOfAdministrator, device, address }) => [
    isOfAdministrator,
    device,
    address,
  ])
  expect(new Set(sessions)).toEqual(
    new Set([
      [false, 'Own device', '198.51.100.7'],
      [true, null, null],
    ]),
  )
})

test('whom I searched for in a list that I exported is not in my archive', async () => {
  const [me, browser] = await someone()
  await portal.owner(
    `insert into audit_events (event, actor_user_id, subject_user_id, client_id, target_kind, target_id, after)
     select event, $1, $1, $2, target_kind, target_id, '{"nm": "Grace Hopper"}'
       from (values ('users_exported', null, null), ('access_review_exported', 'access-review', '7'))
              exported (event, target_kind, target_id)`,
    [me.id, clientId],
  )
  const files = await readZip((await download(browser, await made(browser))).bytes)
  const events = rowsIn(files, 'audit_events')
  expect(events.map(({ eventCd }) => eventCd)).toEqual(
    expect.arrayContaining(['access_review_exported', 'users_exported']),
  )
  expect(JSON.stringify(events)).not.toContain('Grace Hopper')
})

test('the page of my archive says how I had access under review as the review says it, but not what a former employer named', async () => {
  const [me, browser] = await someone()
  const former = await portal.make.client()
  const named = (name: string, of: number) => ({
    clientId: of,
    sets: [{ id: 987_654, name, version: 3 }],
    groups: ['fin-all'],
  })
  const systems = [await portal.make.system({ name: 'Ledger' }), await portal.make.system({ name: 'Vault' })]
  await portal.owner(
    `with review as (
       insert into access_reviews (client_id, started_by, due_at) values ($1, $2, clock_now() + interval '1 day') returning id)
     insert into access_review_items
       (review_id, user_id, system_id, is_admin, has_sensitive_data, granted_at, decision, decided_by, decided_at, is_by_hand, sources)
     select review.id, $2, given.system, false, false, clock_now(), 'confirmed', $2, clock_now(), true, given.sources
       from review, unnest($3::integer[], $4::jsonb[]) given (system, sources)`,
    [
      clientId,
      me.id,
      systems,
      [named('Accounting clerk', clientId), named('Secret set', former)].map((each) => JSON.stringify(each)),
    ],
  )
  const files = await readZip((await download(browser, await made(browser))).bytes)
  const page = String(files.get('index.html'))
  expect(page).toContain('<td>by set Accounting clerk v3, by group fin-all</td>')
  expect(page).not.toContain('987654')
  const rows = rowsIn(files, 'access_review_items')
  expect(rows.map(({ application, sources }) => [application, sources])).toEqual(
    expect.arrayContaining([
      ['Ledger', { sets: [{ id: 987_654, name: 'Accounting clerk', version: 3 }], groups: ['fin-all'] }],
      ['Vault', null],
    ]),
  )
})

test('I cannot ask for the archive of somebody else, nor download one', async () => {
  const [, browser] = await someone()
  const [other, theirs] = await someone()
  const exportId = await made(theirs)
  expect(await browser.send(requestOwnExport, { params: { uid: other.id } })).toMatchObject({ status: 403 })
  expect(await download(browser, exportId)).toMatchObject({ status: 404 })
  expect(await stateOf(theirs)).toBe('ready')
})

test('what an administrator has made about me is not mine to download', async () => {
  const [me, browser] = await someone()
  const [admin] = await someone()
  const exportId = await made(browser)
  await portal.owner('update person_exports set owner_id = $2 where id = $1', [exportId, admin.id])
  expect(await stateOf(browser)).toBeNull()
  expect(await download(browser, exportId)).toMatchObject({ status: 404 })
  expect(await mailsTo(me)).toHaveLength(1)
})

test('one archive is made at a time, and three are enough for a day', async () => {
  const [, browser] = await someone()
  const first = await requested(browser)
  expect(await request(browser)).toMatchObject({
    status: 422,
    message: 'Your archive is being made already. We’ll email you when it’s ready.',
  })
  await makeArchive(first)
  await made(browser)
  expect(await download(browser, first)).toMatchObject({ status: 404 })
  await made(browser)
  const refused = await request(browser)
  expect(refused).toMatchObject({
    status: 429,
    message: 'You can request your data 3 times in 24 hours. Try again tomorrow.',
  })
  expect(refused.headers.get('retry-after')).toBe('86400')
})

test('an account that was closed meanwhile gets neither archive nor email', async () => {
  const [me, browser] = await someone()
  const exportId = await requested(browser)
  await portal.owner('update users set status = 2 where id = $1', [me.id])
  await makeArchive(exportId)
  expect(await portal.owner('select state, file_id from person_exports where id = $1', [exportId])).toEqual([
    { state: 'failed', file_id: null },
  ])
  expect(await mailsTo(me)).toEqual([])
})

test('an archive that I do not download is gone after three days', async () => {
  const [me, browser] = await someone()
  const exportId = await made(browser)
  const [row] = await portal.owner('select file_id from person_exports where id = $1', [exportId])
  await portal.owner('update person_exports set expires_at = clock_now() where id = $1', [exportId])
  expect(await stateOf(browser)).toBeNull()
  expect(await download(browser, exportId)).toMatchObject({ status: 404 })
  await documentSweepJob({ db: portal.database.jobs, storage: portal.storage, endOldExports }).run({}, context)
  expect(await portal.owner('select from person_exports where owner_id = $1', [me.id])).toEqual([])
  expect(await portal.owner("select from stored_files where id = $1 and state = 'kept'", [row?.['file_id']])).toEqual(
    [],
  )
})
