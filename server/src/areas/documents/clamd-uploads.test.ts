import { getUsedSpace } from '@portico/contract/documents.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clamd, EICAR, startClamd } from '../../../test/clamd.ts'
import { csv, documentsOf, filesOf, ofBytes } from '../../../test/documents.ts'
import { openSession } from '../../../test/guards/people.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let clamd: Clamd
let portal: Portal
beforeAll(async () => {
  clamd = await startClamd()
  portal = await startPortal({ environment: { PORTAL_VIRUS_SCAN: clamd.address } })
}, 60_000)
afterAll(async () => {
  await portal.close()
  await clamd.stop()
})

async function person() {
  const user = await portal.make.user()
  const browser = await openSession(portal, user)
  return { user, browser, library: documentsOf(browser) }
}

test('a clean document passes the scanner, also a large one', async () => {
  const { library } = await person()
  expect((await library.upload('small.csv', csv('1,2'))).code).toBe('200')
  expect((await library.upload('large.csv', ofBytes(20_000_000))).code).toBe('200')
  expect(await portal.owner('select distinct is_scanned from stored_files')).toEqual([{ is_scanned: true }])
})

test('one with a virus is refused, leaves nothing and is on record (S57)', async () => {
  const { user, browser, library } = await person()
  const files = await filesOf(portal)
  expect(await library.upload('letter.csv', EICAR)).toMatchObject({
    status: 422,
    message: 'The document you are uploading carries a virus and was not stored.',
  })
  expect(await browser.call(getUsedSpace, { params: { uid: user.id } })).toBe(0)
  expect(await filesOf(portal)).toEqual(files)
  const records = await portal.owner(
    `select after from audit_events where event = 'upload_validation' and subject_user_id = $1`,
    [user.id],
  )
  expect(records).toMatchObject([{ after: { outcome: 'FAILED', found: expect.stringContaining('Eicar') } }])
})

test('without the scanner uploads wait, and what is there is still read (S57)', async () => {
  const { user, browser, library } = await person()
  const id = await library.store('kept.csv', csv('1'))
  await clamd.stop()
  const refused = await library.upload('new.csv', csv('2'))
  expect(refused).toMatchObject({ status: 503, message: expect.stringContaining('checked for viruses') })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await (await library.download(id)).text()).toBe('1')
  expect(await browser.call(getUsedSpace, { params: { uid: user.id } })).toBe(1)
})
