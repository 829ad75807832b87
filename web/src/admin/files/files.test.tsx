import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding.ts'
import { getFileLimit, listFiles, uploadFile } from '@portico/contract/files.ts'
import { answer, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { uploadsGoToServer } from '../../../test/uploads.ts'
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
