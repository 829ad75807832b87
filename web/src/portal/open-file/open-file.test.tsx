import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { downloadFile, getFile } from '@portico/contract/files/files.ts'
import { answer, answerFile, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import './OpenFilePage.tsx'

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
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  answerFrame()
  answer(getFile, prices)
  answerFile(downloadFile, 'text')
  signInAs()
})

test('the address of a file downloads it once by itself, says what it is, and offers it again', async () => {
  const { person } = renderPage('/content-authenticated/files/prices.csv')
  await screen.findByRole('heading', { name: 'prices.csv', level: 1 })
  expect(screen.getByText(/^CSV, 900 bytes, changed 11\/20\/2026/)).toBeDefined()
  await waitFor(() => expect(requestsTo(downloadFile)).toHaveLength(1))
  expect(screen.queryByText('Virus scan pending')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Download file' }))
  await waitFor(() => expect(requestsTo(downloadFile)).toHaveLength(2))
})

test('a file that awaits its virus scan says so before I open it', async () => {
  answer(getFile, { ...prices, unscannedFlg: true })
  renderPage('/content-authenticated/files/prices.csv')
  expect(await screen.findByText('Virus scan pending')).toBeDefined()
})

test('a name under which nothing is published leads to no download', async () => {
  refuse(getFile, 404, '')
  renderPage('/content-authenticated/files/gone.csv')
  expect(await screen.findByRole('heading', { name: 'Page not found', level: 1 })).toBeDefined()
  expect(requestsTo(downloadFile)).toEqual([])
})
