import { addApplication } from '@portico/contract/catalog/catalog.ts'
import {
  addSection,
  deleteSections,
  getSection,
  listCatalogSections,
  restoreSections,
  updateSection,
} from '@portico/contract/catalog/catalog-sections.ts'
import {
  addSystem,
  deleteSystems,
  getSystem,
  listCatalogFacilities,
  listOpenSource,
  listSystems,
  restoreSystems,
  updateSystem,
} from '@portico/contract/catalog/catalog-systems.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { eventsAbout } from '../../../test/events.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
let admin: MadeUser
let browser: Browser
beforeAll(async () => {
  ;({ portal, admin, browser } = await startWithAdmin(['Application Settings']))
})
afterAll(() => portal.close())

const uid = () => admin.id
const own = () => ({ params: { uid: uid() } })
const system = (body: object = {}) =>
  browser.call(addSystem, { ...own(), body: { systemNm: `System ${Math.random()}`, ...body } })
const section = (body: object = {}) =>
  browser.call(addSection, { ...own(), body: { sectionNm: `Section ${Math.random()}`, ...body } })
const oneSystem = (systemId: number) => ({ params: { uid: uid(), systemId } })
const oneSection = (catalogSectionId: number) => ({ params: { uid: uid(), catalogSectionId } })
const raw = (path: string, body: unknown) =>
  browser.request('POST', `/ccservices/secure/admin/rest/app-admin/admin-users/${uid()}/${path}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const undoIdOf = ({ data }: { data: unknown }) => (data as { undo: { undoId: number } }).undo.undoId

describe('systems', () => {
  test('are added, read and changed, with their open-source software (CATA-003, CATA-004, CATA-046..049, CATA-073, CATA-080..083, CATA-091)', async () => {
    const added = await browser.send(addSystem, {
      ...own(),
      body: { systemNm: 'Payments Hub', facilityCd: 'EDH', cmrCenterExtlSoftware: ['nginx', 'NGINX ', 'zlib'] },
    })
    expect(added).toMatchObject({ code: '200', message: 'The system has been successfully added' })
    const { systemId } = added.data as unknown as { systemId: number }
    expect(await browser.call(getSystem, oneSystem(systemId))).toEqual({
      systemId,
      systemNm: 'Payments Hub',
      facilityCd: 'EDH',
      cmrCenterExtlSoftware: ['nginx', 'zlib'],
      pageCnt: 0,
      permissionCnt: 0,
      protectedFlg: false,
      browserLogoutUrl: null,
      logoutFollowedUrlTxt: null,
      logoutOriginList: [portal.origin],
      logoutReturnUrlTxt: `${portal.origin}/logout?app=${systemId}`,
      version: 1,
    })
    const changed = await browser.send(updateSystem, {
      ...oneSystem(systemId),
      body: { systemNm: 'Payments', facilityCd: null, cmrCenterExtlSoftware: ['ICU'], version: 1 },
    })
    expect(changed).toMatchObject({ code: '200', message: 'The system has been successfully saved' })
    expect(await browser.call(listOpenSource, oneSystem(systemId))).toEqual(['ICU'])
    expect(await browser.call(getSystem, oneSystem(systemId))).toMatchObject({
      systemNm: 'Payments',
      facilityCd: null,
      version: 2,
    })
    expect(await eventsAbout(portal, admin)).toContain('system_changed')
  })

  test('are listed by name, without “All Applications” (CATA-080, CATA-105)', async () => {
    await system({ systemNm: 'aa first' })
    const systems = await browser.call(listSystems, own())
    const names = systems.map(({ systemNm }) => systemNm)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
    expect(systems.find(({ systemId }) => systemId === 1)).toBeUndefined()
    expect(systems.find(({ systemId }) => systemId === 2)).toMatchObject({ protectedFlg: true })
    for (const call of [getSystem, listOpenSource]) expect((await browser.send(call, oneSystem(1))).status).toBe(404)
    expect((await browser.send(updateSystem, { ...oneSystem(1), body: { systemNm: 'X' } })).status).toBe(404)
  })

  test.each<[string, object, string, string]>([
    ['no name', { systemNm: ' ' }, 'systemNm', 'This field is required'],
    ['too long a name', { systemNm: 'x'.repeat(101) }, 'systemNm', 'The text entered exceeds the maximum length'],
    ['a facility that is not there', { facilityCd: 'NONE' }, 'facilityCd', 'This field is invalid'],
    ['a name that is taken', { systemNm: 'TAKEN' }, 'systemNm', 'That text entered is taken, please try another'],
    [
      'too long a name of software',
      { cmrCenterExtlSoftware: ['x'.repeat(201)] },
      'cmrCenterExtlSoftware',
      'A name has at most 200 characters.',
    ],
  ])('are refused with %s, new or known (CATA-069)', async (_what, body, field, message) => {
    await browser.send(addSystem, { ...own(), body: { systemNm: 'Taken' } })
    const { systemId } = await system()
    const expected = { status: 422, message, data: [{ field, message }] }
    expect(await browser.send(addSystem, { ...own(), body: { systemNm: 'A name', ...body } })).toMatchObject(expected)
    expect(await browser.send(updateSystem, { ...oneSystem(systemId), body })).toMatchObject(expected)
    expect((await browser.call(getSystem, oneSystem(systemId))).version).toBe(1)
  })

  test('keep what somebody else has changed meanwhile', async () => {
    const { systemId } = await system()
    await browser.call(updateSystem, { ...oneSystem(systemId), body: { systemNm: 'Mine now', version: 1 } })
    const stale = await browser.send(updateSystem, { ...oneSystem(systemId), body: { systemNm: 'Late', version: 1 } })
    expect(stale).toMatchObject({ status: 409, data: { changedByNm: 'Ada Lovelace' } })
    // Nobody is named where the command line made the change.
    await portal.owner('update systems set changed_by = null where id = $1', [systemId])
    expect(
      await browser.send(updateSystem, { ...oneSystem(systemId), body: { systemNm: 'Late', version: 1 } }),
    ).toMatchObject({
      status: 409,
      message: 'This was changed after you opened it. Reload it to see the changes, then try again.',
      data: { changedByNm: null },
    })
    expect((await browser.call(getSystem, oneSystem(systemId))).systemNm).toBe('Mine now')
  })

  test('the portal itself keeps its name and facility, but may list its software', async () => {
    for (const body of [{ systemNm: 'Portal' }, { facilityCd: 'EDH' }])
      expect(await browser.send(updateSystem, { ...oneSystem(2), body })).toMatchObject({
        status: 422,
        message: 'This is the portal itself: its name and facility stay.',
      })
    const listed = await browser.send(updateSystem, { ...oneSystem(2), body: { cmrCenterExtlSoftware: ['Node.js'] } })
    expect(listed.code).toBe('200')
  })

  describe('are left by a logout address (LOUT-016, LOUT-019, S68)', () => {
    const logoutOf = async (systemId: number) => {
      const read = await browser.call(getSystem, oneSystem(systemId))
      return [read.browserLogoutUrl, read.logoutFollowedUrlTxt]
    }
    const save = (systemId: number, browserLogoutUrl: string | null) =>
      browser.send(updateSystem, { ...oneSystem(systemId), body: { browserLogoutUrl } })

    test('at the portal itself, with its host in the place of the placeholder, or at an address of the application', async () => {
      const systemId = await portal.make.system({ code: 'ARCHIVE 1', launch_url: 'https://archive.example.test/' })
      const section = await portal.make.section()
      await portal.make.page({ system_id: systemId, section_id: section, location: 'https://pages.example.test/a' })
      await portal.owner(
        `insert into single_sign_on_settings (system_id, acs_addresses, redirect_addresses)
         values ($1, '[{"url": "https://acs.example.test/acs"}]', '{https://back.example.test/callback}')`,
        [systemId],
      )
      const read = await browser.call(getSystem, oneSystem(systemId))
      expect(read.logoutOriginList.toSorted()).toEqual(
        [
          portal.origin,
          'https://archive.example.test',
          'https://pages.example.test',
          'https://acs.example.test',
          'https://back.example.test',
        ].toSorted(),
      )
      expect(read.logoutReturnUrlTxt).toBe(`${portal.origin}/logout?app=ARCHIVE%201`)
      const { host } = new URL(portal.origin)
      for (const [entered, followed] of [
        ['/apps/archive/logout', `${portal.origin}/apps/archive/logout`],
        ['http://{host}/logout', `http://${host}/logout`],
        ['https://archive.example.test/out?return=${HOST}', `https://archive.example.test/out?return=${host}`],
        ['https://pages.example.test/out', 'https://pages.example.test/out'],
        ['https://acs.example.test/out', 'https://acs.example.test/out'],
        ['https://back.example.test/out', 'https://back.example.test/out'],
      ] as const) {
        expect((await save(systemId, ` ${entered} `)).code).toBe('200')
        expect(await logoutOf(systemId)).toEqual([entered, followed])
      }
      for (const none of [null, ' ']) {
        await save(systemId, '/logout')
        expect((await save(systemId, none)).code).toBe('200')
        expect(await logoutOf(systemId)).toEqual([null, null])
      }
    })

    test('and by no other one, whether new or known', async () => {
      const systemId = await portal.make.system({ launch_url: 'https://archive.example.test/' })
      await save(systemId, '/logout')
      const placeholder = (name: string) => `${name} isn’t a placeholder. You can use: {host}, ${'${HOST}'}`
      const unreadable = 'Enter a web address, or a path of the portal that begins with a slash.'
      for (const [entered, message] of [
        ['javascript:alert(1)', unreadable],
        ['//evil.example.test/', unreadable],
        ['logout', unreadable],
        ['/logout?from={hots}', placeholder('{hots}')],
        ['https://{HOST}/logout', placeholder('{HOST}')],
        ['/logout?from=${host}', placeholder('${host}')],
        ['/logout?from={host', placeholder('{host')],
        ['/{host}/{uid}', placeholder('{uid}')],
        [`/${'x'.repeat(2000)}`, 'The text entered exceeds the maximum length'],
        [
          'https://evil.example.test/logout',
          `A sign-out leads only to addresses of the portal and of the application. It must begin with one of: ${portal.origin}, https://archive.example.test`,
        ],
      ] as const)
        expect(await save(systemId, entered)).toMatchObject({
          status: 422,
          message,
          data: [{ field: 'browserLogoutUrl', message }],
        })
      expect((await logoutOf(systemId))[0]).toBe('/logout')
      const added = { systemNm: 'Elsewhere', browserLogoutUrl: 'https://archive.example.test/logout' }
      expect((await browser.send(addSystem, { ...own(), body: added })).status).toBe(422)
      expect((await browser.call(addSystem, { ...own(), body: { ...added, browserLogoutUrl: '/out' } })).version).toBe(
        1,
      )
    })

    test('that stays as it is when the system is saved without it, and is in the audit trail when it changes', async () => {
      const systemId = await portal.make.system({ browser_logout_url: 'https://former.example.test/out' })
      const renamed = { systemNm: 'Renamed', browserLogoutUrl: 'https://former.example.test/out' }
      expect((await browser.send(updateSystem, { ...oneSystem(systemId), body: renamed })).code).toBe('200')
      await browser.call(updateSystem, { ...oneSystem(systemId), body: { facilityCd: 'EDH' } })
      // An address that the application has lost is kept and not followed.
      expect(await logoutOf(systemId)).toEqual(['https://former.example.test/out', null])
      await save(systemId, '/out')
      const [event] = await portal.owner(
        "select before, after from audit_events where event = 'system_changed' and target_id = $1 order by id desc limit 1",
        [String(systemId)],
      )
      expect(event).toEqual({
        before: { browserLogoutUrl: 'https://former.example.test/out' },
        after: { browserLogoutUrl: '/out' },
      })
    })
  })

  test('the facilities that they belong to are offered (CATA-092)', async () => {
    const facilities = await browser.call(listCatalogFacilities, own())
    expect(facilities.map(({ facilityCd }) => facilityCd)).toEqual(expect.arrayContaining(['EDH', 'KCW']))
  })
})

describe('sections', () => {
  test('are added, displayed unless stated otherwise, read, listed and changed (CATA-002, CATA-043..045, CATA-084..087)', async () => {
    const added = await browser.send(addSection, { ...own(), body: { sectionNm: 'Cards' } })
    expect(added).toMatchObject({ code: '200', message: 'The section has been successfully added' })
    const { sectionId } = added.data as unknown as { sectionId: number }
    const shown = { sectionId, sectionNm: 'Cards', ccDispFlg: true, pageCnt: 0, version: 1 }
    expect(await browser.call(getSection, oneSection(sectionId))).toEqual(shown)
    expect(await browser.call(listCatalogSections, own())).toContainEqual(shown)
    const changed = await browser.send(updateSection, { ...oneSection(sectionId), body: { ccDispFlg: false } })
    expect(changed).toMatchObject({ code: '200', message: 'The section has been successfully saved' })
    expect(await browser.call(getSection, oneSection(sectionId))).toMatchObject({
      ccDispFlg: false,
      sectionNm: 'Cards',
    })
    expect(await eventsAbout(portal, admin)).toContain('section_changed')
  })

  test('are refused without a name, with a taken one, and as an older version', async () => {
    const { sectionId, sectionNm } = await section()
    const add = (body: object) => browser.send(addSection, { ...own(), body })
    expect(await add({})).toMatchObject({ status: 422, data: [{ field: 'sectionNm' }] })
    expect(await add({ sectionNm: sectionNm.toUpperCase() })).toMatchObject({
      status: 422,
      message: 'That text entered is taken, please try another',
    })
    await browser.call(updateSection, { ...oneSection(sectionId), body: { sectionNm: 'Newer', version: 1 } })
    const stale = await browser.send(updateSection, {
      ...oneSection(sectionId),
      body: { ccDispFlg: false, version: 1 },
    })
    expect(stale.status).toBe(409)
    expect((await browser.send(getSection, oneSection(987_654))).status).toBe(404)
  })
})

describe('how much hangs on a section and a system', () => {
  test('counts no deleted application, and no permission of a deleted user', async () => {
    const [{ systemId }, { sectionId }] = [await system(), await section()]
    const page = await portal.make.page({ system_id: systemId, section_id: sectionId })
    await portal.make.page({ system_id: systemId, section_id: sectionId })
    for (const status of [1, 2, 3]) await portal.make.grant(await portal.make.user({ status }), { systemId })
    const counts = async () => [
      await browser.call(getSystem, oneSystem(systemId)),
      await browser.call(getSection, oneSection(sectionId)),
    ]
    expect(await counts()).toMatchObject([{ pageCnt: 2, permissionCnt: 2 }, { pageCnt: 2 }])
    await portal.owner('update pages set deleted_at = clock_now() where id = $1', [page])
    expect(await counts()).toMatchObject([{ pageCnt: 1, permissionCnt: 2 }, { pageCnt: 1 }])
  })
})

test('sections are listed by their names, and not in the order in which they came', async () => {
  for (const sectionNm of ['Zinc of a test', 'Amber of a test']) await section({ sectionNm })
  const names = (await browser.call(listCatalogSections, own())).map(({ sectionNm }) => sectionNm)
  expect(names.indexOf('Amber of a test')).toBeLessThan(names.indexOf('Zinc of a test'))
})

describe('deleting several', () => {
  const removeSystems = (ids: number[]) => browser.send(deleteSystems, { ...own(), body: ids })
  const removeSections = (ids: number[]) => browser.send(deleteSections, { ...own(), body: ids })

  test('says so in the specification’s words (CATA-088, CATA-089, CATA-098, CATA-100)', async () => {
    const [one, two] = [await system(), await system()]
    expect(await removeSystems([one.systemId, two.systemId, one.systemId])).toMatchObject({
      code: '200',
      message: 'The selected system(s) has been deleted',
      data: { status: 'success', names: [one.systemNm, two.systemNm] },
    })
    const tile = await section()
    expect(await removeSections([tile.sectionId])).toMatchObject({
      code: '200',
      message: 'The selected section(s) has been deleted',
      data: { status: 'success', names: [tile.sectionNm] },
    })
    expect((await browser.send(getSystem, oneSystem(one.systemId))).status).toBe(404)
    expect((await browser.send(getSection, oneSection(tile.sectionId))).status).toBe(404)
  })

  test('is refused as a whole while pages are attached to one of them (CATA-067, CATA-096, CATA-097)', async () => {
    const [free, used] = [await system(), await system()]
    const [freeTile, usedTile] = [await section(), await section()]
    const page = await portal.make.page({ system_id: used.systemId, section_id: usedTile.sectionId })
    expect(await removeSystems([free.systemId, used.systemId])).toMatchObject({
      code: '200',
      message:
        'There are pages associated with at least one selected system. Please delete the associated pages first.',
      data: { status: 'fail', names: [used.systemNm], undo: null },
    })
    expect(await removeSections([freeTile.sectionId, usedTile.sectionId])).toMatchObject({
      code: '200',
      message:
        'There are pages associated with at least one selected section. Please delete the associated pages first.',
      data: { status: 'fail', names: [usedTile.sectionNm], undo: null },
    })
    expect((await browser.send(getSystem, oneSystem(free.systemId))).code).toBe('200')
    expect((await browser.send(getSection, oneSection(freeTile.sectionId))).code).toBe('200')
    await portal.owner('update pages set deleted_at = clock_now() where id = $1', [page])
    expect((await removeSystems([used.systemId])).data).toMatchObject({ status: 'success' })
  })

  test('of one that is not there deletes none (CATA-095)', async () => {
    const { systemId } = await system()
    expect(await removeSystems([systemId, 987_654])).toMatchObject({
      code: '404',
      message: 'There is an error while deleting systems.',
    })
    expect((await removeSystems([1])).code).toBe('404')
    expect((await removeSystems([2])).data).toMatchObject({ status: 'fail' })
    const tile = await section()
    expect(await removeSections([tile.sectionId, 987_654])).toMatchObject({
      code: '404',
      message: 'There is an error while deleting sections.',
    })
    expect((await browser.send(getSystem, oneSystem(systemId))).code).toBe('200')
    expect((await browser.send(getSection, oneSection(tile.sectionId))).code).toBe('200')
    for (const ids of [[], Array.from({ length: 101 }, (_, at) => at + 1), { ids: [1] }, 'all'])
      expect((await raw('delete-systems', ids)).status).toBe(400)
  })

  test('and adding an application to them at the same time never leaves it without its system', async () => {
    const tile = await section()
    for (let round = 0; round < 8; round++) {
      const { systemId } = await system()
      const body = { pageNm: 'Late', system: { systemId }, section: { sectionId: tile.sectionId } }
      await Promise.all([browser.send(addApplication, { ...own(), body }), removeSystems([systemId])])
    }
    const orphans = await portal.owner(
      `select p.id from pages p join systems s on s.id = p.system_id where s.deleted_at is not null and p.deleted_at is null`,
    )
    expect(orphans).toEqual([])
  })

  test('is taken back, with the permissions for the systems', async () => {
    const { systemId } = await system()
    const user = await portal.make.user()
    await portal.make.grant(user, { systemId, isAdmin: true })
    expect(await browser.call(getSystem, oneSystem(systemId))).toMatchObject({ permissionCnt: 1 })
    const grants = () =>
      portal.owner('select is_admin from user_system_grants where user_id = $1 and valid_to is null', [user.id])
    const deleted = await removeSystems([systemId])
    expect(await grants()).toEqual([])
    const undo = { ...own(), body: { undoId: undoIdOf(deleted) } }
    expect(await browser.send(restoreSystems, undo)).toMatchObject({
      code: '200',
      message: 'The systems are back, and their users have their permissions again.',
    })
    expect(await grants()).toEqual([{ is_admin: true }])
    const events = await portal.owner(
      "select before, after from audit_events where event = 'system_changed' and target_id = $1 order by id desc limit 2",
      [String(systemId)],
    )
    expect(events).toMatchObject([{ before: null, after: { permissionCnt: 1 } }, { before: { permissionCnt: 1 } }])
    expect((await browser.send(restoreSystems, undo)).status).toBe(404)
    expect(await eventsAbout(portal, admin)).toContain('system_changed')
  })

  test('is not taken back where another one has the name by now', async () => {
    const tile = await section({ sectionNm: 'Twice' })
    const undo = { ...own(), body: { undoId: undoIdOf(await removeSections([tile.sectionId])) } }
    const another = await section({ sectionNm: 'twice' })
    expect(await browser.send(restoreSections, undo)).toMatchObject({
      status: 409,
      message: 'This can’t be undone: another one has this name now.',
    })
    await removeSections([another.sectionId])
    expect(await browser.send(restoreSections, undo)).toMatchObject({
      code: '200',
      message: 'The sections are back.',
      data: { names: ['Twice'] },
    })
  })
})
