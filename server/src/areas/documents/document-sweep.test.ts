import { deleteFromSpace } from '@portico/contract/documents/documents.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { documentsOf, filesOf, ofBytes } from '../../../test/documents.ts'
import { jobContext } from '../../../test/job-context.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { BACKUP_LOCK } from '../../db/backup-lock.ts'
import { keyRing } from '../../crypto/key-ring.ts'
import { eraseDeletedUsersJob } from '../users/lifecycle/erase-deleted-users.job.ts'
import { documentSweepJob } from './document-sweep.job.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const context = jobContext()

async function sweep(of = portal): Promise<void> {
  const job = documentSweepJob({
    db: of.database.jobs,
    storage: of.storage,
    deletedFilesKeptDays: of.config.deletedFilesKeptDays,
  })
  await job.run({}, context)
}

test('a document that is deleted during a backup keeps its file until the backup is done (R20)', async () => {
  const user = await portal.make.user()
  const browser = await portal.as(user)
  const docId = await documentsOf(browser).store('minutes.csv', ofBytes(1_000))
  await portal.owner('select pg_advisory_lock(hashtextextended($1, 0))', [BACKUP_LOCK])
  await browser.call(deleteFromSpace, { params: { uid: browser.userId, docId } })
  await sweep()
  expect(await filesOf(portal)).toHaveLength(1)
  await portal.owner('select pg_advisory_unlock(hashtextextended($1, 0))', [BACKUP_LOCK])
  await sweep()
  expect(await filesOf(portal)).toEqual([])
})

test('an upload that takes longer than its space is kept for goes on as long as it makes progress', async () => {
  const put = portal.storage.put.bind(portal.storage)
  const holds = [1, 2].map(() => ({ reached: Promise.withResolvers<void>(), goesOn: Promise.withResolvers<void>() }))
  async function* slowly(chunks: AsyncIterable<Buffer>) {
    let at = 0
    for await (const chunk of chunks) {
      yield chunk
      const hold = holds[at++]
      hold?.reached.resolve()
      await hold?.goesOn.promise
    }
  }
  portal.storage.put = (key, chunks, signal) => put(key, slowly(chunks), signal)
  const realNow = performance.now.bind(performance)
  let minutes = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + minutes * 60_000)
  onTestFinished(async () => {
    portal.storage.put = put
    clock.mockRestore()
    await portal.moveClock('0')
  })
  const library = documentsOf(await portal.as(await portal.make.user()))
  const sending = library.upload('slow.csv', ofBytes(1_000_000))
  for (const { reached, goesOn } of holds) {
    await reached.promise
    minutes += 10
    await portal.moveClock(`${minutes} minutes`)
    await sweep()
    goesOn.resolve()
  }
  expect((await sending).code).toBe('200')
})

describe('where deleted files are kept for restores of the database', () => {
  let keeping: Portal
  beforeAll(async () => {
    keeping = await startPortal({ environment: { PORTAL_DELETED_FILES_KEPT_DAYS: '14' } })
  })
  afterAll(() => keeping.close())

  async function deleteDocument() {
    const user = await keeping.make.user()
    const browser = await keeping.as(user)
    const docId = await documentsOf(browser).store('minutes.csv', ofBytes(1_000))
    await browser.call(deleteFromSpace, { params: { uid: browser.userId, docId } })
    return { user, browser }
  }

  test('I delete a document, its space is free at once, and its file goes when the days are over', async () => {
    const { user, browser } = await deleteDocument()
    await sweep(keeping)
    expect(await filesOf(keeping)).toHaveLength(1)
    const [space] = await keeping.owner('select used_bytes::int from document_spaces where user_id = $1', [user.id])
    expect(space).toEqual({ used_bytes: 0 })
    await documentsOf(browser).store('minutes.csv', ofBytes(500))
    await keeping.moveClock('13 days')
    await sweep(keeping)
    expect(await filesOf(keeping)).toHaveLength(2)
    await keeping.moveClock('14 days 1 minute')
    await sweep(keeping)
    // The document that is still there keeps its own.
    expect(await filesOf(keeping)).toHaveLength(1)
    await keeping.moveClock('0')
  })

  test('I am erased, and no file that I deleted is kept any longer', async () => {
    const before = await filesOf(keeping)
    const { user } = await deleteDocument()
    expect(await filesOf(keeping)).toHaveLength(before.length + 1)
    await keeping.owner(
      "update users set status = 3, status_changed_at = clock_now() - interval '366 days' where id = $1",
      [user.id],
    )
    const keys = keyRing(keeping.config.secretKeys)
    const erasing = { db: keeping.database.jobs, keys, deletedUsersKeptDays: 365, portal: keeping.origin }
    await eraseDeletedUsersJob(erasing).run({}, context)
    await sweep(keeping)
    expect(await filesOf(keeping)).toEqual(before)
  })
})
