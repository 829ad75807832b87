import { planAccessChange, startAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import {
  decideAccessRequest,
  listAccessRequests,
  requestAccess,
} from '@portico/contract/access-requests/access-requests.ts'
import { decideReviewItems, getAccessReview, listReviewItems } from '@portico/contract/access-reviews/access-reviews.ts'
import { allEndpoints } from '@portico/contract/areas.ts'
import { updateApplication } from '@portico/contract/catalog/catalog.ts'
import { updateSection } from '@portico/contract/catalog/catalog-sections.ts'
import { deleteSystems, restoreSystems } from '@portico/contract/catalog/catalog-systems.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { emulatedLogin } from '@portico/contract/emulation/emulation.ts'
import { planHandOver } from '@portico/contract/access-changes/planned-hand-overs.ts'
import { getPersonExport, requestPersonExport } from '@portico/contract/person-export/person-export.ts'
import { handOverUser } from '@portico/contract/users/hand-over.ts'
import { manageUserAtSystem } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { getUserSummary, saveUserSystemAccounts } from '@portico/contract/system-accounts/system-accounts.ts'
import * as actions from '@portico/contract/users/user-actions.ts'
import { updateUserCustomers } from '@portico/contract/customers/user-customers.ts'
import { getUserDetail, updateUserDetail, updateUserPermissions } from '@portico/contract/users/user-profile.ts'
import { givePermissionSet, takePermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { openSession } from '../../../../test/guards/people.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { createLogger } from '../../../logging.ts'
import { accessReviewNoticesJob } from '../../access-reviews/access-review-notices.job.ts'

let portal: Portal
/** Holds pages of the administration and administers a system, but is no portal administrator. */
let actor: MadeUser
let browser: Browser
let portalAdmin: Browser
/** What the actor administers. */
let system: number
let vault: number
let requestable: number
let section: number
/** What only the target administers. */
let theirSystem: number
/** The page that only the target holds. */
let theirPage: number
/** The section of that page. */
let theirSection: number

const PAGES = ['User Administration', 'Application Settings', 'System Announcements']
const THEIRS = 'Audit Trail'

beforeAll(async () => {
  portal = await startPortal()
  section = await portal.make.section()
  vault = await portal.make.system()
  system = await portal.make.system({ has_account_setup: true, setup_url: 'https://setup.example.test/users' })
  requestable = await portal.make.page({ system_id: system, section_id: section, is_requestable: true })
  theirSystem = await portal.make.system()
  actor = await portal.make.user({ is_internal: true, may_sign_on_as: true, is_us_associate: true })
  await portal.make.adminPages(actor, PAGES)
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [actor.id])
  await portal.make.grant(actor, { systemId: system, pageId: requestable, isAdmin: true })
  browser = await openSession(portal, actor)
  const admin = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, PAGES)
  portalAdmin = await openSession(portal, admin)
  const [page] = await portal.owner('select id from pages where system_id = 2 and name = $1', [THEIRS])
  theirPage = Number(page?.['id'])
  theirSection = await portal.make.section()
  await portal.owner('update pages set section_id = $2 where id = $1', [theirPage, theirSection])
})
afterAll(() => portal.close())

/** Does something while the record of this id is in a state. */
async function inState<T>([table, set, reset, id]: [string, string, string, number], work: () => Promise<T>) {
  await portal.owner(`update ${table} set ${set} where id = $1`, [id])
  try {
    return await work()
  } finally {
    await portal.owner(`update ${table} set ${reset} where id = $1`, [id])
  }
}
const whileHidden = <T>(work: () => Promise<T>) =>
  inState(['pages', 'is_displayed = false', 'is_displayed = true', theirPage], work)

const uid = () => ({ uid: browser.userId })
const runOwner = (text: string, ...values: unknown[]) => portal.owner(text, values)

/** A user who would be nobody special without what a state adds: with a request and an item of a review to decide. */
interface Target extends MadeUser {
  accessRequestId: number
  accessReviewId: number
  accessReviewItemId: number
}

async function makeTarget(prepare: (target: MadeUser) => Promise<unknown>): Promise<Target> {
  await runOwner('delete from access_requests')
  await runOwner('delete from access_review_items')
  await runOwner('delete from access_reviews')
  const made = await portal.make.user()
  await portal.make.grant(made, { systemId: system })
  await prepare(made)
  const [request] = await runOwner(
    `insert into access_requests (user_id, page_id, reason) values ($1, $2, 'I plan the routes') returning id`,
    made.id,
    requestable,
  )
  const [review] = await runOwner(
    `insert into access_reviews (system_id, started_by, started_at, due_at)
     values ($1, $2, now(), now() + interval '30 days') returning id`,
    system,
    portalAdmin.userId,
  )
  const [item] = await runOwner(
    `insert into access_review_items (review_id, user_id, system_id, is_admin, has_sensitive_data, granted_at)
     select $1, user_id, system_id, is_admin, has_sensitive_data, valid_from
       from user_system_grants where user_id = $2 and system_id = $3 returning id`,
    review?.['id'],
    made.id,
    system,
  )
  return {
    ...made,
    accessRequestId: Number(request?.['id']),
    accessReviewId: Number(review?.['id']),
    accessReviewItemId: Number(item?.['id']),
  }
}

type Verdict = 'may' | 'may not'
const byCode = ({ code }: { code: string }): Verdict => (['403', '404'].includes(code) ? 'may not' : 'may')
const single = (endpoint: typeof actions.lockUser) => async (target: Target) =>
  byCode(await browser.send(endpoint, { params: uid(), body: { userId: target.id } }))
/** Ends what the target does not have: an administrator who may manage them changes nothing. */
const endVault = (id: number) => ({ kindCd: 'end' as const, userIds: [id], userSystems: [{ systemId: vault }] })
const leftOut = ({ leftOut: [first] }: { leftOut: readonly { message: string }[] }): Verdict =>
  first?.message === 'Doesn’t have this access.' ? 'may' : 'may not'
const ofUser = ({ id: userId }: Target) => ({ ...uid(), userId })

/** Does something with a permission set that gives what every target has, and has it forgotten. */
async function withSet(act: (setId: number) => Promise<{ code: string; data: unknown }>) {
  const [set] = await runOwner(
    `insert into permission_sets (name, owner_id) values ('Billing clerk', $1) returning id`,
    portalAdmin.userId,
  )
  const setId = Number(set?.['id'])
  await runOwner(
    'insert into permission_set_items (set_id, system_id, granted_by) values ($1, $2, $3)',
    setId,
    system,
    portalAdmin.userId,
  )
  const { code, data } = await act(setId)
  for (const table of ['holders', 'items']) await runOwner(`delete from permission_set_${table}`)
  await runOwner('delete from permission_sets')
  return code === '200' && (data as { changedCnt: number }).changedCnt === 1 ? 'may' : 'may not'
}

/** Every rule that compares two people, by the call that applies it. */
const rules: Readonly<Record<string, (target: Target) => Promise<Verdict>>> = {
  getUserDetail: async (target) => {
    const { readOnlyReasonCd } = await browser.call(getUserDetail, { params: ofUser(target) })
    return readOnlyReasonCd === 'stronger' ? 'may not' : 'may'
  },
  getUserSummary: async (target) => {
    const { readOnlyReasonCd } = await browser.call(getUserSummary, { params: ofUser(target) })
    return readOnlyReasonCd === 'stronger' ? 'may not' : 'may'
  },
  listAccessRequests: async ({ accessRequestId }) => {
    const listed = await browser.call(listAccessRequests, { params: uid(), query: { pageSize: 60 } })
    return listed.some((request) => request.accessRequestId === accessRequestId) ? 'may' : 'may not'
  },
  getAccessReview: async ({ accessReviewId }) =>
    byCode(await browser.send(getAccessReview, { params: { ...uid(), accessReviewId } })),
  listReviewItems: async ({ accessReviewId }) =>
    byCode(await browser.send(listReviewItems, { params: { ...uid(), accessReviewId }, query: {} })),
  'mail about a request': async (target) => {
    await runOwner('delete from outbox_mails')
    await runOwner('delete from access_requests where id = $1', target.accessRequestId)
    const asking = await openSession(portal, target)
    const { accessRequestId } = await asking.call(requestAccess, {
      params: { uid: target.id },
      body: { pageId: requestable, reasonTxt: 'I plan the routes' },
    })
    target.accessRequestId = accessRequestId
    return (await isMailed()) ? 'may' : 'may not'
  },
  'mail about a review': async () => {
    await runOwner('delete from outbox_mails')
    const context = { signal: new AbortController().signal, logger: createLogger('silent', 'test'), attempt: 1 }
    const { businessTimeZone: timeZone } = portal.config
    const job = accessReviewNoticesJob({ db: portal.database.jobs, timeZone })
    await job.run({}, { ...context, parameters: '' })
    return (await isMailed()) ? 'may' : 'may not'
  },
  decideAccessRequest: async ({ accessRequestId }) =>
    byCode(
      await browser.send(decideAccessRequest, {
        params: { ...uid(), accessRequestId },
        body: { decisionCd: 'decline', decisionTxt: 'No' },
      }),
    ),
  decideReviewItems: async ({ accessReviewId, accessReviewItemId }) =>
    byCode(
      await browser.send(decideReviewItems, {
        params: { ...uid(), accessReviewId },
        body: { decisionCd: 'confirm', itemIds: [accessReviewItemId] },
      }),
    ),
  givePermissionSet: ({ id }) =>
    withSet((setId) => browser.send(givePermissionSet, { params: { ...uid(), setId }, body: { userIds: [id] } })),
  takePermissionSet: ({ id }) =>
    withSet(async (setId) => {
      await runOwner('insert into permission_set_holders (set_id, user_id) values ($1, $2)', setId, id)
      return browser.send(takePermissionSet, { params: { ...uid(), setId }, body: { userIds: [id] } })
    }),
  updateUserDetail: async (target) =>
    byCode(
      await browser.send(updateUserDetail, {
        params: ofUser(target),
        body: { user: { emailAddress: 'new@example.test' } },
      }),
    ),
  updateUserPermissions: async (target) =>
    byCode(await browser.send(updateUserPermissions, { params: ofUser(target), body: {} })),
  updateUserCustomers: async (target) =>
    byCode(
      await browser.send(updateUserCustomers, {
        params: ofUser(target),
        body: { userFacilities: [], userCustomers: [] },
      }),
    ),
  saveUserSystemAccounts: async (target) =>
    byCode(
      await browser.send(saveUserSystemAccounts, {
        params: { ...ofUser(target), systemId: system },
        query: {},
        body: [],
      }),
    ),
  manageUserAtSystem: async (target) =>
    byCode(
      await browser.send(manageUserAtSystem, { params: { adminuid: browser.userId, uid: target.id, sid: system } }),
    ),
  planAccessChange: async ({ id }) =>
    leftOut(await browser.call(planAccessChange, { params: uid(), body: endVault(id) })),
  startAccessChange: async ({ id }) =>
    leftOut(await browser.call(startAccessChange, { params: uid(), body: endVault(id) })),
  emulatedLogin: async (target) =>
    byCode(await browser.send(emulatedLogin, { params: ofUser(target), body: { host: new URL(browser.origin).host } })),
  endUserSessions: single(actions.endUserSessions),
  actOnUsers: async ({ id }) => {
    const body = { actionCd: 'endSessions' as const, userIds: [id] }
    const [result] = await browser.call(actions.actOnUsers, { params: uid(), body })
    return byCode(result ?? { code: '404' })
  },
  unlockUser: single(actions.unlockUser),
  lockUser: single(actions.lockUser),
  resetUserPassword: single(actions.resetUserPassword),
  inactivateUser: single(actions.inactivateUser),
  reactivateUser: single(actions.reactivateUser),
  handOverUser: async ({ id }) =>
    byCode(await browser.send(handOverUser, { params: uid(), body: { userId: id, recipientId: null } })),
  planHandOver: async ({ id }) => {
    const plannedDt = new Date(Date.now() + 86_400_000)
    const body = { userId: id, recipientId: null, plannedDt }
    const outcome = byCode(await browser.send(planHandOver, { params: uid(), body }))
    await runOwner('delete from access_changes')
    return outcome
  },
  getPersonExport: async ({ id }) => byCode(await browser.send(getPersonExport, { params: { ...uid(), userId: id } })),
  requestPersonExport: async ({ id }) => {
    const outcome = byCode(await browser.send(requestPersonExport, { params: { ...uid(), userId: id } }))
    await runOwner('delete from person_exports')
    return outcome
  },
  deleteUser: single(actions.deleteUser),
}

async function isMailed() {
  const mails = await runOwner('select from outbox_mails where to_address = $1', `${actor.userName}@example.test`)
  return mails.length > 0
}

async function verdicts(prepare: (target: MadeUser) => Promise<unknown>) {
  const found: Record<string, Verdict> = {}
  // One target: an act that is refused changes nothing, and one that is not would be undone by none of the next.
  const target = await makeTarget(prepare)
  for (const [name, rule] of Object.entries(rules)) found[name] = await rule(target)
  return found
}
const all = (verdict: Verdict) => Object.fromEntries(Object.keys(rules).map((name) => [name, verdict]))

/** Calls about a user that compare nobody: what they are about instead. */
const otherCalls: Readonly<Record<string, string>> = {
  resetUserSecondFactor: 'portal administrators only',
  deleteUserSecondFactor: 'portal administrators only',
  requestErasure: 'portal administrators only',
  takeBackErasure: 'portal administrators only',
  getErasurePlan: 'reads',
  getErasureCertificate: 'reads what names nobody',
  dryRunSignOn: 'reads what would be sent',
  previewAnnouncement: 'reads who would see it',
  emulatedLogout: 'ends what the administrator began',
  getHandOver: 'reads',
  getPlannedHandOvers: 'reads',
  getUserCustomers: 'reads',
  getUserOverview: 'reads',
  listUserChanges: 'reads',
  listAccessHistory: 'reads',
  listUserSystemAccounts: 'reads',
  listUserTiles: 'reads',
  explainTile: 'reads',
  previewHome: 'reads',
  downloadPersonExport: 'needs an archive; its own tests compare',
  listPermissionSetsOfUser: 'reads',
  decideDirectoryConflict: 'needs a conflict; its own tests compare',
}

test('every call of the administration about one user is listed here', () => {
  const about = allEndpoints().filter(({ endpoint: { guard, path, body } }) => {
    const fields = (body as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape ?? {}
    const isAboutUser = path.includes('{userId}') || Object.keys(fields).some((name) => /^userIds?$/.test(name))
    return guard.kind === 'admin' && isAboutUser
  })
  expect(about.length).toBeGreaterThan(20)
  for (const { exportName } of about) expect([...Object.keys(rules), ...Object.keys(otherCalls)]).toContain(exportName)
})

/** Gives the page to the target, without the right to administer the portal. */
async function givePage(target: MadeUser) {
  await portal.make.adminPages(target, [THEIRS])
  await runOwner('update user_system_grants set is_admin = false where user_id = $1', target.id)
}
const change =
  (table: 'user_page_grants' | 'user_system_grants', set: string) =>
  async (target: MadeUser): Promise<void> => {
    await givePage(target)
    const isPortals = table === 'user_system_grants' ? 'and system_id = 2' : ''
    await runOwner(`update ${table} set ${set} where user_id = $1 ${isPortals}`, target.id)
  }
const administering = async (target: MadeUser) => portal.make.grant(target, { systemId: theirSystem, isAdmin: true })
const changeSystem = (set: string) => async (target: MadeUser) => {
  await administering(target)
  await runOwner(`update user_system_grants set ${set} where user_id = $1 and system_id = $2`, target.id, theirSystem)
}

describe('an administrator acts on nobody who holds what they lack (E4, S82)', () => {
  test('and on everybody else', async () => {
    const free = all('may')
    expect(await verdicts(() => Promise.resolve())).toEqual(free)
    expect(await verdicts((target) => portal.make.adminPages(target, []).then(() => plainPortal(target)))).toEqual(free)
  })
  const plainPortal = (target: MadeUser) =>
    runOwner('update user_system_grants set is_admin = false where user_id = $1', target.id)

  /** States of the page, its section and its system, which decide what is displayed, and not what is held. */
  const places: Readonly<Record<string, readonly [table: string, set: string, reset: string]>> = {
    'as shipped': ['pages', 'help_location = null', 'help_location = null'],
    'the page hidden': ['pages', 'is_displayed = false', 'is_displayed = true'],
    'the page deleted': ['pages', 'deleted_at = now()', 'deleted_at = null'],
    'the page without a link, assigned to nobody, for internal users and administrators': [
      'pages',
      'is_link_enabled = false, location = null, is_assignable = false, is_internal_only = true, requires_admin = true',
      'is_link_enabled = true, is_assignable = true, is_internal_only = false, requires_admin = false',
    ],
    'the section hidden': ['sections', 'is_displayed = false', 'is_displayed = true'],
    'the section deleted': ['sections', 'deleted_at = now()', 'deleted_at = null'],
  }
  test.each(Object.entries(places))('with %s', async (_, [table, set, reset]) => {
    const id = table === 'pages' ? theirPage : theirSection
    const found = await inState([table, set, reset, id], () => verdicts(givePage))
    expect(found).toEqual(all('may not'))
  })

  const kept: Readonly<Record<string, (target: MadeUser) => Promise<unknown>>> = {
    'the page until tomorrow': change('user_page_grants', `ends_at = now() + interval '1 day'`),
    'the page from tomorrow on': change('user_page_grants', `valid_from = now() + interval '1 day'`),
    'the portal until tomorrow': change('user_system_grants', `ends_at = now() + interval '1 day'`),
    'the page without the portal': change('user_system_grants', 'valid_to = now()'),
    'the page, with a portal that has ended without a record': change('user_system_grants', pastEnd()),
    'the portal from tomorrow on': change('user_system_grants', `valid_from = now() + interval '1 day'`),
    'another system as its administrator': administering,
    'it until tomorrow': changeSystem(`ends_at = now() + interval '1 day'`),
    'it from tomorrow on': changeSystem(`valid_from = now() + interval '1 day'`),
    'the administration of the portal from tomorrow on': async (target) => {
      await runOwner('update users set is_internal = true where id = $1', target.id)
      await portal.make.adminPages(target, [])
      await runOwner(
        `update user_system_grants set valid_from = now() + interval '1 day' where user_id = $1 and system_id = 2`,
        target.id,
      )
    },
  }
  test.each(Object.entries(kept))('who holds %s', async (_, prepare) => {
    expect(await verdicts(prepare)).toEqual(all('may not'))
  })

  const over: Readonly<Record<string, (target: MadeUser) => Promise<unknown>>> = {
    'the page': change('user_page_grants', 'valid_to = now()'),
    'the page, which is not recorded yet': change('user_page_grants', pastEnd()),
    'the portal with the page': async (target) => {
      await change('user_page_grants', 'valid_to = now()')(target)
      await runOwner('update user_system_grants set valid_to = now() where user_id = $1 and system_id = 2', target.id)
    },
    'another system as its administrator': changeSystem('valid_to = now()'),
    'it, which is not recorded yet': changeSystem(pastEnd()),
  }
  test.each(Object.entries(over))('and may act on who has held %s', async (_, prepare) => {
    expect(await verdicts(prepare)).toEqual(all('may'))
  })
})

function pastEnd() {
  return `valid_from = now() - interval '2 days', ends_at = now() - interval '1 day'`
}

describe('a target in another state is compared alike', () => {
  test.each([
    ['inactive', 'update users set status = 2 where id = $1', actions.reactivateUser],
    ['deleted', 'update users set status = 3 where id = $1', actions.reactivateUser],
    ['locked', `update user_sign_ins set locked_until = 'infinity' where user_id = $1`, actions.unlockUser],
  ])('%s', async (_, text, endpoint) => {
    const target = await portal.make.user()
    await givePage(target)
    await runOwner(text, target.id)
    const answer = await whileHidden(() => browser.send(endpoint, { params: uid(), body: { userId: target.id } }))
    const reason = 'This user has administration rights that you don’t have.'
    expect([answer.status, answer.message]).toEqual([403, reason])
  })
})

describe('what an administrator holds themselves', () => {
  const act = async (prepare: (target: MadeUser) => Promise<unknown>) => {
    const target = await portal.make.user()
    await prepare(target)
    const body = { userId: target.id }
    return (await browser.send(actions.endUserSessions, { params: uid(), body })).code
  }
  /** The answer about a user who holds the page, while the actor holds it too, in a state. */
  const withOwn = async (set: string) => {
    await portal.make.grant(actor, { systemId: 2, pageId: theirPage })
    await runOwner(`update user_page_grants set ${set} where user_id = $1 and page_id = $2`, actor.id, theirPage)
    const codes = [await act(givePage), await whileHidden(() => act(givePage))]
    await runOwner('delete from user_page_grants where user_id = $1 and page_id = $2', actor.id, theirPage)
    return codes
  }

  test('is compared displayed or not: hiding a page does not part equals', async () => {
    expect(await withOwn('ends_at = null')).toEqual(['200', '200'])
    expect(await withOwn(`ends_at = now() + interval '1 day'`)).toEqual(['200', '200'])
  })

  test.each([
    ['ended', 'valid_to = now()'],
    ['ends without a record', pastEnd()],
    ['begins tomorrow', `valid_from = now() + interval '1 day'`],
  ])('does not count where it %s', async (_, set) => {
    expect(await withOwn(set)).toEqual(['403', '403'])
  })

  test('opens no call while its page is hidden, has ended or has not begun', async () => {
    const [opener] = await runOwner(
      `select page.id, own.id as page_grant, portal.id as system_grant
         from pages page
         join user_page_grants own on own.page_id = page.id and own.user_id = $1
         join user_system_grants portal on portal.system_id = 2 and portal.user_id = $1
        where page.system_id = 2 and page.name = 'User Administration'`,
      actor.id,
    )
    const from = `valid_from = now() + interval '1 day'`
    const states = [
      ['pages', 'is_displayed = false', 'is_displayed = true', Number(opener?.['id'])],
      ...(['page', 'system'] as const).flatMap((kind): [string, string, string, number][] => {
        const [table, id] = [`user_${kind}_grants`, Number(opener?.[`${kind}_grant`])]
        return [
          [table, from, 'valid_from = now()', id],
          [table, pastEnd(), 'ends_at = null', id],
          [table, 'valid_to = valid_from', 'valid_to = null', id],
        ]
      }),
    ] satisfies [string, string, string, number][]
    for (const state of states)
      expect([state, await inState(state, () => act(() => Promise.resolve()))]).toEqual([state, '403'])
    expect(await act(() => Promise.resolve())).toBe('200')
  })
})

describe('an administrator of applications who makes somebody weaker first', () => {
  const reset = async (userId: number) =>
    (await browser.send(actions.resetUserPassword, { params: uid(), body: { userId } })).code

  const hidePage = (by: Browser, body: Partial<RequestOf<typeof updateApplication>['body']> = { dispFlg: false }) =>
    by.send(updateApplication, { params: { uid: by.userId, appId: theirPage }, body })
  const hideSection = (by: Browser, catalogSectionId = theirSection) =>
    by.send(updateSection, { params: { uid: by.userId, catalogSectionId }, body: { ccDispFlg: false } })
  const displayed = async () =>
    (
      await runOwner(
        'select p.is_displayed as page, s.is_displayed as section from pages p join sections s on s.id = p.section_id where p.id = $1',
        theirPage,
      )
    )[0]

  test('cannot hide a screen of the portal that they do not hold, or its section', async () => {
    const target = await portal.make.user()
    await givePage(target)
    const reason = 'Only administrators who have this screen can hide it.'
    expect(await hidePage(browser)).toMatchObject({ status: 422, data: [{ field: 'dispFlg', message: reason }] })
    const hidden = await portal.make.section({ is_displayed: false })
    expect(await hidePage(browser, { section: { sectionId: hidden } })).toMatchObject({
      status: 422,
      data: [{ field: 'section', message: reason }],
    })
    expect(await hideSection(browser)).toMatchObject({ status: 422, data: [{ field: 'ccDispFlg' }] })
    expect(await displayed()).toEqual({ page: true, section: true })
    expect(await reset(target.id)).toBe('403')
    expect((await hidePage(browser, { openInNewWindowFlg: true })).code).toBe('200')
    expect((await hideSection(browser, section)).code).toBe('200')
    await runOwner('update sections set is_displayed = true where id = $1', section)
  })

  test('may hide those that they hold, and portal administrators all', async () => {
    const show = () => runOwner('update pages set is_displayed = true where id = $1', theirPage)
    const showSection = () => runOwner('update sections set is_displayed = true where id = $1', theirSection)
    expect([(await hidePage(portalAdmin)).code, (await hideSection(portalAdmin)).code]).toEqual(['200', '200'])
    await show()
    await showSection()
    await portal.make.grant(actor, { systemId: 2, pageId: theirPage })
    const codes = [(await hidePage(browser)).code, (await hideSection(browser)).code]
    await runOwner('delete from user_page_grants where user_id = $1 and page_id = $2', actor.id, theirPage)
    await show()
    await showSection()
    expect(codes).toEqual(['200', '200'])
  })

  test('gains nothing by deleting a system that they bring back', async () => {
    const target = await portal.make.user()
    await administering(target)
    const { undo } = await browser.call(deleteSystems, { params: uid(), body: [theirSystem] })
    expect(await reset(target.id)).toBe('403')
    await browser.call(restoreSystems, { params: uid(), body: { undoId: undo?.undoId ?? 0 } })
    expect(await reset(target.id)).toBe('403')
    await browser.call(deleteSystems, { params: uid(), body: [theirSystem] })
    await portal.moveClock('2 hours')
    // Nobody can bring it back.
    const later = await openSession(portal, actor)
    const answer = await later.send(actions.resetUserPassword, { params: uid(), body: { userId: target.id } })
    await portal.moveClock('0')
    expect(answer.code).toBe('200')
  })
})
