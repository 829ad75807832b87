import { deleteFromSpace } from '@portico/contract/documents/documents.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentsOf, filesOf, ofBytes } from '../../../test/documents.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { BACKUP_LOCK } from '../../db/backup-lock.ts'
import { createLogger } from '../../logging.ts'
import { documentSweepJob } from './document-sweep.job.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

async function sweep(): Promise<void> {
  const job = documentSweepJob({ db: portal.database.jobs, storage: portal.storage })
  await job.run(
    {},
    { attempt: 1, parameters: '', signal: new AbortController().signal, logger: createLogger('silent', 'test') },
  )
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
