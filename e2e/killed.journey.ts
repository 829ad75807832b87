import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { getProfile } from '@portico/contract/account/account.ts'
import { listSections, setFavorite } from '@portico/contract/home/home.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../server/test/browser.ts'
import { documentsOf, filesOf, ofBytes } from '../server/test/documents.ts'
import { freePort } from '../server/test/free-port.ts'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { PASSWORD } from './visitor.ts'

let folder: string
let portal: RunningPortal | undefined
beforeAll(async () => {
  folder = await createTempFolder()
})
afterAll(async () => {
  await portal?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('killed at any moment, the portal starts again with every acknowledged change, and users stay signed in (R02, R03)', async () => {
  const environment = { PORT: String(await freePort()) }
  const answered = new Map<number, boolean>()
  let underWay = 0
  portal = await startServer(environment, folder)
  const browser = await new Browser(portal.origin).signIn('external.user', PASSWORD)
  const own = { params: { uid: browser.userId } }
  const tiles = await browser.call(listSections, own)
  for (let round = 0; round < 4; round++) {
    const writing = (async () => {
      for (let n = 0; ; n++) {
        const sectionId = tiles[n % tiles.length]?.sectionId ?? 0
        const favoriteFlg = (n + round) % 3 === 0
        underWay = sectionId
        const body = { userSectionDetails: { favoriteFlg } }
        const answer = await browser.send(setFavorite, { params: { uid: browser.userId, sectionId }, body })
        if (answer.code === '200') answered.set(sectionId, favoriteFlg)
      }
    })().catch(() => undefined)
    await expect.poll(() => answered.size).toBe(tiles.length)
    await portal.kill()
    await writing
    portal = await startServer(environment, folder)
    expect((await browser.call(getProfile, {})).userNm).toBe('external.user')
    const kept = new Map(
      (await browser.call(listSections, own)).map((tile) => [tile.sectionId, tile.userSectionDetails.favoriteFlg]),
    )
    // A request in progress may have been committed without an answer; every other change must match its answer.
    answered.delete(underWay)
    expect([...answered].filter(([sectionId, favoriteFlg]) => kept.get(sectionId) !== favoriteFlg)).toEqual([])
    answered.clear()
  }
})

test('killed during uploads, it has every acknowledged document, complete, and no other (R08)', async () => {
  const environment = { PORT: String(await freePort()) }
  const dataDir = path.join(folder, 'data')
  await portal?.stop()
  portal = await startServer(environment, folder)
  const browser = await new Browser(portal.origin).signIn('client.admin', PASSWORD)
  const library = documentsOf(browser)
  const before = (await library.list()).map(({ documentNm }) => documentNm)
  const contents = new Map([1, 2, 3].map((n) => [`kept${n}.csv`, ofBytes(n * 1_000_000)]))
  for (const [name, content] of contents) expect((await library.upload(name, content)).code).toBe('200')
  const halves = async () => (await filesOf({ dataDir })).filter((file) => file.endsWith('.part')).length
  const sending = [1, 2, 3, 4].map((n) => library.beginUpload(`lost${n}.csv`, 3_000_000))
  await expect.poll(halves).toBe(sending.length)
  await portal.kill()
  for (const half of sending) half.cut()
  portal = await startServer(environment, folder)
  const documents = await library.list()
  expect(documents.map(({ documentNm }) => documentNm).toSorted()).toEqual([...before, ...contents.keys()].toSorted())
  for (const { documentId, documentNm } of documents) {
    const answer = await library.download(documentId)
    expect(answer.status).toBe(200)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.equals(contents.get(documentNm) ?? bytes)).toBe(true)
  }
})

test.each<{ how: string; signal: NodeJS.Signals }>([
  { how: 'stopped by its supervisor', signal: 'SIGTERM' },
  { how: 'killed', signal: 'SIGKILL' },
])('npm start that is $how ends the portal and its database too', async ({ signal }) => {
  const own = await createTempFolder()
  const started = await startServer({ HOME: own }, own, ['npm', 'start'])
  const isServed = () =>
    fetch(`${started.origin}/login`)
      .then(({ ok }) => ok)
      .catch(() => false)
  expect(await isServed()).toBe(true)
  // The output closes when the last process that writes to it has exited, including the database.
  const ended = once(started.process, 'close')
  started.process.kill(signal)
  await ended
  expect(await isServed()).toBe(false)
  await rm(own, { recursive: true, force: true, maxRetries: 20 })
})
