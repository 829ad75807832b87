import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import {
  listTileImages,
  removeTileImage,
  type TileImage,
  undoTileImage,
  uploadTileImage,
} from '@portico/contract/home/tile-images.ts'
import { answer, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { uploadsGoToServer } from '../../../test/uploads.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './TileImagesPage.tsx'

const drawn: TileImage = {
  sectionId: 7,
  sectionNm: 'Reports',
  tileImage: '/ccservices/images/tiles/7.png',
  uploadedFlg: false,
  changedDt: null,
  versionTxt: '',
}
const uploaded: TileImage = {
  ...drawn,
  tileImage: '/ccservices/images/tiles/7.png?v=a1',
  uploadedFlg: true,
  changedDt: new Date('2026-11-20T12:00:00Z'),
  versionTxt: 'a1',
}
const offer = { undoId: 3, undoUntilDt: new Date('2026-11-22T13:00:00Z') }
const total = { headers: { 'x-total-count': '1' } }

beforeEach(() => {
  answerFrame()
  uploadsGoToServer()
  answer(getAdminMenu, [{ pageId: 5, pageNm: 'Database Maintenance' }])
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ close: () => undefined }))
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:chosen')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  signInAs({ internalUserFlg: true })
})

async function open(section: TileImage, entry: string) {
  answer(listTileImages, [section], total)
  const { person } = renderPage('/content-authenticated/database-maintenance/image-management')
  await person.click(await screen.findByRole('button', { name: 'Actions for Reports' }))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
  return { person, dialog: within(await screen.findByRole('dialog')) }
}
const row = () => within(screen.getByRole('row', { name: /Reports/ }))
const undo = async (person: Awaited<ReturnType<typeof open>>['person'], back: TileImage, message: string) => {
  answer(undoTileImage, null, { message })
  answer(listTileImages, [back], total)
  await person.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
  await screen.findByText(message)
  expect(requestsTo(undoTileImage)[0]?.body).toEqual({ undoId: 3 })
}

test('I choose an image, see it before I save it, find it in the list, and take that back (DBMT-031, DBMT-032)', async () => {
  const { person, dialog } = await open(drawn, 'Replace image')
  await person.click(dialog.getByRole('button', { name: 'Save image' }))
  expect(requestsTo(uploadTileImage)).toHaveLength(0)
  const file = new File(['x'], 'tile.png', { type: 'image/png' })
  await person.upload(dialog.getByLabelText('Image', { selector: 'input' }), file)
  expect((await dialog.findByRole('img', { name: 'Image: Uploaded' })).getAttribute('src')).toBe('blob:chosen')
  answer(uploadTileImage, offer)
  answer(listTileImages, [uploaded], total)
  await person.click(dialog.getByRole('button', { name: 'Save image' }))
  await screen.findAllByText('The tile image has been saved.')
  expect(requestsTo(uploadTileImage)).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(row().getByRole('img', { name: 'Uploaded' }).getAttribute('src')).toBe(uploaded.tileImage)
  await undo(person, drawn, 'The portal draws the tile image again.')
  await waitFor(() => expect(row().getByRole('img').getAttribute('src')).toBe(drawn.tileImage))
})

test('I remove an uploaded image, see that the portal draws it, and take that back', async () => {
  const { person, dialog } = await open(uploaded, 'Remove image')
  dialog.getByText('The portal draws the image of this tile instead. You can undo this for an hour.')
  answer(removeTileImage, offer, { message: 'The portal draws the tile image again.' })
  answer(listTileImages, [drawn], total)
  await person.click(dialog.getByRole('button', { name: 'Remove image' }))
  await screen.findAllByText('The portal draws the tile image again.')
  expect(new URLSearchParams(requestsTo(removeTileImage)[0]?.search).get('versionTxt')).toBe('a1')
  await waitFor(() => expect(row().getByRole('img', { name: 'Drawn by the portal' })).toBeDefined())
  await undo(person, uploaded, 'The previous tile image is back.')
  await waitFor(() => expect(row().getByRole('img', { name: 'Uploaded' })).toBeDefined())
})

test('an image that the portal draws cannot be removed', async () => {
  answer(listTileImages, [drawn], total)
  const { person } = renderPage('/content-authenticated/database-maintenance/image-management')
  await person.click(await screen.findByRole('button', { name: 'Actions for Reports' }))
  await screen.findByRole('menuitem', { name: 'Replace image' })
  expect(screen.queryByRole('menuitem', { name: 'Remove image' })).toBeNull()
})
