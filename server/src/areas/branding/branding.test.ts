import {
  getAdminMenu,
  getBrandingColor,
  getBrandingHomeBackground,
  getBrandingLogo,
  getDefaultBranding,
  getDefaultBrandingColor,
  getDefaultPrimaryButtonColor,
  getPrimaryButtonColor,
} from '@portico/contract/branding/branding.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const KEY = 'ab'.repeat(32)

/** Stores the image under a key; returns the key. */
async function storedImage(key: string): Promise<string> {
  await portal.owner('insert into brand_images (key, image) values ($1, $2)', [key, PNG])
  return key
}

describe('the brand', () => {
  test('is the default when none is set, with # on the wire (BRND-001..004, BRND-007, BRND-009, BRND-021)', async () => {
    const visitor = portal.browser()
    expect((await visitor.send(getDefaultBrandingColor, {})).data).toMatch(/^#[0-9a-f]{6}$/)
    expect((await visitor.send(getDefaultPrimaryButtonColor, {})).data).toMatch(/^#[0-9a-f]{6}$/)
    expect((await visitor.send(getDefaultBranding, { query: {} })).data).toMatchObject({
      defaultLogoUrl: null,
      defaultHomeBgUrl: null,
      defaultLoginPageBgUrl: null,
    })
  })

  test('is the client’s where it sets a part, else the default (BRND-005, BRND-006, BRND-008, BRND-010)', async () => {
    await portal.owner(
      "insert into branding_versions (tile_color, button_color, home_background_etag) values ('111111', '222222', $1)",
      [await storedImage('cd'.repeat(32))],
    )
    const branded = await portal.make.client()
    await portal.owner("insert into branding_versions (client_id, tile_color, logo_etag) values ($1, 'AABBCC', $2)", [
      branded,
      await storedImage(KEY),
    ])
    const user = await portal.make.user({ client_id: branded })
    const browser = await portal.as(user)
    const own = { params: { uid: user.id } }
    const address = { query: { imageFlg: false } }
    expect((await browser.send(getBrandingColor, {})).data).toBe('#AABBCC')
    expect((await browser.send(getPrimaryButtonColor, own)).data).toBe('#222222')
    expect(await browser.call(getBrandingLogo, { query: {} })).toEqual({
      image: `data:image/png;base64,${PNG.toString('base64')}`,
      url: `/ccservices/images/branding/${KEY}`,
      darkUrl: null,
    })
    expect((await browser.call(getBrandingHomeBackground, { ...own, query: {} })).url).toContain('cd'.repeat(32))
    expect(await browser.call(getBrandingLogo, address)).toEqual({
      image: null,
      url: `/ccservices/images/branding/${KEY}`,
      darkUrl: null,
    })
    expect(await browser.call(getBrandingHomeBackground, { ...own, ...address })).toEqual({
      image: null,
      url: `/ccservices/images/branding/${'cd'.repeat(32)}`,
    })
    const other = await portal.as(await portal.make.user())
    expect((await other.send(getBrandingColor, {})).data).toBe('#111111')
    expect(await other.call(getBrandingLogo, { query: {} })).toEqual({ image: null, url: null, darkUrl: null })
  })

  test('is shown before sign-in under the client’s address, and does not reveal who is a client', async () => {
    const id = await portal.make.client({ code: 'HARBOR' })
    const background = 'ef'.repeat(32)
    await portal.owner(
      `insert into branding_versions (client_id, button_color, login_background_etag) values ($1, 'abcdef', $2)`,
      [id, await storedImage(background)],
    )
    const visitor = portal.browser()
    const brandOf = async (client?: string) =>
      (await visitor.call(getDefaultBranding, { query: { client } })).defaultPryButtonColorTxt
    const isUsual = async (client: string) => (await brandOf(client)) === (await brandOf())
    expect(await brandOf('harbor')).toBe('abcdef')
    expect((await visitor.call(getDefaultBranding, { query: { client: 'HARBOR' } })).defaultLoginPageBgUrl).toBe(
      `/ccservices/images/branding/${background}`,
    )
    expect((await visitor.call(getDefaultBranding, { query: {} })).defaultLoginPageBgUrl).toBeNull()
    // Brands are cached for a short time, each under its own code.
    for (const client of ['nobody', "' or 1=1 --"]) await expect.poll(() => isUsual(client)).toBe(true)
    await portal.owner('update clients set is_deleted = true where id = $1', [id])
    await expect.poll(() => isUsual('harbor')).toBe(true)
  })

  test('also answers where the specification’s short path may point', async () => {
    const user = await portal.make.user()
    const browser = await portal.as(user)
    const path = `/ccservices/secure/user/rest/db/signin/cpusers/${user.id}/primary-button-color`
    expect((await browser.request('GET', path)).code).toBe('200')
  })

  test('images are cached by browsers for ever, and unknown keys are not found', async () => {
    const response = await fetch(`${portal.origin}/ccservices/images/branding/${KEY}`)
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG)
    expect((await portal.browser().request('GET', `/ccservices/images/branding/${'0'.repeat(64)}`)).status).toBe(404)
  })
})

describe('the administration menu (AUTZ-007, AUTZ-008, AUTZ-012, AUTZ-019)', () => {
  test('names the pages that a user holds, in the order of the menu', async () => {
    const user = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(user, ['User List Report', 'User Administration'])
    const browser = await portal.as(user)
    const menu = await browser.call(getAdminMenu, { params: { uid: user.id } })
    expect(menu.map(({ pageNm }) => pageNm)).toEqual(['User Administration', 'User List Report'])
  })

  test('ends with the grant of the portal’s own system, and leaves out what is not displayed', async () => {
    const user = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(user, ['User Administration'])
    const browser = await portal.as(user)
    await portal.owner('update user_system_grants set valid_to = now() where user_id = $1', [user.id])
    expect(await browser.call(getAdminMenu, { params: { uid: user.id } })).toEqual([])
  })

  test('leaves out a page that was added under another name, for which there is no screen', async () => {
    const user = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(user, ['User Administration'])
    const [page] = await portal.owner(`insert into pages (name, system_id) values ('People', 2) returning id`)
    await portal.make.grant(user, { systemId: 2, pageId: Number(page?.['id']) })
    const menu = await (await portal.as(user)).send(getAdminMenu, { params: { uid: user.id } })
    expect(menu).toMatchObject({ status: 200, data: [{ pageNm: 'User Administration' }] })
  })

  test.each([
    ['renamed', `update pages set name = 'People' where system_id = 2 and name = 'User List Report'`],
    ['moved', `update pages set system_id = 1 where system_id = 2 and name = 'User List Report'`],
  ])('keeps its screens: a page of the portal cannot be %s', async (_what, change) => {
    await expect(portal.owner(change)).rejects.toMatchObject({ constraint: 'portal_pages_keep_their_names' })
    await portal.owner(`update pages set is_displayed = is_displayed, name = name where system_id = 2`)
  })

  test('a page of another system cannot become one of the portal', async () => {
    const system_id = await portal.make.system({ name: 'Payroll' })
    const section_id = await portal.make.section({ name: 'Pay' })
    const page = await portal.make.page({ system_id, section_id })
    const change = portal.owner('update pages set system_id = 2 where id = $1', [page])
    await expect(change).rejects.toMatchObject({ constraint: 'portal_pages_keep_their_names' })
  })

  test('is empty for all other users, and in an emulated session', async () => {
    const user = await portal.make.user()
    const browser = await portal.as(user)
    expect(await browser.call(getAdminMenu, { params: { uid: user.id } })).toEqual([])
    const admin = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(admin, ['User Administration'])
    const emulated = await portal.as(admin)
    await portal.make.emulation(user, admin)
    expect(await emulated.call(getAdminMenu, { params: { uid: admin.id } })).toEqual([])
  })
})
