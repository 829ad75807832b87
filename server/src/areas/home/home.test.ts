import { getProfile, updateProfile } from '@portico/contract/account/account.ts'
import {
  getTileImage,
  listSections,
  recordPageAccess,
  recordSectionAccess,
  setFavorite,
} from '@portico/contract/home/home.ts'
import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { listContacts, sendEnhanceReq } from '@portico/contract/contact/contact.ts'
import { launchPage } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import type { Browser } from '../../../test/browser.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

/** One user who sees one page of one system behind one tile. */
let user: MadeUser
let browser: Browser
let system: number
let section: number
let page: number
beforeEach(async () => {
  user = await portal.make.user()
  system = await portal.make.system()
  section = await portal.make.section()
  page = await portal.make.page({ system_id: system, section_id: section })
  await portal.make.grant(user, { systemId: system, pageId: page })
  browser = await portal.as(user)
})
const tiles = () => browser.call(listSections, { params: { uid: user.id } })
const pageIds = async () => (await tiles()).flatMap((tile) => tile.userSectionPages.map(({ pageId }) => pageId))

test.each([
  { who: 'user of a client', isInternal: false, contacts: ['Miriam, Account manager'] },
  { who: 'member of staff', isInternal: true, contacts: [] },
])(
  'a $who signs in, has announcements, tiles, an account and contacts, and suggests improvements (GENL-002, GENL-003)',
  async ({ isInternal, contacts }) => {
    await portal.owner('update users set is_internal = $2 where id = $1', [user.id, isInternal])
    await portal.owner('update sections set accepts_enhancement_requests = true, owner_email = $2 where id = $1', [
      section,
      'owner@operator.test',
    ])
    const announcement = await portal.make.announcement()
    const own = { params: { uid: user.id } }
    expect(await browser.call(listAnnouncements, {})).toContainEqual(
      expect.objectContaining({ announcementId: announcement }),
    )
    expect(await pageIds()).toEqual([page])
    expect(await browser.call(getProfile, own)).toMatchObject({ userId: user.id, internalUserFlg: isInternal })
    const names = { firstNm: 'Grace', lastNm: 'Hopper' }
    expect((await browser.send(updateProfile, { body: names })).code).toBe('200')
    expect(await browser.call(getProfile, own)).toMatchObject(names)
    const representative = await portal.make.user({ is_internal: true, first_name: 'Miriam' })
    await portal.owner(
      'insert into client_representatives (client_id, user_id, role, display_order) values ($1, $2, $3, 1)',
      [user.clientId, representative.id, 'Account manager'],
    )
    const listed = await browser.call(listContacts, own)
    expect(listed.map(({ firstNm, roleTxt }) => `${firstNm}, ${roleTxt}`)).toEqual(contacts)
    const request = { params: { uid: user.id, sectionId: section }, body: { comment: 'More', contactMeFlag: false } }
    expect((await browser.send(sendEnhanceReq, request)).code).toBe('200')
  },
)

describe('the tiles that a user sees (AUTZ-009, decision C1)', () => {
  test('have the specified fields and what is needed to open them (HOME-013..019, HOME-021)', async () => {
    const raw = await browser.send(listSections, { params: { uid: user.id } })
    expect(raw.data).toEqual([
      {
        sectionId: section,
        sectionNm: expect.any(String),
        tileColor: null,
        tileImage: `/ccservices/images/tiles/${section}.png`,
        userSectionDetails: { favoriteFlg: 'N', lastAccessDt: null },
        userSectionPages: [
          {
            pageId: page,
            pageNm: expect.any(String),
            systemId: system,
            ccPageLocationTxt: 'https://app.example.test/start',
            ccHelpPageLocationTxt: null,
            openInNewWindowFlg: 'Y',
            linkEnabledFlg: 'Y',
            ssoFlg: 'N',
            accountChoiceFlg: 'N',
            lastAccessDt: null,
            applicationSubLinks: [],
          },
        ],
      },
    ])
  })

  test('ask which account where I have several in the system of the page, whatever I have elsewhere', async () => {
    const giveAccount = async (systemId: number, name: string) => {
      const [type] = await portal.owner(
        'insert into system_account_types (system_id, description, code) values ($1, $2, $2) returning id',
        [systemId, name],
      )
      await portal.owner('insert into user_system_accounts (user_id, type_id, name) values ($1, $2, $3)', [
        user.id,
        type?.['id'],
        name,
      ])
    }
    const asks = async () => (await tiles())[0]?.userSectionPages.map(({ accountChoiceFlg }) => accountChoiceFlg)
    const elsewhere = await portal.make.system()
    for (const name of ['one', 'two']) await giveAccount(elsewhere, name)
    await giveAccount(system, 'first')
    expect(await asks()).toEqual([false])
    await giveAccount(system, 'second')
    expect(await asks()).toEqual([true])
  })

  test.each([
    ['the page is not displayed', 'update pages set is_displayed = false where id = $1', 'page'],
    ['the page is deleted', 'update pages set deleted_at = now() where id = $1', 'page'],
    ['the page is for internal staff (AUTZ-021)', 'update pages set is_internal_only = true where id = $1', 'page'],
    ['the page requires an administrator (AUTZ-027)', 'update pages set requires_admin = true where id = $1', 'page'],
    ['the tile is not displayed', 'update sections set is_displayed = false where id = $1', 'section'],
    ['the grant of the page has ended', 'update user_page_grants set valid_to = now() where page_id = $1', 'page'],
    [
      'the grant of the system has ended',
      'update user_system_grants set valid_to = now() where system_id = $1',
      'system',
    ],
    [
      'the system belongs to a facility that is not theirs (AUTZ-026)',
      "update systems set facility_code = 'EDH' where id = $1",
      'system',
    ],
  ])('are hidden when %s, and opening one is refused at once (S39)', async (_why, change, what) => {
    expect(await pageIds()).toEqual([page])
    await portal.owner(change, [{ page, section, system }[what]])
    expect(await pageIds()).toEqual([])
    expect((await browser.send(launchPage, { params: { uid: user.id, pid: page }, query: {} })).status).toBe(403)
    expect((await browser.send(recordPageAccess, { params: { uid: user.id, pageId: page } })).status).toBe(403)
    expect(
      (
        await browser.send(setFavorite, {
          params: { uid: user.id, sectionId: section },
          body: { userSectionDetails: { favoriteFlg: true } },
        })
      ).status,
    ).toBe(403)
  })

  test.each([
    {
      what: 'the user has the facility of its system (AUTZ-026)',
      close: "update systems set facility_code = 'KCW' where id = $1",
      of: 'system',
      open: () =>
        portal.owner("insert into user_facility_grants (user_id, facility_code) values ($1, 'KCW')", [user.id]),
    },
    {
      what: 'the user has the admin flag of its system (AUTZ-023, AUTZ-027)',
      close: 'update pages set requires_admin = true where id = $1',
      of: 'page',
      open: () => portal.make.grant(user, { systemId: system, isAdmin: true }),
    },
    {
      what: 'the user is internal (AUTZ-002, AUTZ-005, AUTZ-021)',
      close: 'update pages set is_internal_only = true where id = $1',
      of: 'page',
      open: () => portal.owner('update users set is_internal = true where id = $1', [user.id]),
    },
    {
      what: 'the user has the page, not the system alone (AUTZ-025)',
      close: 'delete from user_page_grants where page_id = $1',
      of: 'page',
      open: () => portal.make.grant(user, { systemId: system, pageId: page }),
    },
  ] as const)('appear once $what', async ({ close, of, open }) => {
    await portal.owner(close, [{ page, system }[of]])
    expect(await pageIds()).toEqual([])
    await open()
    expect(await pageIds()).toEqual([page])
  })

  test('show a page that comes with its system without a grant of its own', async () => {
    const free = await portal.make.page({ system_id: system, section_id: section, is_assignable: false })
    const closed = await portal.make.page({ system_id: system, section_id: section })
    expect(await pageIds()).toEqual([page, free])
    expect(await pageIds()).not.toContain(closed)
  })

  test('are sorted by name, letters before accents and cases', async () => {
    for (const name of ['Zebra', 'Ärzte', 'apple']) {
      const other = await portal.make.section({ name: `${name} ${section}` })
      await portal.make.page({ system_id: system, section_id: other, is_assignable: false })
    }
    const names = (await tiles()).map((tile) => tile.sectionNm.split(' ')[0])
    expect(names.filter((name) => name !== 'Section')).toEqual(['apple', 'Ärzte', 'Zebra'])
  })
})

describe('favorites and last access', () => {
  test('a favorite stays until it is removed, however often it is set (HOME-003, HOME-011, HOME-016, HOME-022)', async () => {
    const set = (favoriteFlg: boolean) =>
      browser.call(setFavorite, {
        params: { uid: user.id, sectionId: section },
        body: { userSectionDetails: { favoriteFlg } },
      })
    await Promise.all(Array.from({ length: 20 }, () => set(true)))
    expect((await tiles())[0]?.userSectionDetails.favoriteFlg).toBe(true)
    await set(false)
    expect((await tiles())[0]?.userSectionDetails.favoriteFlg).toBe(false)
    const audited = await portal.owner(
      "select target_kind, target_id, after from audit_events where event = 'favorite_changed' and subject_user_id = $1 order by id desc limit 1",
      [user.id],
    )
    expect(audited).toEqual([{ target_kind: 'section', target_id: String(section), after: { isFavorite: false } }])
  })

  test('twenty concurrent changes all succeed, and the stored state is the last one audited (HOME-022)', async () => {
    const params = { uid: user.id, sectionId: section }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        browser.send(setFavorite, { params, body: { userSectionDetails: { favoriteFlg: n % 2 === 0 } } }),
      ),
    )
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['200']))
    const audited = await portal.owner(
      "select after from audit_events where event = 'favorite_changed' and subject_user_id = $1 order by id",
      [user.id],
    )
    expect(audited).toHaveLength(20)
    const favoriteFlg = (await tiles())[0]?.userSectionDetails.favoriteFlg
    expect(audited.at(-1)).toEqual({ after: { isFavorite: favoriteFlg } })
  })

  test('opening is recorded for tile and page (HOME-017, HOME-023, HOME-024)', async () => {
    await browser.call(recordSectionAccess, { params: { uid: user.id, sectionId: section } })
    await browser.call(recordPageAccess, { params: { uid: user.id, pageId: page } })
    const [tile] = await tiles()
    expect(tile?.userSectionDetails.lastAccessDt).toBeInstanceOf(Date)
    expect(tile?.userSectionPages[0]?.lastAccessDt).toBeInstanceOf(Date)
  })

  test('the chosen order is stored for the user, and nothing else changes (S34)', async () => {
    const before = await browser.call(getProfile, {})
    expect(before.sectionSortPrfTxt).toBe('ALPHABETICAL')
    await browser.call(updateProfile, { body: { sectionSortPrfTxt: 'RECENTLY_USED' } })
    expect(await browser.call(getProfile, {})).toEqual({ ...before, sectionSortPrfTxt: 'RECENTLY_USED' })
    const headers = { 'content-type': 'application/json' }
    const put = async (body: object) =>
      (await browser.request('PUT', updateProfile.path, { headers, body: JSON.stringify(body) })).code
    expect(await put({ sectionSortPrfTxt: 'ALPHABETICAL', employerId: 2_000_000 })).toBe('422')
    expect(await put({ sectionSortPrfTxt: 'ALPHABETICAL', userId: 1 })).toBe('200')
    expect(await browser.call(getProfile, {})).toEqual(before)
  })
})

describe('opening an application', () => {
  test('returns the address of a plain page and is audited (HOME-001, HOME-006)', async () => {
    const launch = await browser.call(launchPage, { params: { uid: user.id, pid: page }, query: {} })
    expect(launch).toEqual({
      url: 'https://app.example.test/start',
      method: 'GET',
      fields: {},
      openInNewWindowFlg: true,
      handOffUrl: null,
    })
    const [audited] = await portal.owner(
      "select target_kind, target_id from audit_events where event = 'application_opened' and subject_user_id = $1",
      [user.id],
    )
    expect(audited).toEqual({ target_kind: 'page', target_id: String(page) })
  })

  test.each([
    ['is switched off', 'update pages set is_link_enabled = false where id = $1'],
    ['has no address', 'update pages set location = null where id = $1'],
    ['has an address that is none of the web (S68)', "update pages set location = 'javascript:alert(1)' where id = $1"],
    ['has an address of another host in disguise (S68)', "update pages set location = '//evil.test/x' where id = $1"],
  ])('says so when the page %s', async (_why, change) => {
    await portal.owner(change, [page])
    const answer = await browser.send(launchPage, { params: { uid: user.id, pid: page }, query: {} })
    expect(answer).toMatchObject({ status: 200, code: '404', data: null })
    expect(answer.message).toMatch(/ is temporarily unavailable\. Try again later/)
  })
})

describe('tile images (HOME-012, HOME-025)', () => {
  test('are generated when none is stored, the same each time, and may be cached by the browser', async () => {
    const visitor = portal.browser()
    const path = getTileImage.path.replace('{sectionId}', String(section))
    const first = await visitor.request('GET', path)
    expect(first.headers.get('content-type')).toBe('image/png')
    const etag = first.headers.get('etag') ?? ''
    expect((await visitor.request('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await visitor.request('GET', `/images/tiles/${section}.png`)).headers.get('etag')).toBe(etag)
  })

  test('are the stored ones where they exist', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await portal.owner("insert into section_images (section_id, png, etag) values ($1, $2, 'abc')", [section, png])
    const response = await fetch(`${portal.origin}/images/tiles/${section}.png`)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png)
    const address = (await tiles())[0]?.tileImage ?? ''
    expect(address).toContain('?v=abc')
    expect(Buffer.from(await (await fetch(portal.origin + address)).arrayBuffer())).toEqual(png)
  })

  test.each(['0', '999999', 'x', '..%2f..%2fetc%2fpasswd', '1e3'])('of %s there are none (S56)', async (id) => {
    const answer = await portal.browser().request('GET', `/ccservices/images/tiles/${id}.png`)
    expect([400, 404]).toContain(answer.status)
  })
})
