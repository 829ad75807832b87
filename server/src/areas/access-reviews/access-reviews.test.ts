import {
  changeReviewDueDate,
  countReviewScope,
  decideReviewItems,
  endAccessReview,
  exportReviewItems,
  getAccessReview,
  listAccessReviews,
  listReviewItems,
  startAccessReview,
  undoReviewDecisions,
} from '@portico/contract/access-reviews/access-reviews.ts'
import { mailsBeforeDue } from '@portico/contract/access-reviews/review-mails.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { waitingStatements } from '../../../test/waiting-statements.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { readMailbox } from '../mail/public.ts'
import { run } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'
import { lockReview, setReviewDue } from './access-review-store.ts'
import { accessReviewNoticesJob } from './access-review-notices.job.ts'

let portal: Portal
/** A portal administrator. */
let admin: Browser
let adminUser: MadeUser
let client: number
let holder: MadeUser
let system: number
let page: number
beforeAll(async () => {
  portal = await startPortal({ beginsAtNoon: true })
  adminUser = await portal.make.user({ is_internal: true, first_name: 'Grace', last_name: 'Hopper' })
  await portal.make.adminPages(adminUser, ['User Administration'])
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.moveClock('0')
  await portal.owner('delete from access_review_items')
  await portal.owner('delete from access_reviews')
  await portal.owner('delete from outbox_mails')
  admin = await openSession(portal, adminUser)
  client = await portal.make.client({ name: `Harbor ${Math.random()}` })
  holder = await portal.make.user({ client_id: client, last_name: 'Ivers' })
  system = await portal.make.system({ name: `Planner ${holder.id}` })
  page = await portal.make.page({ system_id: system, section_id: await portal.make.section() })
  await portal.make.grant(holder, { systemId: system, pageId: page })
})

/** An administrator of the employer and of the system. */
async function systemAdmin(columns: Record<string, unknown> = {}) {
  const made = await portal.make.user({ client_id: client, first_name: 'Ann', last_name: 'Smith', ...columns })
  await portal.make.adminPages(made, ['User Administration'])
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [made.id])
  await portal.make.grant(made, { systemId: system, isAdmin: true, pageId: page })
  return { made, browser: await openSession(portal, made) }
}

/** Noon of the business day on which the tests begin. */
let noon: Date
beforeAll(async () => {
  const [row] = await portal.owner('select clock_now() as now')
  noon = row?.['now'] as Date
})
const inDays = (days: number) => new Date(noon.getTime() + days * 86_400_000)
const uid = (browser: Browser) => ({ uid: browser.userId })
const start = (body: { employerId?: number; systemId?: number; dueDt?: Date }, browser = admin) =>
  browser.send(startAccessReview, { params: uid(browser), body: { dueDt: inDays(30), ...body } })
async function startedReview(body: { employerId?: number; systemId?: number } = { systemId: system }) {
  const { accessReviewId } = await admin.call(startAccessReview, {
    params: uid(admin),
    body: { dueDt: inDays(30), ...body },
  })
  return accessReviewId
}
const of = (browser: Browser, accessReviewId: number) => ({ params: { ...uid(browser), accessReviewId } })
const items = (accessReviewId: number, browser = admin, query = {}) =>
  browser.call(listReviewItems, { ...of(browser, accessReviewId), query })
async function itemOf(review: number, user = holder): Promise<number> {
  const found = (await items(review)).find(({ userId }) => userId === user.id)
  return found?.accessReviewItemId ?? 0
}
const decide = (review: number, decisionCd: 'confirm' | 'end', itemIds: number[], browser = admin) =>
  browser.call(decideReviewItems, { ...of(browser, review), body: { decisionCd, itemIds } })
const refused = async (review: number, decisionCd: 'confirm' | 'end', itemIds: number[], browser = admin) => {
  const { status, message } = await browser.send(decideReviewItems, {
    ...of(browser, review),
    body: { decisionCd, itemIds },
  })
  return [status, message]
}
const heldSystems = async (user = holder) =>
  (await portal.owner('select system_id as id from current_system_grants where user_id = $1', [user.id])).map(
    ({ id }) => Number(id),
  )
const heldPages = async () =>
  (await portal.owner('select page_id as id from current_page_grants where user_id = $1', [holder.id])).map(({ id }) =>
    Number(id),
  )
const notify = async () => {
  const { businessTimeZone: timeZone } = portal.config
  await accessReviewNoticesJob({ db: portal.database.jobs, timeZone }).run({}, jobContext())
}
const mailed = async () =>
  (await readMailbox(portal.database.requests, createMailComposer(portal.config)))
    .map(({ to, mail }) => `${to.split('@')[0]}: ${mail?.subject}`)
    .toSorted()

describe('starting a review', () => {
  test('takes what users of an employer hold now, or everyone who holds an application', async () => {
    const other = await portal.make.user()
    const otherSystem = await portal.make.system()
    await portal.make.grant(holder, { systemId: otherSystem })
    await portal.make.grant(other, { systemId: system })
    const gone = await portal.make.user({ client_id: client, status: 3 })
    await portal.make.grant(gone, { systemId: system })
    const names = (rows: { userId: number; systemNm: string }[]) =>
      rows.map(({ userId, systemNm }) => `${userId} ${systemNm}`).toSorted()
    const [a, b] = await portal.owner('select name from systems where id = any($1) order by id', [
      [system, otherSystem],
    ])
    expect(names(await items(await startedReview()))).toEqual(
      [`${holder.id} ${String(a?.['name'])}`, `${other.id} ${String(a?.['name'])}`].toSorted(),
    )
    expect(names(await items(await startedReview({ employerId: client })))).toEqual(
      [`${holder.id} ${String(a?.['name'])}`, `${holder.id} ${String(b?.['name'])}`].toSorted(),
    )
  })

  test('is counted before: its grants, users and those who are mailed', async () => {
    const { browser } = await systemAdmin()
    const count = (query: { employerId?: number; systemId?: number }, reader = admin) =>
      reader.send(countReviewScope, { params: uid(reader), query })
    expect((await count({ systemId: system }, browser)).status).toBe(403)
    expect((await count({ systemId: system })).data).toEqual({ grantCnt: 2, userCnt: 2, deciderCnt: 2 })
    const { accessReviewId } = await admin.call(startAccessReview, {
      params: uid(admin),
      body: { dueDt: inDays(30), systemId: system },
    })
    await notify()
    expect([(await items(accessReviewId)).length, (await mailed()).length]).toEqual([2, 2])
    expect((await count({ employerId: client })).data).toMatchObject({ userCnt: 2 })
    expect((await count({})).message).toBe('Select an employer or an application.')
    expect((await count({ systemId: 987_654 })).message).toBe('This employer or application doesn’t exist.')
    const empty = await portal.make.system()
    expect((await count({ systemId: empty })).data).toEqual({ grantCnt: 0, userCnt: 0, deciderCnt: 0 })
  })

  test('is for portal administrators alone, and is recorded', async () => {
    const { browser } = await systemAdmin()
    expect((await start({ systemId: system }, browser)).status).toBe(403)
    expect(await portal.owner('select from access_reviews')).toEqual([])
    const answer = await start({ systemId: system })
    expect(answer.message).toBe('The review has started with 2 grants.')
    const [event] = await portal.owner(
      "select actor_user_id as actor, after from audit_events where event = 'access_review_started' order by id desc limit 1",
    )
    expect(event).toMatchObject({ actor: adminUser.id, after: { systemId: system, grants: 2 } })
  })

  test('says what is wrong, and nothing begins', async () => {
    const refused = async (body: Parameters<typeof start>[0]) => {
      const { status, message, data } = await start(body)
      return [status, message, (data as { field: string }[] | null)?.[0]?.field]
    }
    expect(await refused({})).toEqual([422, 'Select an employer or an application.', 'employerId'])
    expect(await refused({ employerId: client, systemId: system })).toEqual([
      422,
      'Select an employer or an application.',
      'systemId',
    ])
    expect(await refused({ systemId: 2_000_000_000 })).toEqual([
      422,
      'This employer or application doesn’t exist.',
      'systemId',
    ])
    expect(await refused({ systemId: system, dueDt: inDays(-1) })).toEqual([
      422,
      'The due date must be in the future.',
      'dueDt',
    ])
    expect(await refused({ systemId: system, dueDt: inDays(400) })).toEqual([
      422,
      'The due date can be at most a year away.',
      'dueDt',
    ])
    const deleted = await portal.make.system()
    await portal.make.grant(holder, { systemId: deleted })
    await portal.owner('update systems set deleted_at = clock_now() where id = $1', [deleted])
    expect((await refused({ systemId: deleted }))[1]).toBe('This employer or application doesn’t exist.')
    const left = await portal.make.client()
    await portal.owner('update clients set is_deleted = true where id = $1', [left])
    expect((await refused({ employerId: left }))[1]).toBe('This employer or application doesn’t exist.')
    const [status, message] = await refused({ systemId: await portal.make.system() })
    expect([status, message]).toEqual([422, 'Nobody has access that could be reviewed.'])
    expect(await portal.owner('select from access_reviews')).toEqual([])
  })

  test('takes at most 20,000 grants: a larger one is refused with what to do instead, and nothing begins', async () => {
    await portal.owner(
      `with made as (
         insert into systems (name, code) select 'Large ' || $1::int || ' ' || each, 'L' || $1::int || '-' || each
           from generate_series(1, 140) each returning id),
       people as (
         insert into users (user_name, first_name, last_name, email, client_id)
         select 'many-' || $1::int || '-' || each, 'Many', 'Person', 'many-' || $1::int || '-' || each || '@example.test', $1::int
           from generate_series(1, 143) each returning id)
       insert into user_system_grants (user_id, system_id) select people.id, made.id from made cross join people`,
      [client],
    )
    const answer = await start({ employerId: client })
    expect([answer.status, answer.data]).toMatchObject([422, [{ field: 'employerId' }]])
    expect(answer.message).toBe(
      'The users of this employer hold more than 20,000 grants, too many for one review. Review its applications one by one.',
    )
    expect(await portal.owner('select from access_reviews')).toEqual([])
    await portal.owner(
      'delete from user_system_grants where user_id in (select id from users where client_id = $1 and first_name = $2)',
      [client, 'Many'],
    )
  })

  test('of an application with more than 20,000 holders is refused as well', async () => {
    await portal.owner(
      `with people as (
         insert into users (user_name, first_name, last_name, email, client_id)
         select 'holder-' || $1::int || '-' || each, 'Many', 'Holder', 'holder-' || $1::int || '-' || each || '@example.test', $1::int
           from generate_series(1, 20000) each returning id)
       insert into user_system_grants (user_id, system_id) select id, $2 from people`,
      [client, system],
    )
    const answer = await start({ systemId: system })
    expect([answer.status, answer.data]).toMatchObject([422, [{ field: 'systemId' }]])
    expect(answer.message).toContain('20,000')
    expect(await portal.owner('select from access_reviews')).toEqual([])
    await portal.owner('delete from user_system_grants where user_id = $1 and system_id = $2', [holder.id, system])
    expect((await start({ systemId: system })).message).toBe('The review has started with 20,000 grants.')
    await portal.owner('delete from user_system_grants where system_id = $1', [system])
  })

  test.each([
    ['an application', () => ({ systemId: system })],
    ['an employer', () => ({ employerId: client })],
  ])('of two of %s at the same moment one begins, and another one only once all is decided', async (_what, of_) => {
    const answers = await Promise.all([start(of_()), start(of_())])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const [review] = await admin.call(listAccessReviews, { params: uid(admin), query: {} })
    const id = review?.accessReviewId ?? 0
    await decide(id, 'confirm', [await itemOf(id)])
    expect((await start(of_())).status).toBe(200)
  })
})

describe('deciding', () => {
  test('confirmed access stays, ended access goes with its pages; who and when is recorded', async () => {
    const second = await portal.make.user({ client_id: client })
    await portal.make.grant(second, { systemId: system })
    const review = await startedReview()
    expect(await decide(review, 'confirm', [await itemOf(review, second)])).toMatchObject({
      results: [{ code: '200' }],
    })
    const ended = await admin.send(decideReviewItems, {
      ...of(admin, review),
      body: { decisionCd: 'end', itemIds: [await itemOf(review)] },
    })
    expect(ended.message).toBe('1 grant ended.')
    expect([await heldSystems(), await heldPages(), await heldSystems(second)]).toEqual([[], [], [system]])
    const states = (await items(review)).map(({ userId, itemStateCd, decidedByNm }) => [
      userId,
      itemStateCd,
      decidedByNm,
    ])
    expect(new Map(states.map(([id, ...rest]) => [id, rest]))).toEqual(
      new Map([
        [holder.id, ['ended', 'Grace Hopper']],
        [second.id, ['confirmed', 'Grace Hopper']],
      ]),
    )
    expect(await admin.call(getAccessReview, of(admin, review))).toMatchObject({
      itemCnt: 2,
      openCnt: 0,
      reviewStateCd: 'done',
    })
    const events = await portal.owner(
      "select subject_user_id as id, after from audit_events where event = 'access_review_decided' and target_id = $1 order by audit_events.id",
      [String(review)],
    )
    expect(events).toEqual([
      { id: second.id, after: { systemId: system, decision: 'confirmed' } },
      { id: holder.id, after: { systemId: system, decision: 'ended' } },
    ])
  })

  test('of two administrators the first one counts, and the second one reads who it was', async () => {
    const { browser } = await systemAdmin()
    const review = await startedReview()
    const item = await itemOf(review)
    await decide(review, 'confirm', [item], browser)
    expect(await refused(review, 'end', [item])).toEqual([409, 'Ann Smith has already decided this.'])
    expect(await heldSystems()).toEqual([system])
  })

  test('an administrator of an employer does not read who outside of it decided', async () => {
    const { browser } = await systemAdmin()
    const review = await startedReview()
    const item = await itemOf(review)
    await decide(review, 'confirm', [item])
    expect(await refused(review, 'end', [item], browser)).toEqual([409, 'This has already been decided.'])
  })

  test('access that ended meanwhile is not decided about', async () => {
    const review = await startedReview()
    const item = await itemOf(review)
    await portal.owner('update user_system_grants set valid_to = clock_now() where user_id = $1', [holder.id])
    const [row] = await portal.owner("select first_name || ' ' || last_name as name from users where id = $1", [
      holder.id,
    ])
    expect(await refused(review, 'confirm', [item])).toEqual([
      409,
      `${String(row?.['name'])} no longer has this access.`,
    ])
  })

  test('of the access of a deleted user nothing is left to decide, and the review is done', async () => {
    const review = await startedReview()
    await portal.owner('update users set status = 3, previous_status = 1 where id = $1', [holder.id])
    expect(await items(review)).toMatchObject([{ itemStateCd: 'gone' }])
    expect(await items(review, admin, { stateCd: 'waiting' })).toEqual([])
    expect(await admin.call(getAccessReview, of(admin, review))).toMatchObject({ reviewStateCd: 'done', openCnt: 0 })
  })

  test('administrators decide about access that they may end, and see no other (E4, S41)', async () => {
    const { made, browser } = await systemAdmin()
    const stranger = await portal.make.user()
    const stronger = await portal.make.user({ client_id: client })
    const internal = await portal.make.user({ client_id: client, is_internal: true })
    for (const user of [stranger, stronger, internal]) await portal.make.grant(user, { systemId: system })
    await portal.make.adminPages(stronger, ['User Administration', 'Client Settings'])
    const otherSystem = await portal.make.system()
    await portal.make.grant(holder, { systemId: otherSystem })
    const review = await startedReview({ employerId: client })
    expect((await items(review, browser)).map(({ userId }) => userId)).toEqual([holder.id])
    expect(await browser.call(getAccessReview, of(browser, review))).toMatchObject({ itemCnt: 1, startedByNm: null })
    const others = (await items(review)).filter(({ userId }) => userId !== holder.id)
    expect(others.map(({ userId }) => userId)).toContain(made.id)
    const ids = others.map(({ accessReviewItemId }) => accessReviewItemId)
    for (const id of ids) expect((await refused(review, 'end', [id], browser))[0]).toBe(404)
    expect((await refused(review, 'end', ids, browser))[0]).toBe(404)
    const { browser: elsewhere } = await systemAdmin({ client_id: await portal.make.client() })
    for (const endpoint of [getAccessReview, listReviewItems] as const)
      expect((await elsewhere.send(endpoint, { ...of(elsewhere, review), query: {} } as never)).status).toBe(404)
    expect(await elsewhere.call(listAccessReviews, { params: uid(elsewhere), query: {} })).toEqual([])
  })

  test('nobody decides about their own access', async () => {
    await portal.make.grant(adminUser, { systemId: system })
    const review = await startedReview()
    const own = (await items(review)).find(({ userId }) => userId === adminUser.id)
    expect(own?.mayDecideFlg).toBe(false)
    expect(await refused(review, 'confirm', [own?.accessReviewItemId ?? 0])).toEqual([
      403,
      'Another administrator must decide about your own access.',
    ])
    await portal.owner('delete from user_system_grants where user_id = $1 and system_id = $2', [adminUser.id, system])
  })

  test('in bulk each counts by itself, and the answer says what was not done', async () => {
    const second = await portal.make.user({ client_id: client })
    await portal.make.grant(second, { systemId: system })
    const review = await startedReview()
    const ids = [await itemOf(review), await itemOf(review, second)]
    await portal.owner('update user_system_grants set valid_to = clock_now() where user_id = $1', [second.id])
    const answer = await admin.send(decideReviewItems, {
      ...of(admin, review),
      body: { decisionCd: 'confirm', itemIds: [...ids, ...ids] },
    })
    expect(answer.message).toBe('1 of 2 done. Ada Lovelace no longer has this access.')
    expect(await items(review, admin, { stateCd: 'waiting' })).toEqual([])
  })

  test('after the due date nothing is decided: what nobody decided stays, and is named', async () => {
    const review = await startedReview()
    const item = await itemOf(review)
    await portal.moveClock('31 days')
    admin = await openSession(portal, adminUser)
    expect(await refused(review, 'end', [item])).toEqual([409, 'The review has ended.'])
    expect(await heldSystems()).toEqual([system])
    expect(await items(review, admin, { stateCd: 'waiting' })).toMatchObject([{ itemStateCd: 'undecided' }])
    expect(await admin.call(getAccessReview, of(admin, review))).toMatchObject({ reviewStateCd: 'ended', openCnt: 1 })
  })

  test('ending rights in the portal itself needs a fresh sign-in (S52)', async () => {
    const colleague = await portal.make.user({ is_internal: true, client_id: client })
    await portal.make.adminPages(colleague, ['Audit Trail'])
    const review = await startedReview({ employerId: client })
    const item = await itemOf(review, colleague)
    await portal.moveClock('16 minutes')
    const body = { decisionCd: 'end' as const, itemIds: [item] }
    expect(await admin.send(decideReviewItems, { ...of(admin, review), body })).toMatchObject({
      code: '401',
      data: { reauth: true },
    })
    expect(await heldSystems(colleague)).toEqual([2])
  })

  test('a call that needs a fresh sign-in decides nothing at all, whatever comes first in it', async () => {
    const colleague = await portal.make.user({ is_internal: true, client_id: client })
    await portal.make.adminPages(colleague, ['Audit Trail'])
    const review = await startedReview({ employerId: client })
    const itemIds = [await itemOf(review), await itemOf(review, colleague)]
    await portal.moveClock('16 minutes')
    const answer = await admin.send(decideReviewItems, { ...of(admin, review), body: { decisionCd: 'end', itemIds } })
    expect(answer.code).toBe('401')
    expect(await items(review, admin, { stateCd: 'decided' })).toEqual([])
    expect([await heldSystems(), await heldSystems(colleague)]).toEqual([[system], [2]])
    // Confirming takes nothing away, and ending other access needs no fresh sign-in.
    expect((await decide(review, 'confirm', itemIds.slice(1))).results).toMatchObject([{ code: '200' }])
    expect((await decide(review, 'end', itemIds.slice(0, 1))).results).toMatchObject([{ code: '200' }])
  })
})

describe('a review under way', () => {
  const close = (review: number, browser = admin) => browser.send(endAccessReview, of(browser, review))
  const move = (review: number, dueDt: Date, browser = admin) =>
    browser.send(changeReviewDueDate, { ...of(browser, review), body: { dueDt } })
  const audited = (event: string) =>
    portal.owner('select before, after from audit_events where event = $1 order by id desc limit 1', [event])

  test('is ended by a portal administrator: what nobody decided stays, and is recorded as such', async () => {
    const second = await portal.make.user({ client_id: client, last_name: 'Jones' })
    await portal.make.grant(second, { systemId: system })
    const review = await startedReview()
    const { undoId } = await decide(review, 'end', [await itemOf(review)])
    const { browser } = await systemAdmin()
    expect((await close(review, browser)).status).toBe(403)
    expect((await close(review)).message).toBe('The review has ended. 1 grant wasn’t decided and stays as it is.')
    expect([await heldSystems(), await heldSystems(second)]).toEqual([[], [system]])
    expect((await items(review)).map(({ itemStateCd }) => itemStateCd)).toEqual(['ended', 'undecided'])
    expect(await admin.call(getAccessReview, of(admin, review))).toMatchObject({ reviewStateCd: 'ended', openCnt: 1 })
    expect(await audited('access_review_closed')).toMatchObject([
      { before: { dueAt: inDays(30).toISOString() }, after: { undecided: 1 } },
    ])
    expect(await refused(review, 'end', [await itemOf(review, second)])).toEqual([409, 'The review has ended.'])
    const taken = await admin.send(undoReviewDecisions, { params: uid(admin), body: { undoId } })
    expect(taken.message).toBe('The review has ended.')
    expect((await close(review)).message).toBe('The review has ended.')
    expect((await start({ systemId: system })).status).toBe(200)
  })

  test('with nothing left to decide says so when it is ended', async () => {
    const review = await startedReview()
    await decide(review, 'confirm', [await itemOf(review)])
    expect((await close(review)).message).toBe('The review has ended. Nothing was left to decide.')
  })

  test('gets another due date, which is mailed before it again', async () => {
    await systemAdmin()
    const review = await startedReview()
    await portal.moveClock('25 days')
    admin = await openSession(portal, adminUser)
    await notify()
    const before = await mailed()
    const keys = async () =>
      (await portal.owner("select dedupe_key as key from outbox_mails where dedupe_key like 'access-review:%'")).map(
        ({ key }) => String(key).split(':').slice(3),
      )
    // A node of the release before writes the same one.
    expect(await keys()).toContainEqual(['7'])
    expect((await move(review, inDays(60))).message).toBe('The due date has been changed.')
    expect(await audited('access_review_due_changed')).toEqual([
      { before: { dueAt: inDays(30).toISOString() }, after: { dueAt: inDays(60).toISOString() } },
    ])
    expect(await admin.call(getAccessReview, of(admin, review))).toMatchObject({ dueDt: inDays(60) })
    await portal.moveClock('54 days')
    await notify()
    expect((await mailed()).length).toBe(before.length * 2)
    admin = await openSession(portal, adminUser)
    await decide(review, 'confirm', [await itemOf(review)])
  })

  test('gets no due date that is past or too far, none once it has ended, and the same one changes nothing', async () => {
    const { browser } = await systemAdmin()
    const review = await startedReview()
    expect((await move(review, inDays(3), browser)).status).toBe(403)
    expect((await move(review, inDays(-1))).message).toBe('The due date must be in the future.')
    expect((await move(review, inDays(380))).message).toBe('The due date can be at most a year away.')
    const changes = () => portal.owner("select from audit_events where event = 'access_review_due_changed'")
    const before = await changes()
    expect((await move(review, inDays(30))).status).toBe(200)
    expect(await changes()).toEqual(before)
    await close(review)
    expect((await move(review, inDays(40))).message).toBe('The review has ended.')
    expect((await move(987_654, inDays(40))).status).toBe(404)
    expect((await close(987_654)).status).toBe(404)
  })
})

describe('taking decisions back', () => {
  const undo = (undoId: number | null, browser = admin) =>
    browser.send(undoReviewDecisions, { params: uid(browser), body: { undoId: undoId ?? 0 } })

  test('gives ended access back with its pages, once, and to nobody but who decided', async () => {
    const review = await startedReview()
    const { undoId } = await decide(review, 'end', [await itemOf(review)])
    const { browser } = await systemAdmin()
    expect((await undo(undoId, browser)).status).toBe(409)
    expect((await undo(undoId)).message).toBe('Decisions taken back.')
    expect([await heldSystems(), await heldPages()]).toEqual([[system], [page]])
    expect(await items(review)).toMatchObject([{ itemStateCd: 'pending', decidedByNm: null }])
    expect((await undo(undoId)).status).toBe(409)
    const events = await portal.owner(
      "select event from audit_events where event = 'access_review_undone' and target_id = $1",
      [String(review)],
    )
    expect(events).toHaveLength(1)
    const changes = await portal.owner(
      "select before, after from audit_events where event = 'user_permissions_changed' and subject_user_id = $1 order by id",
      [holder.id],
    )
    expect(changes).toHaveLength(2)
    // The record names what was given back as it named what was taken away.
    expect(changes[1]).toEqual({ before: changes[0]?.['after'], after: changes[0]?.['before'] })
    expect(Object.keys(changes[1]?.['after'] as object)).toContain(`Planner ${holder.id}`)
  })

  test('leaves ended what would have ended by itself meanwhile', async () => {
    const end = (table: string, hours: number) =>
      portal.owner(`update ${table} set ends_at = clock_now() + make_interval(hours => $2) where user_id = $1`, [
        holder.id,
        hours,
      ])
    await end('user_page_grants', 2)
    const review = await startedReview()
    const first = await decide(review, 'end', [await itemOf(review)])
    await portal.moveClock('3 hours')
    admin = await openSession(portal, adminUser)
    expect((await undo(first.undoId)).code).toBe('200')
    expect([await heldSystems(), await heldPages()]).toEqual([[system], []])
    await end('user_system_grants', 2)
    const second = await decide(review, 'end', [await itemOf(review)])
    await portal.moveClock('6 hours')
    admin = await openSession(portal, adminUser)
    expect((await undo(second.undoId)).code).toBe('200')
    expect([await heldSystems(), await heldPages()]).toEqual([[], []])
  })

  test('gives it back with its ends, and closes what the user has asked for since', async () => {
    const ends = async () => [
      ...(await portal.owner('select ends_at from current_system_grants where user_id = $1', [holder.id])),
      ...(await portal.owner('select ends_at from current_page_grants where user_id = $1', [holder.id])),
    ]
    for (const [table, days] of [
      ['user_system_grants', 20],
      ['user_page_grants', 10],
    ] as const)
      await portal.owner(`update ${table} set ends_at = $2 where user_id = $1`, [holder.id, inDays(days)])
    const before = await ends()
    const review = await startedReview()
    const { undoId } = await decide(review, 'end', [await itemOf(review)])
    await portal.owner("insert into access_requests (user_id, page_id, reason) values ($1, $2, 'Please')", [
      holder.id,
      page,
    ])
    expect((await undo(undoId)).code).toBe('200')
    expect(await ends()).toEqual(before)
    const requests = await portal.owner('select state from access_requests where user_id = $1', [holder.id])
    expect(requests).toEqual([{ state: 'closed' }])
  })

  test('is refused where another administrator has granted the access again, and theirs stays', async () => {
    const review = await startedReview()
    const { undoId } = await decide(review, 'end', [await itemOf(review)])
    const endsAt = inDays(5)
    await portal.owner('insert into user_system_grants (user_id, system_id, ends_at) values ($1, $2, $3)', [
      holder.id,
      system,
      endsAt,
    ])
    expect(await undo(undoId)).toMatchObject({
      status: 409,
      message:
        'The access of Ada Ivers has changed since then, so your decisions can’t be taken back. Change it in their user profile.',
    })
    const grants = await portal.owner('select ends_at as "endsAt" from current_system_grants where user_id = $1', [
      holder.id,
    ])
    expect([grants, await heldPages()]).toEqual([[{ endsAt }], []])
    expect(await items(review)).toMatchObject([{ itemStateCd: 'ended' }])
  })

  test('is over with the review: what was ended stays ended', async () => {
    const { accessReviewId: review } = await admin.call(startAccessReview, {
      params: uid(admin),
      body: { systemId: system, dueDt: new Date(noon.getTime() + 20 * 60_000) },
    })
    const { undoId } = await decide(review, 'end', [await itemOf(review)])
    await portal.moveClock('21 minutes')
    admin = await openSession(portal, adminUser)
    expect(await undo(undoId)).toMatchObject({ status: 409, message: 'The review has ended.' })
    expect(await heldSystems()).toEqual([])
    expect(await items(review)).toMatchObject([{ itemStateCd: 'ended' }])
  })

  test('gives back also what the administrator could end but not give', async () => {
    const { browser } = await systemAdmin()
    const other = await portal.make.page({ system_id: system, section_id: await portal.make.section() })
    await portal.owner('insert into user_page_grants (user_id, page_id) values ($1, $2)', [holder.id, other])
    await portal.owner('update user_system_grants set has_sensitive_data = true where user_id = $1', [holder.id])
    const review = await startedReview()
    const { undoId } = await decide(review, 'end', [await itemOf(review)], browser)
    expect((await undo(undoId, browser)).code).toBe('200')
    expect((await heldPages()).toSorted((one, two) => one - two)).toEqual([page, other])
    const [grant] = await portal.owner(
      'select has_sensitive_data as sensitive from current_system_grants where user_id = $1',
      [holder.id],
    )
    expect(grant).toEqual({ sensitive: true })
  })

  test('of rights in the portal itself needs a fresh sign-in, and without one gives nothing back (S52)', async () => {
    const colleague = await portal.make.user({ is_internal: true, client_id: client })
    await portal.make.adminPages(colleague, ['Audit Trail'])
    const review = await startedReview({ employerId: client })
    const { undoId } = await decide(review, 'end', [await itemOf(review, colleague)])
    await portal.moveClock('16 minutes')
    expect(await undo(undoId)).toMatchObject({ status: 200, code: '401', data: { reauth: true } })
    expect(await heldSystems(colleague)).toEqual([])
    await portal.owner('update sessions set authenticated_at = clock_now() where user_id = $1', [admin.userId])
    expect((await undo(undoId)).code).toBe('200')
    expect(await heldSystems(colleague)).toEqual([2])
  })

  test('of one item leaves the others of the call, which can still be taken back; the list says which and until when', async () => {
    const second = await portal.make.user({ client_id: client, last_name: 'Jones' })
    await portal.make.grant(second, { systemId: system })
    const review = await startedReview()
    const [own, others] = [await itemOf(review), await itemOf(review, second)]
    const { undoId } = await decide(review, 'end', [own, others])
    const { browser } = await systemAdmin()
    const offered = async (reader = admin) =>
      Object.fromEntries((await items(review, reader)).map((item) => [item.accessReviewItemId, item.undoId]))
    expect(await offered()).toEqual({ [own]: undoId, [others]: undoId })
    expect(await offered(browser)).toEqual({ [own]: undefined, [others]: undefined })
    const part = (itemIds: number[]) =>
      admin.send(undoReviewDecisions, { params: uid(admin), body: { undoId, itemIds } })
    expect((await part([own])).message).toBe('Decisions taken back.')
    expect([await heldSystems(), await heldSystems(second)]).toEqual([[system], []])
    expect(await offered()).toEqual({ [own]: undefined, [others]: undoId })
    // It was taken back already: of both, none is.
    expect((await part([own, others])).message).toBe('These decisions can no longer be taken back.')
    expect(await heldSystems(second)).toEqual([])
    await portal.moveClock('23 hours')
    admin = await openSession(portal, adminUser)
    expect(await offered()).toEqual({ [own]: undefined, [others]: undoId })
    await portal.moveClock('25 hours')
    admin = await openSession(portal, adminUser)
    expect(await offered()).toEqual({ [own]: undefined, [others]: undefined })
  })

  test('of two items at once takes both back', async () => {
    const second = await portal.make.user({ client_id: client, last_name: 'Jones' })
    await portal.make.grant(second, { systemId: system })
    const review = await startedReview()
    const ids = [await itemOf(review), await itemOf(review, second)]
    const { undoId } = await decide(review, 'end', ids)
    const part = (id: number) =>
      admin.send(undoReviewDecisions, { params: uid(admin), body: { undoId, itemIds: [id] } })
    // The first one has the offer and waits for its user; the second one waits for the offer.
    const { answers } = await portal.database.jobs.transact(everything, async (tx) => {
      await run(tx, sql`select from users where id = any (${[holder.id, second.id]}::integer[]) for update`)
      const both = Promise.all(ids.map(part))
      await vi.waitFor(async () => expect(await waitingStatements(portal)).toBe(2))
      return { answers: both }
    })
    expect((await answers).map(({ status }) => status)).toEqual([200, 200])
    expect([await heldSystems(), await heldSystems(second)]).toEqual([[system], [system]])
  })

  test('is over after a day', async () => {
    const review = await startedReview()
    const { undoId } = await decide(review, 'end', [await itemOf(review)])
    await portal.moveClock('25 hours')
    admin = await openSession(portal, adminUser)
    expect(await undo(undoId)).toMatchObject({
      status: 409,
      message: 'These decisions can no longer be taken back.',
    })
    expect(await heldSystems()).toEqual([])
  })
})

describe('those who decide are mailed', () => {
  test('when a review starts, and 7 days and 1 day before it is due, once each', async () => {
    const { made } = await systemAdmin()
    await startedReview()
    const seen: string[] = []
    for (const days of [0, 1, 10, 22, 23, 24, 28, 29, 29.4]) {
      await portal.moveClock(`${Math.round(days * 24)} hours`)
      await Promise.all([notify(), notify()])
      seen.push(...(await mailed()).map((mail) => `${days} ${mail}`))
      await portal.owner('update outbox_mails set state = $1', ['sent'])
      await portal.owner("update outbox_mails set to_address = 'seen@example.test'")
    }
    const fresh = seen.filter((mail) => !mail.includes('seen:'))
    const name = `Planner ${holder.id}`
    // Her own access is for a portal administrator, whom nobody else can replace.
    const of_ = (user: MadeUser, subject: string) => `${user.userName}: ${subject}`
    expect(fresh.map((mail) => mail.replace(/^[\d.]+ /, '')).toSorted()).toEqual(
      [made, adminUser]
        .flatMap((user) => [
          of_(user, `Please review access: ${name}`),
          of_(user, `Access review due in 7 days: ${name}`),
          of_(user, `Access review due tomorrow: ${name}`),
        ])
        .toSorted(),
    )
  })

  test('about a review that is due at midnight by the day before, its last one', async () => {
    await startedReview()
    await portal.owner(`update access_reviews set due_at = (business_today($1) + 10)::timestamp at time zone $1`, [
      portal.config.businessTimeZone,
    ])
    const due: string[] = []
    for (const days of [0, 1, 2, 3, 7, 8, 9, 10]) {
      await portal.owner('delete from outbox_mails')
      await portal.moveClock(`${days} days`)
      await notify()
      const subjects = (await mailed()).filter((mail) => mail.startsWith(adminUser.userName) && mail.includes(' due '))
      due.push(...subjects.map((mail) => `day ${days}: ${mail.replace(/^.* due /, '').replace(/:.*/, '')}`))
    }
    // The mails were deleted, so that a notice comes on every day on which it is due.
    expect(due).toEqual(['day 2: in 7 days', 'day 3: in 6 days', 'day 7: in 2 days', 'day 8: tomorrow', 'day 9: today'])
  })

  test('with the employer by name where the review is of one', async () => {
    await startedReview({ employerId: client })
    await notify()
    const [row] = await portal.owner('select name from clients where id = $1', [client])
    expect(await mailed()).toEqual([`${adminUser.userName}: Please review access: ${String(row?.['name'])}`])
  })

  test('once for a review of a few days: its start says when it is due', async () => {
    await startedReview()
    await portal.owner('update access_reviews set due_at = $1', [inDays(5)])
    const mails = []
    for (const days of [0, 1, 2, 3]) {
      await portal.moveClock(`${days} days`)
      await notify()
      mails.push((await mailed()).length)
    }
    expect(mails).toEqual([1, 1, 1, 1])
  })

  test.each([
    [0, 1],
    [0, 2],
    [0, 7],
    [0, 8],
    [1, 1],
    [1, 6],
    [1, 7],
    [5, 2],
    [5, 3],
    [6, 2],
    [20, 1],
    [20, 7],
    [20, 8],
  ])('as I read beforehand, after %d days of a review that is due in %d', async (daysUnderWay, daysLeft) => {
    const review = await startedReview()
    await notify()
    await portal.owner('update access_reviews set due_at = $2, is_due_changed = true where id = $1', [
      review,
      inDays(daysUnderWay + daysLeft),
    ])
    let count = (await mailed()).length
    const daysBefore: number[] = []
    for (let day = 1; day <= daysLeft; day++) {
      // In the morning, when the job runs.
      await portal.moveClock(`${(daysUnderWay + day) * 24 - 5} hours`)
      await notify()
      const now = (await mailed()).length
      if (now > count) daysBefore.push(daysLeft - day)
      count = now
    }
    const expected = { week_day: [7, 1], soon_day: [daysLeft - 1, 1], day: [1], soon: [0], none: [] }
    expect(daysBefore).toEqual(expected[mailsBeforeDue({ daysLeft, daysUnderWay })])
  })

  test('of its start only when it starts, not an administrator who is made one later', async () => {
    await startedReview()
    await portal.moveClock('3 days')
    const late = await systemAdmin()
    await notify()
    expect((await mailed()).filter((mail) => mail.startsWith(late.made.userName))).toEqual([])
  })

  test('but nobody where all is decided, or the review has ended', async () => {
    const review = await startedReview()
    await decide(review, 'confirm', [await itemOf(review)])
    await notify()
    expect(await mailed()).toEqual([])
  })
})

test('the record names who decided what and when, and what nobody decided', async () => {
  const second = await portal.make.user({ client_id: client, last_name: 'Jones' })
  await portal.make.grant(second, { systemId: system, isAdmin: true })
  const review = await startedReview()
  await decide(review, 'confirm', [await itemOf(review)])
  await portal.moveClock('31 days')
  admin = await openSession(portal, adminUser)
  const csv = await admin.send(exportReviewItems, { ...of(admin, review), body: { format: 'csv' } })
  const lines = csv.text.split('\r\n')
  expect(lines.find((line) => line.includes('Ivers'))).toContain('Confirmed,Grace Hopper,20')
  const events = await portal.owner("select event from audit_events where event = 'access_review_exported'")
  expect(events).toHaveLength(1)
  expect(lines.find((line) => line.includes('Jones'))).toMatch(/"Access, Administrator",.*,Not decided,,$/)
})

test('the record says of all access what became of it, before and after the end', async () => {
  const holders = []
  for (const last_name of ['Confirmed', 'Ended', 'Gone']) {
    const made = await portal.make.user({ client_id: client, last_name })
    await portal.make.grant(made, { systemId: system })
    holders.push(made)
  }
  const [confirmed, ended, gone] = holders as [MadeUser, MadeUser, MadeUser]
  const review = await startedReview()
  await decide(review, 'confirm', [await itemOf(review, confirmed)])
  await decide(review, 'end', [await itemOf(review, ended)])
  await portal.owner('update users set status = 3 where id = $1', [gone.id])
  const decisions = async () => {
    const { text } = await admin.send(exportReviewItems, { ...of(admin, review), body: { format: 'csv' } })
    const rows = text.trimEnd().split('\r\n').slice(1)
    return rows.map((row) => [row.split(',')[0]?.split(' ')[1], row.split(',').at(-3)])
  }
  const done = [
    ['Confirmed', 'Confirmed'],
    ['Ended', 'Access ended'],
    ['Gone', 'No longer has it'],
  ]
  expect(await decisions()).toEqual([...done, ['Ivers', 'Not decided yet']])
  await portal.moveClock('31 days')
  admin = await openSession(portal, adminUser)
  expect(await decisions()).toEqual([...done, ['Ivers', 'Not decided']])
})

test('a list is searched, sorted and narrowed to what waits', async () => {
  const second = await portal.make.user({ client_id: client, first_name: 'Zed', last_name: 'Abel' })
  await portal.make.grant(second, { systemId: system })
  const review = await startedReview()
  const names = async (query: object) => (await items(review, admin, query)).map(({ lastNm }) => lastNm)
  expect(await names({})).toEqual(['Abel', 'Ivers'])
  expect(await names({ sort: 'lastNm', direction: 'desc' })).toEqual(['Ivers', 'Abel'])
  expect(await names({ nm: 'zed' })).toEqual(['Abel'])
  await decide(review, 'confirm', [await itemOf(review, second)])
  expect(await names({ stateCd: 'waiting' })).toEqual(['Ivers'])
  expect(await names({ stateCd: 'decided' })).toEqual(['Abel'])
})

test('what has been decided since a decision stays in the list, so that the rows keep their places', async () => {
  const made = []
  for (const last_name of ['Abel', 'Jones']) {
    made.push(await portal.make.user({ client_id: client, last_name }))
    await portal.make.grant(made.at(-1) as MadeUser, { systemId: system })
  }
  const [abel, jones] = made as [MadeUser, MadeUser]
  const review = await startedReview()
  await decide(review, 'confirm', [await itemOf(review, abel)])
  await portal.moveClock('1 minute')
  const { decidedSinceDt } = await decide(review, 'end', [await itemOf(review)])
  await portal.moveClock('2 minutes')
  await decide(review, 'confirm', [await itemOf(review, jones)])
  const found = await items(review, admin, { decidedSinceDt })
  expect(found.map(({ lastNm, itemStateCd }) => `${lastNm} ${itemStateCd}`)).toEqual(['Ivers ended', 'Jones confirmed'])
})

test('how access came is kept with its decision, also once it has ended', async () => {
  const second = await portal.make.user({ client_id: client, last_name: 'Jones' })
  await portal.make.grant(second, { systemId: system })
  const review = await startedReview()
  await decide(review, 'end', [await itemOf(review)])
  await decide(review, 'confirm', [await itemOf(review, second)])
  expect((await items(review)).map(({ byHandFlg }) => byHandFlg)).toEqual([true, true])
  const csv = await admin.send(exportReviewItems, { ...of(admin, review), body: { format: 'csv' } })
  expect(csv.text.split('\r\n').filter((line) => line.includes(',by hand,'))).toHaveLength(2)
})

test('the names of what gave access are not read by the next employer of the user', async () => {
  const review = await startedReview()
  await decide(review, 'confirm', [await itemOf(review)])
  await portal.owner(
    `update access_review_items
        set sources = jsonb_set(sources, '{groups}', '["fin-all"]') where review_id = $1`,
    [review],
  )
  const { browser } = await systemAdmin()
  const groups = async (reader: Browser) => (await items(review, reader)).map(({ groupNms }) => groupNms)
  expect(await groups(browser)).toEqual([['fin-all']])
  client = await portal.make.client()
  await portal.owner('update users set client_id = $2 where id = $1', [holder.id, client])
  const next = await systemAdmin()
  expect(await groups(next.browser)).toEqual([undefined])
  expect(await groups(admin)).toEqual([['fin-all']])
})

test('a decision waits for a review that is being ended, and is refused then', async () => {
  const review = await startedReview()
  const itemId = await itemOf(review)
  const answer = await portal.database.jobs.transact(everything, async (tx) => {
    await lockReview(tx, review)
    const [now] = await portal.owner('select clock_now() as now')
    await setReviewDue(tx, review, now?.['now'] as Date)
    const decision = refused(review, 'end', [itemId])
    await Promise.race([decision, vi.waitFor(async () => expect(await waitingStatements(portal)).toBeGreaterThan(0))])
    return { decision }
  })
  expect(await answer.decision).toEqual([409, 'The review has ended.'])
  expect(await heldSystems()).toEqual([system])
})

test('the export has what the list shows, in its order', async () => {
  const second = await portal.make.user({ client_id: client, last_name: 'Abel' })
  await portal.make.grant(second, { systemId: system })
  const review = await startedReview()
  const names = async (selection: object) => {
    const body = { format: 'csv' as const, ...selection }
    const { text } = await admin.send(exportReviewItems, { ...of(admin, review), body })
    const rows = text.trimEnd().split('\r\n').slice(1)
    return rows.map((row) => row.split(',')[0]?.split(' ')[1])
  }
  expect(await names({ sort: 'lastNm', direction: 'desc' })).toEqual(['Ivers', 'Abel'])
  expect(await names({ nm: 'Ivers' })).toEqual(['Ivers'])
  await decide(review, 'confirm', [await itemOf(review)])
  expect(await names({ stateCd: 'waiting' })).toEqual(['Abel'])
  const [event] = await portal.owner(
    "select after from audit_events where event = 'access_review_exported' and target_id = $1 order by id desc limit 1",
    [String(review)],
  )
  expect(event).toMatchObject({ after: { format: 'csv', stateCd: 'waiting' } })
})
