import {
  deleteFromSpace,
  downloadDocument,
  dropShare,
  getUsedSpace,
  listDocuments,
  listDocumentVersions,
  listSharedDocuments,
  listTrash,
  restoreVersion,
  uploadDocument,
  type UserDocument,
} from '@portico/contract/documents/documents.ts'
import { logForUser } from '@portico/contract/client-log/client-log.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answer,
  answerAfter,
  answerFile,
  answerWire,
  requestsTo,
  breakConnection,
  failToConnect,
  refuse,
} from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { uploadsGoToServer } from '../../../test/uploads.ts'
// Loaded with the tests, so that the first test does not wait for it.
import './DocumentLibraryPage.tsx'

const plan: UserDocument = {
  documentId: 7,
  documentNm: 'Plan.pdf',
  documentTypeTxt: 'pdf',
  documentSizeByteCnt: 3_565_158,
  recordAddDt: new Date('2026-11-21T08:00:00Z'),
  versionCnt: 2,
  sharedCnt: 0,
  unscannedFlg: false,
}
const total = (count: number) => ({ headers: { 'x-total-count': String(count) } })

beforeEach(() => {
  answerFrame()
  uploadsGoToServer()
  answer(getUsedSpace, 52_428_800)
  answer(listDocuments, [plan], total(1))
  answer(listSharedDocuments, [], total(0))
  answer(listTrash, [])
  signInAs()
})

const open = async (search = '') => {
  const page = renderPage(`/content-authenticated/document-library${search}`)
  await screen.findByRole('heading', { name: 'Document library', level: 1 })
  return page
}
const menuOf = async (person: Awaited<ReturnType<typeof open>>['person'], entry: string) => {
  await person.click(await screen.findByRole('button', { name: /Actions for Plan.pdf/ }))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
}

describe('an upload', () => {
  test('begins when a file is pasted on the page', async () => {
    answer(uploadDocument, null)
    await open()
    await screen.findByRole('row', { name: /Plan.pdf/ })
    act(() => void fireEvent.paste(document.body, { clipboardData: { files: [new File(['1'], 'a.csv')] } }))
    await waitFor(() => expect(requestsTo(uploadDocument)).toHaveLength(1))
    await screen.findByText('All files uploaded.')
  })

  test('in progress is canceled by its button, says so, and the next one starts', async () => {
    answerAfter(uploadDocument, new Promise(() => undefined))
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Upload' }))
    await screen.findByRole('dialog')
    const files = [new File(['1'], 'slow.csv'), new File(['2'], 'next.csv')]
    fireEvent.change(screen.getByLabelText('Choose files', { selector: 'input' }), { target: { files } })
    await screen.findByText('Waiting')
    answer(uploadDocument, null)
    await person.click(await screen.findByRole('button', { name: 'Cancel slow.csv' }))
    await screen.findByText('Canceled')
    await screen.findByText('Uploaded')
    expect(screen.getByRole('dialog')).toBeDefined()
    expect(screen.queryByText('All files uploaded.')).toBeNull()
  })

  test('whose answer the portal does not understand fails with a message, is reported, and the next one starts', async () => {
    answerWire(uploadDocument, { code: '404', data: { documentId: 'seven' }, message: '' })
    answer(logForUser, null)
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Upload' }))
    const dialog = within(await screen.findByRole('dialog'))
    const files = ['a.csv', 'b.csv'].map((name) => new File(['1'], name))
    fireEvent.change(dialog.getByLabelText('Choose files', { selector: 'input' }), { target: { files } })
    await waitFor(() => expect(dialog.getAllByText(/^Something went wrong/)).toHaveLength(2))
    expect(requestsTo(logForUser)).toHaveLength(2)
    expect(requestsTo(uploadDocument)).toHaveLength(2)
  })

  test('of several files, one of them refused, announces one sentence at the end', async () => {
    answer(uploadDocument, null)
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Upload' }))
    const dialog = within(await screen.findByRole('dialog'))
    const files = ['a.csv', 'b.exe', 'c.csv'].map((name) => new File(['1'], name))
    fireEvent.change(dialog.getByLabelText('Choose files', { selector: 'input' }), { target: { files } })
    await waitFor(() => expect(dialog.getByRole('status').textContent).toBe('2 of 3 files uploaded.'))
    expect(dialog.getByRole('alert')).toBeDefined()
  })
})

test.each([
  [0, 'Plan.pdf moves to the trash. You can restore it for 30 days.'],
  [1, 'Plan.pdf moves to the trash. You can restore it for 30 days. 1 person loses access.'],
  [3, 'Plan.pdf moves to the trash. You can restore it for 30 days. 3 people lose access.'],
])(
  'before a document that %i people share is deleted I read what they lose (DOCS-015)',
  async (sharedCnt, sentence) => {
    answer(listDocuments, [{ ...plan, sharedCnt }], total(1))
    const { person } = await open()
    await menuOf(person, 'Delete')
    within(await screen.findByRole('dialog')).getByText(sentence)
  },
)

describe('a download', () => {
  test('that the server refuses shows why, and the page stays', async () => {
    refuse(downloadDocument, 503, 'Document storage isn’t available right now.')
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Plan.pdf' }))
    await screen.findByText('Document storage isn’t available right now.')
    expect(screen.getByRole('row', { name: /Plan.pdf/ })).toBeDefined()
  })

  test.each([
    ['never reaches the server', failToConnect],
    ['breaks off while the file comes', breakConnection],
  ])('that %s says so, and the page stays', async (_what, goWrong) => {
    goWrong(downloadDocument)
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Plan.pdf' }))
    await screen.findByText('We can’t reach the portal. Check your network connection and try again.')
    expect(screen.getByRole('row', { name: /Plan.pdf/ })).toBeDefined()
  })
})

test('each version is downloaded by its own number', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const version = { documentSizeByteCnt: 5, recordAddDt: plan.recordAddDt }
  const numbers = [3, 2, 1]
  answer(
    listDocumentVersions,
    numbers.map((versionNbr) => ({ versionNbr, ...version })),
  )
  answerFile(downloadDocument, 'text')
  const { person } = await open()
  await menuOf(person, 'Versions')
  for (const [at, number] of numbers.entries()) {
    await person.click(await screen.findByRole('button', { name: `Download version ${number}` }))
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(at + 1))
  }
  expect(requestsTo(downloadDocument).map(({ body }) => body)).toMatchObject(
    numbers.map((number) => ({ versionNbr: String(number) })),
  )
})

test('an earlier version is restored, and its dialog says so (decision J5)', async () => {
  const version = { documentSizeByteCnt: 5, recordAddDt: plan.recordAddDt }
  answer(listDocumentVersions, [
    { versionNbr: 2, ...version },
    { versionNbr: 1, ...version },
  ])
  answer(restoreVersion, null)
  const { person } = await open()
  await menuOf(person, 'Versions')
  const dialog = await screen.findByRole('dialog')
  await person.click(await within(dialog).findByRole('button', { name: 'Restore version 1' }))
  await screen.findByText('Version 1 restored.')
  expect(requestsTo(restoreVersion).map(({ body }) => body)).toEqual([{ versionNbr: 1 }])
})

test('removing a document that another user shares asks first and says who keeps it (DOCS-017, DOCS-055)', async () => {
  const shared = { documentShareDtlId: 5, sharedDt: plan.recordAddDt, expireDt: null }
  answer(listSharedDocuments, [{ ...shared, doc: { ...plan, firstNm: 'Grace', lastNm: 'Hopper' } }], total(1))
  answer(dropShare, null)
  const { person } = await open('?tab=shared')
  await menuOf(person, 'Remove from my list')
  const dialog = await screen.findByRole('dialog')
  expect(
    within(dialog).getByText('Plan.pdf will no longer appear in your list. Grace Hopper keeps the document.'),
  ).toBeDefined()
  expect(requestsTo(dropShare)).toEqual([])
  // The list is empty from now on; the dialog stays until it has shown the result.
  answer(listSharedDocuments, [], total(0))
  await person.click(within(dialog).getByRole('button', { name: 'Remove Plan.pdf' }))
  await screen.findByText('Document removed from your list.')
  expect(requestsTo(dropShare)[0]?.path).toMatch(/\/deleteshared\/5$/)
})

test('a document in the trash is deleted permanently once I confirm its name, and the trash is empty', async () => {
  const trashed = {
    documentId: 7,
    documentNm: 'Plan.pdf',
    documentTypeTxt: 'pdf',
    documentSizeByteCnt: 900,
    deletedDt: new Date('2026-11-21T08:00:00Z'),
    purgeDt: new Date('2026-12-21T08:00:00Z'),
  }
  answer(listTrash, [trashed])
  const { person } = await open('?tab=trash')
  await menuOf(person, 'Delete permanently')
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('Plan.pdf and all its versions will be deleted. You can’t undo this.')
  answer(deleteFromSpace, null)
  answer(listTrash, [])
  answer(getUsedSpace, 0)
  await person.click(dialog.getByRole('button', { name: 'Delete Plan.pdf' }))
  await dialog.findByText('Document deleted permanently.')
  expect(requestsTo(deleteFromSpace)[0]?.path).toMatch(/7$/)
  await screen.findByText('The trash is empty.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
