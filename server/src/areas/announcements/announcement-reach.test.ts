import { listAnnouncementValues } from '@portico/contract/announcements/announcement-admin.ts'
import {
  listAnnouncementPersons,
  listAnnouncementReaderClients,
  measureAnnouncementReach,
  previewAnnouncement,
  readAnnouncementReaders,
} from '@portico/contract/announcements/announcement-audience.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { readAnnouncementsOf } from './announcement-list.ts'

let portal: Portal
let author: MadeUser
let admin: Browser
let acme: number
let zenith: number
let department: number
let industry: number
let system: number
const userType: Record<string, number> = {}
const users: MadeUser[] = []
beforeAll(async () => {
  portal = await startPortal({ beginsAtNoon: true })
  author = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(author, ['System Announcements'])
  acme = await portal.make.client({ name: 'Acme' })
  zenith = await portal.make.client({ name: 'Zenith' })
  system = await portal.make.system()
  department = await insert("insert into departments (name) values ('Payroll') returning id")
  industry = await insert("insert into industries (name) values ('Freight') returning id")
  await portal.owner('insert into client_industries values ($1, $2)', [zenith, industry])
  await makeUsers()
  admin = await openSession(portal, author)
  const params = { uid: author.id, typeName: 'SYSTEM_ANNC_USER_TYPE' } as const
  for (const one of await admin.call(listAnnouncementValues, { params })) userType[one.valueCd] = one.clsVldValId
})
afterAll(() => portal.close())
beforeEach(() => portal.owner('delete from announcements'))

const insert = async (statement: string) => Number((await portal.owner(statement))[0]?.['id'])

/** Every combination of client, department, kind and system once, and an inactive user. */
async function makeUsers(): Promise<void> {
  for (const client_id of [acme, zenith])
    for (const department_id of [department, null])
      for (const is_internal of [true, false])
        for (const holdsSystem of [true, false]) {
          const user = await portal.make.user({ client_id, department_id, is_internal })
          if (holdsSystem) await portal.make.grant(user, { systemId: system })
          users.push(user)
        }
  users.push(await portal.make.user({ client_id: acme, department_id: department, status: 2 }))
}

type Targets = Record<'employerIdList' | 'departmentIdList' | 'industryIdList' | 'systemIdList', number[]>

const reach = (audience: string, targets: Partial<Targets> = {}) =>
  admin.call(measureAnnouncementReach, {
    params: { uid: author.id },
    body: { userType: userType[audience], ...targets },
  })

/** Stores a published announcement with the same targets. */
async function stored(audience: string, targets: Partial<Targets> = {}): Promise<number> {
  const id = await portal.make.announcement({ audience })
  const tables = {
    employerIdList: 'announcement_clients',
    departmentIdList: 'announcement_departments',
    industryIdList: 'announcement_industries',
    systemIdList: 'announcement_systems',
  }
  for (const [list, table] of Object.entries(tables))
    for (const target of targets[list as keyof Targets] ?? [])
      await portal.owner(`insert into ${table} values ($1, $2)`, [id, target])
  return id
}

const reading = () => ({ timeZone: portal.config.businessTimeZone, language: 'en' }) as const

/** The users who see it on their home page. */
async function shownTo(id: number): Promise<number> {
  const all = await portal.owner('select id from users where status = 1')
  const sees = await portal.database.requests.read({ kind: 'everything' }, async (tx) => {
    const seen: boolean[] = []
    for (const user of all) {
      const rows = await readAnnouncementsOf(tx, Number(user['id']), reading())
      seen.push(rows.some(({ announcementId }) => announcementId === id))
    }
    return seen
  })
  return sees.filter(Boolean).length
}

describe('reach before publishing', () => {
  test('counts exactly those active users who would see the announcement, whatever the targets', async () => {
    const choices = {
      employerIdList: [[], [acme], [acme, zenith]],
      departmentIdList: [[], [department]],
      industryIdList: [[], [industry]],
      systemIdList: [[], [system]],
    }
    for (const audience of ['all', 'external', 'internal'])
      for (const employerIdList of choices.employerIdList)
        for (const departmentIdList of choices.departmentIdList)
          for (const industryIdList of choices.industryIdList)
            for (const systemIdList of choices.systemIdList) {
              const targets = { employerIdList, departmentIdList, industryIdList, systemIdList }
              const { reachCnt } = await reach(audience, targets)
              expect({ audience, targets, reachCnt }).toEqual({
                audience,
                targets,
                reachCnt: await shownTo(await stored(audience, targets)),
              })
              await portal.owner('delete from announcements')
            }
  })

  test('is given by client, with a sample of them', async () => {
    const { reachCnt, clientCnt, clients, sample } = await reach('external', {
      employerIdList: [acme, zenith],
      departmentIdList: [department],
    })
    expect({ reachCnt, clientCnt, clients }).toEqual({
      reachCnt: 4,
      clientCnt: 2,
      clients: [
        { clientId: acme, clientNm: 'Acme', userCnt: 2 },
        { clientId: zenith, clientNm: 'Zenith', userCnt: 2 },
      ],
    })
    expect(sample).toHaveLength(4)
    expect(sample.slice(0, 2).map(({ clientNm }) => clientNm)).toEqual(['Acme', 'Zenith'])
    expect(sample.every(({ internalFlg }) => !internalFlg)).toBe(true)
  })

  test('names 20 clients and 8 users at most', async () => {
    for (let number = 0; number < 22; number++) await portal.make.user({ client_id: await portal.make.client() })
    const { clients, sample, clientCnt } = await reach('all')
    expect({ clients: clients.length, sample: sample.length }).toEqual({ clients: 20, sample: 8 })
    expect(clientCnt).toBeGreaterThan(20)
    expect(new Set(sample.map(({ clientNm }) => clientNm)).size).toBe(8)
  })

  test('says how many are sent an email and a text message', async () => {
    const client = await portal.make.client()
    const carrier = await insert("insert into sms_carriers (name, email_domain) values ('C', 'c.test') returning id")
    const phone = { mobile_phone: '2065550100', sms_carrier_id: carrier }
    const agreed = { ...phone, agreed_to_texts_at: new Date() }
    const wants = async (columns: object, isText: boolean) => {
      const { id } = await portal.make.user({ client_id: client, ...columns })
      await portal.owner(
        'insert into user_notification_types select $1, id from notification_types where is_text_message = $2',
        [id, isText],
      )
    }
    await wants({}, false)
    await wants(agreed, true)
    await wants(phone, true)
    await portal.make.user({ client_id: client })
    expect(await reach('all', { employerIdList: [client] })).toMatchObject({ reachCnt: 4, mailCnt: 1, textCnt: 1 })
  })

  test('of nobody is nobody', async () => {
    expect(await reach('all', { employerIdList: [987_654] })).toEqual({
      reachCnt: 0,
      mailCnt: 0,
      textCnt: 0,
      clientCnt: 0,
      clients: [],
      sample: [],
    })
  })

  test('needs a user type', async () => {
    expect(
      await admin.send(measureAnnouncementReach, { params: { uid: author.id }, body: { systemIdList: [system] } }),
    ).toMatchObject({ status: 422, data: [{ field: 'userType', message: 'Select a user type.' }] })
  })
})

describe('readers after publishing', () => {
  const readers = (announcementId: number, clientId?: number) =>
    admin.call(readAnnouncementReaders, {
      params: { uid: author.id, announcementId },
      query: clientId ? { clientId } : {},
    })
  type ListQuery = Parameters<typeof admin.call<typeof listAnnouncementReaderClients>>[1]['query']
  const clientsOf = (announcementId: number, query: ListQuery = {}) =>
    admin.call(listAnnouncementReaderClients, { params: { uid: author.id, announcementId }, query })
  const dismiss = (user: MadeUser | undefined, id: number, version = 1, daysAgo = 0) =>
    portal.owner(
      `insert into user_announcements (user_id, announcement_id, dismissed_version, dismissed_at)
       values ($1, $2, $3, clock_now() - $4::integer * interval '1 day')`,
      [user?.id, id, version, daysAgo],
    )
  const today = async (daysAgo = 0) =>
    String(
      (
        await portal.owner('select (business_today($1) - $2::integer)::text as day', [
          portal.config.businessTimeZone,
          daysAgo,
        ])
      )[0]?.['day'],
    )

  test('are counted by client and by business day', async () => {
    const id = await stored('external', { employerIdList: [acme, zenith], departmentIdList: [department] })
    const external = await portal.owner(
      'select id, client_id from users where department_id = $1 and not is_internal and status = 1 order by id',
      [department],
    )
    const of = (client: number) =>
      external.filter((user) => user['client_id'] === client).map((user) => ({ id: Number(user['id']) }) as MadeUser)
    await dismiss(of(acme)[0], id, 1, 2)
    await dismiss(of(acme)[1], id, 1, 2)
    await dismiss(of(zenith)[0], id)
    expect(await readers(id)).toEqual({
      reachCnt: 4,
      readCnt: 3,
      days: [
        { readDt: await today(2), readCnt: 2 },
        { readDt: await today(), readCnt: 1 },
      ],
    })
    expect(await readers(id, zenith)).toEqual({
      reachCnt: 2,
      readCnt: 1,
      days: [{ readDt: await today(), readCnt: 1 }],
    })
    const [inAcme, inZenith] = [
      { clientId: acme, clientNm: 'Acme', reachCnt: 2, readCnt: 2 },
      { clientId: zenith, clientNm: 'Zenith', reachCnt: 2, readCnt: 1 },
    ]
    expect(await clientsOf(id, { sort: 'readCnt', direction: 'asc' })).toEqual([inZenith, inAcme])
    expect(await clientsOf(id, { clientNm: 'ENI' })).toEqual([inZenith])
  })

  test('come with their clients 15 a page, those with the most users first', async () => {
    for (let number = 0; number < 16; number++)
      await portal.make.user({
        client_id: await portal.make.client({ name: `Reading ${String(number).padStart(2, '0')}` }),
      })
    const id = await stored('external')
    const first = await clientsOf(id)
    expect(first).toHaveLength(15)
    const counts = first.map(({ reachCnt }) => reachCnt)
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    expect(counts[0]).toBeGreaterThan(1)
    expect(await clientsOf(id, { clientNm: 'reading', sort: 'clientNm', direction: 'asc', pageNo: 2 })).toEqual([
      { clientId: expect.any(Number), clientNm: 'Reading 15', reachCnt: 1, readCnt: 0 },
    ])
  })

  test('of an earlier text, or who are no longer in its audience, do not count', async () => {
    const id = await stored('all', { employerIdList: [acme] })
    await portal.owner('update announcements set content_version = 2 where id = $1', [id])
    const inAcme = await portal.owner('select id from users where client_id = $1 and status = 1', [acme])
    const inZenith = await portal.owner('select id from users where client_id = $1 and status = 1', [zenith])
    await dismiss({ id: Number(inAcme[0]?.['id']) } as MadeUser, id, 1)
    await dismiss({ id: Number(inZenith[0]?.['id']) } as MadeUser, id, 2)
    expect(await readers(id)).toMatchObject({ reachCnt: 8, readCnt: 0, days: [] })
  })

  test('of an announcement that is not there are refused', async () => {
    const nowhere = { params: { uid: author.id, announcementId: 987_654 }, query: {} }
    expect(await admin.send(readAnnouncementReaders, nowhere)).toMatchObject({ status: 404 })
    expect(await admin.send(listAnnouncementReaderClients, nowhere)).toMatchObject({ status: 404 })
  })
})

describe('a preview as a chosen person', () => {
  const preview = (userId: number, audience: string, targets: Partial<Targets> = {}) =>
    admin.call(previewAnnouncement, {
      params: { uid: author.id },
      body: { userId, userType: userType[audience], ...targets },
    })

  test('says that they see it exactly where they would, whatever the targets', async () => {
    const choices = [
      {},
      { employerIdList: [acme] },
      { departmentIdList: [department] },
      { industryIdList: [industry] },
      { systemIdList: [system] },
      { employerIdList: [zenith], departmentIdList: [department], industryIdList: [industry], systemIdList: [system] },
    ]
    for (const audience of ['all', 'external', 'internal'])
      for (const targets of choices) {
        const id = await stored(audience, targets)
        for (const user of users.filter((_, index) => index < 16)) {
          const shown = await portal.database.requests.read({ kind: 'everything' }, (tx) =>
            readAnnouncementsOf(tx, user.id, reading()),
          )
          const isShown = shown.some(({ announcementId }) => announcementId === id)
          const { seesFlg } = await preview(user.id, audience, targets)
          expect({ audience, targets, user: user.id, seesFlg }).toEqual({
            audience,
            targets,
            user: user.id,
            seesFlg: isShown,
          })
        }
        await portal.owner('delete from announcements')
      }
  })

  test('names everything that keeps them from it, in the same order', async () => {
    const outsider = await portal.make.user({ client_id: acme, status: 2 })
    const targets = {
      employerIdList: [zenith],
      industryIdList: [industry],
      departmentIdList: [department],
      systemIdList: [system],
    }
    expect(await preview(outsider.id, 'internal', targets)).toMatchObject({
      seesFlg: false,
      failedGates: ['USER_ACTIVE', 'USER_TYPE', 'CLIENT', 'INDUSTRY', 'DEPARTMENT', 'APPLICATION'],
      mailFlg: false,
      textFlg: false,
    })
    const insider = await portal.make.user({ client_id: zenith, department_id: department })
    await portal.make.grant(insider, { systemId: system })
    expect(await preview(insider.id, 'external', targets)).toMatchObject({ seesFlg: true, failedGates: [] })
    expect(await preview(insider.id, 'internal', targets)).toMatchObject({ failedGates: ['USER_TYPE'] })
  })

  test('has their first name and the brand of their client, and how they would be notified', async () => {
    const client = await portal.make.client({ name: 'Branded' })
    const person = await portal.make.user({ client_id: client, first_name: 'Quentin' })
    const { id: plain } = await portal.make.user({ client_id: acme })
    await portal.owner(
      'insert into user_notification_types select $1, id from notification_types where not is_text_message',
      [person.id],
    )
    await portal.owner(
      `insert into branding_versions (client_id, tile_color, button_color) values ($1, 'aa0000', '00aa00')`,
      [client],
    )
    expect(await preview(person.id, 'all')).toEqual({
      seesFlg: true,
      languageCd: null,
      failedGates: [],
      mailFlg: true,
      textFlg: false,
      firstNm: 'Quentin',
      employerNm: 'Branded',
      colorTxt: 'aa0000',
      pryButtonColorTxt: '00aa00',
      logoUrl: null,
      logoDarkUrl: null,
      homeBgUrl: null,
    })
    const shown = async () => {
      const { logoUrl, logoDarkUrl, homeBgUrl } = await preview(person.id, 'all')
      return [logoUrl, logoDarkUrl, homeBgUrl].map((url) => url?.split('/').at(-1))
    }
    const keys = ['1', '2', '3'].map((digit) => digit.repeat(64))
    for (const key of keys)
      await portal.owner('insert into brand_images (key, image) values ($1, $2)', [key, Buffer.from('89504e47', 'hex')])
    await portal.owner(
      'insert into branding_versions (client_id, logo_etag, logo_dark_etag, home_background_etag) values ($1, $2, $3, $4)',
      [client, ...keys],
    )
    expect(await shown()).toEqual(keys)
    expect(await preview(plain, 'all')).toMatchObject({ mailFlg: false, colorTxt: '3b5b8c', employerNm: 'Acme' })
  })

  test('is of active users, found by words of their name, user ID or email in any order', async () => {
    const person = await portal.make.user({ client_id: acme, first_name: 'Zenobia', last_name: 'Quill' })
    await portal.make.user({ client_id: acme, first_name: 'Zenobia', status: 2 })
    const found = async (nm: string) =>
      (await admin.call(listAnnouncementPersons, { params: { uid: author.id }, query: { nm } })).map(
        ({ userId }) => userId,
      )
    expect(await found('zenobia')).toEqual([person.id])
    expect(await found('obia qui')).toEqual([person.id])
    expect(await found('quill zeno')).toEqual([person.id])
    expect(await found('ZQ%')).toEqual([])
    expect(await admin.call(listAnnouncementPersons, { params: { uid: author.id }, query: { nm: 'Zenobia' } })).toEqual(
      [{ userId: person.id, userNm: person.userName, firstNm: 'Zenobia', lastNm: 'Quill', employerNm: 'Acme' }],
    )
  })

  test('of nobody, or without a user type, is refused', async () => {
    const params = { uid: author.id }
    expect(
      await admin.send(previewAnnouncement, { params, body: { userId: 2_000_000_000, userType: userType['all'] } }),
    ).toMatchObject({ status: 404 })
    expect(await admin.send(previewAnnouncement, { params, body: { userId: author.id } })).toMatchObject({
      status: 422,
      data: [{ field: 'userType', message: 'Select a user type.' }],
    })
  })
})
