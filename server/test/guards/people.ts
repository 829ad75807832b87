import { hashToken, newToken } from '../../src/crypto/tokens.ts'
import type { Browser } from '../browser.ts'
import { actorSessionOf, type MadeUser } from '../make.ts'
import type { Portal } from '../portal.ts'
import { referenceIds } from '../reference-samples.ts'

/** All personas, in the order of the columns of authz-matrix.json. */
export const personas = [
  'nobody',
  'external',
  /** Signed in, and names the external user's id where the address has one. */
  'otherExternal',
  'internal',
  'delegatedAdmin',
  'portalAdmin',
  'atLicence',
  'atExpired',
  'atSecured',
  'atTemporary',
  'atQuestion',
  /** A portal administrator who acts as the external user. */
  'emulated',
  /** A user whose session has ended. */
  'ended',
] as const
export type Persona = (typeof personas)[number]

/** Users, and objects that all of them may use, so that a refusal is only about the persona. */
export interface World {
  users: Readonly<Record<Persona, MadeUser>>
  /** The administrator behind the emulated persona. */
  emulator: MadeUser
  /** Path parameters by name; {uid} is the caller's own. */
  ids: Readonly<Record<string, string>>
  /** Makes the documents, shares and links anew: some calls delete them. `call`: the one that comes next. */
  renew(call: string): Promise<void>
}

export const BRAND_IMAGE_KEY = 'ab'.repeat(32)

/** `owner` has the documents that calls are about. */
export async function makeWorld(portal: Portal, owner: Persona = 'external'): Promise<World> {
  const { make } = portal
  const external = await make.user()
  const users: Record<Persona, MadeUser> = {
    nobody: external,
    external,
    otherExternal: await make.user(),
    internal: await make.user({ is_internal: true }),
    delegatedAdmin: await make.user(),
    portalAdmin: await make.user({ is_internal: true, may_sign_on_as: true }),
    atLicence: await make.user({ license_accepted_at: null }),
    atExpired: await make.user({ password_changed_at: '2020-01-01' }),
    atSecured: await make.user({ password_changed_at: null, password_spent_at: '2026-01-01' }),
    atTemporary: await make.user({ password_changed_at: null }),
    atQuestion: await make.user({ security_question_id: null }),
    emulated: external,
    ended: await make.user(),
  }
  const emulator = await make.user({ is_internal: true, may_sign_on_as: true })
  await make.adminPages(users.delegatedAdmin, ['User Administration'])
  const pages = await portal.owner('select name from pages where system_id = 2')
  for (const portalAdmin of [users.portalAdmin, emulator])
    await make.adminPages(
      portalAdmin,
      pages.map(({ name }) => String(name)),
    )
  const section = await make.section({ accepts_enhancement_requests: true })
  const system = await make.system({ setup_url: 'https://accounts.example.test/' })
  await portal.owner('update systems set has_account_setup = true where id = 2')
  const page = await make.page({ system_id: system, section_id: section })
  for (const user of new Set(Object.values(users))) await make.grant(user, { systemId: system, pageId: page })
  const announcement = await make.announcement()
  await portal.owner('insert into brand_images (key, image) values ($1, $2)', [
    BRAND_IMAGE_KEY,
    Buffer.from('89504e47', 'hex'),
  ])
  await brandTwice(portal, null)
  const mailId = await deadMail(portal)
  const ids: Record<string, string> = {
    sectionId: String(section),
    tileId: String(section),
    pageId: String(page),
    tilePageId: String(page),
    signInId: '1',
    pid: String(page),
    systemid: String(system),
    employerId: String(await make.client()),
    sid: String(system),
    id: String(announcement),
    imageKey: BRAND_IMAGE_KEY,
    mailId,
    address: '2065550100@carrier.test',
    clientid: String(external.clientId),
    sharedWith: String(users.otherExternal.id),
    userId: String(users.otherExternal.id),
    systemId: '2',
    textKey: 'menu_home',
    // Nobody waits here.
    interactionId: 'an-authorization-of-nobody',
    // Tests are of one session.
    signInTestId: '987654',
    adminId: String(users[owner].id),
    customerId: await customer(portal),
    listNm: 'users',
    clientId: await brandTwice(portal, await make.client()),
    importId: await importOf(portal, users.portalAdmin),
    typeName: 'SYSTEM_ANNC_TYPE',
    ...(await announcementValues(portal)),
  }
  const renew = async (call: string) => {
    const people = [users[owner], users.otherExternal] as const
    await portal.owner('delete from documents where owner_id = any($1)', [people.map(({ id }) => id)])
    Object.assign(ids, await documentIds(portal, ...people))
    Object.assign(ids, { providerId: await identityProvider(portal), userLinkId: await linkOf(portal, users[owner]) })
    Object.assign(ids, await referenceIds(portal))
    Object.assign(ids, await accessRequestIds(portal, people, section))
    Object.assign(ids, { announcementId: String(await make.announcement()) })
    Object.assign(ids, await accessReviewOf(portal, users.otherExternal))
    Object.assign(ids, await ssoMapping(portal, Number(ids['pageId'])))
    Object.assign(ids, await catalogIds(portal, section))
    Object.assign(ids, {
      systemAccountTypeId: await accountType(portal),
      jobScheduleSetupId: await jobSchedule(portal),
    })
    Object.assign(ids, { appSystemId: await openIdSystem(portal) })
    const file = await make.publishedFile(users.portalAdmin)
    Object.assign(ids, { fileId: String(file.id), fileNm: file.name })
    // Another call adds the mapping that this one deletes.
    if (call === 'deleteSsoMapping')
      await portal.owner('insert into sso_employers (client_id) values ($1) on conflict do nothing', [
        ids['employerId'],
      ])
  }
  await renew('')
  return { users, emulator, ids, renew }
}

/** Ids of a type and a user type of announcements. */
async function announcementValues(portal: Portal): Promise<Record<string, string>> {
  const values = await portal.owner("select id, code from classification_values where code in ('operational', 'all')")
  const idOf = (code: string) => String(values.find((value) => value['code'] === code)?.['id'])
  return { anncType: idOf('operational'), userType: idOf('all') }
}

/** Gives a client, or the portal, a brand and a former one; returns its id. */
async function brandTwice(portal: Portal, clientId: number | null): Promise<string> {
  await portal.owner('insert into branding_versions (client_id, logo_etag) values ($1, $2), ($1, $2)', [
    clientId,
    BRAND_IMAGE_KEY,
  ])
  return String(clientId)
}

/** A checked import of the user. */
export async function importOf(portal: Portal, owner: MadeUser): Promise<string> {
  const [made] = await portal.owner(
    "insert into user_imports (owner_id, client_id, file_name, state) values ($1, $2, 'users.csv', 'checked') returning id",
    [owner.id, owner.clientId],
  )
  return String(made?.['id'])
}

/** A mapping with an application and a customer, of an employer of its own. */
async function ssoMapping(portal: Portal, pageId: number): Promise<Record<string, string>> {
  const clientId = await portal.make.client()
  const insert = async (table: string, columns: string, values: unknown[]) => {
    const [row] = await portal.owner(`insert into ${table} (${columns}) values ($1, $2) returning id`, values)
    return String(row?.['id'])
  }
  await portal.owner('insert into sso_employers (client_id) values ($1)', [clientId])
  const [customer] = await portal.owner('select min(id) as id from customers')
  return {
    employerPageId: await insert('sso_employer_pages', 'client_id, page_id', [clientId, pageId]),
    employerClientMasterId: await insert('sso_employer_customers', 'client_id, customer_id', [
      clientId,
      customer?.['id'],
    ]),
  }
}

/** A document of two versions that is shared, one in the trash, and one that the other user shares. */
export async function documentIds(portal: Portal, owner: MadeUser, other: MadeUser): Promise<Record<string, string>> {
  const own = await portal.make.document(owner)
  await portal.make.version(own)
  const trashed = await portal.make.document(owner, { trashed_at: new Date() })
  const theirs = await portal.make.document(other)
  return {
    docId: String(own.id),
    documentId: String(own.id),
    trashedDocId: String(trashed.id),
    ownShareDtlId: String(await portal.make.share(own, other)),
    docShareDtlId: String(await portal.make.share(theirs, owner)),
  }
}

/** A system whose application has a client secret; returns its id. */
async function openIdSystem(portal: Portal): Promise<string> {
  const id = String(await portal.make.system())
  await portal.owner(
    `insert into single_sign_on_settings (system_id, protocol, client_id, client_secret_hash, redirect_addresses)
     values ($1, 'oidc', gen_random_uuid()::text, 'hash', array['https://app.example.test/callback'])`,
    [id],
  )
  return id
}

/** Creates an identity provider without employers; returns its id. */
async function identityProvider(portal: Portal): Promise<string> {
  const [row] = await portal.owner(
    `insert into saml_providers (name, entity_id, sign_on_url, certificate)
     select 'A company', 'urn:' || gen_random_uuid(), 'https://company.test/sso', 'none' returning id`,
  )
  return String(row?.['id'])
}

/** A page that everybody may ask for, and a request of each user for another one. */
async function accessRequestIds(
  portal: Portal,
  [owner, other]: readonly [MadeUser, MadeUser],
  section: number,
): Promise<Record<string, string>> {
  await portal.owner('delete from access_requests')
  const requestable = async () =>
    portal.make.page({ system_id: await portal.make.system(), section_id: section, is_requestable: true })
  const asked = await requestable()
  const requestOf = async ({ id }: MadeUser) => {
    const [row] = await portal.owner(
      `insert into access_requests (user_id, page_id, reason) values ($1, $2, 'For my work') returning id`,
      [id, asked],
    )
    return String(row?.['id'])
  }
  return {
    ownAccessRequestId: await requestOf(owner),
    accessRequestId: await requestOf(other),
    requestablePageId: String(await requestable()),
  }
}

/** An application, and a section and a system without any. */
async function catalogIds({ make }: Portal, section: number): Promise<Record<string, string>> {
  return {
    appId: String(await make.page({ system_id: await make.system(), section_id: section })),
    catalogSectionId: String(await make.section()),
    freeSystemId: String(await make.system()),
  }
}

/** A review of a system that the user holds, and the user's access in it. */
async function accessReviewOf(portal: Portal, { id }: MadeUser): Promise<Record<string, string>> {
  await portal.owner('delete from access_review_items')
  const systemId = await portal.make.system()
  await portal.make.grant({ id }, { systemId })
  const [row] = await portal.owner(
    `with review as (
       insert into access_reviews (system_id, started_by, due_at) values ($1, $2, clock_now() + interval '9 days')
       returning id)
     insert into access_review_items (review_id, user_id, system_id, is_admin, has_sensitive_data, granted_at)
     select id, $2, $1, false, false, clock_now() from review returning review_id, id`,
    [systemId, id],
  )
  return { accessReviewId: String(row?.['review_id']), accessReviewItemId: String(row?.['id']) }
}

/** An account type without accounts; its id. */
async function accountType(portal: Portal): Promise<string> {
  const [row] = await portal.owner(
    "insert into system_account_types (system_id, description, code) select 2, 'Type', gen_random_uuid() returning id",
  )
  return String(row?.['id'])
}

/** A schedule of a job that neither waits nor runs, where another call may schedule `job-run-purge`; its id. */
async function jobSchedule(portal: Portal): Promise<string> {
  await portal.owner(`delete from jobs.job where name = 'mail-purge'`)
  await portal.owner(`delete from job_schedules where code in ('mail-purge', 'job-run-purge')`)
  const [row] = await portal.owner(
    `insert into job_schedules (code, name, cron) values ('mail-purge', 'Delete old mail', '35 3 * * *') returning id`,
  )
  return String(row?.['id'])
}

/** A customer of EDH without parent; its id. */
async function customer(portal: Portal): Promise<string> {
  const [row] = await portal.owner("insert into customers (name, facility_code) values ('C', 'EDH') returning id")
  return String(row?.['id'])
}

/** Creates a personal link; returns its id. */
export async function linkOf(portal: Portal, owner: MadeUser): Promise<string> {
  const [row] = await portal.owner(
    `insert into user_links (user_id, name, address) values ($1, 'A link', 'https://shop.example') returning id`,
    [owner.id],
  )
  return String(row?.['id'])
}

/** Creates an undelivered mail; returns its id. */
async function deadMail(portal: Portal): Promise<string> {
  const [row] = await portal.owner(
    `insert into outbox_mails (dedupe_key, to_address, template, state, last_error)
     select 'dead ' || gen_random_uuid(), 'gone@example.test', 'test', 'dead', '550 no such user' returning id`,
  )
  return String(row?.['id'])
}

interface SessionOf {
  user: { id: number }
  /** The administrator who acts as the user. */
  actorId?: number
  isLookOnly?: boolean
  hasEnded?: boolean
}

/** Browsers with sessions that were opened without asking for passwords. */
async function openSessions(portal: Portal, sessions: readonly SessionOf[]): Promise<Browser[]> {
  const browsers = sessions.map(({ user }) => {
    const browser = portal.browser()
    browser.userId = user.id
    browser.sessionToken = newToken()
    browser.csrfToken = newToken()
    browser.cookies.set(BINDING, newToken())
    return browser
  })
  const hashes = (tokenOf: (browser: Browser) => string | undefined) =>
    browsers.map((browser) => hashToken(tokenOf(browser) ?? ''))
  const actorSessions = new Map<number, number>()
  for (const { actorId } of sessions)
    if (actorId !== undefined)
      actorSessions.set(actorId, await actorSessionOf((text, values) => portal.owner(text, values), { id: actorId }))
  await portal.owner(
    `insert into sessions (token_hash, csrf_hash, binding_hash, user_id, actor_user_id, actor_session_id, is_look_only,
       ended_at, expires_at)
     select token, csrf, binding, user_id, actor_id, actor_session_id, is_look_only,
            case when has_ended then clock_now() end, clock_now() + interval '1 hour'
       from unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::int[], $5::int[], $6::bigint[], $7::boolean[], $8::boolean[])
            as given (token, csrf, binding, user_id, actor_id, actor_session_id, is_look_only, has_ended)`,
    [
      hashes((browser) => browser.sessionToken),
      hashes((browser) => browser.csrfToken),
      hashes((browser) => browser.cookies.get(BINDING)),
      sessions.map(({ user }) => user.id),
      sessions.map(({ actorId }) => actorId ?? null),
      sessions.map(({ actorId }) => (actorId === undefined ? null : actorSessions.get(actorId))),
      sessions.map(({ isLookOnly }) => isLookOnly ?? false),
      sessions.map(({ hasEnded }) => hasEnded ?? false),
    ],
  )
  return browsers
}

const BINDING = '__Host-portal-binding'

/** `actorId`: an administrator who emulates the user. */
export async function openSession(
  portal: Portal,
  user: { id: number },
  actorId?: number,
  { isLookOnly = false } = {},
): Promise<Browser> {
  const [browser] = await openSessions(portal, [{ user, isLookOnly, ...(actorId === undefined ? {} : { actorId }) }])
  return browser as Browser
}

/** A browser for each persona, with a session of its own. */
export async function browsersOf(portal: Portal, { users, emulator }: World): Promise<Record<Persona, Browser>> {
  const browsers = await openSessions(
    portal,
    personas.map((persona) => ({
      user: users[persona],
      ...(persona === 'emulated' ? { actorId: emulator.id } : {}),
      hasEnded: persona === 'ended',
    })),
  )
  const each = personas.map((persona, index): [Persona, Browser] => [persona, browsers[index] as Browser])
  return { ...Object.fromEntries(each), nobody: portal.browser() } as Record<Persona, Browser>
}
