import { DOCUMENT_QUOTA, getUsedSpace, listDocuments } from '@portico/contract/documents/documents.ts'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import {
  containerWith,
  csv,
  documentsOf,
  filesOf,
  type Library,
  ofBytes,
  officeFile,
  pdf,
  png,
  declaringSmallSizes,
  withHiddenPart,
} from '../../../test/documents.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { writeXlsx } from '../../spreadsheet/xlsx.ts'

let portal: Portal
let clerk: MadeUser
let browser: Browser
let mine: Library
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  clerk = await portal.make.user()
  browser = await portal.as(clerk)
  mine = documentsOf(browser)
})

const EXCEEDS = 'The document you are uploading exceeds your maximum storage space'
const NOT_ACCEPTED = 'The document you are uploading is not an accepted file type'
const SIGNS = 'Only alphanumeric characters, dashes, underscores, periods and spaces are allowed in the filename'

/** As an administrator saves it from a list. */
async function exportedWorkbook(): Promise<Buffer> {
  async function* rows() {
    yield Array.from({ length: 5_000 }, (_, n) => n)
  }
  return buffer(writeXlsx(rows(), [{ header: 'Number', value: (n) => n }]))
}

const refusedWith = (message: string) => ({ status: 422, code: '422', message, data: [{ field: 'file', message }] })
const names = async () => (await mine.list()).map(({ documentNm }) => documentNm)

describe('an upload (DOCS-001, DOCS-002, DOCS-056)', () => {
  test('is answered with 200 and no data, and the document is on the list (DOCS-019..023, DOCS-037)', async () => {
    expect(await mine.upload('Plan 2026.pdf', pdf('plan'))).toMatchObject({ status: 200, code: '200', data: null })
    const [document] = await mine.list()
    expect(document).toMatchObject({
      documentNm: 'Plan 2026.pdf',
      documentTypeTxt: 'pdf',
      documentSizeByteCnt: pdf('plan').length,
      versionCnt: 1,
      sharedCnt: 0,
      unscannedFlg: false,
    })
    expect(document?.recordAddDt.getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(await filesOf(portal)).toContain((await fileIds(document?.documentId))[0])
  })

  test('uses space as it is stored (DOCS-047, DOCS-069)', async () => {
    await mine.upload('a.csv', csv('1,2'))
    await mine.upload('b.csv', csv('1,2,3'))
    expect(await used()).toBe(8)
  })

  test.each([
    ['word.docx', officeFile('word/')],
    ['sheet.XLSX', officeFile('xl/')],
    ['exported.xlsx', exportedWorkbook()],
    ['macro.xlsm', officeFile('xl/')],
    ['slides.ppsx', officeFile('ppt/')],
    ['photo.png', png],
    ['table.csv', csv('a;b\n1;2')],
    ['paper.PDF', pdf('x')],
    ['empty.csv', csv('')],
  ])('of %s is accepted (DOCS-040, DOCS-041)', async (name, content) => {
    expect(await mine.upload(name, await content)).toMatchObject({ code: '200' })
  })

  test.each(['page.html', 'picture.svg', 'tool.exe', 'a.docx.exe', 'readme', 'notes.txt', 'x.constructor'])(
    'of %s is not an accepted file type (DOCS-040, DOCS-062, S53)',
    async (name) => {
      expect(await mine.upload(name, csv('a'))).toMatchObject(refusedWith(NOT_ACCEPTED))
      expect(await used()).toBe(0)
    },
  )

  test.each(['a.docx', 'a.xlsx', 'a.pptx'])(
    'of a password-protected %s is refused with its reason (S53)',
    async (name) => {
      const why =
        'Password-protected documents can’t be scanned for viruses. Remove the password in Office, then upload the document again.'
      for (const at of [512, 65_530, 300_001])
        expect(await mine.upload(name, containerWith('EncryptedPackage', at))).toMatchObject(refusedWith(why))
      expect(await mine.upload(name, containerWith('WordDocument', 512))).toMatchObject(refusedWith(NOT_ACCEPTED))
      expect(await used()).toBe(0)
    },
  )

  test.each<[string, string, Buffer | Promise<Buffer>]>([
    ['a page', 'a.pdf', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a page', 'a.docx', Buffer.from('<html>Office</html>')],
    ['a page after blanks', 'a.csv', Buffer.from('\uFEFF \r\n\t<html>')],
    ['a program', 'a.csv', Buffer.from('MZ\0\0\0\0')],
    ['a drawing', 'a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a sheet', 'a.docx', officeFile('xl/')],
    ['an archive', 'a.xlsx', officeFile('other/')],
    ['a bomb', 'a.docx', officeFile('word/', { bombBytes: 60_000_000 })],
    ['a bomb whose directory lies', 'a.docx', officeFile('word/', { bombBytes: 60_000_000 }).then(declaringSmallSizes)],
    ['parts that no directory names', 'a.docx', officeFile('word/').then(withHiddenPart)],
    ['2,001 parts', 'a.docx', officeFile('word/', { parts: 2_001 })],
    ['half a document', 'a.docx', officeFile('word/').then((whole) => whole.subarray(0, whole.length - 30))],
    ['nothing', 'a.pdf', Buffer.alloc(0)],
  ])('of %s that is named %s is refused by its content, and leaves nothing (S53)', async (_what, name, content) => {
    expect(await mine.upload(name, await content)).toMatchObject(refusedWith(NOT_ACCEPTED))
    expect(await names()).toEqual([])
    expect(await used()).toBe(0)
    expect(await leftOvers()).toEqual([])
  })

  test.each([
    'ü.pdf',
    ' a.pdf',
    '.pdf',
    'a.pdf.',
    'a.pdf ',
    '../a.pdf',
    '..\\a.pdf',
    '/etc/a.pdf',
    'C:\\a.pdf',
    'a%2e%2e.pdf',
    'a/b.pdf',
    'a\u202Efdp.pdf',
    'a😀.pdf',
    '＜.docx',
    "a'b.pdf",
    '=cmd().csv',
    '+1.csv',
    '@a.csv',
  ])('called %j is refused for its name (DOCS-043..045, DOCS-063, S54, S61)', async (name) => {
    expect(await mine.upload(name, pdf('x'))).toMatchObject(refusedWith(SIGNS))
  })

  test('of a picture with a page behind it is stored unchanged, and is only served as an attachment (S53)', async () => {
    const polyglot = Buffer.concat([png, Buffer.from('<html><script>alert(1)</script></html>')])
    const answer = await mine.download(await mine.store('photo.png', polyglot))
    expect(Buffer.from(await answer.arrayBuffer()).equals(polyglot)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': `attachment; filename="photo.png"; filename*=UTF-8''photo.png`,
      'content-type': 'image/png',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect((await mine.upload('photo.jpg', polyglot)).status).toBe(422)
  })

  test('with a line break or NUL in its name is refused or not understood (S54)', async () => {
    for (const name of ['a\r\nb.pdf', 'a\0.pdf'])
      expect((await mine.upload(name, pdf('x'))).status).toBeOneOf([400, 422])
    expect(await names()).toEqual([])
  })

  test.each(['', ' ', '   '])('named %j gets the message that the field cannot be blank (DOCS-065)', async (name) => {
    expect(await mine.upload(name, pdf('x'))).toMatchObject(refusedWith('Field cannot be left blank.'))
    expect(await names()).toEqual([])
  })

  test('with a name of 256 characters is refused, one of 255 is accepted', async () => {
    expect(await mine.upload(`${'a'.repeat(252)}.pdf`, pdf('x'))).toMatchObject(
      refusedWith('The filename must have between 2 and 255 characters.'),
    )
    expect((await mine.upload(`${'a'.repeat(251)}.pdf`, pdf('x'))).status).toBe(200)
  })

  test('of an existing name, in any case, is answered with that document (DOCS-038, decision J5)', async () => {
    await mine.upload('Plan.pdf', pdf('1'))
    expect(await mine.upload('PLAN.PDF', pdf('2'))).toMatchObject({
      status: 200,
      code: '404',
      data: { documentNm: 'Plan.pdf', documentSizeByteCnt: pdf('1').length },
    })
    expect(await names()).toEqual(['Plan.pdf'])
  })

  test('twice at the same moment under one name leaves one document and one file', async () => {
    const answers = await Promise.all([mine.upload('a.csv', ofBytes(300_000)), mine.upload('a.csv', ofBytes(300_000))])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['200', '404'])
    expect(await used()).toBe(300_000)
    expect(await leftOvers()).toEqual([])
  })

  test('with another user’s id in the body is stored as one’s own (S33)', async () => {
    const other = await portal.make.user()
    const form = new FormData()
    form.append('uid', String(other.id))
    form.append('file', new File([csv('1')], 'a.csv'))
    const path = '/ccservices/secure/user/rest/db/mydocs/cpusers/mydocuments/addnew'
    expect((await browser.request('POST', path, { body: form })).status).toBe(400)
    expect(await (await portal.as(other)).call(getUsedSpace, { params: { uid: other.id } })).toBe(0)
  })
})

describe('the quota of 104,857,600 bytes (DOCS-006, DOCS-042, DOCS-061, DOCS-068)', () => {
  test('can be filled to the last byte, and not by one more', async () => {
    expect((await mine.upload('most.csv', ofBytes(DOCUMENT_QUOTA - 1))).code).toBe('200')
    expect(await mine.upload('two.csv', ofBytes(2))).toMatchObject(refusedWith(EXCEEDS))
    expect((await mine.upload('one.csv', ofBytes(1))).code).toBe('200')
    expect(await used()).toBe(DOCUMENT_QUOTA)
    expect(await mine.upload('none.csv', ofBytes(1))).toMatchObject(refusedWith(EXCEEDS))
    expect(await leftOvers()).toEqual([])
  })

  test('refuses one byte too many without an announced length', async () => {
    const answer = await mine.uploadWithoutLength('most.csv', DOCUMENT_QUOTA + 1)
    expect(answer).toMatchObject({ status: 422, message: EXCEEDS })
    expect(await used()).toBe(0)
    expect(await leftOvers()).toEqual([])
  })

  test('holds against 20 parallel uploads of 30 MB (S54)', { timeout: 600_000 }, async () => {
    const content = ofBytes(30_000_000)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => mine.upload(`${n}0.csv`, content)))
    const accepted = answers.filter(({ code }) => code === '200').length
    expect(accepted).toBeOneOf([1, 2, 3])
    // A busy machine may postpone some.
    const refused = answers.filter(({ code }) => code !== '200').map(({ status, message }) => `${status} ${message}`)
    for (const answer of refused) expect(answer).toMatch(new RegExp(`^422 ${EXCEEDS}$|^503 `))
    expect(await used()).toBe(accepted * 30_000_000)
    expect(await leftOvers()).toEqual([])
  })
})

async function used() {
  return browser.call(getUsedSpace, { params: { uid: clerk.id } })
}

async function fileIds(documentId: number | undefined): Promise<string[]> {
  const rows = await portal.owner('select file_id from document_versions where document_id = $1', [documentId])
  return rows.map((row) => String(row['file_id']))
}

/** Files and reservations that belong to no document. */
async function leftOvers(): Promise<string[]> {
  const rows = await portal.owner(
    `select file.id from stored_files file left join document_versions kept on kept.file_id = file.id
      where kept.file_id is null or file.state <> 'kept'`,
  )
  const known = await portal.owner('select file_id from document_versions')
  const ids = new Set(known.map((row) => String(row['file_id'])))
  return [...rows.map((row) => String(row['id'])), ...(await filesOf(portal)).filter((file) => !ids.has(file))]
}

test('the list is the user’s own (DOCS-048)', async () => {
  await mine.upload('a.csv', csv('1'))
  const other = await portal.make.user()
  expect(await (await portal.as(other)).call(listDocuments, { params: { uid: other.id }, query: {} })).toEqual([])
})
