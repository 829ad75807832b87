import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import {
  deleteFile,
  downloadFile,
  getFileLimit,
  listFiles,
  undoFileChange,
  uploadFile,
} from '@portico/contract/files/files.ts'
import { answer, answerFile, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { uploadsGoToServer } from '../../../test/uploads.ts'
import { toast } from '../../ui/toast.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './FilesPage.tsx'

const MEGABYTE = 1_048_576
const prices = {
  fileId: 4,
  fileNm: 'prices.csv',
  fileTypeTxt: 'csv',
  fileSizeByteCnt: 900,
  changedDt: new Date('2026-11-20T12:00:00Z'),
  changedByNm: 'Grace Hopper',
  unscannedFlg: false,
}

beforeEach(() => {
  toast.clear()
  answerFrame()
  uploadsGoToServer()
  answer(getAdminMenu, [{ pageId: 5, pageNm: 'Database Maintenance' }])
  answer(listFiles, [prices])
  answer(getFileLimit, { maxByteCnt: 2 * MEGABYTE })
  signInAs({ internalUserFlg: true })
})

const open = async () => {
  const { person } = renderPage('/content-authenticated/database-maintenance/file-management')
  await screen.findByRole('table', { name: 'File management' })
  return person
}

const large = new File([new Uint8Array(2 * MEGABYTE + 1)], 'film.csv', { type: 'text/csv' })
const TOO_LARGE = 'This file is larger than 2 MB. Choose a smaller file.'
const inputIn = (dialog: HTMLElement) => dialog.querySelector('input[type=file]') as HTMLInputElement

test('a file above the limit of this server is refused before it is sent, and the help names that limit', async () => {
  const person = await open()
  await person.click(screen.getByRole('button', { name: 'Upload files' }))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText(/MPEG, up to 2 MB each\./)
  await person.upload(inputIn(dialog), large)
  await within(dialog).findByText(TOO_LARGE)
  expect(requestsTo(uploadFile)).toHaveLength(0)
})

test('so is the new content of a file', async () => {
  const person = await open()
  await person.click(screen.getByRole('button', { name: 'Actions for prices.csv' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Replace' }))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('A CSV file of up to 2 MB.')
  await person.upload(inputIn(dialog), large)
  await within(dialog).findByText(TOO_LARGE)
  expect(requestsTo(uploadFile)).toHaveLength(0)
})

test('a file that was refused cannot be put in place, nor what I had chosen before it; the right one can', async () => {
  const person = await open()
  await person.click(screen.getByRole('button', { name: 'Actions for prices.csv' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Replace' }))
  const dialog = await screen.findByRole('dialog')
  const confirm = () => within(dialog).getByRole('button', { name: 'Replace file' })
  const right = new File(['sku,price'], 'new.csv', { type: 'text/csv' })
  expect(confirm().getAttribute('aria-disabled')).toBe('true')
  await person.upload(inputIn(dialog), right)
  await within(dialog).findByText(/new\.csv/)
  expect(confirm().getAttribute('aria-disabled')).not.toBe('true')
  await person.upload(inputIn(dialog), large)
  await within(dialog).findByText(TOO_LARGE)
  expect(within(dialog).queryByText(/film\.csv|new\.csv/)).toBeNull()
  expect(confirm().getAttribute('aria-disabled')).toBe('true')
  await person.click(confirm())
  expect(requestsTo(uploadFile)).toHaveLength(0)
  await person.upload(inputIn(dialog), right)
  await within(dialog).findByText(/new\.csv/)
  expect(within(dialog).queryByText(TOO_LARGE)).toBeNull()
  answer(uploadFile, { undoId: 3, undoUntilDt: new Date('2026-11-22T13:00:00Z') })
  await person.click(confirm())
  await waitFor(() => expect(requestsTo(uploadFile)).toHaveLength(1))
})

test('after a refusal the same file can be chosen again, once it is in order', async () => {
  const person = await open()
  await person.click(screen.getByRole('button', { name: 'Actions for prices.csv' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Replace' }))
  const dialog = await screen.findByRole('dialog')
  await person.upload(inputIn(dialog), large)
  await within(dialog).findByText(TOO_LARGE)
  // A browser reports no change for a file that the field already holds.
  expect(inputIn(dialog).value).toBe('')
})

test('a file that I delete and get back is in the list as the server has it', async () => {
  const person = await open()
  await person.click(screen.getByRole('button', { name: 'Actions for prices.csv' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  answer(deleteFile, { undoId: 3, undoUntilDt: new Date('2026-11-22T13:00:00Z') })
  answer(listFiles, [])
  await person.click(dialog.getByRole('button', { name: 'Delete file' }))
  await waitFor(() => expect(screen.queryByText('prices.csv')).toBeNull())
  answer(undoFileChange, null)
  answer(listFiles, [prices])
  await person.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
  await screen.findByText('Your change has been undone.')
  await screen.findByText('prices.csv')
  expect(requestsTo(undoFileChange)[0]?.body).toEqual({ undoId: 3 })
})

test('a file whose new content I take back is in the list as the server has it', async () => {
  const person = await open()
  await person.click(screen.getByRole('button', { name: 'Actions for prices.csv' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Replace' }))
  const dialog = await screen.findByRole('dialog')
  await person.upload(inputIn(dialog), new File(['sku,price'], 'new.csv', { type: 'text/csv' }))
  answer(uploadFile, { undoId: 5, undoUntilDt: new Date('2026-11-22T13:00:00Z') })
  answer(listFiles, [{ ...prices, changedByNm: 'Ann Smith' }])
  await person.click(within(dialog).getByRole('button', { name: 'Replace file' }))
  await screen.findByText('Ann Smith')
  answer(undoFileChange, null)
  answer(listFiles, [prices])
  await person.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
  await screen.findByText('Grace Hopper')
  expect(requestsTo(uploadFile)[0]?.body).toEqual({ file: 'new.csv', fileId: '4' })
  expect(requestsTo(undoFileChange)[0]?.body).toEqual({ undoId: 5 })
})

test('I open a file from its menu; a refusal says why, and the list stays', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  answerFile(downloadFile, 'sku,price')
  const person = await open()
  const openFile = async () => {
    await person.click(screen.getByRole('button', { name: 'Actions for prices.csv' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Download' }))
  }
  await openFile()
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  expect(requestsTo(downloadFile)[0]?.path).toContain('prices.csv')
  refuse(downloadFile, 503, 'Document storage isn’t available right now.')
  await openFile()
  await screen.findByText('Document storage isn’t available right now.')
  screen.getByRole('row', { name: /prices\.csv/ })
})
