import { listTileImages, removeTileImage, undoTileImage, uploadTileImage } from '@portico/contract/home/tile-images.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { jpeg, png, sendForm } from '../../../test/images.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
let admin: MadeUser
let browser: Browser
beforeAll(async () => {
  ;({ portal, admin, browser } = await startWithAdmin(['Database Maintenance']))
})
afterAll(() => portal.close())

const upload = (tileId: number, bytes: Buffer) =>
  sendForm(browser, uploadTileImage, { params: { uid: admin.id, tileId }, files: { file: { bytes } } })
const list = (nm?: string) =>
  browser.call(listTileImages, { params: { uid: admin.id }, query: nm === undefined ? {} : { nm } })
const image = async (address: string) => Buffer.from(await (await fetch(portal.origin + address)).arrayBuffer())

test('the image of a tile is replaced, stored as PNG and seen at once; the change is recorded (DBMT-031, DBMT-145, DBMT-158)', async () => {
  const section = await portal.make.section({ name: 'Zebras' })
  const [before] = await list('zEBRA')
  expect(before).toMatchObject({ sectionId: section, sectionNm: 'Zebras', uploadedFlg: false, changedDt: null })
  const drawn = await image(before?.tileImage ?? '')
  expect(await upload(section, await jpeg({ width: 1000, height: 500 }))).toMatchObject({
    status: 200,
    message: 'The tile image has been saved.',
  })
  const [after] = await list('zebra')
  expect(after).toMatchObject({ uploadedFlg: true, changedDt: expect.any(Date) })
  expect(after?.tileImage).not.toBe(before?.tileImage)
  for (const address of [after?.tileImage, before?.tileImage]) {
    const shown = await image(address ?? '')
    expect(shown.equals(drawn)).toBe(false)
    expect(await sharp(shown).metadata()).toMatchObject({ format: 'png', width: 800, height: 400 })
  }
  const [event] = await portal.owner(
    "select actor_user_id as actor, target_id as target from audit_events where event = 'tile_image_changed'",
  )
  expect(event).toEqual({ actor: admin.id, target: String(section) })
})

test.each([
  ['no image', 'Invalid file type', () => Buffer.from('<svg/>')],
  ['too large a file', 'Invalid file size', () => Buffer.alloc(1_000_001)],
])('%s is refused, and the tile keeps its image (UIGN-010..013)', async (_what, message, make) => {
  const section = await portal.make.section()
  await upload(section, await png())
  const shown = await image(`/ccservices/images/tiles/${section}.png`)
  expect(await upload(section, make())).toMatchObject({ status: 422, message, data: [{ field: 'file', message }] })
  expect(await image(`/ccservices/images/tiles/${section}.png`)).toEqual(shown)
})

test('of two who replace the same image, the second is told by whom and when, and nothing is changed', async () => {
  const section = await portal.make.section({ name: 'Yaks' })
  const replace = async (versionTxt: string, color: string) =>
    sendForm(browser, uploadTileImage, {
      params: { uid: admin.id, tileId: section },
      fields: { versionTxt },
      files: { file: { bytes: await png({ color }) } },
    })
  const versionOf = async () => (await list('yaks'))[0]?.versionTxt
  expect(await versionOf()).toBe('')
  expect(await replace('', '#112233')).toMatchObject({ status: 200 })
  const shown = await image(`/ccservices/images/tiles/${section}.png`)
  const late = await replace('', '#445566')
  expect(late).toMatchObject({ status: 409, data: { changedByNm: expect.stringMatching(/\w+ \w+/) } })
  expect(late.message).toMatch(/^\w+ \w+ has replaced this image\./)
  // Nobody is named where the audit trail no longer has the change.
  await portal.owner("delete from audit_events where event = 'tile_image_changed'")
  expect(await replace('', '#445566')).toMatchObject({
    status: 409,
    message: 'This image has been replaced. Close this dialog and look at the new one first.',
    data: { changedByNm: null },
  })
  expect(await image(`/ccservices/images/tiles/${section}.png`)).toEqual(shown)
  expect(await replace((await versionOf()) ?? '', '#445566')).toMatchObject({ status: 200 })
})

test('a change can be taken back, and an image removed, so that the portal draws it again', async () => {
  const section = await portal.make.section({ name: 'Xerus' })
  const shown = () => image(`/ccservices/images/tiles/${section}.png`)
  const drawn = await shown()
  const params = { uid: admin.id, tileId: section }
  const undo = ({ data }: { data: unknown }) =>
    browser.send(undoTileImage, { params: { uid: admin.id }, body: { undoId: (data as { undoId: number }).undoId } })

  const first = await upload(section, await png({ color: '#112233' }))
  const firstShown = await shown()
  const second = await upload(section, await png({ color: '#445566' }))
  expect(await undo(first)).toMatchObject({ status: 409 })
  expect(await undo(second)).toMatchObject({ code: '200', message: 'The previous tile image is back.' })
  expect(await shown()).toEqual(firstShown)
  expect(await undo(second)).toMatchObject({ status: 404 })

  expect(await browser.send(removeTileImage, { params, query: { versionTxt: 'another' } })).toMatchObject({
    status: 409,
  })
  const removed = await browser.send(removeTileImage, { params, query: {} })
  expect(removed).toMatchObject({ code: '200', message: 'The portal draws the tile image again.' })
  expect(await shown()).toEqual(drawn)
  expect((await list('xerus'))[0]).toMatchObject({ uploadedFlg: false, versionTxt: '' })
  await undo(removed)
  expect(await shown()).toEqual(firstShown)
  const events = await portal.owner(
    "select after from audit_events where event = 'tile_image_changed' and target_id = $1",
    [String(section)],
  )
  expect(events).toHaveLength(5)
})

test('an image that the portal draws cannot be removed, and nothing is offered to take back', async () => {
  const section = await portal.make.section()
  const offers = () => portal.owner('select id from undo_offers')
  const before = await offers()
  const params = { uid: admin.id, tileId: section }
  for (const query of [{}, { versionTxt: '' }])
    expect(await browser.send(removeTileImage, { params, query })).toMatchObject({ status: 404, data: null })
  expect(await offers()).toEqual(before)
})

test('a form without a file, and a section that is deleted, are refused', async () => {
  const section = await portal.make.section()
  expect(await sendForm(browser, uploadTileImage, { params: { uid: admin.id, tileId: section } })).toMatchObject({
    status: 400,
  })
  await portal.owner('update sections set deleted_at = now() where id = $1', [section])
  expect(await upload(section, await png())).toMatchObject({ status: 404 })
})

test('the image of one section is found by its number', async () => {
  const section = await portal.make.section()
  const found = await browser.call(listTileImages, { params: { uid: admin.id }, query: { sectionId: section } })
  expect(found.map(({ sectionId }) => sectionId)).toEqual([section])
})

test('a page of the list has 15 sections (DBMT-160)', async () => {
  for (let count = 0; count < 16; count++) await portal.make.section()
  expect(await list()).toHaveLength(15)
})
