import { allEndpoints } from '@portico/contract/areas.ts'
import { type Endpoint, pathParams } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../browser.ts'
import type { MadeUser } from '../make.ts'
import { type Portal, startPortal } from '../portal.ts'
import { referenceSamples } from '../reference-samples.ts'
import { makeWorld, openSession, type World } from './people.ts'
import {
  accessChangeOf,
  directoryConflictOf,
  directoryGroupOf,
  documentIds,
  exportOf,
  importOf,
  linkOf,
  reportOf,
} from './sample-rows.ts'
import { fillPath, queryOf, sampleCall } from './sample-call.ts'
import { type TableWatch, watchTables } from './table-sums.ts'

let portal: Portal
let world: World
let browser: Browser
/** Per parameter the ids of records that are there and not the caller's to see or use. */
let foreign: Record<string, string[]>
let watch: TableWatch
beforeAll(async () => {
  portal = await startPortal()
  world = await makeWorld(portal, 'portalAdmin')
  browser = await openSession(portal, world.users.portalAdmin)
  foreign = await makeForeignRecords()
  const { portalAdmin } = world.users
  Object.assign(world.ids, {
    signInId: await triedToSignIn(portalAdmin),
    signInTestId: await signInTestOf(portalAdmin),
  })
  watch = await watchTables(portal)
})
afterAll(() => portal.close())

/** Makes a failed sign-in of a user; returns the id of its record. */
async function triedToSignIn({ id }: { id: number }): Promise<string> {
  const [row] = await portal.owner(
    "insert into audit_events (event, subject_user_id, address) values ('authn_login_fail', $1, '192.0.2.1') returning id",
    [id],
  )
  return String(row?.['id'])
}

/** A delivered mail cannot be managed; returns its id. */
async function deliveredMail(): Promise<string> {
  const [row] = await portal.owner(
    "insert into outbox_mails (dedupe_key, to_address, template, state) values ('sent', 'ann@example.test', 'test', 'sent') returning id",
  )
  return String(row?.['id'])
}

async function makeForeignRecords(): Promise<Record<string, string[]>> {
  const { make } = portal
  const theirClient = await make.client()
  const stranger = await make.user({ client_id: theirClient })
  const system = await make.system()
  const section = await make.section()
  const page = await make.page({ system_id: system, section_id: section })
  await make.grant(stranger, { systemId: system, pageId: page })
  const internalOnly = await make.page({ system_id: system, section_id: section, is_internal_only: true })
  const forAdmins = await make.page({ system_id: system, section_id: section, requires_admin: true })
  const announcement = await make.announcement()
  await portal.owner('insert into announcement_clients values ($1, $2)', [announcement, theirClient])
  const [dismissed] = await portal.owner(
    'insert into user_announcements (user_id, announcement_id, dismissed_version) values ($1, $2, 1) returning id',
    [stranger.id, world.ids['id']],
  )
  const pages = [page, internalOnly, forAdmins].map(String)
  return {
    sectionId: [String(section)],
    pageId: pages,
    pid: pages,
    id: [String(announcement), String(dismissed?.['id'])],
    signInId: [await triedToSignIn(stranger)],
    mailId: [await deliveredMail()],
    // Users who may see one see all.
    providerId: [],
    serviceAccountId: [],
    webhookId: [],
    licenseId: [],
    deliveryId: [],
    ...Object.fromEntries(referenceSamples.map(({ category }) => [category.key, []])),
    accessRequestId: [],
    enhancementRequestId: [],
    announcementId: [],
    accessReviewId: [],
    // Administrators of users see every tile.
    tileId: [],
    tilePageId: [],
    userId: [],
    systemId: [],
    customerId: [],
    // Administrators of the catalog see all of it.
    appId: [],
    appSystemId: [],
    catalogSectionId: [],
    jobScheduleSetupId: [],
    fileId: [],
    systemid: [String(system)],
    sid: [],
    employerId: [],
    clientId: [String(await make.client({ is_deleted: true }))],
    employerPageId: [],
    employerClientMasterId: [],
    userLinkId: [await linkOf(portal, stranger)],
    ownAccessRequestId: [await requestOf(stranger, page)],
    accessChangeId: [await accessChangeOf(portal, stranger)],
    groupId: [await directoryGroupOf(portal, stranger.clientId)],
    conflictId: [await directoryConflictOf(portal, stranger.clientId)],
    // Administrators of all clients see all sets.
    setId: [],
    importId: [await importOf(portal, stranger)],
    exportId: [await exportOf(portal, stranger, stranger.id)],
    reportId: [await reportOf(portal, stranger)],
    clientid: [String(await make.client({ is_deleted: true }))],
    signInTestId: [await testOfStranger(stranger)],
    ...(await makeForeignDocuments(stranger, theirClient)),
  }
}

const testOfStranger = async (stranger: MadeUser): Promise<string> => {
  await openSession(portal, stranger)
  return signInTestOf(stranger)
}

/** A test sign-in of the user's latest session; its id. */
async function signInTestOf(user: MadeUser): Promise<string> {
  const [row] = await portal.owner(
    `insert into sign_in_tests (provider_id, session_id, user_id, request_id, relay_state_hash, expires_at)
     select $2, id, user_id, 'request', user_id::text::bytea, clock_now() + interval '1 hour' from sessions
      where user_id = $1 order by id desc limit 1 returning id`,
    [user.id, world.ids['providerId']],
  )
  return String(row?.['id'])
}

/** A request of the user for a page; its id. */
async function requestOf({ id }: MadeUser, pageId: number): Promise<string> {
  const [row] = await portal.owner(
    `insert into access_requests (user_id, page_id, reason) values ($1, $2, 'For my work') returning id`,
    [id, pageId],
  )
  return String(row?.['id'])
}

/** Documents between two users of another client. */
async function makeForeignDocuments(stranger: MadeUser, theirClient: number): Promise<Record<string, string[]>> {
  const ids = await documentIds(portal, stranger, await portal.make.user({ client_id: theirClient }))
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, [id]]))
}

const notThere = ['987654', '2147483647']
/** The caller's own id, unguessable keys, values that are only compared with the caller's own, fixed names, and typed keys. */
const proven = new Set([
  'uid',
  'adminId',
  'adminuid',
  'imageKey',
  'interactionId',
  'address',
  'kindCd',
  'listNm',
  'domainNm',
  'facilityCd',
  'excelToken',
  'typeName',
  'fileNm',
  'textKey',
])

/** Calls that show portal administrators the records of everybody, which others of the same parameter keep to their owner. */
const showsAll = new Set(['getAccessChange'])

const sweeps = allEndpoints()
  .filter(({ endpoint }) => endpoint.guard.kind !== 'public')
  .flatMap(({ endpoint }) =>
    pathParams(endpoint.path)
      .filter((name) => !proven.has(name))
      .map((name): [string, Endpoint, string] => [`{${name}} of ${endpoint.name}`, endpoint, name]),
  )

async function callWith(endpoint: Endpoint, name: string, value: string) {
  const ids = { ...world.ids, uid: String(browser.userId), [name]: value }
  const { method, headers, body } = sampleCall(endpoint, endpoint.path, ids, portal.origin, browser)
  return browser.request(method, fillPath(endpoint.path, ids) + queryOf(endpoint.name), {
    headers,
    ...(body === undefined ? {} : { body }),
  })
}

test.each(sweeps)(
  '%s: a record of others answers like one that is not there, and stays as it is (S32, S38, S39)',
  async (_what, endpoint, name) => {
    const records = foreign[name]
    if (!records) throw new Error(`makeForeignRecords has no record of others for {${name}} of ${endpoint.name}.`)
    const [missing] = notThere
    const wanted = await callWith(endpoint, name, missing ?? '')
    expect([403, 404]).toContain(wanted.status)
    for (const id of [...(showsAll.has(endpoint.name) ? [] : records), ...notThere]) {
      const { status, text } = await callWith(endpoint, name, id)
      expect({ id, status, text }).toEqual({ id, status: wanted.status, text: wanted.text })
    }
    expect(await watch.changes()).toEqual([])
  },
)

const noIds = [
  '0',
  '-1',
  '01',
  '%2b1',
  '%201',
  '1%00',
  '1.5',
  '1e9',
  '9999999999',
  '__proto__',
  'constructor',
  "1'--",
  '..%2f1',
]

test.each(sweeps)(
  '%s: what is no id is a bad request, the same for all, and changes nothing',
  async (_what, endpoint, name) => {
    const answers = await Promise.all(noIds.map((id) => callWith(endpoint, name, id)))
    const bad = { status: 400, code: '400', data: [{ field: name, message: expect.any(String) }] }
    expect(answers.map(({ status, code, data }, at) => ({ id: noIds[at], status, code, data }))).toEqual(
      noIds.map((id) => ({ id, ...bad })),
    )
    expect(await watch.changes()).toEqual([])
  },
)

/**
 * Calls that no right id opens here: a step is there only in a sign-out in progress, which stops every other call, an
 * announcement waits for review only where the operator requires one, only an erased user has a certificate, and an
 * archive has a file only once a job made it.
 */
const inAnotherState = [
  'noteLogoutStep',
  'publishReviewedAnnouncement',
  'sendBackAnnouncement',
  'getErasureCertificate',
  'downloadPersonExport',
  'downloadOwnExport',
]

test('there are such addresses, and a right id passes', async () => {
  expect(sweeps.length).toBeGreaterThan(3)
  for (const [, endpoint, name] of sweeps.filter(([, { name: call }]) => !inAnotherState.includes(call))) {
    await world.renew(endpoint.name)
    const { code, status } = await callWith(endpoint, name, world.ids[name] ?? '')
    expect({ call: endpoint.name, code: code || String(status) }).toEqual({ call: endpoint.name, code: '200' })
    // One of the calls closes a gate behind the caller.
    await portal.owner('update users set password_changed_at = clock_now() where id = $1', [browser.userId])
  }
})
