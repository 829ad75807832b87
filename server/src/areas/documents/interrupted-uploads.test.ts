import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { getUsedSpace } from '@portico/contract/documents/documents.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { csv, documentsOf, filesOf, type Library, ofBytes } from '../../../test/documents.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { StorageUnavailable, StorageFull } from '../../ports/file-storage/file-storage.ts'

let portal: Portal
let put: Portal['storage']['put']
let clerk: MadeUser
let browser: Browser
let mine: Library
beforeAll(async () => {
  portal = await startPortal()
  put = portal.storage.put.bind(portal.storage)
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.storage.put = put
  clerk = await portal.make.user()
  browser = await portal.as(clerk)
  mine = documentsOf(browser)
})

const MB = 1_000_000
const used = () => browser.call(getUsedSpace, { params: { uid: clerk.id } })
/** All stored data of the user, which an interrupted upload must not change. */
async function held() {
  return {
    documents: await mine.list(),
    used: await used(),
    rows: await portal.owner(`select id, state, bytes from stored_files where owner_id = $1 and state <> 'dropped'`, [
      clerk.id,
    ]),
    files: (await filesOf(portal)).toSorted(),
  }
}

/** The connections of uploads from now on. */
function connectionsOfUploads(): Socket[] {
  const sockets: Socket[] = []
  portal.app.server.on('request', ({ url, socket }: IncomingMessage) => {
    if (url?.endsWith('/addnew')) sockets.push(socket)
  })
  return sockets
}

/** From now on the disk accepts so many bytes of a file, and then no more. */
function fillDiskAfter(bytes: number) {
  async function* untilFull(chunks: AsyncIterable<Buffer>) {
    let room = bytes
    for await (const chunk of chunks) {
      room -= chunk.length
      if (room < 0) throw new StorageFull('ENOSPC', { cause: new Error('ENOSPC: no space left on device, writev') })
      yield chunk
    }
  }
  portal.storage.put = (key, chunks) => put(key, untilFull(chunks))
}

test('an upload whose connection is cut leaves the library unchanged, and releases its space (R09)', async () => {
  await mine.upload('kept.csv', csv('1,2'))
  const before = await held()
  const sending = mine.beginUpload('cut.csv', 3 * MB)
  await expect.poll(async () => (await held()).used).toBeGreaterThan(before.used)
  sending.cut()
  await expect.poll(held).toEqual(before)
  expect((await mine.upload('cut.csv', ofBytes(MB))).code).toBe('200')
})

test.each([
  ['without its last boundary', ''],
  [
    'with a second file',
    '\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="b.csv"\r\n\r\n3,4\r\n--b--\r\n',
  ],
  ['with a field behind it', '\r\n--b\r\ncontent-disposition: form-data; name="more"\r\n\r\n1\r\n--b--\r\n'],
])('an upload %s is refused as unreadable, and nothing of it is stored (J10, R09)', async (_how, rest) => {
  const before = await held()
  const answer = await browser.request('POST', '/ccservices/secure/user/rest/db/mydocs/cpusers/mydocuments/addnew', {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n1,2\n${rest}`,
  })
  expect(answer).toMatchObject({ status: 400, data: null, message: 'We couldn’t read this request.' })
  expect(await held()).toEqual(before)
})

test('a sender that vanishes frees its connection at once, also one that was refused in the meantime (R09)', async () => {
  await mine.upload('there.csv', csv('1,2'))
  const before = await held()
  const uploads = connectionsOfUploads()
  const senders = [
    mine.beginUpload('there.csv', 3 * MB),
    mine.beginUpload('no-page.pdf', 3 * MB),
    mine.beginUpload('=name.csv', 3 * MB),
    mine.beginUpload('middle.csv', 3 * MB),
  ]
  await expect.poll(() => uploads.length).toBe(senders.length)
  await expect.poll(async () => (await held()).rows.length).toBe(before.rows.length + 1)
  for (const sender of senders) sender.cut()
  await expect.poll(held).toEqual(before)
  await expect.poll(() => uploads.filter((socket) => !socket.destroyed)).toEqual([])
})

test('a sender that vanishes while the storage hangs leaves nothing, and the connection is freed (R09)', async () => {
  await mine.upload('kept.csv', csv('1,2'))
  const before = await held()
  const uploads = connectionsOfUploads()
  const taken = Promise.withResolvers<void>()
  portal.storage.put = async (_, chunks) => {
    for await (const chunk of chunks) {
      if (chunk.length > 0) taken.resolve()
      await new Promise(() => undefined)
    }
  }
  const sending = mine.beginUpload('hanging.csv', 20_000)
  await taken.promise
  expect(uploads).toHaveLength(1)
  expect(await held()).not.toEqual(before)
  sending.cut()
  await expect.poll(held).toEqual(before)
  await expect.poll(() => uploads.filter((socket) => !socket.destroyed)).toEqual([])
  portal.storage.put = put
  expect((await mine.upload('hanging.csv', csv('3'))).code).toBe('200')
})

test('an overwrite that meets a full disk leaves the existing version (R09, R13)', async () => {
  const id = await mine.store('plan.csv', csv('monday'))
  const before = await held()
  fillDiskAfter(50_000)
  expect(await mine.overwrite(id, 'plan.csv', ofBytes(200_000))).toMatchObject({ status: 507 })
  expect(await held()).toEqual(before)
  expect(await (await mine.download(id)).text()).toBe('monday')
})

test('a full disk is reported with a message, changes nothing, and existing documents open (R13)', async () => {
  const id = await mine.store('there.csv', csv('still here'))
  const before = await held()
  fillDiskAfter(50_000)
  expect(await mine.upload('more.csv', ofBytes(200_000))).toMatchObject({
    status: 507,
    code: '507',
    data: null,
    message:
      'There isn’t enough disk space to store this. Try again later, or contact your Client Relations representative.',
  })
  expect(await held()).toEqual(before)
  expect(await (await mine.download(id)).text()).toBe('still here')
  expect((await mine.upload('little.csv', csv('fits'))).code).toBe('200')
})

test('an operator finds the cause of a refused upload under the id of its request', async () => {
  const before = portal.logged.length
  fillDiskAfter(50_000)
  await mine.upload('more.csv', ofBytes(200_000))
  const lines = portal.logged.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>)
  const cause = lines.find(({ msg }) => msg === 'an upload could not be stored')
  expect(cause).toMatchObject({ err: { message: 'ENOSPC: no space left on device, writev' } })
  expect(lines.filter(({ reqId }) => reqId === cause?.reqId).map(({ status }) => status)).toContain(507)
})

test('a document that the storage cannot deliver at the moment gets a message, and opens again later (R13)', async () => {
  const id = await mine.store('there.csv', csv('still here'))
  const open = portal.storage.open.bind(portal.storage)
  portal.storage.open = () => Promise.reject(new StorageUnavailable('ECONNREFUSED'))
  const answer = await mine.download(id)
  portal.storage.open = open
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('60')
  expect(await answer.json()).toEqual({
    code: '503',
    data: null,
    message: 'Document storage isn’t available right now. Try again in a few minutes.',
  })
  expect(await (await mine.download(id)).text()).toBe('still here')
})

test('while the storage is unavailable an upload learns when to retry and leaves nothing, and the list still works (R13)', async () => {
  await mine.upload('there.csv', csv('still here'))
  const before = await held()
  portal.storage.put = () => Promise.reject(new StorageUnavailable('ECONNREFUSED'))
  const answer = await mine.upload('more.csv', ofBytes(200_000))
  expect(answer).toMatchObject({
    status: 503,
    data: null,
    message: 'Document storage isn’t available right now. Try again in a few minutes.',
  })
  expect(answer.headers.get('retry-after')).toBe('60')
  expect(await held()).toEqual(before)
  portal.storage.put = put
  expect((await mine.upload('more.csv', csv('1'))).code).toBe('200')
})

test('an uploaded name that a spreadsheet would read as a formula is refused, and a file that contains one is returned unchanged (S61)', async () => {
  for (const name of ['=cmd.csv', '+1.csv', '@a.csv', '\t=1.csv'])
    expect((await mine.upload(name, csv('1'))).status).toBeOneOf([400, 422])
  const formula = '=HYPERLINK("https://evil.test","a"),2\r\n@SUM(1),+1,-1\r\n'
  const answer = await mine.download(await mine.store('-1.csv', csv(formula)))
  expect(await answer.text()).toBe(formula)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})
