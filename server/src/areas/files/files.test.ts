import { deleteFile, getFile, listFiles, undoFileChange, uploadFile } from '@portico/contract/files/files.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Raw } from '../../../test/browser.ts'
import { type Clamd, EICAR, startClamd } from '../../../test/clamd.ts'
import { csv, downloadBy, filesOf, ofBytes, pdf } from '../../../test/documents.ts'
import { openSession } from '../../../test/guards/people.ts'
import { sendForm } from '../../../test/images.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { createVirusScanner } from '../../ports/file-services.ts'
import { documentPurgeJob } from '../documents/document-purge.job.ts'
import { removeInfectedPublishedFile, removeOldPublishedFiles } from './published-file-store.ts'
import { documentScanJob } from '../documents/document-scan.job.ts'
import { documentSweepJob } from '../documents/document-sweep.job.ts'

let clamd: Clamd
let portal: Portal
let admin: MadeUser
let browser: Browser
/** A user of a client. */
let reader: Browser
beforeAll(async () => {
  clamd = await startClamd()
  portal = await startPortal({ environment: { PORTAL_VIRUS_SCAN: clamd.address } })
  admin = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, ['Database Maintenance'])
  browser = await openSession(portal, admin)
  reader = await openSession(portal, await portal.make.user())
})
afterAll(async () => {
  await portal.close()
  await clamd.stop()
})

const upload = (name: string, bytes: Buffer, fileId?: number, by = browser) =>
  sendForm(by, uploadFile, {
    params: { uid: by.userId },
    fields: fileId === undefined ? {} : { fileId: String(fileId) },
    files: { file: { bytes, name } },
  })
const list = (query: object = {}) => browser.call(listFiles, { params: { uid: admin.id }, query })
const published = async (name: string) => (await list({ nm: name }))[0]
const read = async (name: string, by = reader) => {
  const answer = await downloadBy(by, `/ccservices/secure/user/rest/db/files/${encodeURIComponent(name)}/get`)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const undo = ({ data }: Pick<Raw, 'data'>) =>
  browser.send(undoFileChange, {
    params: { uid: admin.id },
    body: { undoId: (data as { undoId: number }).undoId },
  })
const remove = async (name: string) =>
  browser.send(deleteFile, { params: { uid: admin.id, fileId: (await published(name))?.fileId ?? 0 } })
const eventsOf = (name: string) =>
  portal.owner(
    `select actor_user_id as actor, before, after from audit_events where event = 'file_changed' and target_id = $1 order by id`,
    [name],
  )
const context = () => jobContext()
const transact = () => portal.database.jobs

test('an administrator publishes a file, which every signed-in user downloads by its name, inert (DBMT-002, DBMT-033, DBMT-144, S55)', async () => {
  expect(await upload('User guide.pdf', pdf('guide'))).toMatchObject({
    code: '200',
    message: 'The file has been uploaded.',
  })
  expect(await list()).toMatchObject([
    { fileNm: 'User guide.pdf', fileTypeTxt: 'pdf', changedByNm: 'Ada Lovelace', unscannedFlg: false },
  ])
  const { status, text, headers } = await read('User guide.pdf')
  expect([status, text]).toEqual([200, pdf('guide').toString()])
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="User guide.pdf"/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect(await reader.call(getFile, { params: { fileNm: 'user GUIDE.pdf' } })).toMatchObject({
    fileNm: 'User guide.pdf',
    fileSizeByteCnt: pdf('guide').length,
  })
  expect(await eventsOf('User guide.pdf')).toMatchObject([{ actor: admin.id, after: { name: 'User guide.pdf' } }])
})

test('nobody reads a file without a session, and a name that is not published is not found', async () => {
  await upload('secret.csv', csv('1'))
  expect((await read('secret.csv', portal.browser())).status).toBe(401)
  expect((await read('other.csv')).status).toBe(404)
  expect(await reader.send(getFile, { params: { fileNm: '../secret.csv' } })).toMatchObject({ status: 404 })
})

test('a name that exists is answered with its file, which keeps its content; replaced, it keeps its address, and the change can be taken back', async () => {
  await upload('prices.csv', csv('old'))
  const taken = await upload('Prices.csv', csv('new'))
  expect(taken).toMatchObject({ code: '404', data: { fileNm: 'prices.csv' } })
  expect((await read('prices.csv')).text).toBe('old')
  const { fileId = 0 } = (await published('prices')) ?? {}
  const replaced = await upload('renamed.csv', csv('new'), fileId)
  expect(replaced).toMatchObject({ code: '200', message: 'The file has been replaced.' })
  expect((await read('prices.csv')).text).toBe('new')
  expect(await published('renamed')).toBeUndefined()
  expect(await undo(replaced)).toMatchObject({ code: '200', message: 'Your change has been undone.' })
  expect((await read('prices.csv')).text).toBe('old')
  expect(await undo(replaced)).toMatchObject({ status: 404 })
  const [first, second, undone] = await eventsOf('prices.csv')
  const contents = [first?.['after'], second?.['before'], second?.['after'], undone?.['before'], undone?.['after']]
  const [old, former, now, newest, again] = contents.map((state) => (state as { content: number }).content)
  expect(old).not.toBe(now)
  expect([former, newest, again]).toEqual([old, now, old])
})

test('an administrator who replaces an older content than is there now learns who was first, and nothing changes', async () => {
  await upload('rates.csv', csv('1'))
  const { fileId = 0 } = (await published('rates')) ?? {}
  await upload('rates.csv', csv('2'), fileId)
  const stale = await upload('rates.csv', csv('3'), fileId)
  expect(stale).toMatchObject({
    status: 409,
    message: 'Ada Lovelace has replaced this file in the meantime. Check the new file before you replace it.',
    data: { changedByNm: 'Ada Lovelace' },
  })
  expect((await read('rates.csv')).text).toBe('2')
})

test('a deleted file is gone for readers and comes back by undo, unless its name is taken again (DBMT-158)', async () => {
  await upload('rota.csv', csv('monday'))
  const removed = await remove('rota')
  expect(removed).toMatchObject({ code: '200', message: 'The file has been deleted.' })
  expect((await read('rota.csv')).status).toBe(404)
  await undo(removed)
  expect((await read('rota.csv')).text).toBe('monday')
  const [added] = await eventsOf('rota.csv')
  expect((await eventsOf('rota.csv')).map(({ before, after }) => [before, after])).toEqual([
    [null, added?.['after']],
    [added?.['after'], null],
    [null, added?.['after']],
  ])
  const again = await remove('rota')
  await upload('rota.csv', csv('tuesday'))
  expect(await undo(again)).toMatchObject({
    status: 409,
    message: 'This file has changed since then, so your change can’t be undone. Upload the file again.',
  })
  expect((await read('rota.csv')).text).toBe('tuesday')
})

test('an undo is for the administrator who acted alone', async () => {
  const other = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(other, ['Database Maintenance'])
  const theirs = await upload('theirs.csv', csv('1'), undefined, await openSession(portal, other))
  expect(await undo(theirs)).toMatchObject({ status: 404 })
  expect((await read('theirs.csv')).status).toBe(200)
})

test.each<[string, string, () => Buffer, string]>([
  ['a program', 'setup.exe', () => csv('MZ'), 'The document you are uploading is not an accepted file type'],
  ['a page', 'help.html', () => csv('<html>'), 'The document you are uploading is not an accepted file type'],
  ['a drawing', 'logo.svg', () => csv('<svg/>'), 'The document you are uploading is not an accepted file type'],
  ['a page named pdf', 'help.pdf', () => csv('<html>'), 'The document you are uploading is not an accepted file type'],
  [
    'a path',
    '..\\up.csv',
    () => csv('1'),
    'Only alphanumeric characters, dashes, underscores, periods and spaces are allowed in the filename',
  ],
  ['a virus', 'letter.csv', () => EICAR, 'This document contains a virus, so we didn’t store it.'],
  [
    'more than 100 MB',
    'film.csv',
    () => ofBytes(104_857_601),
    'This file is larger than 100 MB. Choose a smaller file.',
  ],
])('%s is refused and leaves nothing (decision I5, S53, S57)', async (_what, name, bytes, message) => {
  const before = await filesOf(portal)
  expect(await upload(name, bytes())).toMatchObject({ status: 422, message, data: [{ field: 'file', message }] })
  expect(await published(name)).toBeUndefined()
  expect((await filesOf(portal)).toSorted()).toEqual(before.toSorted())
})

test('another type than that of the replaced file is refused', async () => {
  await upload('plan.csv', csv('1'))
  const { fileId = 0 } = (await published('plan')) ?? {}
  expect(await upload('plan.pdf', pdf('1'), fileId)).toMatchObject({
    status: 422,
    message: 'Choose a file of the same type. The name and the address stay the same.',
  })
  expect(await upload('plan.csv', csv('1'), 999_999)).toMatchObject({ status: 404 })
})

test('published files use nobody’s space', async () => {
  await upload('large.csv', ofBytes(1_000_000))
  expect(await portal.owner('select 1 from document_spaces where user_id = $1', [admin.id])).toEqual([])
})

/** Runs both while nothing can be published, until both have stored their file and wait. */
async function atOnce(...uploads: (() => Promise<Raw>)[]): Promise<Raw[]> {
  const holder = new pg.Client(portal.config.databaseUrl)
  await holder.connect()
  await holder.query('begin; lock table published_files in share row exclusive mode')
  const answers = Promise.all(uploads.map((send) => send()))
  const waiting =
    'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0'
  await expect.poll(() => portal.owner(waiting)).toHaveLength(uploads.length)
  await holder.query('commit')
  await holder.end()
  return answers
}

test('of two who upload one name at once, one publishes it, the other learns that it exists and leaves no file', async () => {
  const before = await filesOf(portal)
  const answers = await atOnce(
    () => upload('race.csv', csv('1')),
    () => upload('race.csv', csv('2')),
  )
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['200', '404'])
  expect(await list({ nm: 'race' })).toHaveLength(1)
  expect(await filesOf(portal)).toHaveLength(before.length + 1)
})

test('of two who replace a file at once, the later one learns of the other and leaves no file', async () => {
  await upload('tariff.csv', csv('0'))
  const { fileId = 0 } = (await published('tariff')) ?? {}
  const before = await filesOf(portal)
  const answers = await atOnce(
    () => upload('tariff.csv', csv('1'), fileId),
    () => upload('tariff.csv', csv('2'), fileId),
  )
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['200', '409'])
  expect(await filesOf(portal)).toHaveLength(before.length + 1)
})

test('a virus that is found later removes the file, and the administrator who published it gets an email', async () => {
  await clamd.kill()
  await upload('notes.csv', EICAR)
  expect(await published('notes')).toMatchObject({ unscannedFlg: true })
  await clamd.again()
  const scanner = createVirusScanner(portal.config)
  await documentScanJob({ db: transact(), storage: portal.storage, scanner, removeInfectedPublishedFile }).run(
    {},
    context(),
  )
  expect((await read('notes.csv')).status).toBe(404)
  expect(await portal.owner(`select fields from outbox_mails where template = 'file-infected'`)).toMatchObject([
    { fields: { file: 'notes.csv', firstName: 'Ada' } },
  ])
})

test('what was replaced or deleted more than a day ago is removed from the storage', async () => {
  await upload('former.csv', csv('1'))
  const stored = async () =>
    (await portal.owner(`select file_id from published_files where name = 'former.csv'`)).map(({ file_id: id }) =>
      String(id),
    )
  const [key = ''] = await stored()
  await remove('former')
  const sweep = async () => {
    await documentPurgeJob({ db: transact(), removeOldPublishedFiles }).run({}, context())
    await documentSweepJob({ db: transact(), storage: portal.storage }).run({}, context())
  }
  await sweep()
  expect(await stored()).toEqual([key])
  const removedAgo = (age: string) =>
    portal.owner(`update published_files set removed_at = clock_now() - $1::interval where name = 'former.csv'`, [age])
  await removedAgo('23 hours 59 minutes')
  await sweep()
  expect(await stored()).toEqual([key])
  await removedAgo('24 hours 1 minute')
  await sweep()
  expect(await stored()).toEqual([])
  expect(await filesOf(portal)).not.toContain(key)
})

test('the list searches in every case, sorts by each column and pages', async () => {
  for (let count = 0; count < 16; count++) await portal.make.publishedFile(admin, { name: `ZEBRA ${count}.csv` })
  expect(await list({ nm: 'zebra' })).toHaveLength(15)
  expect(await list({ nm: 'zebra', pageNo: 2 })).toHaveLength(1)
  for (const sort of ['fileNm', 'fileTypeTxt', 'fileSizeByteCnt', 'changedByNm', 'changedDt'])
    expect(await list({ nm: 'zebra', sort, direction: 'desc' })).toHaveLength(15)
})
