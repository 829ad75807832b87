import type { Application } from '@portico/contract/catalog/catalog-records.ts'
import {
  addApplication,
  getApplication,
  listApplications,
  listSubLinks,
  saveSubLinks,
  updateApplication,
} from '@portico/contract/catalog/catalog.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { eventsAbout } from '../../../test/events.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'

const area = '/ccservices/secure/admin/rest/app-admin/admin-users'

let portal: Portal
let admin: MadeUser
let browser: Browser
let systemId: number
let sectionId: number
beforeAll(async () => {
  ;({ portal, admin, browser } = await startWithAdmin(['Application Settings']))
  systemId = await portal.make.system({ name: 'Zebra Billing' })
  sectionId = await portal.make.section({ name: 'Billing' })
})
afterAll(() => portal.close())

const uid = () => admin.id
const place = () => ({ system: { systemId }, section: { sectionId } })
const params = (appId: number) => ({ uid: uid(), appId })
const add = (body: object = {}) =>
  browser.call(addApplication, { params: { uid: uid() }, body: { pageNm: 'Invoices', ...place(), ...body } })
const refused = (body: object) =>
  browser.send(addApplication, { params: { uid: uid() }, body: { pageNm: 'Invoices', ...place(), ...body } })
const change = (appId: number, body: object) => browser.send(updateApplication, { params: params(appId), body })
const read = (appId: number) => browser.call(getApplication, { params: params(appId) })
/** The address as other programs write it, with what the wire has. */
const raw = (method: string, path: string, body?: unknown) =>
  browser.request(method, `${area}/${uid()}/${path}`, {
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

describe('an administrator adds an application', () => {
  test('and what is not stated has its default (CATA-001, CATA-023..042, CATA-052..058, CATA-075)', async () => {
    const sent = await raw('POST', 'applications', { pageNm: 'Invoices', ...place() })
    expect(sent).toMatchObject({ status: 200, code: '200', message: 'The application has been successfully added' })
    const { pageId } = sent.data as { pageId: number }
    expect((await raw('GET', `applications/${pageId}`)).data).toEqual({
      pageId,
      pageNm: 'Invoices',
      internalUserPage: 'N',
      system: { systemId, systemNm: 'Zebra Billing' },
      section: { sectionId, sectionNm: 'Billing' },
      dispFlg: 'Y',
      pageAssignableFlg: 'Y',
      linkEnabledFlg: 'Y',
      openInNewWindowFlg: 'Y',
      admAccessRqrFlg: 'N',
      externalAppFlg: 'Y',
      ccPageLocationTxt: null,
      ccHelpPageLocationTxt: null,
      requestableFlg: 'N',
      protectedFlg: 'N',
      version: 1,
      applicationSubLinks: [],
    })
    expect(await eventsAbout(portal, admin)).toContain('application_changed')
  })

  test('with everything stated, search items too (CATA-005, CATA-041, CATA-042)', async () => {
    const stated = {
      internalUserPage: true,
      dispFlg: false,
      pageAssignableFlg: false,
      linkEnabledFlg: false,
      openInNewWindowFlg: false,
      admAccessRqrFlg: true,
      externalAppFlg: false,
      requestableFlg: true,
      ccPageLocationTxt: 'https://app.example.test/a',
      ccHelpPageLocationTxt: '/help',
    }
    const items = [
      { sublinkNm: 'Refund', descriptionTxt: 'Return a payment' },
      { sublinkNm: 'Refund', descriptionTxt: '' },
    ]
    const { pageId } = await add({ ...stated, applicationSubLinks: items })
    expect(await read(pageId)).toMatchObject({ ...stated, applicationSubLinks: items })
  })

  test('to the portal’s own system is refused: its pages are the administration screens', async () => {
    const before = await portal.owner('select count(*) from pages')
    expect(await refused({ system: { systemId: 2 }, section: null, pageNm: 'A link' })).toMatchObject({
      status: 422,
      data: [{ field: 'system' }],
    })
    expect(await portal.owner('select count(*) from pages')).toEqual(before)
  })

  test('a screen of the portal itself is never external, whatever is asked for (CATA-059)', async () => {
    const [own] = await portal.owner("select id from pages where system_id = 2 and name = 'User Administration'")
    const changed = await change(Number(own?.['id']), { externalAppFlg: true })
    expect(changed.data).toMatchObject({ externalAppFlg: 'N', protectedFlg: 'Y' })
  })

  test.each<[string, object, string, string]>([
    ['no name', { pageNm: ' ' }, 'pageNm', 'This field is required'],
    ['too long a name', { pageNm: 'x'.repeat(101) }, 'pageNm', 'The text entered exceeds the maximum length'],
    ['“All Applications” as its system', { system: { systemId: 1 } }, 'system', 'This field is required'],
    ['a system that is not there', { system: { systemId: 987_654 } }, 'system', 'This system doesn’t exist any more.'],
    ['no section', { section: null }, 'section', 'This field is required'],
    [
      'a section that is not there',
      { section: { sectionId: 987_654 } },
      'section',
      'This section doesn’t exist any more.',
    ],
    [
      'a script as its address',
      { ccPageLocationTxt: 'javascript:alert(1)' },
      'ccPageLocationTxt',
      'Enter a web address, or a path of the portal that begins with a slash.',
    ],
    ['help alone', { ccHelpPageLocationTxt: '/help' }, 'ccPageLocationTxt', 'This field is required'],
    [
      'a search item twice',
      {
        applicationSubLinks: [
          { sublinkNm: 'Refund', descriptionTxt: 'x' },
          { sublinkNm: 'REFUND', descriptionTxt: ' x ' },
        ],
      },
      'sublinkNm',
      'Search information already exist',
    ],
  ])('not with %s; nothing is added (CATA-069..071)', async (_what, body, field, message) => {
    const before = await portal.owner('select count(*) from pages')
    expect(await refused(body)).toMatchObject({ status: 422, message, data: [{ field, message }] })
    expect(await portal.owner('select count(*) from pages')).toEqual(before)
  })

  test.each<[string, object]>([
    ['a flag that is none', { dispFlg: 'maybe' }],
    ['an unknown key', { isAdmin: true }],
    [
      '101 search items',
      { applicationSubLinks: Array.from({ length: 101 }, (_, at) => ({ sublinkNm: `Item ${at}` })) },
    ],
    ['a search item that is a number', { applicationSubLinks: [7] }],
  ])('not with %s', async (_what, body) => {
    expect((await raw('POST', 'applications', { pageNm: 'X', ...place(), ...body })).status).toBe(400)
  })
})

describe('an administrator edits an application', () => {
  test('and what is not stated stays (CATA-060)', async () => {
    const { pageId, version } = await add({
      ccPageLocationTxt: '/a',
      applicationSubLinks: [{ sublinkNm: 'Rates', descriptionTxt: '' }],
    })
    const changed = await change(pageId, { pageNm: 'Bills', version })
    expect(changed).toMatchObject({ code: '200', message: 'The application has been successfully saved' })
    expect(await read(pageId)).toMatchObject({
      pageNm: 'Bills',
      ccPageLocationTxt: '/a',
      version: version + 1,
      applicationSubLinks: [{ sublinkNm: 'Rates', descriptionTxt: '' }],
    })
    const [event] = await portal.owner(
      `select before, after from audit_events where target_kind = 'page' and target_id = $1 order by id desc limit 1`,
      [String(pageId)],
    )
    expect(event).toEqual({ before: { name: 'Invoices' }, after: { name: 'Bills' } })
  })

  test('and turns the Cc feature off, which clears both addresses (CATA-061, CATA-062)', async () => {
    const { pageId } = await add({ ccPageLocationTxt: '/a', ccHelpPageLocationTxt: '/b' })
    expect((await change(pageId, { ccPageLocationTxt: null })).code).toBe('200')
    expect(await read(pageId)).toMatchObject({ ccPageLocationTxt: null, ccHelpPageLocationTxt: null })
  })

  test('not over the change of somebody else: they see who and when', async () => {
    const { pageId, version } = await add()
    await change(pageId, { pageNm: 'First', version })
    const stale = await change(pageId, { pageNm: 'Second', version })
    expect(stale).toMatchObject({ status: 409, data: { changedByNm: 'Ada Lovelace' } })
    expect(await read(pageId)).toMatchObject({ pageNm: 'First' })
  })

  test('a save that changes nothing leaves version and audit trail as they are', async () => {
    const { pageId } = await add()
    const events = await eventsAbout(portal, admin)
    expect((await change(pageId, { pageNm: 'Invoices' })).data).toMatchObject({ version: 1 })
    expect(await eventsAbout(portal, admin)).toEqual(events)
  })

  test('of the portal itself only where the portal does not need it', async () => {
    const [own] = await portal.owner("select id from pages where system_id = 2 and name = 'Application Settings'")
    const id = Number(own?.['id'])
    expect(await change(id, { pageNm: 'Settings' })).toMatchObject({ status: 422, data: [{ field: 'pageNm' }] })
    expect(await change(id, { system: { systemId }, section: { sectionId } })).toMatchObject({
      status: 422,
      data: [{ field: 'system' }],
    })
    expect(await change(id, { dispFlg: false })).toMatchObject({ status: 422, data: [{ field: 'dispFlg' }] })
    const other = (await add()).pageId
    expect(await change(other, { system: { systemId: 2 } })).toMatchObject({ status: 422, data: [{ field: 'system' }] })
    expect((await change(id, { dispFlg: true, ccPageLocationTxt: null })).code).toBe('200')
  })

  test('that is not there: 404', async () => {
    expect((await change(987_654, { pageNm: 'X' })).status).toBe(404)
    expect((await raw('GET', 'applications/987654')).status).toBe(404)
    expect((await raw('GET', 'applications/first')).status).toBe(400)
  })
})

describe('search items', () => {
  const items = [{ sublinkNm: 'Refund', descriptionTxt: 'Return a payment' }]
  const save = (appId: number, body: object[], version?: number) =>
    browser.send(saveSubLinks, {
      params: params(appId),
      body,
      query: version === undefined ? {} : { version },
    } as never)

  test('are read and replaced as a whole (CATA-078, CATA-079)', async () => {
    const { pageId } = await add()
    expect(await browser.call(listSubLinks, { params: params(pageId) })).toEqual([])
    const saved = await save(pageId, items, 1)
    expect(saved).toMatchObject({ code: '200', message: 'The search information has been saved' })
    expect((await raw('GET', `sub-links/${pageId}`)).data).toEqual(items)
    expect((await save(pageId, [])).code).toBe('200')
    expect(await browser.call(listSubLinks, { params: params(pageId) })).toEqual([])
  })

  test('are refused as a duplicate, over somebody else’s change, and of no application (CATA-070, CATA-071)', async () => {
    const { pageId } = await add({ applicationSubLinks: items })
    expect(await save(pageId, [...items, ...items])).toMatchObject({
      status: 422,
      message: 'Search information already exist',
    })
    await change(pageId, { pageNm: 'Changed' })
    expect((await save(pageId, [], 1)).status).toBe(409)
    expect(await browser.call(listSubLinks, { params: params(pageId) })).toEqual(items)
    expect((await save(987_654, items)).status).toBe(404)
    expect((await raw('GET', 'sub-links/987654')).status).toBe(404)
  })
})

describe('the list of applications', () => {
  const list = async (query = '') => {
    const { data, headers } = await raw('GET', `applications${query}`)
    const applications = data as unknown as Pick<Application, 'pageNm' | 'system'>[]
    return {
      names: applications.map(({ pageNm }) => pageNm),
      total: Number(headers.get('x-total-count')),
      applications,
    }
  }

  test('shows 15 per page by the name of the system (CATA-074, CATA-103, CATA-104)', async () => {
    const many = await portal.make.system({ name: 'Aardvark' })
    for (let at = 20; at > 0; at--)
      await add({ system: { systemId: many }, pageNm: `Page ${String(at).padStart(2, '0')}` })
    const first = await list()
    expect(first.names).toEqual(Array.from({ length: 15 }, (_, at) => `Page ${String(at + 1).padStart(2, '0')}`))
    const { applications, total } = await list('?pageSize=60&pageNo=1')
    const systems = applications.map(({ system }) => system.systemNm)
    expect(systems).toEqual(systems.toSorted((a, b) => a.localeCompare(b, 'en')))
    expect(total).toBeGreaterThan(20)
    const backwards = await list('?sort=systemNm&direction=desc')
    expect(backwards.applications[0]?.system.systemNm).toBe('Zebra Billing')
  })

  test('by the name of the section goes on with the name of the system, and then of the application', async () => {
    const tile = await portal.make.section({ name: 'Quills' })
    const [later, earlier] = [
      await portal.make.system({ name: 'Quarto later' }),
      await portal.make.system({ name: 'Quarto earlier' }),
    ]
    for (const [at, pageNm] of [
      [later, 'Alpha'],
      [earlier, 'Delta'],
      [earlier, 'Beta'],
    ] as const)
      await add({ pageNm, system: { systemId: at }, section: { sectionId: tile } })
    expect((await list('?sort=sectionNm&keyword=quarto')).names).toEqual(['Beta', 'Delta', 'Alpha'])
    expect((await list('?sort=pageNm&keyword=quarto')).names).toEqual(['Alpha', 'Beta', 'Delta'])
  })

  test('is searched by names and search items, and filtered by system and section (CATA-005)', async () => {
    await add({ pageNm: 'Quokka', applicationSubLinks: [{ sublinkNm: 'Wombat', descriptionTxt: 'Éclair' }] })
    expect((await list('?keyword=quokka')).names).toEqual(['Quokka'])
    expect((await list('?keyword=WOMBAT')).names).toEqual(['Quokka'])
    expect((await list('?keyword=éclair')).names).toEqual(['Quokka'])
    expect((await list('?keyword=zebra%20billing')).names).toContain('Quokka')
    expect((await list('?keyword=billing%20zebra%20quokka')).names).toEqual(['Quokka'])
    expect((await list(`?keyword=quokka&systemId=${systemId}&sectionId=${sectionId}`)).total).toBe(1)
    expect((await list('?keyword=quokka&systemId=2')).total).toBe(0)
    expect((await list('?keyword=%25')).total).toBe(0)
    expect((await raw('GET', 'applications?owner=1')).status).toBe(400)
  })

  test('is changed through its own calls only: the list as a whole is not deleted (CATA-076)', async () => {
    expect((await raw('DELETE', 'applications')).status).toBe(405)
  })
})

test('neither external administrators nor other pages open the catalog', async () => {
  const external = await portal.make.user()
  await portal.make.adminPages(external, ['Application Settings'])
  const other = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(other, ['User Administration'])
  for (const user of [external, other]) {
    const theirs = await portal.as(user)
    expect((await theirs.send(listApplications, { params: { uid: user.id }, query: {} })).status).toBe(403)
  }
})
