import path from 'node:path'
import { getUsedSpace, listSharedDocuments, shareDocument } from '@portico/contract/documents/documents.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Clamd, EICAR, startClamd } from '../../../test/clamd.ts'
import { csv, documentsOf, filesOf, ofBytes } from '../../../test/documents.ts'
import { openSession } from '../../../test/guards/people.ts'
import { jobContext } from '../../../test/job-context.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { createVirusScanner } from '../../ports/file-services.ts'
import { ScanRefused, type VirusScanner } from '../../ports/virus-scanner/virus-scanner.ts'
import { removeInfectedPublishedFile } from '../files/published-file-store.ts'
import { documentScanJob } from './document-scan.job.ts'

let clamd: Clamd
let portal: Portal
/** Another node, which stores no file unscanned. */
let strict: Portal
beforeAll(async () => {
  clamd = await startClamd()
  const environment = { PORTAL_VIRUS_SCAN: clamd.address }
  portal = await startPortal({ environment })
  const files = `file:${path.join(portal.dataDir, 'files')}`
  strict = await startPortal({
    beside: portal,
    environment: { ...environment, PORTAL_SCAN_REQUIRED: 'true', PORTAL_FILES: files },
  })
})
afterAll(async () => {
  await strict.close()
  await portal.close()
  await clamd.stop()
})

async function person() {
  const user = await portal.make.user()
  const browser = await openSession(portal, user)
  return { user, browser, library: documentsOf(browser) }
}

const recordsOf = ({ id }: { id: number }) =>
  portal.owner(`select after from audit_events where event = 'upload_validation' and subject_user_id = $1`, [id])
const mailsOf = async ({ id }: { id: number }) => {
  const mails = await portal.owner(
    `select fields from outbox_mails join users on email = to_address where template = 'document-infected' and users.id = $1`,
    [id],
  )
  return mails.map(({ fields }) => fields)
}
/** The job that runs every few minutes. */
const scan = (scanner: VirusScanner | null = createVirusScanner(portal.config)) =>
  documentScanJob({
    db: portal.database.jobs,
    storage: portal.storage,
    scanner,
    removeInfectedPublishedFile,
  }).run({}, jobContext())

test('a clean document passes the scanner, also a large one', async () => {
  const { library } = await person()
  expect((await library.upload('small.csv', csv('1,2'))).code).toBe('200')
  expect((await library.upload('large.csv', ofBytes(20_000_000))).code).toBe('200')
  expect(await portal.owner('select distinct is_scanned from stored_files')).toEqual([{ is_scanned: true }])
})

test('one with a virus is refused, leaves nothing and is audited (S57)', async () => {
  const { user, browser, library } = await person()
  const files = await filesOf(portal)
  expect(await library.upload('letter.csv', EICAR)).toMatchObject({
    status: 422,
    message: 'This document contains a virus, so we didn’t store it.',
  })
  expect(await browser.call(getUsedSpace, { params: { uid: user.id } })).toBe(0)
  expect((await filesOf(portal)).toSorted()).toEqual(files.toSorted())
  expect(await recordsOf(user)).toMatchObject([
    { after: { outcome: 'FAILED', found: expect.stringContaining('Eicar') } },
  ])
})

test('when the scan is required, uploads are refused without the scanner, and stored documents can be read (S57)', async () => {
  const { user, library } = await person()
  const id = await library.store('kept.csv', csv('1'))
  await clamd.kill()
  const browser = await openSession(strict, user)
  const refused = await documentsOf(browser).upload('new.csv', csv('2'))
  expect(refused).toMatchObject({ status: 503, message: expect.stringContaining('Virus scanning isn’t available') })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await (await documentsOf(browser).download(id)).text()).toBe('1')
  expect(await browser.call(getUsedSpace, { params: { uid: user.id } })).toBe(1)
})

describe('when the scan may come later (S57)', () => {
  beforeEach(() => clamd.kill())

  test('a file stored without the scanner is marked for its owner and those it is shared with, until the scanner is back', async () => {
    const { user, browser, library } = await person()
    const colleague = await portal.make.user({ client_id: user.clientId })
    const documentId = await library.store('plan.csv', csv('1'))
    await browser.call(shareDocument, {
      params: { uid: user.id },
      body: { documentId, sharedUserIdList: [colleague.id], expireDt: null },
    })
    const theirs = await openSession(portal, colleague)
    const marks = async () => [
      ...(await library.list()).map(({ unscannedFlg }) => unscannedFlg),
      ...(await theirs.call(listSharedDocuments, { params: { uid: colleague.id }, query: {} })).map(
        ({ doc }) => doc.unscannedFlg,
      ),
    ]
    expect(await marks()).toEqual([true, true])
    await scan()
    expect(await marks()).toEqual([true, true])
    await clamd.again()
    await scan()
    expect(await marks()).toEqual([false, false])
    expect(await (await library.download(documentId)).text()).toBe('1')
  })

  test('a virus that is found afterwards removes its document, releases the space, is audited, and the owner is notified', async () => {
    const { user, browser, library } = await person()
    const files = await filesOf(portal)
    await library.store('letter.csv', EICAR)
    expect(await browser.call(getUsedSpace, { params: { uid: user.id } })).toBe(EICAR.length)
    await clamd.again()
    await scan()
    expect(await library.list()).toEqual([])
    expect(await browser.call(getUsedSpace, { params: { uid: user.id } })).toBe(0)
    expect((await filesOf(portal)).toSorted()).toEqual(files.toSorted())
    expect(await recordsOf(user)).toMatchObject([
      { after: { outcome: 'FAILED', found: expect.stringContaining('Eicar'), removed: 'document' } },
    ])
    expect(await mailsOf(user)).toMatchObject([{ document: 'letter.csv', removed: 'document' }])
  })

  test('an infected new version is removed, and the one before it is current again', async () => {
    const { user, library } = await person()
    await clamd.again()
    const id = await library.store('plan.csv', csv('monday'))
    const [stored] = await library.list()
    await clamd.kill()
    expect((await library.overwrite(id, 'plan.csv', EICAR)).code).toBe('200')
    await clamd.again()
    await scan()
    // With the size and the time of that version.
    expect(await library.list()).toEqual([{ ...stored, documentId: id, documentSizeByteCnt: 6, versionCnt: 1 }])
    expect(await (await library.download(id)).text()).toBe('monday')
    expect(await mailsOf(user)).toMatchObject([{ document: 'plan.csv', removed: 'version' }])
    expect((await library.overwrite(id, 'plan.csv', csv('tuesday'))).code).toBe('200')
    expect(await (await library.download(id)).text()).toBe('tuesday')
  })

  test('one whose file cannot be read does not block the others', async () => {
    const { library } = await person()
    await library.store('lost.csv', csv('1'))
    await library.store('there.csv', csv('2'))
    const [lost] = await portal.owner(
      `select file_id from document_versions kept join documents document on document.id = document_id where name = 'lost.csv'`,
    )
    await portal.storage.remove(String(lost?.['file_id']))
    await clamd.again()
    await scan()
    const marks = (await library.list()).map(({ documentNm, unscannedFlg }) => [documentNm, unscannedFlg])
    expect(Object.fromEntries(marks)).toEqual({ 'lost.csv': true, 'there.csv': false })
  })

  test('one that the scanner refuses does not block the others', async () => {
    const { library } = await person()
    await library.store('refused.csv', csv('too large'))
    await library.store('taken.csv', csv('2'))
    const begin = () => {
      let bytes = 0
      const verdict = () => (bytes > 1 ? Promise.reject(new ScanRefused('size limit')) : Promise.resolve(null))
      return Promise.resolve({ write: async (chunk: Buffer) => void (bytes += chunk.length), verdict, abort: () => {} })
    }
    await scan({ begin })
    const marks = (await library.list()).map(({ documentNm, unscannedFlg }) => [documentNm, unscannedFlg])
    expect(Object.fromEntries(marks)).toEqual({ 'refused.csv': true, 'taken.csv': false })
  })
})
