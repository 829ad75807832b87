import {
  getUsedSpace,
  listDocuments,
  listDocumentVersions,
  listSharedDocuments,
  listShares,
  listTrash,
  overwriteDocument,
  restoreDocument,
  restoreVersion,
  unshareDocument,
  trashDocument,
  uploadDocument,
  type UserDocument,
} from '@portico/contract/documents/documents.ts'
import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, answerAfter, answerWith } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { uploadsGoToServer } from '../../../test/uploads.ts'
// Loaded with the tests, so that the first test does not wait for it.
import './DocumentLibraryPage.tsx'

const added = new Date('2026-11-21T08:00:00Z')
const documentOf = (documentId: number, documentNm: string): UserDocument => ({
  documentId,
  documentNm,
  documentTypeTxt: 'pdf',
  documentSizeByteCnt: 5,
  recordAddDt: added,
  versionCnt: 2,
  sharedCnt: 0,
  unscannedFlg: false,
})
const plan = documentOf(7, 'Plan.pdf')
const rota = documentOf(8, 'Rota.pdf')
const total = (count: number) => ({ headers: { 'x-total-count': String(count) } })

beforeEach(() => {
  answerFrame()
  uploadsGoToServer()
  answer(getUsedSpace, 52_428_800)
  answer(listDocuments, [plan, rota], total(2))
  answer(listSharedDocuments, [], total(0))
  answer(listTrash, [])
  signInAs()
})

const open = async (search = '') => {
  const { person } = renderPage(`/content-authenticated/document-library${search}`)
  await screen.findByRole('heading', { name: 'Document library', level: 1 })
  const press = async (name: string, role = 'button') => {
    const control = await screen.findByRole(role, { name })
    control.focus()
    await person.keyboard('{Enter}')
  }
  const act = async (name: string, entry: string) => {
    await press(`Actions for ${name}`)
    await press(entry, 'menuitem')
  }
  return { person, press, act }
}
const focusIsOn = (role: string, name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })))
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Choose files', { selector: 'input' }), { target: { files } })

describe('with the keyboard the focus continues', () => {
  test('after a document is overwritten: on the button that opened the dialog', async () => {
    answerWith(uploadDocument, { code: '404', data: plan, message: 'There already' })
    answer(overwriteDocument, null)
    const { press } = await open()
    await press('Upload')
    await screen.findByRole('dialog')
    choose(new File(['1'], 'Plan.pdf'))
    await press('Replace Plan.pdf')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await focusIsOn('button', 'Upload')
  })

  test('after an upload is canceled: on the next one, then on the title', async () => {
    answerAfter(uploadDocument, new Promise(() => undefined))
    const { press } = await open()
    await press('Upload')
    await screen.findByRole('dialog')
    choose(new File(['1'], 'a.csv'), new File(['2'], 'b.csv'))
    await press('Cancel a.csv')
    await focusIsOn('button', 'Cancel b.csv')
    await press('Cancel b.csv')
    await focusIsOn('heading', 'Upload documents')
  })

  test('after an earlier version is restored: on the next version', async () => {
    const version = { documentSizeByteCnt: 5, recordAddDt: added }
    answer(
      listDocumentVersions,
      [3, 2, 1].map((versionNbr) => ({ versionNbr, ...version })),
    )
    answer(restoreVersion, null)
    const { act, press } = await open()
    await act('Plan.pdf', 'Versions')
    await screen.findByRole('button', { name: 'Restore version 2' })
    answer(
      listDocumentVersions,
      [4, 3, 1].map((versionNbr) => ({ versionNbr, ...version })),
    )
    await press('Restore version 2')
    await screen.findByRole('button', { name: 'Download version 4' })
    await focusIsOn('button', 'Download version 1')
  })

  test('after a share is ended: on the next recipient, then on the title', async () => {
    const share = (documentShareDtlId: number, firstNm: string) => ({
      documentShareDtlId,
      userId: documentShareDtlId,
      firstNm,
      lastNm: 'Lee',
      clientNm: 'Harbor Foods',
      sharedDt: added,
      openedDt: null,
      expireDt: null,
    })
    answer(listSharingClients, [])
    answer(unshareDocument, null)
    answer(listShares, [share(1, 'Ann'), share(2, 'Bo')])
    const { act, press } = await open()
    await act('Plan.pdf', 'Share')
    await screen.findByRole('button', { name: 'Stop sharing with Ann Lee' })
    answer(listShares, [share(2, 'Bo')])
    await press('Stop sharing with Ann Lee')
    await focusIsOn('button', 'Stop sharing with Bo Lee')
    answer(listShares, [])
    await press('Stop sharing with Bo Lee')
    await focusIsOn('heading', 'Share Plan.pdf')
  })

  test('after a share is ended, in the dialog, although the list behind it renders again meanwhile', async () => {
    const share = {
      documentShareDtlId: 1,
      userId: 1,
      firstNm: 'Ann',
      lastNm: 'Lee',
      clientNm: 'Harbor Foods',
      sharedDt: added,
      openedDt: null,
      expireDt: null,
    }
    answer(listSharingClients, [])
    answer(unshareDocument, null)
    answer(listShares, [share])
    const { act, press } = await open()
    await act('Plan.pdf', 'Share')
    await screen.findByRole('button', { name: 'Stop sharing with Ann Lee' })
    // The row behind is removed before the entry in the dialog is.
    answer(listDocuments, [rota], total(1))
    answer(listShares, [])
    await press('Stop sharing with Ann Lee')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for Plan.pdf', hidden: true })).toBeNull())
    await focusIsOn('heading', 'Share Plan.pdf')
  })

  test('after a document is restored: on the next one in the trash, then on the heading', async () => {
    const trashed = [plan, rota].map((one) => ({ ...one, deletedDt: added, purgeDt: added }))
    answer(restoreDocument, null)
    answer(listTrash, trashed)
    const { act } = await open('?tab=trash')
    await screen.findByRole('row', { name: /Rota.pdf/ })
    answer(listTrash, trashed.slice(1))
    await act('Plan.pdf', 'Restore')
    await focusIsOn('button', 'Actions for Rota.pdf')
    answer(listTrash, [])
    await act('Rota.pdf', 'Restore')
    await focusIsOn('heading', 'Document library')
  })

  test('after the filters are cleared: on the first filter', async () => {
    answer(listDocuments, [], total(0))
    const { press } = await open('?q=zzz')
    await screen.findByRole('button', { name: 'Clear filters' })
    answer(listDocuments, [plan, rota], total(2))
    await press('Clear filters')
    await screen.findByRole('button', { name: 'Actions for Plan.pdf' })
    await focusIsOn('searchbox', 'Search documents')
  })

  test('after a document is deleted: on the next one', async () => {
    answer(trashDocument, null)
    const { act, press } = await open()
    await act('Plan.pdf', 'Delete')
    await screen.findByRole('dialog')
    answer(listDocuments, [rota], total(1))
    await press('Delete Plan.pdf')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await focusIsOn('button', 'Rota.pdf')
  })
})
