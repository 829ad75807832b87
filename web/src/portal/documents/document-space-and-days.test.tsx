import {
  DOCUMENT_QUOTA,
  getUsedSpace,
  listDocuments,
  listDocumentVersions,
  listSharedDocuments,
  listShares,
  listSharingUsers,
  listTrash,
  shareDocument,
  uploadDocument,
  type UserDocument,
} from '@portico/contract/documents/documents.ts'
import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { uploadsGoToServer } from '../../../test/uploads.ts'
// Loaded with the tests, so that the first test does not wait for it.
import './DocumentLibraryPage.tsx'

const MB = 1024 * 1024
const plan: UserDocument = {
  documentId: 7,
  documentNm: 'Plan.pdf',
  documentTypeTxt: 'pdf',
  documentSizeByteCnt: 3 * MB,
  recordAddDt: new Date('2026-11-21T18:00:00Z'),
  versionCnt: 2,
  sharedCnt: 1,
  unscannedFlg: false,
}
const total = (count: number) => ({ headers: { 'x-total-count': String(count) } })

beforeEach(() => {
  answerFrame()
  uploadsGoToServer()
  answer(getUsedSpace, 0)
  answer(listDocuments, [plan], total(1))
  answer(listSharedDocuments, [], total(0))
  answer(listTrash, [])
  signInAs()
})

async function open(search = '') {
  const page = renderPage(`/content-authenticated/document-library${search}`)
  await screen.findByRole('heading', { name: 'Document library', level: 1 })
  return page
}
type Person = ReturnType<typeof renderPage>['person']
async function dialogOf(person: Person, entry: string) {
  await person.click(await screen.findByRole('button', { name: /Actions for Plan.pdf/ }))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
  return within(await screen.findByRole('dialog'))
}

describe('the space that I have left', () => {
  test.each([
    [0.5, 'plain'],
    [0.899, 'plain'],
    [0.9, 'full'],
    [1, 'full'],
  ])('with %f of it used, the bar is %s', async (used, tone) => {
    answer(getUsedSpace, Math.round(DOCUMENT_QUOTA * used))
    await open()
    expect(screen.getByRole('progressbar', { name: 'Storage used' }).dataset['tone']).toBe(tone)
  })

  test.each([
    [DOCUMENT_QUOTA - 3 * MB, '3 MB available.'],
    // Earlier versions that another node stored meanwhile.
    [DOCUMENT_QUOTA + 3 * MB, '0 bytes available.'],
  ])('is said before I choose files, with %i bytes used', async (used, sentence) => {
    answer(getUsedSpace, used)
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Upload' }))
    expect(await within(await screen.findByRole('dialog')).findByText(sentence, { exact: false })).toBeDefined()
  })

  test('takes a file that fills it to the last byte', async () => {
    answer(getUsedSpace, DOCUMENT_QUOTA - 3 * MB)
    answer(uploadDocument, null)
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Upload' }))
    await screen.findByRole('dialog')
    const file = new File(['x'], 'last.csv')
    Object.defineProperty(file, 'size', { value: 3 * MB })
    fireEvent.change(screen.getByLabelText('Choose files', { selector: 'input' }), { target: { files: [file] } })
    await screen.findByText('All files uploaded.')
    expect(requestsTo(uploadDocument)).toHaveLength(1)
  })
})

test('a document in the trash says when I deleted it and when it is gone', async () => {
  const { documentId, documentNm, documentTypeTxt, documentSizeByteCnt } = plan
  const [deletedDt, purgeDt] = [new Date('2026-11-24T18:00:00Z'), new Date('2026-12-24T18:00:00Z')]
  answer(listTrash, [{ documentId, documentNm, documentTypeTxt, documentSizeByteCnt, deletedDt, purgeDt }])
  await open('?tab=trash')
  const row = await screen.findByRole('row', { name: /Plan.pdf/ })
  const [size, deleted, gone] = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect([size, deleted, gone]).toEqual([
    '3 MB',
    expect.stringContaining('11/24/2026'),
    expect.stringContaining('12/24/2026'),
  ])
})

test('a document shared with me says when it was shared', async () => {
  const sharedDt = new Date('2026-11-23T18:00:00Z')
  const doc = { ...plan, firstNm: 'Grace', lastNm: 'Hopper' }
  answer(listSharedDocuments, [{ documentShareDtlId: 1, sharedDt, expireDt: null, doc }], total(1))
  await open('?tab=shared')
  const row = await screen.findByRole('row', { name: /Plan.pdf/ })
  expect(within(row).getByText('11/23/2026', { exact: false })).toBeDefined()
})

test('a document that one person has says so in my list', async () => {
  await open()
  const row = await screen.findByRole('row', { name: /Plan.pdf/ })
  expect(within(row).getByText('Shared with 1 person')).toBeDefined()
})

test('of the versions of a document, the newest is the current one', async () => {
  const version = { documentSizeByteCnt: 5, recordAddDt: plan.recordAddDt }
  answer(listDocumentVersions, [
    { versionNbr: 2, ...version },
    { versionNbr: 1, ...version },
  ])
  const { person } = await open()
  const dialog = await dialogOf(person, 'Versions')
  const [newest, older] = await dialog.findAllByRole('listitem')
  expect(newest?.textContent).toMatch(/^Version 2 Current/)
  expect(older?.textContent).not.toContain('Current')
})

describe('sharing a document', () => {
  beforeEach(() => {
    answer(listShares, [])
    answer(listSharingClients, [
      { clientId: 3, clientNm: 'Harbor Foods' },
      { clientId: 4, clientNm: 'Atlas' },
    ])
    answer(listSharingUsers, [{ userId: 9, firstNm: 'Alan', lastNm: 'Turing' }], total(1))
  })

  test('says for each recipient whether they have opened it, and until when they have it', async () => {
    const sharedDt = new Date('2026-11-21T18:00:00Z')
    const share = { documentShareDtlId: 1, userId: 5, clientNm: 'Atlas', sharedDt, openedDt: null, expireDt: null }
    answer(listShares, [
      { ...share, firstNm: 'Ada', lastNm: 'King' },
      {
        ...share,
        documentShareDtlId: 2,
        firstNm: 'Bob',
        lastNm: 'Ray',
        openedDt: new Date('2026-11-22T18:00:00Z'),
        expireDt: '2026-12-31',
      },
    ])
    const { person } = await open()
    const dialog = await dialogOf(person, 'Share')
    const [ada, bob] = await dialog.findAllByRole('listitem')
    expect(ada?.textContent).toContain('Ada KingAtlas, not opened yet')
    expect(ada?.textContent).not.toContain('until')
    expect(bob?.textContent).toMatch(/Bob RayAtlas, opened 11\/22\/2026.*, until 12\/31\/2026/)
  })

  test('offers the people of the company that I choose, and not those of the one before it', async () => {
    const { person } = await open()
    const dialog = await dialogOf(person, 'Share')
    await dialog.findByRole('option', { name: 'Atlas' })
    await person.click(dialog.getByRole('combobox', { name: 'People' }))
    await dialog.findByRole('option', { name: 'Alan Turing' })
    await person.tab()
    answer(listSharingUsers, [{ userId: 11, firstNm: 'Edsger', lastNm: 'Dijkstra' }], total(1))
    await person.selectOptions(dialog.getByRole('combobox', { name: 'Company' }), 'Atlas')
    await person.click(dialog.getByRole('combobox', { name: 'People' }))
    await waitFor(() => {
      expect(dialog.getByRole('option', { name: 'Edsger Dijkstra' })).toBeDefined()
      expect(dialog.queryByRole('option', { name: 'Alan Turing' })).toBeNull()
    })
  })

  test('ends on the last day that I choose', async () => {
    answer(shareDocument, null)
    const { person } = await open()
    const dialog = await dialogOf(person, 'Share')
    await dialog.findByRole('option', { name: 'Atlas' })
    await person.click(dialog.getByRole('combobox', { name: 'People' }))
    await person.click(await dialog.findByRole('option', { name: 'Alan Turing' }))
    fireEvent.change(dialog.getByLabelText('Last day of access'), { target: { value: '2026-12-24' } })
    await person.click(dialog.getByRole('button', { name: 'Share document' }))
    await screen.findByText('Document shared.')
    expect(requestsTo(shareDocument)[0]?.body).toEqual({
      documentId: 7,
      sharedUserIdList: [9],
      expireDt: '12/24/2026',
    })
  })
})
