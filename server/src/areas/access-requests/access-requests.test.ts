import {
  decideAccessRequest,
  listAccessRequests,
  listOwnAccessRequests,
  listRequestableApplications,
  requestAccess,
  withdrawAccessRequest,
} from '@portico/contract/access-requests/access-requests.ts'
import { listSections } from '@portico/contract/home/home.ts'
import { updateUserPermissions } from '@portico/contract/users/user-profile.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grace, startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'
import { waitingStatements } from '../../../test/waiting-statements.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { everything } from '../../db/scope.ts'
import { readMailbox } from '../mail/public.ts'
import { withdrawAccessRequest as storeWithdrawal } from './access-request-store.ts'
import { accessRequestSyncJob } from './access-request-sync.job.ts'

let portal: Portal
let user: MadeUser
let home: Browser
let admin: Browser
let section: number
let system: number
let page: number
beforeAll(async () => {
  ;({ portal, browser: admin } = await startWithAdmin(['User Administration'], grace))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.moveClock('0')
  await portal.owner('delete from outbox_mails')
  await portal.owner('delete from access_requests')
  await portal.owner('update pages set is_requestable = false')
  user = await portal.make.user()
  home = await openSession(portal, user)
  section = await portal.make.section()
  system = await portal.make.system()
  page = await requestablePage()
})

const requestablePage = (columns: object = {}) =>
  portal.make.page({ system_id: system, section_id: section, is_requestable: true, ...columns })

/** An administrator of the system with the page, external unless said otherwise, of the user's employer. */
async function systemAdmin(columns: Record<string, unknown> = {}, holdsPage = true) {
  const made = await portal.make.user(columns)
  await portal.make.adminPages(made, ['User Administration'])
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [made.id])
  await portal.make.grant(made, { systemId: system, isAdmin: true, ...(holdsPage ? { pageId: page } : {}) })
  return { made, browser: await openSession(portal, made) }
}

const uid = (browser: Browser) => ({ uid: browser.userId })
const catalog = (browser = home) => browser.call(listRequestableApplications, { params: uid(browser) })
const offered = async (browser = home) =>
  (await catalog(browser)).filter(({ requestableStateCd }) => requestableStateCd === 'open').map(({ pageId }) => pageId)
const ask = (pageId = page, reasonTxt = 'I plan the routes', browser = home) =>
  browser.send(requestAccess, { params: uid(browser), body: { pageId, reasonTxt } })
async function asked(): Promise<number> {
  const { accessRequestId } = await home.call(requestAccess, {
    params: uid(home),
    body: { pageId: page, reasonTxt: 'I plan the routes' },
  })
  return accessRequestId
}
const own = (browser = home) => browser.call(listOwnAccessRequests, { params: uid(browser) })
const listed = (browser: Browser, query = {}) => browser.call(listAccessRequests, { params: uid(browser), query })
const decide = (
  browser: Browser,
  accessRequestId: number,
  body: { decisionCd: 'grant' | 'decline'; decisionTxt?: string; endDt?: Date } = { decisionCd: 'grant' },
) => browser.send(decideAccessRequest, { params: { ...uid(browser), accessRequestId }, body })
const syncRequests = async () => {
  await accessRequestSyncJob({ db: portal.database.jobs }).run({}, jobContext())
}
const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)
const seesTile = async () =>
  (await home.call(listSections, { params: uid(home) })).some(({ sectionId }) => sectionId === section)
const mails = async () =>
  (await readMailbox(portal.database.requests, createMailComposer(portal.config))).map(({ to, mail }) => ({
    to: to.split('@')[0],
    subject: mail?.subject,
    text: mail?.text ?? '',
  }))

const nameOfPage = async () => String((await portal.owner('select name from pages where id = $1', [page]))[0]?.['name'])
/** What the event of a decision records, and what the only mail is written with. */
const detailsOf = async (event: Record<string, unknown> | undefined) => ({
  recorded: event?.['after'],
  mailed: (await portal.owner('select fields from outbox_mails'))[0]?.['fields'],
})

describe('applications that can be asked for', () => {
  test('are those flagged as requestable that a grant alone would open, and no other is named (C1, S39)', async () => {
    expect(await offered()).toEqual([page])
    const closing: [string, string, string][] = [
      [
        'not flagged',
        'update pages set is_requestable = false where id = $1',
        'update pages set is_requestable = true where id = $1',
      ],
      [
        'not displayed',
        'update pages set is_displayed = false where id = $1',
        'update pages set is_displayed = true where id = $1',
      ],
      [
        'deleted',
        'update pages set deleted_at = now() where id = $1',
        'update pages set deleted_at = null where id = $1',
      ],
      [
        'internal only',
        'update pages set is_internal_only = true where id = $1',
        'update pages set is_internal_only = false where id = $1',
      ],
      [
        'for its administrators',
        'update pages set requires_admin = true where id = $1',
        'update pages set requires_admin = false where id = $1',
      ],
      [
        'tile hidden',
        'update sections set is_displayed = false where id = (select section_id from pages where id = $1)',
        'update sections set is_displayed = true where id = (select section_id from pages where id = $1)',
      ],
      [
        'application deleted',
        'update systems set deleted_at = now() where id = (select system_id from pages where id = $1)',
        'update systems set deleted_at = null where id = (select system_id from pages where id = $1)',
      ],
      [
        'application not assignable',
        'update systems set is_assignable = false where id = (select system_id from pages where id = $1)',
        'update systems set is_assignable = true where id = (select system_id from pages where id = $1)',
      ],
      [
        'facility lacking',
        `update systems set facility_code = 'EDH' where id = (select system_id from pages where id = $1)`,
        'update systems set facility_code = null where id = (select system_id from pages where id = $1)',
      ],
    ]
    const unknown = await ask(2_000_000_000)
    expect(unknown.status).toBe(403)
    for (const [what, close, open] of closing) {
      await portal.owner(close, [page])
      expect([what, await catalog()]).toEqual([what, []])
      const refused = await ask()
      expect([what, refused.status, refused.text]).toEqual([what, 403, unknown.text])
      await portal.owner(open, [page])
      await portal.owner('delete from attempt_counts')
    }
    expect(await offered()).toEqual([page])
    expect(await portal.owner('select 1 from access_requests')).toEqual([])
  })

  test('are not those that the user has, or has asked for, nor pages of the portal itself', async () => {
    await portal.make.grant(user, { systemId: system, pageId: page })
    await portal.owner('update pages set is_requestable = true, section_id = $1 where system_id = 2', [section])
    expect(await offered()).toEqual([])
    await portal.owner('update pages set section_id = null where system_id = 2')
    const other = await requestablePage({ name: 'Another' })
    expect(await offered()).toEqual([other])
    expect((await ask(other)).status).toBe(200)
    expect(await offered()).toEqual([])
    expect(await ask(other)).toMatchObject({ code: '422', message: 'You have already asked for this application.' })
  })

  test('stand in a catalog with their picture and what they are for; those that the user has come last', async () => {
    await portal.owner(
      `insert into page_search_items (page_id, name, description, display_order)
       values ($1, 'Routes', 'Plan a route', 1), ($1, 'Loads', 'Weigh a load', 2)`,
      [page],
    )
    await portal.owner(`insert into section_images (section_id, png, etag) values ($1, 'image', 'tag')`, [section])
    const asked = await requestablePage({ name: 'Zones' })
    const held = await requestablePage({ name: 'Abroad' })
    const ended = await requestablePage({ name: 'Zulu' })
    for (const pageId of [held, ended]) await portal.make.grant(user, { systemId: system, pageId })
    await portal.owner('update user_page_grants set valid_to = clock_now() where page_id = $1', [ended])
    await ask(asked)
    const shown = await catalog()
    expect(shown.map(({ pageId, requestableStateCd }) => [pageId, requestableStateCd])).toEqual([
      [page, 'open'],
      [asked, 'waiting'],
      [ended, 'open'],
      [held, 'held'],
    ])
    expect(shown[0]).toMatchObject({
      tileImage: `/ccservices/images/tiles/${section}.png?v=tag`,
      applicationSubLinks: [
        { sublinkNm: 'Routes', descriptionTxt: 'Plan a route' },
        { sublinkNm: 'Loads', descriptionTxt: 'Weigh a load' },
      ],
    })
    expect(shown[1]?.applicationSubLinks).toEqual([])
  })
})

describe('asking', () => {
  test('the user sees the state of the request, the right administrators are notified', async () => {
    const { made } = await systemAdmin()
    await systemAdmin({ client_id: await portal.make.client() })
    await systemAdmin({}, false)
    const inactive = await systemAdmin()
    await portal.owner('update users set status = 2 where id = $1', [inactive.made.id])
    const requestId = await asked()
    expect(await own()).toMatchObject([{ requestStateCd: 'pending', reasonTxt: 'I plan the routes', decidedDt: null }])
    const sent = await mails()
    expect(sent.map(({ to }) => to)).toEqual([made.userName])
    const [names] = await portal.owner(
      `select admin.first_name as "firstName", target.first_name || ' ' || target.last_name as "personName",
              client.name::text as "clientName", page.name as application
         from users admin, users target join clients client on client.id = target.client_id, pages page
        where admin.id = $1 and target.id = $2 and page.id = $3`,
      [made.id, user.id, page],
    )
    expect(await portal.owner('select fields from outbox_mails')).toEqual([
      { fields: { ...names, requestId, reason: 'I plan the routes' } },
    ])
    expect(sent[0]?.text).toMatch(/\/content-authenticated\/administration\/access-requests\?request=\d+/)
  })

  test('where the application has no administrator, the portal administrators are notified', async () => {
    await asked()
    const [row] = await portal.owner('select user_name from users where id = $1', [admin.userId])
    expect((await mails()).map(({ to }) => to)).toEqual([row?.['user_name']])
  })

  test.each([
    ['', 'Enter why you need it.'],
    [' \n\t ', 'Enter why you need it.'],
    ['x'.repeat(1001), 'Enter at most 1000 characters.'],
  ])(
    'a reason that is empty or too long is refused at its field, and nothing is stored (%#)',
    async (reason, message) => {
      expect(await ask(page, reason)).toMatchObject({ code: '422', data: [{ field: 'reasonTxt', message }] })
      expect(await own()).toEqual([])
      expect((await ask(page, 'x'.repeat(1000))).status).toBe(200)
    },
  )

  test('I read my latest request first', async () => {
    await asked()
    const second = await requestablePage({ name: 'Another' })
    await ask(second)
    expect((await own()).map(({ pageNm }) => pageNm)).toEqual(['Another', await nameOfPage()])
  })

  test('two requests at once for one application become one', async () => {
    const answers = await Promise.all([ask(), ask()])
    expect(statusesOf(answers)).toEqual([200, 422])
    expect(await own()).toHaveLength(1)
  })

  test('ten requests an hour at most', async () => {
    for (let count = 0; count < 10; count++) await ask(2_000_000_000)
    expect((await ask()).status).toBe(429)
    await portal.moveClock('61 minutes')
    const again = await openSession(portal, user)
    expect((await ask(page, 'For my work', again)).status).toBe(200)
  })

  test('I withdraw my request once, and nobody else’s; then I can ask again', async () => {
    const accessRequestId = await asked()
    const other = await openSession(portal, await portal.make.user())
    const withdraw = (browser: Browser) =>
      browser.send(withdrawAccessRequest, { params: { ...uid(browser), ownAccessRequestId: accessRequestId } })
    expect((await withdraw(other)).status).toBe(404)
    expect((await withdraw(home)).status).toBe(200)
    expect(await withdraw(home)).toMatchObject({
      code: '409',
      message: 'This request was already decided or withdrawn.',
    })
    expect(await own()).toMatchObject([{ requestStateCd: 'withdrawn', decidedDt: null }])
    expect(await decide(admin, accessRequestId)).toMatchObject({
      code: '409',
      message: 'The user has withdrawn this request in the meantime.',
    })
    expect(await offered()).toEqual([page])
  })
})

describe('deciding', () => {
  test('a granted request opens the tile until the chosen end, and the user is notified', async () => {
    const id = await asked()
    expect(await seesTile()).toBe(false)
    const endDt = new Date(Date.now() + 30 * 86_400_000)
    await portal.owner('delete from outbox_mails')
    const answer = await decide(admin, id, { decisionCd: 'grant', decisionTxt: 'Welcome', endDt })
    expect(answer).toMatchObject({ code: '200' })
    expect(await seesTile()).toBe(true)
    expect(await own()).toMatchObject([{ requestStateCd: 'granted', decisionTxt: 'Welcome', endDt }])
    // The application ends with the page that was asked for: it came with it.
    for (const table of ['current_page_grants', 'current_system_grants'])
      expect(await portal.owner(`select ends_at, granted_by from ${table} where user_id = $1`, [user.id])).toEqual([
        { ends_at: endDt, granted_by: admin.userId },
      ])
    expect((await mails()).map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      expect.stringMatching(new RegExp(`^${user.userName}: You now have Page`)) as string,
    ])
    const events = await portal.owner(
      `select event, after from audit_events where subject_user_id = $1 and actor_user_id = $2 order by event`,
      [user.id, admin.userId],
    )
    expect(events.map(({ event }) => event)).toEqual(['access_request_granted', 'user_permissions_changed'])
    expect(await detailsOf(events[0])).toEqual({
      recorded: { page: await nameOfPage(), reason: 'Welcome', endsAt: endDt.toISOString() },
      mailed: {
        firstName: 'Ada',
        application: await nameOfPage(),
        isGranted: true,
        reason: 'Welcome',
        endsAt: endDt.toISOString(),
      },
    })
    await portal.moveClock('31 days')
    const later = await openSession(portal, user)
    expect(await later.call(listSections, { params: uid(later) })).toEqual([])
  })

  test('what the user holds otherwise stays as it is, with its end', async () => {
    const other = await portal.make.page({ system_id: system, section_id: section })
    await portal.make.grant(user, { systemId: system, pageId: other, isAdmin: true })
    const end = new Date(Date.now() + 9 * 86_400_000)
    for (const table of ['user_system_grants', 'user_page_grants'])
      await portal.owner(`update ${table} set ends_at = $2 where user_id = $1`, [user.id, end])
    const held = () =>
      portal.owner(
        `select 'system' as kind, id from current_system_grants where user_id = $1
         union all select 'page', id from current_page_grants where user_id = $1 and page_id = $2`,
        [user.id, other],
      )
    const before = await held()
    await decide(admin, await asked())
    expect(await held()).toEqual(before)
    expect(await offered()).toEqual([])
  })

  test('a declined request changes no permission; the user reads the reason', async () => {
    const id = await asked()
    expect(await decide(admin, id, { decisionCd: 'decline', decisionTxt: ' ' })).toMatchObject({
      code: '422',
      data: [{ field: 'decisionTxt', message: 'Enter a reason for declining.' }],
    })
    await portal.owner('delete from outbox_mails')
    const decisionTxt = 'Ask your manager first'
    // An end that was typed before is not one of anything.
    await decide(admin, id, { decisionCd: 'decline', decisionTxt, endDt: new Date(Date.now() + 86_400_000) })
    expect(await own()).toMatchObject([{ requestStateCd: 'declined', decisionTxt, endDt: null }])
    expect((await own())[0]?.decidedDt).toBeInstanceOf(Date)
    expect(await seesTile()).toBe(false)
    const [sent] = await mails()
    expect([sent?.to, sent?.text.includes(decisionTxt)]).toEqual([user.userName, true])
    const [event] = await portal.owner("select after from audit_events where event = 'access_request_declined'")
    expect(await detailsOf(event)).toEqual({
      recorded: { page: await nameOfPage(), reason: decisionTxt, endsAt: null },
      mailed: {
        firstName: 'Ada',
        application: await nameOfPage(),
        isGranted: false,
        reason: decisionTxt,
        endsAt: null,
      },
    })
    expect(await offered()).toEqual([page])
    // What is decided the next time is mailed, too.
    await decide(admin, await asked(), { decisionCd: 'grant' })
    expect((await mails()).filter(({ subject }) => subject?.startsWith('You now have'))).toHaveLength(1)
  })

  test('an end in the past is refused, and the request stays', async () => {
    const id = await asked()
    const answer = await decide(admin, id, { decisionCd: 'grant', endDt: new Date(Date.now() - 1000) })
    expect(answer.status).toBe(422)
    expect(await own()).toMatchObject([{ requestStateCd: 'pending' }])
  })

  test('of two administrators at once one decides, and the other reads who did', async () => {
    const { browser } = await systemAdmin()
    const id = await asked()
    const answers = await Promise.all([
      decide(admin, id),
      decide(browser, id, { decisionCd: 'decline', decisionTxt: 'No' }),
    ])
    expect(statusesOf(answers)).toEqual([200, 409])
    const state = (await own())[0]?.requestStateCd
    const isGranted = answers[0]?.status === 200
    expect(state).toBe(isGranted ? 'granted' : 'declined')
    const late = await decide(admin, id)
    expect(late).toMatchObject({
      code: '409',
      message: `${isGranted ? 'Grace Hopper' : 'Ada Lovelace'} has decided this request in the meantime.`,
    })
  })

  test('an administrator of an employer does not read who outside of it decided', async () => {
    const { browser } = await systemAdmin()
    const outsider = await portal.make.user({ is_internal: true, client_id: await portal.make.client() })
    await portal.make.adminPages(outsider, ['User Administration'])
    const id = await asked()
    expect((await decide(await openSession(portal, outsider), id)).code).toBe('200')
    expect(await decide(browser, id)).toMatchObject({
      code: '409',
      message: 'This request was decided in the meantime.',
      data: { changedByNm: null },
    })
  })

  test.each(['grant', 'decline'] as const)(
    'to %s a request that its sender withdraws at the same moment changes nothing and says so',
    async (decisionCd) => {
      const id = await asked()
      await portal.owner('delete from outbox_mails')
      const { promise: isWithdrawn, resolve: withdrawn } = Promise.withResolvers<void>()
      const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
      const withdrawing = portal.database.jobs.transact(everything, async (tx) => {
        await storeWithdrawal(tx, id, user.id)
        withdrawn()
        await mayEnd
      })
      await isWithdrawn
      // The request is still pending for the decision, which waits for the transaction that withdraws it.
      const deciding = decide(admin, id, { decisionCd, decisionTxt: 'As asked' })
      await expect.poll(() => waitingStatements(portal)).toBeGreaterThan(0)
      end()
      await withdrawing
      expect(await deciding).toMatchObject({
        status: 409,
        message: 'The user has withdrawn this request in the meantime.',
      })
      expect(await own()).toMatchObject([{ requestStateCd: 'withdrawn', decisionTxt: '' }])
      expect(await seesTile()).toBe(false)
      expect(await mails()).toEqual([])
      expect(
        await portal.owner('select event from audit_events where subject_user_id = $1 and actor_user_id = $2', [
          user.id,
          admin.userId,
        ]),
      ).toEqual([])
    },
  )

  test('a request for what is given otherwise closes with the change of the profile', async () => {
    await asked()
    await admin.call(updateUserPermissions, {
      params: { ...uid(admin), userId: user.id },
      body: { userSystems: [{ systemId: system }], userPages: [{ pageId: page }] },
    })
    expect(await own()).toMatchObject([{ requestStateCd: 'closed' }])
  })

  test.each<[string, (id: number) => Promise<unknown>, unknown]>([
    ['the job', () => syncRequests(), undefined],
    [
      'the decision',
      async (id) => (await decide(admin, id)).message,
      'Ada Lovelace already has this application, so the request is closed.',
    ],
  ])('a request for what was given by other means is closed by %s', async (_by, close, message) => {
    const id = await asked()
    await portal.make.grant(user, { systemId: system, pageId: page })
    expect(await close(id)).toBe(message)
    expect(await own()).toMatchObject([{ requestStateCd: 'closed' }])
    const [request] = await listed(admin, { accessRequestId: id })
    // Nobody has decided it.
    expect(request).toMatchObject({ requestStateCd: 'closed', decidedDt: null, decidedByNm: null })
  })

  test('what can no longer be granted is refused with what to do', async () => {
    const id = await asked()
    await portal.owner('update pages set is_internal_only = true where id = $1', [page])
    expect(await decide(admin, id)).toMatchObject({
      code: '422',
      message: 'This application can’t be granted to Ada Lovelace any more. Decline the request.',
    })
  })
})

describe('colleagues of a row', () => {
  test('are the active users of the same employer and department, and I read how many have the application', async () => {
    const made = await portal.owner("insert into departments (name) values ('Planning'), ('Sales') returning id")
    const [department, elsewhere] = made.map(({ id }) => Number(id))
    const beside = { department_id: department }
    await portal.owner('update users set department_id = $2 where id = $1', [user.id, department])
    await asked()
    const row = async () => (await listed(admin))[0]
    expect(await row()).toMatchObject({ departmentNm: 'Planning', colleagueCnt: 0, colleagueAccessCnt: 0 })
    const give = async (made: MadeUser) => portal.make.grant(made, { systemId: system, pageId: page })
    for (const columns of [
      { department_id: elsewhere },
      { ...beside, status: 2 },
      { ...beside, client_id: await portal.make.client() },
    ])
      await give(await portal.make.user(columns))
    await portal.make.user(beside)
    await give(await portal.make.user(beside))
    const ended = await portal.make.user(beside)
    await give(ended)
    await portal.owner(
      "update user_page_grants set valid_from = now() - interval '2 days', ends_at = now() - interval '1 day' where user_id = $1",
      [ended.id],
    )
    expect(await row()).toMatchObject({ colleagueCnt: 3, colleagueAccessCnt: 1 })
    // An application that is given as a whole.
    await portal.owner('update pages set is_assignable = false where id = $1', [page])
    await portal.owner('update user_system_grants set valid_to = now() where user_id = $1', [ended.id])
    expect(await row()).toMatchObject({ colleagueCnt: 3, colleagueAccessCnt: 1 })
    await portal.owner('update users set department_id = null where id = $1', [user.id])
    expect(await row()).toMatchObject({ departmentNm: null, colleagueCnt: 0, colleagueAccessCnt: 0 })
  })
})

describe('who decides (E4)', () => {
  test('administrators see and decide the requests that they could grant in a profile, and no others', async () => {
    const id = await asked()
    const stranger = await systemAdmin({ client_id: await portal.make.client() })
    const withoutPage = await systemAdmin({}, false)
    const { made, browser } = await systemAdmin()
    for (const other of [stranger, withoutPage]) {
      expect(await listed(other.browser)).toEqual([])
      expect((await decide(other.browser, id)).status).toBe(404)
    }
    expect(await listed(browser)).toMatchObject([
      { accessRequestId: id, userNm: user.userName, requestStateCd: 'pending' },
    ])
    expect(await listed(admin)).toHaveLength(1)
    // Someone with a right that the administrator lacks.
    await portal.owner('update users set may_sign_on_as = true where id = $1', [user.id])
    expect(await listed(browser)).toEqual([])
    expect((await decide(browser, id)).status).toBe(404)
    await portal.owner('update users set may_sign_on_as = false where id = $1', [user.id])
    await portal.owner(`update user_system_grants set valid_to = clock_now() where user_id = $1 and system_id = $2`, [
      made.id,
      system,
    ])
    expect(await listed(browser)).toEqual([])
  })

  test('nobody decides their own request', async () => {
    const { made, browser } = await systemAdmin()
    const other = await requestablePage({ name: 'Mine' })
    await portal.make.grant(made, { systemId: system })
    const { accessRequestId } = await browser.call(requestAccess, {
      params: uid(browser),
      body: { pageId: other, reasonTxt: 'For me' },
    })
    expect(await listed(browser)).toEqual([])
    expect((await decide(browser, accessRequestId)).status).toBe(404)
  })

  test('the list is filtered by name, status, request and application, and sorted', async () => {
    const id = await asked()
    await portal.owner(`update users set last_name = 'Zimmer' where id = $1`, [user.id])
    const second = await openSession(portal, await portal.make.user({ last_name: 'Abel' }))
    await ask(page, 'Me too', second)
    const names = async (query: object) => (await listed(admin, query)).map(({ lastNm }) => lastNm)
    expect(await names({})).toEqual(['Zimmer', 'Abel'])
    expect(await names({ sort: 'lastNm' })).toEqual(['Abel', 'Zimmer'])
    expect(await names({ nm: 'zimm' })).toEqual(['Zimmer'])
    expect(await names({ accessRequestId: id })).toEqual(['Zimmer'])
    await ask(await requestablePage(), 'Another one', second)
    expect((await listed(admin, {})).length).toBe(3)
    expect(await names({ pageId: page })).toEqual(['Zimmer', 'Abel'])
    await decide(admin, id)
    expect(await names({ stateCd: 'pending', pageId: page })).toEqual(['Abel'])
    expect(await names({ stateCd: 'decided' })).toEqual(['Zimmer'])
  })
})
