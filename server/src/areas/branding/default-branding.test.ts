import type { DefaultBranding } from '@portico/contract/branding/brand-forms.ts'
import { getBrandingLogo, getDefaultBranding } from '@portico/contract/branding/branding.ts'
import {
  generateDefaultPreview,
  getCurrentDefaultBranding,
  getDefaultPreview,
  getPrevDefaultBranding,
  listDefaultBrandingVersions,
  saveDefaultBranding,
  usePrevDefaultBranding,
} from '@portico/contract/branding/default-branding.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { grace, startWithAdmin } from '../../../test/administrator.ts'
import type { Browser, Raw } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { jpeg, png, sendForm } from '../../../test/images.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
let admin: MadeUser
let browser: Browser
beforeAll(async () => {
  ;({ portal, admin, browser } = await startWithAdmin(['Database Maintenance'], grace))
})
afterAll(() => portal.close())
beforeEach(() => portal.owner('delete from branding_versions'))

const params = () => ({ uid: admin.id })
const save = (fields: Readonly<Record<string, string>>, files: Readonly<Record<string, { bytes: Buffer }>> = {}) =>
  sendForm(browser, saveDefaultBranding, { params: params(), fields, files })
const data = (answer: Raw) => answer.data as DefaultBranding

test('colors and three images are saved, and the sign-in page shows them at once (DBMT-003, DBMT-035..038, DBMT-042..046, DBMT-143, DBMT-158)', async () => {
  const visitor = portal.browser()
  await visitor.call(getDefaultBranding, { query: {} })
  const saved = await save(
    { color: 'AA11BB', buttonColor: '112233', isPrevious: 'N' },
    {
      defaultLogoImg: { bytes: await png() },
      homeImage: { bytes: await jpeg() },
      defaultLoginPageBgImg: { bytes: await jpeg({ color: '#123456' }) },
    },
  )
  expect(saved).toMatchObject({ status: 200, message: 'The default branding has been saved.' })
  const { defaultLogoImg, defaultHomeBgImg, defaultLoginPageBgImg } = data(saved)
  expect(await visitor.call(getDefaultBranding, { query: {} })).toMatchObject({
    defaultColorTxt: 'AA11BB',
    defaultPryButtonColorTxt: '112233',
    defaultLogoUrl: defaultLogoImg,
    defaultHomeBgUrl: defaultHomeBgImg,
    defaultLoginPageBgUrl: defaultLoginPageBgImg,
  })
  for (const address of [defaultLogoImg, defaultHomeBgImg, defaultLoginPageBgImg])
    expect((await fetch(portal.origin + String(address))).status).toBe(200)
  const [event] = await portal.owner(
    "select actor_user_id as actor from audit_events where event = 'branding_changed' and target_kind = 'default_branding'",
  )
  expect(event).toEqual({ actor: admin.id })
})

test('the previous settings come back and the save is marked so (DBMT-085, DBMT-141, DBMT-142)', async () => {
  await save({ color: '111111' })
  await save({ color: '222222' })
  expect(await browser.call(getPrevDefaultBranding, {})).toMatchObject({ defaultColorTxt: '111111' })
  expect(data(await save({ isPrevious: 'Y' }))).toMatchObject({
    defaultColorTxt: '#111111',
    brandingModeCd: 'previous',
  })
  expect(await browser.call(usePrevDefaultBranding, { params: params() })).toMatchObject({ defaultColorTxt: '222222' })
  const versions = await browser.call(listDefaultBrandingVersions, { params: params() })
  expect(versions.map(({ brandingModeCd, changedByNm }) => [brandingModeCd, changedByNm])).toEqual([
    ['previous', 'Grace Hopper'],
    ['previous', 'Grace Hopper'],
    ['custom', 'Grace Hopper'],
    ['custom', 'Grace Hopper'],
  ])
})

test('a client with a logo of its own does not have the dark one of the portal', async () => {
  await save({}, { logoImage: { bytes: await png() }, logoDarkImage: { bytes: await png({ color: '#ffffff' }) } })
  const { defaultLogoImg, defaultLogoDarkImg } = await browser.call(getCurrentDefaultBranding, {})
  const logoOf = async (clientId: number) => {
    const user = await openSession(portal, await portal.make.user({ client_id: clientId }))
    return user.call(getBrandingLogo, { query: {} })
  }
  expect(await logoOf(await portal.make.client())).toMatchObject({ url: defaultLogoImg, darkUrl: defaultLogoDarkImg })
  const own = await portal.make.client()
  await portal.owner(`insert into branding_versions (client_id, logo_etag) values ($1, repeat('a', 64))`, [own])
  expect(await logoOf(own)).toMatchObject({ darkUrl: null })
})

test('without previous settings there is a sentence for it (DBMT-141, DBMT-152)', async () => {
  const missing = { status: 404, message: 'Previous setting not found.' }
  expect(await browser.send(getPrevDefaultBranding, {})).toMatchObject(missing)
  expect(await browser.send(usePrevDefaultBranding, { params: params() })).toMatchObject(missing)
  expect(await save({ isPrevious: 'Y' })).toMatchObject(missing)
})

test('as shipped it has colors and no images', async () => {
  expect(await browser.call(getCurrentDefaultBranding, {})).toEqual({
    defaultColorTxt: '3b5b8c',
    defaultPryButtonColorTxt: '2f5d9f',
    defaultLogoImg: null,
    defaultLogoDarkImg: null,
    defaultHomeBgImg: null,
    defaultLoginPageBgImg: null,
    brandingModeCd: 'default',
    versionNbr: 0,
    changedByNm: null,
    changedDt: null,
  })
})

test('of two images the latest is previewed, and saved with the form of its workspace (DBMT-143, UIGN-036)', async () => {
  const fields = { fieldName: 'defaultLoginPageBgImg', webSessionId: 'tab' }
  const first = { bytes: await png({ width: 10 }) }
  await sendForm(browser, generateDefaultPreview, { params: params(), fields, files: { file: first } })
  const file = { bytes: await jpeg() }
  expect(await sendForm(browser, generateDefaultPreview, { params: params(), fields, files: { file } })).toMatchObject({
    status: 200,
    data: { fieldName: 'loginImage' },
  })
  const query = { fieldName: 'loginImage', webSessionId: 'tab' } as const
  expect((await browser.call(getDefaultPreview, { params: params(), query })).image).toMatch(/^data:image\/jpeg/)
  expect(data(await save({ webSessionId: 'tab' })).defaultLoginPageBgImg).toContain('/ccservices/images/branding/')
})

test.each([
  ['of another type', 'Invalid file type', Buffer.from('<svg/>')],
  ['of 1,000,001 bytes', 'Invalid file size', Buffer.alloc(1_000_001)],
])('an image %s is refused at its field, and nothing changes (UIGN-010..013)', async (_what, message, bytes) => {
  expect(await save({ color: '111111' }, { loginImage: { bytes } })).toMatchObject({
    status: 422,
    message,
    data: [{ field: 'loginImage', message }],
  })
  expect((await browser.call(getCurrentDefaultBranding, {})).versionNbr).toBe(0)
})
