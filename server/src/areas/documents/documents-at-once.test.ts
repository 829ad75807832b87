import {
  deleteFromSpace,
  getUsedSpace,
  listTrash,
  restoreDocument,
  trashDocument,
} from '@portico/contract/documents/documents.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { csv, documentsOf, type Library } from '../../../test/documents.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let owner: MadeUser
let own: Browser
let mine: Library
let put: Portal['storage']['put']
beforeAll(async () => {
  portal = await startPortal()
  put = portal.storage.put.bind(portal.storage)
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.storage.put = put
  owner = await portal.make.user()
  own = await openSession(portal, owner)
  mine = documentsOf(own)
})

const ROUNDS = 25
const me = () => ({ uid: owner.id })
const remove = (docId: number) => own.send(deleteFromSpace, { params: { ...me(), docId } })

/** Holds the next file after it is stored, until released, with only its rows left to write. */
function holdNextFile() {
  const stored = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  portal.storage.put = async (key, bytes) => {
    portal.storage.put = put
    await put(key, bytes)
    stored.resolve()
    await released.promise
  }
  return { stored: stored.promise, goOn: released.resolve }
}

/** Expects that the stored files of the user match the counted space. */
async function expectSumsToFit(): Promise<void> {
  const [row] = await portal.owner(
    `select coalesce(sum(bytes), 0)::integer as bytes from stored_files where owner_id = $1 and state <> 'dropped'`,
    [owner.id],
  )
  expect(row).toEqual({ bytes: await own.call(getUsedSpace, { params: me() }) })
}

test('a document is overwritten and deleted at once, many times: one comes first, and there is no deadlock (DOCS-003, DOCS-004)', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const id = await mine.store(`plan ${round}.csv`, csv('1'))
    const file = holdNextFile()
    const overwriting = mine.overwrite(id, `plan ${round}.csv`, csv('1,2,3'))
    await file.stored
    const removing = remove(id)
    file.goOn()
    const [overwritten, removed] = await Promise.all([overwriting, removing])
    expect(overwritten.status).toBeOneOf([200, 404])
    expect(removed.code).toBe('200')
  }
  expect(await mine.list()).toEqual([])
  await expectSumsToFit()
})

test('a deleted name is uploaded again at once, many times, without a deadlock', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const name = `plan ${round}.csv`
    const file = holdNextFile()
    const arriving = mine.upload(name, csv('1,2,3'))
    await file.stored
    const removing = remove(await mine.store(name, csv('1')))
    file.goOn()
    const [uploaded, removed] = await Promise.all([arriving, removing])
    // May be refused as taken although the name is free again by then.
    expect(uploaded.code).toBeOneOf(['200', '404', '409'])
    expect(removed.code).toBe('200')
  }
  await expectSumsToFit()
})

test('a document is restored from the trash while another takes its name: one of them is refused with a message', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const name = `plan ${round}.csv`
    const docId = await mine.store(name, csv('1'))
    await own.call(trashDocument, { params: { docId } })
    const file = holdNextFile()
    const arriving = mine.upload(name, csv('1,2,3'))
    await file.stored
    const restoring = own.send(restoreDocument, { params: { ...me(), trashedDocId: docId } })
    file.goOn()
    const [uploaded, restored] = await Promise.all([arriving, restoring])
    expect([uploaded.code, restored.code]).toBeOneOf([
      ['200', '422'],
      ['404', '200'],
    ])
  }
  expect(await mine.list()).toHaveLength(ROUNDS)
  expect((await own.call(listTrash, { params: me() })).length).toBeLessThanOrEqual(ROUNDS)
  await expectSumsToFit()
})
