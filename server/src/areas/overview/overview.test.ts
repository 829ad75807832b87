import { listAccessChanges } from '@portico/contract/access-changes/access-changes.ts'
import { startAccessReview } from '@portico/contract/access-reviews/access-reviews.ts'
import { adminPages } from '@portico/contract/kit/guard.ts'
import { getOverview, getWaiting, LATEST_CHANGES } from '@portico/contract/overview/overview.ts'
import { WAITING_MAX } from '@portico/contract/overview/waiting-max.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { sentStatements } from '../../../test/sent-statements.ts'
import type { Db } from '../../db/database.ts'
import { DatabaseUnavailable } from '../../db/database-unavailable.ts'
import type { Caller } from '../../http/caller.ts'
import { waitingCounter } from './waiting-counts.ts'

let portal: Portal
/** Of the portal, with all pages. */
let root: Browser
let rootUser: MadeUser
/** Of two employers, each with another number of everything. */
let ofTwo: Browser
let ofThree: Browser
beforeAll(async () => {
  portal = await startPortal({ environment: { PORTAL_ANNOUNCEMENT_REVIEW: 'required' } })
  rootUser = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(rootUser, adminPages)
  root = await openSession(portal, rootUser)
  ofTwo = await employerWith(2)
  ofThree = await employerWith(3)
  await addWhatStaffSee()
})
afterAll(() => portal.close())

const waiting = async (browser: Browser): Promise<Record<string, number | null>> =>
  Object.fromEntries(
    (await browser.call(getWaiting, { params: { uid: browser.userId } })).map(({ kindCd, waitingCnt }) => [
      kindCd,
      waitingCnt,
    ]),
  )

/** An external administrator of the employer and of the application that its users hold, with all pages. */
async function systemAdmin(clientId: number, held: { systemId: number; pageId: number }) {
  const made = await portal.make.user({ client_id: clientId })
  await portal.make.adminPages(made, adminPages)
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [made.id])
  await portal.make.grant(made, { ...held, isAdmin: true })
  return openSession(portal, made)
}

/** An employer with so many locked users, users whose access ends, and requests, and with a review; returns its administrator. */
async function employerWith(count: number): Promise<Browser> {
  const client = await portal.make.client()
  const system = await portal.make.system()
  const page = await portal.make.page({ system_id: system, section_id: await portal.make.section() })
  for (let index = 0; index < count; index += 1) {
    const { id } = await portal.make.user({ client_id: client })
    await portal.make.grant({ id }, { systemId: system })
    await portal.owner(
      `update user_sign_ins set locked_until = clock_now() + interval '5 minutes' where user_id = $1`,
      [id],
    )
    await portal.owner(
      `update user_system_grants set ends_at = clock_now() + interval '13 days' where user_id = $1 and valid_to is null`,
      [id],
    )
    await portal.owner(`insert into access_requests (user_id, page_id, reason) values ($1, $2, 'Please')`, [id, page])
  }
  const params = { uid: root.userId }
  const dueDt = new Date(Date.now() + 7 * 86_400_000)
  await root.call(startAccessReview, { params, body: { employerId: client, dueDt } })
  return systemAdmin(client, { systemId: system, pageId: page })
}

/** What only internal administrators see: one that waits of each kind, and one that does not. */
async function addWhatStaffSee() {
  await portal.make.announcement({ status: 'review' })
  await portal.make.announcement({ status: 'review', submitted_by: rootUser.id })
  await portal.make.announcement({
    status: 'review',
    sent_back_at: new Date(),
    sent_back_by: rootUser.id,
    sent_back_note: 'Shorter',
  })
  await portal.make.announcement()
  await portal.owner(`insert into outbox_mails (dedupe_key, to_address, template, state, last_error)
    values ('one', 'a@b.test', 'temporary-password', 'dead', 'No such user'),
           ('two', 'a@b.test', 'temporary-password', 'waiting', 'Later')`)
  await portal.owner(`insert into job_schedules (code, name, cron, is_disabled)
    values ('session-purge', 'One', '0 3 * * *', false), ('mail-purge', 'Two', '0 3 * * *', false),
           ('report-purge', 'Three', '0 3 * * *', true)`)
  await portal.owner(`insert into job_runs (job_code, queue_job_id, ended_at, result)
    values ('session-purge', gen_random_uuid(), clock_timestamp(), 'failed'),
           ('report-purge', gen_random_uuid(), clock_timestamp(), 'failed'),
           ('mail-purge', gen_random_uuid(), clock_timestamp(), 'failed'),
           ('mail-purge', gen_random_uuid(), clock_timestamp(), 'done')`)
  await portal.owner(`insert into saml_providers (name, entity_id, sign_on_url, certificate, certificate_expires_at)
    values ('Soon', 'https://one.test', 'https://one.test', 'x', clock_now() + interval '29 days'),
           ('Later', 'https://two.test', 'https://two.test', 'x', clock_now() + interval '31 days')`)
  await portal.owner(`insert into audit_verifications (problem) values (null), ('audit_problem_changed')`)
}

describe('what waits for an administrator', () => {
  test('is counted over all employers for a portal administrator, of each kind', async () => {
    expect(await waiting(root)).toEqual({
      accessRequests: 5,
      accessReviews: 2,
      announcements: 1,
      lockedUsers: 5,
      endingAccess: 5,
      stoppedChanges: 0,
      failedMails: 1,
      failedJobs: 1,
      endingCertificates: 1,
      auditTrail: 1,
    })
  })

  test.each([2, 3])('is never more than what their employer has: %i of everything', async (count) => {
    expect(await waiting(count === 2 ? ofTwo : ofThree)).toEqual({
      accessRequests: count,
      accessReviews: 1,
      lockedUsers: count,
      endingAccess: count,
      stoppedChanges: 0,
      auditTrail: 1,
    })
  })

  test.each([
    ['User Administration', ['accessRequests', 'accessReviews', 'lockedUsers', 'endingAccess', 'stoppedChanges']],
    ['System Announcements', ['announcements']],
    ['Mail Delivery', ['failedMails']],
    ['Database Maintenance', ['failedJobs', 'endingCertificates']],
    ['Audit Trail', ['auditTrail']],
    ['Client Settings', []],
  ] as const)('is only what the page %s shows', async (page, kinds) => {
    const made = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(made, [page])
    const browser = await openSession(portal, made)
    expect(Object.keys(await waiting(browser))).toEqual(kinds)
  })

  test('leaves out requests that somebody else has to decide', async () => {
    const page = await portal.make.page({
      system_id: await portal.make.system(),
      section_id: await portal.make.section(),
    })
    const user = await portal.make.user({ client_id: await clientOf(ofTwo) })
    await portal.owner(`insert into access_requests (user_id, page_id, reason) values ($1, $2, 'Please')`, [
      user.id,
      page,
    ])
    expect(await waiting(ofTwo)).toMatchObject({ accessRequests: 2 })
    expect(await waiting(root)).toMatchObject({ accessRequests: 6 })
    // Nobody decides about an inactive user.
    await portal.owner('update users set status = 2 where id = $1', [user.id])
    expect(await waiting(root)).toMatchObject({ accessRequests: 5 })
  })

  test('leaves out users whom an administrator has locked, who are inactive, or whose access ends later', async () => {
    const client = await clientOf(ofThree)
    const [held, inactive, later] = [
      await portal.make.user({ client_id: client }),
      await portal.make.user({ client_id: client, status: 2 }),
      await portal.make.user({ client_id: client }),
    ]
    const system = await portal.make.system()
    await portal.make.grant(inactive, { systemId: system })
    await portal.make.grant(later, { systemId: system })
    await portal.owner(`update user_sign_ins set locked_until = 'infinity' where user_id = $1`, [held.id])
    await portal.owner(`update user_sign_ins set locked_until = clock_now() + interval '1 hour' where user_id = $1`, [
      inactive.id,
    ])
    await portal.owner(`update user_system_grants set ends_at = clock_now() + interval '13 days' where user_id = $1`, [
      inactive.id,
    ])
    await portal.owner(`update user_system_grants set ends_at = clock_now() + interval '15 days' where user_id = $1`, [
      later.id,
    ])
    expect(await waiting(ofThree)).toMatchObject({ lockedUsers: 3, endingAccess: 3 })
  })

  test('counts users whose access ends, however many inactive users have access that ends before', async () => {
    const inactive = await portal.owner(
      `insert into users (user_name, first_name, last_name, email, client_id, status)
       select 'left.' || n, 'Left', 'Person', 'left.' || n || '@x.test', $1, 2 from generate_series(1, 1001) n returning id`,
      [await clientOf(ofThree)],
    )
    await portal.owner(
      `insert into user_system_grants (user_id, system_id, ends_at)
       select unnest($1::integer[]), $2, clock_now() + interval '1 day'`,
      [inactive.map(({ id }) => id), await portal.make.system()],
    )
    expect(await waiting(ofThree)).toMatchObject({ endingAccess: 3 })
    expect(await waiting(root)).toMatchObject({ endingAccess: 5 })
  })

  test.each(['locked', 'accessEnds'] as const)(
    'is what the user list shows of those in the condition %s',
    async (conditionCd) => {
      const { result, totalResults } = await ofThree.call(listUsers, {
        params: { uid: ofThree.userId },
        body: { conditionCd, userStatusIds: [1] },
      })
      expect([result.length, totalResults]).toEqual([3, 3])
      expect(new Set(result.map(({ employerId }) => employerId))).toEqual(new Set([await clientOf(ofThree)]))
    },
  )

  test('names what I planned and what stopped in the last week, to me alone, and its list shows just that', async () => {
    const add = async (
      ownerId: number,
      state: string,
      daysAgo: number,
      { kind = 'give', isPlanned = true, users = ['changed', 'waiting'] } = {},
    ) =>
      portal.owner(
        `with act as (
           insert into access_changes (owner_id, client_id, kind, permissions, is_fresh, state, session_id, request_id,
             address, created_at, planned_at, ended_at)
           select $1, client_id, $5, '{"system": [], "page": []}', false, $2, 1, 'one', '127.0.0.1',
             clock_now() - make_interval(days => $3), case when $4 then clock_now() - make_interval(days => $3) end,
             clock_now() - make_interval(days => $3)
             from users where id = $1 returning id)
         insert into access_change_users (access_change_id, user_id, state)
         select act.id, noted.user_id, noted.state from act, unnest($6::integer[], $7::text[]) noted (user_id, state)`,
        [ownerId, state, daysAgo, isPlanned, kind, people.slice(0, users.length), users],
      )
    const people = [ofThree.userId, root.userId]
    const listed = async (browser: Browser) =>
      (
        await browser.call(listAccessChanges, {
          params: { uid: browser.userId },
          query: { conditionCd: 'stoppedPlan', pageSize: 60 },
        })
      ).length
    await add(ofTwo.userId, 'stopped', 0)
    await add(ofTwo.userId, 'stopped', 6)
    await add(ofTwo.userId, 'stopped', 8)
    await add(ofTwo.userId, 'done', 0)
    await add(ofTwo.userId, 'stopped', 0, { isPlanned: false })
    // Everybody had their turn on its date; taking it back has stopped.
    await add(ofTwo.userId, 'stopped', 0, { users: ['changed', 'undone'] })
    await add(ofTwo.userId, 'stopped', 0, { kind: 'hand-over', users: ['left-out'] })
    await add(ofThree.userId, 'stopped', 0)
    for (const [browser, count] of [
      [ofTwo, 3],
      [ofThree, 1],
      [root, 0],
    ] as const) {
      expect(await waiting(browser)).toMatchObject({ stoppedChanges: count })
      expect(await listed(browser)).toBe(count)
    }
  })

  test('is counted up to a limit, in one statement', async () => {
    await portal.owner(
      `insert into outbox_mails (dedupe_key, to_address, template, state, last_error)
       select 'many' || n, 'a@b.test', 'temporary-password', 'dead', 'No' from generate_series(1, $1) n`,
      [WAITING_MAX + 20],
    )
    expect(await waiting(root)).toMatchObject({ failedMails: WAITING_MAX + 1 })
    const { db, sent } = countedDb(portal.database.requests)
    await waitingCounter({ db, requiresReview: true })(callerOf(rootUser))
    expect(sent()).toBe(1)
  })

  test('that takes too long to count has no number; the others have theirs', async () => {
    const before = await waiting(root)
    await portal.owner('begin; lock table outbox_mails in access exclusive mode')
    expect(await waiting(root)).toEqual({ ...before, failedMails: null })
    await portal.owner('rollback')
    // It is not tried again for a while.
    expect(await waiting(root)).toMatchObject({ failedMails: null })
  })

  test.each([
    ['too few connections', { code: '53300' }],
    ['a lock that is not free in time', { code: '55P03' }],
  ])('is not asked for one by one where the database fails otherwise: %s', async (_, cause) => {
    let asked = 0
    const db: Db = {
      ...portal.database.requests,
      read: () => {
        asked += 1
        return Promise.reject(new DatabaseUnavailable(false, Object.assign(new Error('No'), cause)))
      },
    }
    const counting = waitingCounter({ db, requiresReview: true })(callerOf(rootUser))
    await expect(counting).rejects.toThrow(DatabaseUnavailable)
    expect(asked).toBe(1)
  })
})

async function clientOf(browser: Browser): Promise<number> {
  const [row] = await portal.owner('select client_id as id from users where id = $1', [browser.userId])
  return Number(row?.['id'])
}

/** The database, with the number of statements that its reads have sent. */
function countedDb(real: Db): { db: Db; sent: () => number } {
  let count = 0
  const db: Db = {
    ...real,
    read: (scope, work) =>
      real.read(scope, (tx) =>
        work({
          send: (query) => {
            count += 1
            return tx.send(query)
          },
          queue: (query) => tx.queue(query),
        }),
      ),
  }
  return { db, sent: () => count }
}

/** A portal administrator with all pages. */
const callerOf = ({ id, clientId }: MadeUser) =>
  ({
    user: { id, clientId, isInternal: true },
    adminPages: () => Promise.resolve(adminPages.map((name, index) => ({ id: index, name }))),
    authority: () =>
      Promise.resolve({ userId: id, clientId, isInternal: true, isPortalAdmin: true, adminSystemIds: [] }),
  }) as unknown as Caller

describe('the latest changes', () => {
  const changes = async (browser: Browser) =>
    (await browser.call(getOverview, { params: { uid: browser.userId } })).latestChanges.map(
      ({ eventCd, targetIdTxt }) => `${eventCd} ${targetIdTxt}`,
    )

  test('are those of the own employer, newest first, without sign-ins', async () => {
    const [own, other] = [await clientOf(ofTwo), await clientOf(ofThree)]
    for (const [client, event, number] of [
      [own, 'link_added', 1],
      [other, 'link_changed', 2],
      [own, 'link_changed', 3],
      [own, 'authn_login_success', 4],
      [other, 'link_added', 5],
    ])
      await portal.owner(
        `insert into audit_events (event, client_id, target_kind, target_id) values ($1, $2, 'link', $3)`,
        [event, client, String(number)],
      )
    expect((await changes(ofTwo)).slice(0, -1)).toEqual(['link_changed 3', 'link_added 1'])
    expect((await changes(ofTwo)).at(-1)).toMatch(/^access_review_started /)
    expect((await changes(root)).slice(0, 4)).toEqual([
      'link_added 5',
      'link_changed 3',
      'link_changed 2',
      'link_added 1',
    ])
  })

  test('include what administrators do to accounts, and leave out own passwords', async () => {
    const user = await portal.make.user({ client_id: await clientOf(ofTwo) })
    for (const [event, actor, number] of [
      ['authz_admin', rootUser.id, 6],
      ['authn_password_change', rootUser.id, 7],
      ['authn_password_change', user.id, 8],
      ['authz_fail', user.id, 9],
    ])
      await portal.owner(
        `insert into audit_events (event, actor_user_id, subject_user_id, client_id, target_kind, target_id)
         values ($1, $2, $3, $4, 'link', $5)`,
        [event, actor, user.id, user.clientId, String(number)],
      )
    expect((await changes(ofTwo)).slice(0, 3)).toEqual(['authn_password_change 7', 'authz_admin 6', 'link_changed 3'])
    expect((await changes(root)).slice(0, 3)).toEqual(['authn_password_change 7', 'authz_admin 6', 'link_added 5'])
  })

  test('are at most so many, those that came last', async () => {
    await portal.owner(
      `insert into audit_events (event, target_kind, target_id)
       select 'link_added', 'link', number from generate_series(101, 120) number`,
    )
    expect(await changes(root)).toEqual(Array.from({ length: LATEST_CHANGES }, (_, at) => `link_added ${120 - at}`))
  })
})

test.each([
  ['an internal', () => root],
  ['an external', () => ofTwo],
] as const)('%s administrator with every page sees the whole overview with at most 8 statements', async (_, who) => {
  const browser = who()
  const uid = browser.userId
  const sent = await sentStatements(async () => {
    await browser.call(getWaiting, { params: { uid } })
    await browser.call(getOverview, { params: { uid } })
  })
  // The session and what the administrator holds are among them, in each of the two calls.
  expect(sent.length).toBeGreaterThan(4)
  expect(sent.slice(8)).toEqual([])
})
