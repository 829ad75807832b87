import {
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
} from '@portico/contract/documents.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, answerAfter, asked, breakOff, fail, refuse } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { uploadsGoToServer } from '../../../test/uploads.ts'
// Loaded with the tests, so that the first of them does not wait for it.
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
    await waitFor(() => expect(asked(uploadDocument)).toHaveLength(1))
    await screen.findByText('Your documents have been uploaded.')
  })

  test('that is under way is cancelled by its button, says so, and lets the next one go', async () => {
    answerAfter(uploadDocument, new Promise(() => undefined))
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Upload' }))
    await screen.findByRole('dialog')
    const files = [new File(['1'], 'slow.csv'), new File(['2'], 'next.csv')]
    fireEvent.change(screen.getByLabelText('Choose files', { selector: 'input' }), { target: { files } })
    await screen.findByText('Waiting')
    answer(uploadDocument, null)
    await person.click(await screen.findByRole('button', { name: 'Cancel slow.csv' }))
    await screen.findByText('Cancelled')
    await screen.findByText('Uploaded')
    expect(screen.getByRole('dialog')).toBeDefined()
    expect(screen.queryByText('Your documents have been uploaded.')).toBeNull()
  })

  test('of several files of which one is refused is told in one sentence at its end', async () => {
    answer(uploadDocument, null)
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Upload' }))
    const dialog = within(await screen.findByRole('dialog'))
    const files = ['a.csv', 'b.exe', 'c.csv'].map((name) => new File(['1'], name))
    fireEvent.change(dialog.getByLabelText('Choose files', { selector: 'input' }), { target: { files } })
    await waitFor(() => expect(dialog.getByRole('status').textContent).toBe('2 of 3 files are uploaded.'))
    expect(dialog.getByRole('alert')).toBeDefined()
  })
})

describe('a download', () => {
  test('that the server refuses says why, and the page stays as it is', async () => {
    refuse(downloadDocument, 503, 'Documents cannot be stored or opened at the moment.')
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Plan.pdf' }))
    await screen.findByText('Documents cannot be stored or opened at the moment.')
    expect(screen.getByRole('row', { name: /Plan.pdf/ })).toBeDefined()
  })

  test.each([
    ['never reaches the server', fail],
    ['breaks off while the file comes', breakOff],
  ])('that %s says so, and the page stays as it is', async (_what, goWrong) => {
    goWrong(downloadDocument)
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Plan.pdf' }))
    await screen.findByText('There is no connection to the portal. Check your network and try again.')
    expect(screen.getByRole('row', { name: /Plan.pdf/ })).toBeDefined()
  })
})

test('an earlier version is brought back, and its window says so (decision J5)', async () => {
  const version = { documentSizeByteCnt: 5, recordAddDt: plan.recordAddDt }
  answer(listDocumentVersions, [
    { versionNbr: 2, ...version },
    { versionNbr: 1, ...version },
  ])
  answer(restoreVersion, null)
  const { person } = await open()
  await menuOf(person, 'Versions')
  const dialog = await screen.findByRole('dialog')
  await person.click(await within(dialog).findByRole('button', { name: 'Bring back version 1' }))
  await screen.findByText('Version 1 is the present one again.')
  expect(asked(restoreVersion).map(({ body }) => body)).toEqual([{ versionNbr: 1 }])
})

test('what somebody shares with me leaves my list after a question that says who keeps it (DOCS-017, DOCS-055)', async () => {
  const shared = { documentShareDtlId: 5, sharedDt: plan.recordAddDt, expireDt: null }
  answer(listSharedDocuments, [{ ...shared, doc: { ...plan, firstNm: 'Grace', lastNm: 'Hopper' } }], total(1))
  answer(dropShare, null)
  const { person } = await open('?tab=shared')
  await menuOf(person, 'Remove from my list')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Plan.pdf disappears from your list. Grace Hopper keeps it.')).toBeDefined()
  expect(asked(dropShare)).toEqual([])
  // The list is empty from then on; the window stays until it has said what was done.
  answer(listSharedDocuments, [], total(0))
  await person.click(within(dialog).getByRole('button', { name: 'Remove Plan.pdf' }))
  await screen.findByText('The document is no longer on your list.')
  expect(asked(dropShare)[0]?.path).toMatch(/\/deleteshared\/5$/)
})
