import {
  addAnnouncement,
  type AnnouncementValueType,
  announcementValueTypes,
  deleteAnnouncement,
  listAnnouncementSystems,
  listAnnouncementValues,
  listClientsByIndustries,
  listSystemAnnouncements,
  listVerticalIndustries,
  restoreAnnouncement,
  type SentAnnouncement,
  updateAnnouncement,
} from '@portico/contract/announcements/announcement-admin.ts'
import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hostileHtml } from '../../../../contract/test/hostile-html.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { jobSchema } from '../../db/job-schema.ts'
import { cleanRichText } from '../../rich-text.ts'

let portal: Portal
let author: MadeUser
let admin: Browser
let reader: MadeUser
let home: Browser
const value: Record<string, number> = {}
beforeAll(async () => {
  portal = await startPortal({ beginsAtNoon: true })
  author = await portal.make.user({ is_internal: true, first_name: 'Grace', last_name: 'Hopper' })
  await portal.make.adminPages(author, ['System Announcements'])
  reader = await portal.make.user()
  await moveClock('0')
  for (const typeName of announcementValueTypes)
    for (const one of await values(typeName)) value[one.valueCd] = one.clsVldValId
})
afterAll(() => portal.close())
beforeEach(async () => {
  await moveClock('0')
  await portal.owner('delete from announcements')
})

/** Moves the clock and signs both users in anew: their sessions would have ended. */
async function moveClock(offset: string): Promise<void> {
  await portal.moveClock(offset)
  admin = await openSession(portal, author)
  home = await openSession(portal, reader)
}

const uid = () => ({ uid: author.id })
const values = (typeName: AnnouncementValueType) =>
  admin.call(listAnnouncementValues, { params: { ...uid(), typeName } })

/** The business day so many days from now, by the database's clock. */
async function day(distance: number): Promise<string> {
  const [row] = await portal.owner('select (business_today($1) + $2::integer)::text as day', [
    portal.config.businessTimeZone,
    distance,
  ])
  return String(row?.['day'])
}

const content = async (changes: Partial<SentAnnouncement> = {}): Promise<SentAnnouncement> => ({
  anncTitle: 'Office closed',
  anncMessage: '<p>On <strong>Monday</strong></p>',
  anncType: value['operational'],
  userType: value['all'],
  effectiveFromDt: await day(0),
  effectiveToDt: null,
  ...changes,
})

const add = async (changes: Partial<SentAnnouncement> = {}, anncReqType: 'publish' | 'review' = 'publish') =>
  admin.send(addAnnouncement, { params: uid(), query: { anncReqType }, body: await content(changes) })
const added = async (changes: Partial<SentAnnouncement> = {}, anncReqType: 'publish' | 'review' = 'publish') =>
  admin.call(addAnnouncement, { params: uid(), query: { anncReqType }, body: await content(changes) })
const update = async (
  announcementId: number,
  changes: Partial<SentAnnouncement> & { version?: number } = {},
  anncReqType: 'publish' | 'review' = 'publish',
) =>
  admin.send(updateAnnouncement, {
    params: { ...uid(), announcementId },
    query: { anncReqType },
    body: await content(changes),
  })
const remove = (announcementId: number, version?: number) =>
  admin.send(deleteAnnouncement, { params: { ...uid(), announcementId }, query: version ? { version } : {} })
const list = (query: Parameters<typeof admin.call<typeof listSystemAnnouncements>>[1]['query'] = {}) =>
  admin.call(listSystemAnnouncements, { params: uid(), query })
const titles = async (query: Parameters<typeof list>[0] = {}) => (await list(query)).map(({ titleText }) => titleText)
const shown = async (browser = home) => (await browser.call(listAnnouncements, {})).map(({ titleText }) => titleText)
const count = async () => Number((await portal.owner('select count(*) from announcements'))[0]?.['count'])
const trail = (id: number) =>
  portal.owner(
    `select event, actor_user_id, before, after from audit_events
      where target_kind = 'announcement' and target_id = $1 order by id`,
    [String(id)],
  )

describe('the lists to choose from', () => {
  test('types, statuses and user types come in display order (ANNC-046, ANNC-047, ANNC-060, ANNC-061)', async () => {
    const names = async (type: AnnouncementValueType) => (await values(type)).map(({ valueMediumNm }) => valueMediumNm)
    expect(await names('SYSTEM_ANNC_TYPE')).toEqual(['Promotional', 'Operational'])
    expect(await names('SYSTEM_ANNC_STATUS')).toEqual(['Review', 'Published', 'Expired', 'Deleted'])
    expect(await names('SYSTEM_ANNC_USER_TYPE')).toEqual(['All', 'External', 'Internal'])
  })

  test('industries, and the clients that they narrow (ANNC-057, ANNC-058, ANNC-065, GENL-013)', async () => {
    const [freight, energy] = await portal.owner(
      "insert into industries (name) values ('Freight'), ('Energy') returning id",
    )
    const [hauler, grid] = [await portal.make.client({ name: 'Hauler' }), await portal.make.client({ name: 'Grid' })]
    const gone = await portal.make.client({ name: 'Gone', is_deleted: true })
    await portal.owner('insert into client_industries values ($1, $2), ($3, $4), ($5, $2)', [
      hauler,
      freight?.['id'],
      grid,
      energy?.['id'],
      gone,
    ])
    expect(await admin.call(listVerticalIndustries, { params: uid() })).toEqual([
      { marketId: energy?.['id'], marketNm: 'Energy' },
      { marketId: freight?.['id'], marketNm: 'Freight' },
    ])
    const clients = async (...industries: unknown[]) =>
      (await admin.call(listClientsByIndustries, { params: uid(), query: { industries: industries.map(Number) } })).map(
        ({ clientNm }) => clientNm,
      )
    expect(await clients(freight?.['id'])).toEqual(['Hauler'])
    expect(await clients(freight?.['id'], energy?.['id'])).toEqual(['Grid', 'Hauler'])
    expect(await clients()).toEqual(expect.arrayContaining(['Grid', 'Hauler']))
    expect(await clients()).not.toContain('Gone')
  })

  test('applications are every system but the one that stands for all', async () => {
    const system = await portal.make.system({ name: 'Billing' })
    const deleted = await portal.make.system({ deleted_at: new Date() })
    const systems = await admin.call(listAnnouncementSystems, { params: uid() })
    expect(systems).toContainEqual({ systemId: system, systemNm: 'Billing' })
    expect(systems.map(({ systemId }) => systemId)).not.toContain(1)
    expect(systems.map(({ systemId }) => systemId)).not.toContain(deleted)
  })
})

describe('adding', () => {
  test('publishes with a start of today at once, on the home page of everyone (ANNC-009, ANNC-049, ANNC-062, ANNC-066)', async () => {
    const answer = await add()
    expect(answer).toMatchObject({
      code: '200',
      message: 'The Announcement has been saved and will be sent according to Start Date selected',
    })
    expect(await shown()).toEqual(['Office closed'])
  })

  test('for review says that it waits for review, and shows nobody anything', async () => {
    const answer = await add({}, 'review')
    expect(answer).toMatchObject({
      code: '200',
      message:
        'The Announcement has been saved and will be sent according to Start Date selected, once it’s published after its review. Nobody sees it until then.',
    })
    expect(await shown()).toEqual([])
  })

  test('the announcement has every field of the specification (ANNC-020..035)', async () => {
    const [industry] = await portal.owner("insert into industries (name) values ('Retail') returning id")
    const [department] = await portal.owner("insert into departments (name) values ('Payroll') returning id")
    const system = await portal.make.system({ name: 'Ledger' })
    await portal.owner('update users set department_id = $2 where id = $1', [reader.id, department?.['id']])
    await portal.owner('insert into client_industries values ($1, $2) on conflict do nothing', [
      reader.clientId,
      industry?.['id'],
    ])
    await portal.make.grant(reader, { systemId: system })
    const [client] = await portal.owner('select name from clients where id = $1', [reader.clientId])
    const one = await added({
      systemIdList: [system],
      industryIdList: [Number(industry?.['id'])],
      departmentIdList: [Number(department?.['id'])],
      employerIdList: [reader.clientId],
      effectiveToDt: await day(9),
    })
    expect(one).toEqual({
      announcementId: expect.any(Number),
      titleText: 'Office closed',
      languageCd: null,
      translations: [],
      messageText: '<p>On <strong>Monday</strong></p>',
      type: value['operational'],
      userType: value['all'],
      anncStatus: value['published'],
      effectiveFromDt: await day(0),
      effectiveToDt: await day(9),
      recordAddDt: expect.any(Date),
      recordAddBy: { firstNm: 'Grace', lastNm: 'Hopper' },
      systems: [{ systemId: system, systemNm: 'Ledger' }],
      verticalIndustries: [{ marketId: industry?.['id'], marketNm: 'Retail' }],
      departments: [{ departmentId: department?.['id'], departmentNm: 'Payroll' }],
      clients: [{ clientId: reader.clientId, clientNm: client?.['name'] }],
      review: null,
      version: 1,
    })
    expect(await list()).toEqual([one])
    expect(await shown()).toEqual(['Office closed'])
  })

  test('days are MM/dd/yyyy on the wire (ANNC-026, ANNC-027)', async () => {
    await portal.owner(
      "insert into announcements (title, message_html, kind, effective_from, effective_to) values ('t', 'm', 'operational', '2030-01-31', '2030-02-01')",
    )
    const { text } = await admin.send(listSystemAnnouncements, { params: uid(), query: {} })
    expect(text).toContain('"effectiveFromDt":"01/31/2030","effectiveToDt":"02/01/2030"')
  })

  test.each([
    ['a client', 'employerIdList', 'clients'],
    ['a department', 'departmentIdList', 'departments'],
    ['an industry', 'industryIdList', 'industries'],
    ['an application', 'systemIdList', 'systems'],
  ] as const)('for %s is seen there and not elsewhere (ANNC-010..013, ANNC-036..043)', async (_what, field, kind) => {
    const client = await portal.make.client()
    const mine = await portal.make.user({ client_id: client })
    const insert = async (table: string) =>
      Number((await portal.owner(`insert into ${table} (name) values (gen_random_uuid()) returning id`))[0]?.['id'])
    const make = {
      clients: () => client,
      departments: async () => {
        const id = await insert('departments')
        await portal.owner('update users set department_id = $2 where id = $1', [mine.id, id])
        return id
      },
      industries: async () => {
        const id = await insert('industries')
        await portal.owner('insert into client_industries values ($1, $2)', [client, id])
        return id
      },
      systems: async () => {
        const id = await portal.make.system()
        await portal.make.grant(mine, { systemId: id })
        return id
      },
    }
    await added({ [field]: [await make[kind]()] })
    expect(await shown(await openSession(portal, mine))).toEqual(['Office closed'])
    expect(await shown()).toEqual([])
  })

  test('for internal users stays from external ones', async () => {
    await added({ userType: value['internal'] })
    expect(await shown()).toEqual([])
    expect(await shown(admin)).toEqual(['Office closed'])
  })

  test('for review is shown to nobody until it is published (ANNC-049, ANNC-050)', async () => {
    const { announcementId, anncStatus } = await added({}, 'review')
    expect(anncStatus).toBe(value['review'])
    expect(await shown()).toEqual([])
    await update(announcementId)
    expect(await shown()).toEqual(['Office closed'])
  })

  test('with a later start is shown from that day on', async () => {
    await added({ effectiveFromDt: await day(1), effectiveToDt: await day(1) })
    expect(await shown()).toEqual([])
    await moveClock('1 day')
    expect(await shown()).toEqual(['Office closed'])
    await moveClock('2 days')
    expect(await shown()).toEqual([])
    expect((await list())[0]?.anncStatus).toBe(value['expired'])
  })

  test('accepts the names of the list for title, message and type (decision F4)', async () => {
    const { anncTitle, anncMessage, anncType, ...rest } = await content()
    const one = await admin.call(addAnnouncement, {
      params: uid(),
      query: { anncReqType: 'publish' },
      body: { ...rest, titleText: anncTitle, messageText: anncMessage, type: anncType },
    })
    expect(one).toMatchObject({ titleText: 'Office closed', type: value['operational'] })
  })

  test('keeps only what formatted text may hold, and a title of one line (S59)', async () => {
    const one = await added({
      anncTitle: '<b>Office</b>\r\nclosed',
      anncMessage:
        '<p onclick="x()" style="position:fixed">Hi <script>alert(1)</script><a href="javascript:alert(1)">there</a></p>',
    })
    expect(one.titleText).toBe('<b>Office</b> closed')
    expect(one.messageText).toBe('<p>Hi <a>there</a></p>')
  })

  test.each(hostileHtml)('stores nothing that runs or leads away: %s (S59)', async (html) => {
    const { messageText } = await added({ anncMessage: `<p>News</p>${html}` })
    expect(messageText).toBe(await cleanRichText(`<p>News</p>${html}`))
    expect(messageText).not.toMatch(/<(?!\/?(?:p|br|b|strong|i|em|u|s|ul|ol|li|a|h2|h3|blockquote)\b)/)
  })

  test('the same one twice is one announcement; another client gets a copy (R15)', async () => {
    const answers = await Promise.all([add(), add(), add()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.message).toBe(
      'There is already an announcement with the same text, dates and targets.',
    )
    expect(await count()).toBe(1)
    expect(await add({ employerIdList: [reader.clientId] })).toMatchObject({ status: 200 })
  })
})

describe('a bad announcement is refused at its field and changes nothing', () => {
  const refusedAt = async (changes: Partial<SentAnnouncement>, anncReqType: 'publish' | 'review' = 'publish') => {
    const answer = await add(changes, anncReqType)
    expect(await count()).toBe(0)
    return { status: answer.status, data: answer.data }
  }
  const at = (field: string, message: string) => ({ status: 422, data: [{ field, message }] })

  test('everything missing is said at once (ANNC-052)', async () => {
    const answer = await admin.send(addAnnouncement, { params: uid(), query: { anncReqType: 'review' }, body: {} })
    expect(answer).toMatchObject({ status: 422, message: 'Please enter valid values for the fields identified below' })
    expect((answer.data as unknown as { field: string }[]).map(({ field }) => field)).toEqual([
      'anncTitle',
      'anncMessage',
      'anncType',
      'userType',
      'effectiveFromDt',
    ])
  })

  // What is left of them would be short enough, but reading them would hold up everybody else.
  test.each([
    ['more elements than its characters allow', `${'<b>'.repeat(6_100)}News`],
    ['more than twice the characters', `News<!--${'x'.repeat(40_000)}-->`],
  ])('a message of %s', async (_, anncMessage) => {
    expect(await refusedAt({ anncMessage })).toEqual(
      at('anncMessage', 'The message is too long. It may have 20,000 characters with its formatting.'),
    )
  })

  test('a start before yesterday (ANNC-053, ANNC-054)', async () => {
    expect(await refusedAt({ effectiveFromDt: await day(-2) })).toEqual(
      at('effectiveFromDt', 'The start date can’t be earlier than today.'),
    )
    expect(await add({ effectiveFromDt: await day(-1) })).toMatchObject({ status: 200 })
  })

  test('an end before the start', async () => {
    expect(await refusedAt({ effectiveFromDt: await day(5), effectiveToDt: await day(4) })).toEqual(
      at('effectiveToDt', 'The end date can’t be before the start date.'),
    )
  })

  test('a day that does not exist', async () => {
    const body = { ...(await content()), effectiveFromDt: '2031-02-30' }
    expect(
      await admin.request(
        'POST',
        `/ccservices/secure/user/rest/notif/admin-users/${author.id}/add-announcement?anncReqType=publish`,
        {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...body, effectiveFromDt: '02/30/2031', effectiveToDt: '' }),
        },
      ),
    ).toMatchObject({ status: 400, data: [{ field: 'effectiveFromDt' }] })
  })

  test('a value of another type, or of none', async () => {
    expect(await refusedAt({ anncType: value['all'], userType: value['operational'] })).toMatchObject({
      status: 422,
      data: [{ field: 'anncType' }, { field: 'userType' }],
    })
    expect(await refusedAt({ anncType: 987_654 })).toEqual(at('anncType', 'Select a type.'))
  })

  test('a client that was deleted meanwhile is named; what never was is counted', async () => {
    const client = await portal.make.client({ name: 'Gone Inc' })
    await portal.owner('update clients set is_deleted = true where id = $1', [client])
    expect(await refusedAt({ employerIdList: [client, reader.clientId] })).toEqual(
      at('employerIdList', 'No longer available: Gone Inc. Remove them from your selection.'),
    )
    expect(await refusedAt({ departmentIdList: [987_654, 987_655] })).toEqual(
      at('departmentIdList', '2 of the chosen targets no longer exist. Remove them.'),
    )
    expect(await refusedAt({ systemIdList: [1] })).toMatchObject({ status: 422, data: [{ field: 'systemIdList' }] })
  })

  test('targets that reach nobody can’t be published, but saved for review', async () => {
    const empty = await portal.make.client()
    expect(await refusedAt({ employerIdList: [empty] })).toEqual(
      at(
        'employerIdList',
        'No active user matches all of these targets. Choose other ones, or save the announcement for review.',
      ),
    )
    expect(await add({ employerIdList: [empty] }, 'review')).toMatchObject({ status: 200 })
  })
})

describe('editing', () => {
  test('changes what is shown, and shows it again to who dismissed the old text (ANNC-063, ANNC-067)', async () => {
    const { announcementId } = await added()
    await portal.owner(
      'insert into user_announcements (user_id, announcement_id, dismissed_version) values ($1, $2, 1)',
      [reader.id, announcementId],
    )
    const displayed = async () => (await home.call(listAnnouncements, {}))[0]?.displayFlg
    expect(await displayed()).toBe(false)
    await update(announcementId, { effectiveToDt: await day(3) })
    expect(await displayed()).toBe(false)
    expect(await update(announcementId, { anncTitle: 'Office open' })).toMatchObject({
      message: 'The Announcement has been edited successfully',
      data: { titleText: 'Office open', version: 3 },
    })
    expect(await displayed()).toBe(true)
  })

  test('replaces the targets', async () => {
    const { announcementId } = await added({ employerIdList: [reader.clientId] })
    await update(announcementId, { employerIdList: [author.clientId], userType: value['internal'] })
    expect(await shown()).toEqual([])
    await update(announcementId, { employerIdList: [] })
    expect((await list())[0]?.clients).toEqual([])
  })

  test('takes a published one back for review', async () => {
    const { announcementId } = await added()
    await update(announcementId, {}, 'review')
    expect(await shown()).toEqual([])
    expect((await list())[0]?.anncStatus).toBe(value['review'])
  })

  test('of an older version is refused with who changed it', async () => {
    const { announcementId, version } = await added()
    await update(announcementId, { anncTitle: 'First', version })
    expect(await update(announcementId, { anncTitle: 'Second', version })).toMatchObject({
      status: 409,
      message:
        'Grace Hopper changed this announcement after you opened it. Reload it to see the changes, then try again.',
      data: { changedByNm: 'Grace Hopper' },
    })
    // Nobody is named where the command line made the change.
    await portal.owner('update announcements set changed_by = null where id = $1', [announcementId])
    expect(await update(announcementId, { anncTitle: 'Second', version })).toMatchObject({
      status: 409,
      message: 'This announcement was changed after you opened it. Reload it to see the changes, then try again.',
      data: { changedByNm: null },
    })
    expect(await titles()).toEqual(['First'])
  })

  test('of one that began earlier keeps its start', async () => {
    const { announcementId } = await added()
    await moveClock('9 days')
    const start = await day(-9)
    expect(await update(announcementId, { effectiveFromDt: start, anncTitle: 'Later' })).toMatchObject({ status: 200 })
    expect(await update(announcementId, { effectiveFromDt: await day(-8) })).toMatchObject({ status: 422 })
  })

  test('of one that is not there is refused', async () => {
    expect(await update(987_654)).toMatchObject({ status: 404 })
  })

  test('is in the audit trail with what changed, and an unchanged save is not', async () => {
    const { announcementId } = await added()
    await update(announcementId)
    await update(announcementId, { anncTitle: 'Office open' })
    expect(await trail(announcementId)).toEqual([
      expect.objectContaining({ event: 'announcement_changed', actor_user_id: author.id, before: null }),
      {
        event: 'announcement_changed',
        actor_user_id: author.id,
        before: { title: 'Office closed' },
        after: { title: 'Office open' },
      },
    ])
  })
})

describe('deleting', () => {
  test('marks it as deleted in the list and shows it to nobody (ANNC-045, ANNC-064, ANNC-068)', async () => {
    const { announcementId } = await added()
    expect(await remove(announcementId)).toMatchObject({
      code: '200',
      message: 'The Announcement has been successfully deleted',
    })
    expect(await shown()).toEqual([])
    expect((await list())[0]?.anncStatus).toBe(value['deleted'])
    const idsOf = async (deletedFlg: boolean) =>
      (await list({ deletedFlg })).map((announcement) => announcement.announcementId)
    expect(await idsOf(true)).toContain(announcementId)
    expect(await idsOf(false)).not.toContain(announcementId)
    expect(await update(announcementId)).toMatchObject({
      status: 422,
      message: 'This announcement was deleted. Copy it to use it again.',
    })
    expect(await remove(announcementId)).toMatchObject({ status: 422 })
  })

  test('can be taken back for an hour, once, by who deleted it', async () => {
    const { announcementId } = await added()
    const { undoId } = (await remove(announcementId)).data as { undoId: number }
    const restore = (browser: Browser, id: number) =>
      browser.send(restoreAnnouncement, { params: { uid: browser.userId }, body: { undoId: id } })
    const other = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(other, ['System Announcements'])
    expect(await restore(await openSession(portal, other), undoId)).toMatchObject({ status: 404 })
    expect(await restore(admin, undoId)).toMatchObject({ code: '200', message: 'The announcement is back.' })
    expect(await shown()).toEqual(['Office closed'])
    expect(await restore(admin, undoId)).toMatchObject({ status: 404 })
    expect((await trail(announcementId)).map(({ after }) => (after as { status: string }).status)).toEqual([
      'published',
      'deleted',
      'published',
    ])
  })

  test('and taking that back sends it at once to those whom it has not reached', async () => {
    const { announcementId } = await added()
    const { undoId } = (await remove(announcementId)).data as { undoId: number }
    const waiting = `from ${jobSchema}.job where name = 'announcement-sync' and state < 'active'`
    await portal.owner(`delete ${waiting}`)
    await admin.send(restoreAnnouncement, { params: { uid: admin.userId }, body: { undoId } })
    expect(await portal.owner(`select ${waiting}`)).toHaveLength(1)
  })

  test('of an older version is refused', async () => {
    const { announcementId, version } = await added()
    await update(announcementId, { anncTitle: 'Newer' })
    expect(await remove(announcementId, version)).toMatchObject({ status: 409 })
    expect(await shown()).toEqual(['Newer'])
  })
})

describe('the list (ANNC-014, ANNC-059)', () => {
  const insert = (title: string, columns: Record<string, unknown> = {}) =>
    portal.make.announcement({ title, created_by: author.id, ...columns })

  test('shows 15, the newest first (ANNC-071, ANNC-072)', async () => {
    for (let number = 1; number <= 17; number++)
      await insert(`N${number}`, { created_at: new Date(Date.UTC(2026, 0, number)) })
    const page = await admin.send(listSystemAnnouncements, { params: uid(), query: {} })
    expect((page.data as { titleText: string }[]).map(({ titleText }) => titleText)).toEqual(
      Array.from({ length: 15 }, (_, index) => `N${17 - index}`),
    )
    expect(page.headers.get('x-total-count')).toBe('17')
    expect(await titles({ pageNo: 2 })).toEqual(['N2', 'N1'])
  })

  test('is filtered by title, type, user type and status', async () => {
    await insert('Storm season', { kind: 'promotional', audience: 'external', status: 'review' })
    await insert('Maintenance')
    expect(await titles({ titleText: 'STORM' })).toEqual(['Storm season'])
    expect(await titles({ type: value['promotional'] ?? 0 })).toEqual(['Storm season'])
    expect(await titles({ userType: value['external'] ?? 0 })).toEqual(['Storm season'])
    expect(await titles({ anncStatus: value['review'] ?? 0 })).toEqual(['Storm season'])
    expect(await titles({ anncStatus: value['published'] ?? 0 })).toEqual(['Maintenance'])
    expect(await titles({ anncStatus: 987_654 })).toEqual([])
  })

  test('is filtered by effective dates: Active, Inactive, Duration (ANNC-048, decision F6)', async () => {
    await insert('past', { effective_from: await day(-9), effective_to: await day(-5) })
    await insert('now', { effective_from: await day(-5), effective_to: await day(0) })
    await insert('endless', { effective_from: await day(0) })
    await insert('later', { effective_from: await day(1), effective_to: await day(2) })
    const sorted = async (query: Parameters<typeof list>[0]) => (await titles(query)).toSorted()
    expect(await sorted({ effectiveCd: 'Active' })).toEqual(['endless', 'now'])
    expect(await sorted({ effectiveCd: 'Inactive' })).toEqual(['later', 'past'])
    const span = async (from: number, to: number) =>
      sorted({ effectiveCd: 'Duration', effectiveFromDt: await day(from), effectiveToDt: await day(to) })
    expect(await span(-5, -5)).toEqual(['now', 'past'])
    expect(await span(2, 30)).toEqual(['endless', 'later'])
    expect(await sorted({ effectiveCd: 'Duration', effectiveFromDt: await day(2) })).toEqual(['endless', 'later'])
    expect(await sorted({ effectiveCd: 'Duration', effectiveToDt: await day(-6) })).toEqual(['past'])
    expect(await sorted({ effectiveCd: 'Duration' })).toHaveLength(4)
  })

  test('is sorted by every column', async () => {
    await insert('b', { effective_from: '2020-01-02', kind: 'promotional', effective_to: '2030-01-01' })
    await insert('A', { effective_from: '2020-01-03', status: 'review' })
    for (const sort of [
      'recordAddDt',
      'titleText',
      'type',
      'userType',
      'anncStatus',
      'effectiveFromDt',
      'effectiveToDt',
    ] as const) {
      const ascending = await titles({ sort, direction: 'asc' })
      expect((await titles({ sort, direction: 'desc' })).toReversed()).toEqual(ascending)
    }
    expect(await titles({ sort: 'titleText' })).toEqual(['A', 'b'])
    expect(await titles({ sort: 'effectiveToDt' })).toEqual(['b', 'A'])
  })
})

test('only internal users who hold the page System Announcements may do any of it', async () => {
  const external = await portal.make.user()
  await portal.make.adminPages(external, ['System Announcements'])
  const other = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(other, ['Database Maintenance'])
  for (const user of [external, other]) {
    const browser = await openSession(portal, user)
    expect(await browser.send(listSystemAnnouncements, { params: { uid: user.id }, query: {} })).toMatchObject({
      status: 403,
    })
  }
})
