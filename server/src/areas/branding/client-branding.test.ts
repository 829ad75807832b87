import type { ClientBranding } from '@portico/contract/branding/brand-forms.ts'
import { IMAGE_MAX_BYTES } from '@portico/contract/branding/brand-rules.ts'
import { getBrandingColor, getBrandingLogo } from '@portico/contract/branding/branding.ts'
import {
  generatePreview,
  getClientFacts,
  getCurrentBranding,
  getDefaultBrandingForClient,
  getPreview,
  getPrevBranding,
  listBrandedClients,
  listBrandingVersions,
  saveBranding,
  useDefaultBranding,
  usePrevBranding,
} from '@portico/contract/branding/client-branding.ts'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grace, startWithAdmin } from '../../../test/administrator.ts'
import type { Browser, Raw } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { jpeg, png, sendForm } from '../../../test/images.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
let admin: MadeUser
let browser: Browser
let clientId: number
beforeAll(async () => {
  ;({ portal, admin, browser } = await startWithAdmin(['Client Settings'], grace))
})
afterAll(() => portal.close())
beforeEach(async () => {
  clientId = await portal.make.client()
})

const params = () => ({ uid: admin.id, clientId })
const current = () => browser.call(getCurrentBranding, { params: params() })
const save = (fields: Readonly<Record<string, string>>, files: Readonly<Record<string, { bytes: Buffer }>> = {}) =>
  sendForm(browser, saveBranding, { params: params(), fields, files })
const data = (answer: Raw) => answer.data as ClientBranding
const versions = () => browser.call(listBrandingVersions, { params: params() })
const audited = () =>
  portal.owner(
    `select actor_user_id as actor, before, after from audit_events
      where event = 'branding_changed' and target_kind = 'client' and target_id = $1 and client_id = $2 order by id`,
    [String(clientId), clientId],
  )

describe('what the portal has of a client', () => {
  const factsFor = async (pages: readonly AdminPage[], columns: Record<string, unknown>) => {
    const reader = await portal.make.user(columns)
    await portal.make.adminPages(reader, ['Client Settings', ...pages])
    const session = await openSession(portal, reader)
    return session.send(getClientFacts, { params: { uid: reader.id, clientId } })
  }
  const everyPage = ['User Administration', 'Database Maintenance', 'System Announcements'] as const

  test('is shown to internal administrators, each part to those who hold its page', async () => {
    for (const status of [1, 1, 2, 3]) await portal.make.user({ client_id: clientId, status })
    await portal.owner('update clients set idle_minutes = 15 where id = $1', [clientId])
    for (const domain of ['f', 'e', 'd', 'c', 'b', 'a'])
      await portal.owner('insert into client_domains (client_id, domain) values ($1, $2)', [clientId, `${domain}.test`])
    const signIn = {
      providerNm: null,
      domains: ['a.test', 'b.test', 'c.test', 'd.test', 'e.test'],
      domainCnt: 6,
      timeoutMinutesCnt: 15,
      textCnt: 0,
    }
    const facts = { users: { activeCnt: 2, inactiveCnt: 1 }, signIn, announcementCnt: 0 }
    expect((await factsFor(everyPage, { is_internal: true })).data).toEqual(facts)
    expect((await factsFor(['System Announcements'], { is_internal: true })).data).toEqual({
      users: null,
      signIn: null,
      announcementCnt: 0,
    })
  })

  test('counts its wording and the announcements to it that have not ended, and names its provider', async () => {
    await portal.owner("insert into resource_texts (key, client_id, content) values ('home_title', $1, 'Hello')", [
      clientId,
    ])
    const zone = portal.config.businessTimeZone
    const [day] = await portal.owner(
      'select business_today($1)::text as today, (business_today($1) - 1)::text as yesterday',
      [zone],
    )
    for (const [status, end] of [
      ['published', null],
      ['published', day?.['today']],
      ['published', day?.['yesterday']],
      ['review', null],
      ['deleted', null],
    ])
      await portal.owner(
        `with added as (
           insert into announcements (title, message_html, kind, audience, status, effective_from, effective_to)
           values ('News', '<p>News</p>', 'operational', 'all', $2, '2019-01-01', $3::date) returning id)
         insert into announcement_clients (announcement_id, client_id) select id, $1 from added`,
        [clientId, status, end],
      )
    await portal.owner(
      `with added as (
         insert into saml_providers (name, entity_id, sign_on_url, certificate)
         values ('Its own', 'urn:its-own', 'https://idp.test/sso', 'none') returning id)
       insert into saml_provider_clients (client_id, provider_id) select $1, id from added`,
      [clientId],
    )
    expect((await factsFor(everyPage, { is_internal: true })).data).toMatchObject({
      signIn: { providerNm: 'Its own', textCnt: 1 },
      announcementCnt: 3,
    })
  })

  test('is shown to administrators of the client as far as their users go, and to those of another client not at all', async () => {
    const mine = await factsFor(everyPage, { client_id: clientId })
    expect(mine.data).toEqual({ users: { activeCnt: 1, inactiveCnt: 0 }, signIn: null, announcementCnt: null })
    expect((await factsFor(everyPage, { client_id: await portal.make.client() })).status).toBe(404)
  })
})

describe('a client’s own branding', () => {
  test('is saved with colors without # and sent with it, and its users see it at once (BRND-013, BRND-016..019, BRND-021, BRND-023, BRND-027, BRND-033)', async () => {
    const user = await openSession(portal, await portal.make.user({ client_id: clientId }))
    const before = (await user.send(getBrandingColor, {})).data
    const saved = await save(
      { color: 'AA11BB', buttonColor: '#112233', isDefault: 'N', isPrevious: 'N' },
      { homeImage: { bytes: await jpeg() }, logoImage: { bytes: await png() } },
    )
    expect(saved).toMatchObject({ status: 200, message: 'The client settings have been saved.' })
    expect(data(saved)).toMatchObject({
      clientColorTxt: '#AA11BB',
      clientPryButtonColorTxt: '#112233',
      clientLogoDarkImg: null,
      brandingModeCd: 'custom',
      changedByNm: 'Grace Hopper',
    })
    expect(await portal.owner('select tile_color from branding_versions where client_id = $1', [clientId])).toEqual([
      { tile_color: 'AA11BB' },
    ])
    for (const [address, type] of [
      [data(saved).clientLogoImg, 'image/png'],
      [data(saved).clientHomeBgImg, 'image/jpeg'],
    ])
      expect((await fetch(portal.origin + String(address))).headers.get('content-type')).toBe(type)
    expect((await user.send(getBrandingColor, {})).data).toBe('#AA11BB')
    expect(before).not.toBe('#AA11BB')
    expect(await audited()).toMatchObject([{ actor: admin.id, before: { mode: 'default' }, after: { mode: 'custom' } }])
  })

  test('keeps what a form leaves out, and takes the default where it asks for it', async () => {
    await save({ color: '111111', buttonColor: '222222' }, { clientLogoImg: { bytes: await png() } })
    const { clientLogoImg } = await current()
    await save({ color: '333333' }, { clientHomeBgImg: { bytes: await png() } })
    expect(await current()).toMatchObject({
      clientColorTxt: '333333',
      clientPryButtonColorTxt: '222222',
      clientLogoImg,
      clientHomeBgImg: expect.stringContaining('/ccservices/images/branding/'),
    })
    await save({ buttonColor: '', defaultImages: 'logoImage,homeImage' })
    expect(await current()).toMatchObject({
      clientColorTxt: '333333',
      clientPryButtonColorTxt: null,
      clientLogoImg: null,
      clientHomeBgImg: null,
    })
  })

  test('has pictures of twice the size at which pages show them, at most', async () => {
    const [wide, high] = [await png({ width: 2600, height: 2000 }), await png({ width: 1000, height: 2600 })]
    const sizesOf = async (bytes: Buffer) => {
      const names = ['logoImage', 'logoDarkImage', 'homeImage', 'loginImage']
      const saved = data(await save({}, Object.fromEntries(names.map((name) => [name, { bytes }]))))
      const { clientLogoImg, clientLogoDarkImg, clientHomeBgImg, clientLoginPageBgImg } = saved
      return Promise.all(
        [clientLogoImg, clientLogoDarkImg, clientHomeBgImg, clientLoginPageBgImg].map(async (address) => {
          const answer = await fetch(portal.origin + String(address))
          const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
          return [width, height]
        }),
      )
    }
    expect(await sizesOf(wide)).toEqual([
      [468, 360],
      [468, 360],
      [2080, 1600],
      [2400, 1846],
    ])
    expect(await sizesOf(high)).toEqual([
      [138, 360],
      [138, 360],
      [615, 1600],
      [923, 2400],
    ])
  })

  test('has a logo for dark backgrounds beside the usual one', async () => {
    await save({}, { logoImage: { bytes: await png() }, logoDarkImage: { bytes: await png({ color: '#ffffff' }) } })
    const user = await openSession(portal, await portal.make.user({ client_id: clientId }))
    const { clientLogoImg, clientLogoDarkImg } = await current()
    expect(clientLogoDarkImg).not.toBe(clientLogoImg)
    expect(await user.call(getBrandingLogo, { query: {} })).toMatchObject({
      url: clientLogoImg,
      darkUrl: clientLogoDarkImg,
    })
  })

  test('without a difference is no new version', async () => {
    await save({ color: '111111' })
    await save({ color: '111111' })
    expect(await versions()).toHaveLength(1)
    expect(await audited()).toHaveLength(1)
  })
})

describe('the previous and the default branding', () => {
  test('the previous one comes back, and back again; each version says who and when (BRND-024, BRND-028, BRND-032)', async () => {
    await save({ color: '111111' })
    await save({ color: '222222' }, { logoImage: { bytes: await png() } })
    expect(await browser.call(getPrevBranding, { params: params() })).toMatchObject({ clientColorTxt: '111111' })
    const restored = await browser.call(usePrevBranding, { params: params() })
    expect(restored).toMatchObject({ clientColorTxt: '111111', clientLogoImg: null, brandingModeCd: 'previous' })
    const again = await save({ isPrevious: 'Y' })
    expect(data(again)).toMatchObject({ clientColorTxt: '#222222', brandingModeCd: 'previous' })
    expect((await versions()).map(({ clientColorTxt, changedByNm }) => [clientColorTxt, changedByNm])).toEqual([
      ['222222', 'Grace Hopper'],
      ['111111', 'Grace Hopper'],
      ['222222', 'Grace Hopper'],
      ['111111', 'Grace Hopper'],
    ])
    expect(await audited()).toHaveLength(4)
  })

  test.each([
    ['reading it', () => browser.send(getPrevBranding, { params: params() })],
    ['using it', () => browser.send(usePrevBranding, { params: params() })],
    ['saving it', () => save({ isPrevious: 'Y' })],
  ])('without one, %s is answered so (BRND-028, BRND-036)', async (_what, ask) => {
    expect(await ask()).toMatchObject({ status: 404, message: 'Previous settings for this client is not found.' })
    expect(await versions()).toEqual([])
  })

  test('the default one replaces all parts (BRND-020, BRND-025, BRND-029, BRND-031)', async () => {
    await save({ color: '111111' }, { logoImage: { bytes: await png() } })
    const used = await browser.call(useDefaultBranding, { params: params() })
    expect(used).toMatchObject({ clientColorTxt: null, clientLogoImg: null, brandingModeCd: 'default' })
    await save({ color: '111111' })
    expect(data(await save({ isDefault: 'Y' }))).toMatchObject({ clientColorTxt: null, brandingModeCd: 'default' })
    expect(await browser.call(getDefaultBrandingForClient, { params: params() })).toMatchObject({
      defaultColorTxt: expect.stringMatching(/^[0-9a-f]{6}$/),
      defaultPryButtonColorTxt: expect.stringMatching(/^[0-9a-f]{6}$/),
      defaultLogoImg: null,
      defaultHomeBgImg: null,
    })
  })

  test('both at once are refused at both fields', async () => {
    const message = 'Choose either the previous or the default settings.'
    expect(await save({ isDefault: 'Y', isPrevious: 'Y' })).toMatchObject({
      status: 422,
      message,
      data: [
        { field: 'isDefault', message },
        { field: 'isPrevious', message },
      ],
    })
  })
})

describe('an upload', () => {
  /** An image of exactly so many bytes: what follows its end is no part of the picture. */
  const pngOf = async (bytes: number) => {
    const image = await png()
    return Buffer.concat([image, Buffer.alloc(bytes - image.length)])
  }
  const uploadPreview = (file: { bytes: Buffer; name?: string }, fields: Readonly<Record<string, string>> = {}) =>
    sendForm(browser, generatePreview, { params: params(), fields, files: { file } })
  const nothing = { status: 200, data: { image: null } }
  const seen = (webSessionId: string) =>
    browser.send(getPreview, { params: params(), query: { fieldName: 'logoImage', webSessionId } })

  test('is previewed and then saved with its form; of two only the latest counts (BRND-030, BRND-034, BRND-035, UIGN-003, UIGN-036)', async () => {
    await uploadPreview({ bytes: await png({ width: 10 }) }, { fieldName: 'clientLogoImg', webSessionId: 'tab' })
    const latest = await uploadPreview(
      { bytes: await png({ width: 30 }) },
      { fieldName: 'logoImage', webSessionId: 'tab' },
    )
    expect(latest.data).toMatchObject({ fieldName: 'logoImage', widthPx: 30, heightPx: 20 })
    const preview = await seen('tab')
    const { image } = preview.data as { image: string }
    expect(image).toMatch(/^data:image\/png;base64,/)
    expect(await seen('another tab')).toMatchObject(nothing)
    expect((await current()).clientLogoImg).toBeNull()

    const saved = data(await save({ webSessionId: 'tab' }))
    const stored = await fetch(portal.origin + String(saved.clientLogoImg))
    expect(Buffer.from(await stored.arrayBuffer()).toString('base64')).toBe(image.split(',')[1])
    expect(await seen('tab')).toMatchObject(nothing)
  })

  test('that was previewed is not saved where the form then takes the default', async () => {
    await uploadPreview({ bytes: await png() }, { fieldName: 'logoImage', webSessionId: 'tab' })
    await uploadPreview({ bytes: await png() }, { fieldName: 'homeImage', webSessionId: 'tab' })
    await save({ webSessionId: 'tab', defaultImages: 'logoImage' })
    expect(await current()).toMatchObject({
      clientLogoImg: null,
      clientHomeBgImg: expect.stringContaining('/ccservices/images/branding/'),
    })
  })

  test('of 1,000,000 bytes is accepted (UIGN-012)', async () => {
    expect(await uploadPreview({ bytes: await pngOf(1_000_000) }, { webSessionId: 'large' })).toMatchObject({
      status: 200,
    })
    expect(await seen('large')).not.toMatchObject(nothing)
  })

  test('of another session or client is not seen', async () => {
    await uploadPreview({ bytes: await png() }, { webSessionId: 'tab' })
    const other = await openSession(portal, admin)
    expect(
      await other.send(getPreview, { params: params(), query: { fieldName: 'logoImage', webSessionId: 'tab' } }),
    ).toMatchObject(nothing)
    clientId = await portal.make.client()
    expect(await seen('tab')).toMatchObject(nothing)
  })

  test.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['an SVG', 'Invalid file type', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page that is named like a picture', 'Invalid file type', () => Buffer.from('<!doctype html>')],
    ['1,000,001 bytes', 'Invalid file size', () => pngOf(IMAGE_MAX_BYTES + 1)],
    ['a 40-megapixel logo', 'Invalid file size', () => png({ width: 8000, height: 5000 })],
  ])('of %s is refused with “%s”, and nothing changes (UIGN-010..013, S56)', async (_what, message, make) => {
    const bytes = await make()
    expect(await uploadPreview({ bytes }, { webSessionId: 'bad' })).toMatchObject({
      status: 422,
      message,
      data: [{ field: 'file', message }],
    })
    expect(await save({ color: '111111' }, { logoImage: { bytes } })).toMatchObject({
      status: 422,
      message,
      data: [{ field: 'logoImage', message }],
    })
    expect(await seen('bad')).toMatchObject(nothing)
    expect(await versions()).toEqual([])
  })

  test('without a file, or under a name that no image has, is a broken form', async () => {
    expect(await sendForm(browser, generatePreview, { params: params() })).toMatchObject({ status: 400 })
    expect(await save({}, { __proto__x: { bytes: await png() } })).toMatchObject({ status: 400 })
    const prototypeAddress = `/ccservices/secure/admin/rest/db/client-admin/admin-users/${admin.id}/clients/${clientId}/get-preview?fieldName=__proto__`
    expect(await browser.request('GET', prototypeAddress)).toMatchObject({ status: 400 })
  })

  test('fills no more than the share of a session', async () => {
    for (let tab = 0; tab < 22; tab++) await uploadPreview({ bytes: await png() }, { webSessionId: `tab ${tab}` })
    const [kept] = await portal.owner('select count(*)::int as count from brand_previews')
    expect(kept).toEqual({ count: 20 })
    // The latest ones are kept.
    for (const tab of [2, 21]) expect(await seen(`tab ${tab}`)).not.toMatchObject(nothing)
    for (const tab of [0, 1]) expect(await seen(`tab ${tab}`)).toMatchObject(nothing)
  })
})

test.each(['red', 'red;}body{', 'url(//evil)', '1234567', '12345g', '##12345'])(
  'the color %s is refused, and nothing changes (S61b)',
  async (color) => {
    expect(await save({ color })).toMatchObject({ status: 400, data: [{ field: 'color' }] })
    expect(await versions()).toEqual([])
  },
)

test('a form that shows an older version is refused, with who saved the newer one and when', async () => {
  await save({ color: '111111', versionNbr: '0' })
  const late = await save({ color: '222222', versionNbr: '0' })
  expect(late).toMatchObject({
    status: 409,
    message: 'Grace Hopper has changed these settings. Load the current state, then save again.',
    data: { changedByNm: 'Grace Hopper' },
  })
  // Nobody is named where the command line made the change.
  await portal.owner('update branding_versions set created_by = null where client_id = $1', [clientId])
  expect(await save({ color: '222222', versionNbr: '0' })).toMatchObject({
    status: 409,
    message: 'These settings have changed. Load the current state, then save again.',
    data: { changedByNm: null },
  })
  expect(await versions()).toHaveLength(1)
})

test('of many saves at once each is a version, and one alone of those that show the same one', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => save({ color: `11111${n}`, versionNbr: '0' })))
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['200', '409', '409', '409', '409'])
})

describe('the clients', () => {
  test('are listed with their branding, and found by name (BRND-014, BRND-015)', async () => {
    const name = `Zebra ${clientId}`
    await portal.owner('update clients set name = $2 where id = $1', [clientId, name])
    await save({ color: '111111' })
    const found = await browser.call(listBrandedClients, {
      params: { uid: admin.id },
      query: { nm: `${clientId} zEBRA` },
    })
    expect(found).toMatchObject([
      { clientId, clientNm: name, clientColorTxt: '111111', brandingModeCd: 'custom', changedByNm: 'Grace Hopper' },
    ])
  })

  test('of an external administrator are only the own employer, and staff are not named', async () => {
    await save({ color: '111111' })
    const external = await portal.make.user({ client_id: clientId })
    await portal.make.adminPages(external, ['Client Settings'])
    const theirs = await openSession(portal, external)
    const own = { uid: external.id, clientId }
    expect(await theirs.call(listBrandedClients, { params: { uid: external.id }, query: {} })).toMatchObject([
      { clientId, changedByNm: null },
    ])
    const other = { uid: external.id, clientId: await portal.make.client() }
    for (const endpoint of [
      getCurrentBranding,
      getPrevBranding,
      listBrandingVersions,
      useDefaultBranding,
      usePrevBranding,
    ])
      expect(await theirs.send(endpoint, { params: other })).toMatchObject({ status: 404 })
    expect(await sendForm(theirs, saveBranding, { params: own, fields: { color: '222222' } })).toMatchObject({
      status: 200,
    })
    expect(await sendForm(theirs, saveBranding, { params: other, fields: { color: '222222' } })).toMatchObject({
      status: 404,
    })
  })
})
