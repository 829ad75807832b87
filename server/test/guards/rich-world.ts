import { consumeAttempt } from '../../src/areas/attempts/public.ts'
import { fillEverything } from '../erasure-rows.ts'
import type { MadeUser } from '../make.ts'
import type { Portal } from '../portal.ts'
import type { RecordNames } from '../whole-state.ts'
import { makeWorld, type World } from './people.ts'

/** People and records that have everything that an act could touch, so that whatever it leaves alone is there. */
export interface RichWorld {
  world: World
  admin: MadeUser
  /** Whom acts are about: with rows in every table that users fill, planned ends, and everything pending. */
  target: MadeUser
  inactive: MadeUser
  deleted: MadeUser
  /** An active user of the same employer. */
  colleague: MadeUser
  /** Ids beside those of the world. */
  ids: Readonly<Record<string, string>>
  names: RecordNames
}

export async function makeRichWorld(portal: Portal): Promise<RichWorld> {
  const world = await makeWorld(portal)
  const { portalAdmin: admin, otherExternal: target, external } = world.users
  await fillEverything(portal, target, external)
  const adminClient = await moveToClientOfTheirOwn(portal, admin)
  const inactive = await portal.make.user({ client_id: target.clientId, status: 2, previous_status: null })
  const deleted = await portal.make.user({ client_id: target.clientId, status: 3, previous_status: 1 })
  const colleague = await portal.make.user({ client_id: target.clientId })
  const { emulator } = world
  const { internal, delegatedAdmin } = world.users
  const people = { internal, delegatedAdmin, emulator, admin, target, external, inactive, deleted, colleague }
  const ids = { ...(await giveEverything(portal, world, people)), adminClient }
  return { world, admin, target, inactive, deleted, colleague, ids, names: namesOf(people, { ...world.ids, ...ids }) }
}

/** Gives a user a client of their own, so that a record or mail with the client of the wrong person is noticed. */
async function moveToClientOfTheirOwn(portal: Portal, { id }: MadeUser): Promise<string> {
  const clientId = await portal.make.client()
  await portal.owner('update users set client_id = $2 where id = $1', [id, clientId])
  return String(clientId)
}

type People = Readonly<Record<'admin' | 'target' | 'external' | 'inactive' | 'deleted', MadeUser>>

/** Grants with planned ends, notifications of both kinds, an open review: for the target and people who are gone. */
async function giveEverything(portal: Portal, world: World, people: People): Promise<Record<string, string>> {
  const { target } = people
  const held = [target, people.external, people.inactive, people.deleted].map(({ id }) => id)
  const catalog = await givePlannedGrants(portal, { by: people.admin.id, held, customerId: world.ids['customerId'] })
  await giveNotifications(portal, held)
  await portal.owner('update users set pending_client_id = $2 where id = $1', [target.id, world.ids['clientId']])
  await portal.owner(
    `insert into user_sign_ins (user_id, attempts, last_signed_in_at) select one, 2, clock_now() from unnest($1::int[]) one
     on conflict (user_id) do update set attempts = 2`,
    [held],
  )
  await countAttempts(portal, target)
  await giveTraces(portal, target, world.ids)
  // The portal tries these again by itself.
  await portal.owner(`update back_channel_logouts set next_attempt_at = 'infinity'`)
  const review = await reviewOf(portal, { people, held, systemId: catalog.plannedSystem })
  return {
    ...catalog,
    ...review,
    ...(await endsOf(portal, target, catalog)),
    ...(await furtherIds(portal, world, target)),
  }
}

/** What counts attempts of one user. */
const countedPurposes = [
  'access-request',
  'current-password',
  'enhancement-request',
  'new-email',
  'opt-out-text',
  'second-factor',
]

/** The user has made some attempts of each kind, and has some left. */
async function countAttempts(portal: Portal, { id }: MadeUser): Promise<void> {
  for (const purpose of countedPurposes) {
    const limit = { key: [purpose, id] as const, maxAttempts: 9, minutes: 60 }
    for (const _ of ['one', 'two']) await consumeAttempt(portal.database.jobs, limit)
  }
}

/** What a user leaves behind beside texts: links, tickets, notices, what they opened and chose. */
async function giveTraces(portal: Portal, { id }: MadeUser, ids: World['ids']): Promise<void> {
  const hash = `sha256(gen_random_uuid()::text::bytea)`
  const later = `clock_now() + interval '1 hour'`
  const rows: Readonly<Record<string, string>> = {
    'dormancy_notices (user_id, active_at)': 'clock_now()',
    'email_confirmations (user_id, token_hash, expires_at)': `${hash}, ${later}`,
    'recovery_links (user_id, token_hash, expires_at)': `${hash}, ${later}`,
    'second_factor_skips (user_id, skips)': '1',
    'sign_in_tickets (user_id, token_hash, step, binding_hash, expires_at)': `${hash}, 'factor', ${hash}, ${later}`,
    'user_announcements (user_id, announcement_id)': `${ids['announcementId']}`,
    'user_page_accesses (user_id, page_id)': `${ids['pageId']}`,
    'user_section_preferences (user_id, section_id)': `${ids['sectionId']}`,
  }
  for (const [columns, values] of Object.entries(rows))
    await portal.owner(`insert into ${columns} values (${id}, ${values})`)
}

interface Holders {
  by: number
  held: readonly number[]
  customerId: string | undefined
}

/** Each of these people holds applications, a facility and a customer until an end; an end is sent in milliseconds. */
async function givePlannedGrants(portal: Portal, { by, held, customerId }: Holders) {
  const section = await portal.make.section()
  const pageOf = (system: number) => portal.make.page({ system_id: system, section_id: section })
  const [planned, later, only] = [await portal.make.system(), await portal.make.system(), await portal.make.system()]
  const [plannedPage, laterPage] = [await pageOf(planned), await pageOf(later)]
  const give = (table: string, columns: string, values: unknown[], days: number) =>
    portal.owner(
      `insert into ${table} (user_id, ends_at, granted_by, ${columns})
       select one, date_trunc('milliseconds', clock_now()) + make_interval(days => $2), $3,
              ${values.map((_, n) => `$${n + 4}`).join(', ')}
         from unnest($1::int[]) one`,
      [held, days, by, ...values],
    )
  await give('user_system_grants', 'system_id, is_admin, has_sensitive_data', [planned, false, true], 30)
  await give('user_page_grants', 'page_id', [plannedPage], 30)
  await give('user_system_grants', 'system_id, is_admin, has_sensitive_data', [later, true, false], 60)
  await give('user_page_grants', 'page_id', [laterPage], 50)
  await give('user_system_grants', 'system_id', [only], 30)
  await give('user_facility_grants', 'facility_code, all_customers', ['EDH', true], 40)
  await give('user_customer_grants', 'customer_id', [customerId], 20)
  return {
    plannedSection: String(section),
    plannedSystem: String(planned),
    plannedPage: String(plannedPage),
    laterSystem: String(later),
    laterPage: String(laterPage),
    furtherPage: String(await pageOf(later)),
    heldSystem: String(only),
  }
}

/** One type that is sent by email and one that is sent as a text message. */
async function giveNotifications(portal: Portal, held: readonly number[]): Promise<void> {
  for (const isText of [false, true])
    await portal.owner(
      `with made as (
         insert into notification_types (name, display_order, is_text_message)
         values ('Type ' || gen_random_uuid(), 90, $2) returning id)
       insert into user_notification_types (user_id, notification_type_id)
       select one, made.id from unnest($1::int[]) one, made`,
      [held, isText],
    )
}

/** An open review of a system that these people hold. */
async function reviewOf(
  portal: Portal,
  { people, held, systemId }: { people: People; held: readonly number[]; systemId: string },
) {
  const items = await portal.owner(
    `with review as (
       insert into access_reviews (system_id, started_by, due_at) values ($1, $2, clock_now() + interval '9 days')
       returning id)
     insert into access_review_items (review_id, user_id, system_id, is_admin, has_sensitive_data, granted_at)
     select review.id, one, $1, false, true, clock_now() from unnest($3::int[]) one, review
     returning id, review_id, user_id`,
    [systemId, people.admin.id, held],
  )
  const itemOf = ({ id }: MadeUser) => String(items.find((item) => item['user_id'] === id)?.['id'])
  return {
    plannedReview: String(items[0]?.['review_id']),
    plannedItem: itemOf(people.target),
    inactiveItem: itemOf(people.inactive),
  }
}

/** The planned ends of the target, as calls send them. */
async function endsOf(portal: Portal, { id }: MadeUser, catalog: Readonly<Record<string, string>>) {
  const endOf = async (table: string, column: string, value: unknown) => {
    const [row] = await portal.owner(
      `select to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from ${table}
        where user_id = $1 and ${column} = $2`,
      [id, value],
    )
    return String(row?.['at'])
  }
  return {
    plannedEnd: await endOf('user_system_grants', 'system_id', catalog['plannedSystem']),
    heldEnd: await endOf('user_system_grants', 'system_id', catalog['heldSystem']),
    laterEnd: await endOf('user_system_grants', 'system_id', catalog['laterSystem']),
    laterPageEnd: await endOf('user_page_grants', 'page_id', catalog['laterPage']),
    facilityEnd: await endOf('user_facility_grants', 'facility_code', 'EDH'),
  }
}

/** What the records of the world refer to. */
async function furtherIds(portal: Portal, { ids }: World, target: MadeUser) {
  const idOf = async (text: string, value: unknown) => String((await portal.owner(text, [value]))[0]?.['id'])
  const accountSystem = await idOf(
    `update systems set has_account_setup = true
      where id = (select type.system_id from user_system_accounts held join system_account_types type on type.id = held.type_id
                   where held.user_id = $1)
      returning id`,
    target.id,
  )
  const askedPage = await idOf('select page_id as id from access_requests where id = $1', ids['accessRequestId'])
  return {
    accountSystem,
    askedPage,
    askedSystem: await idOf('select system_id as id from pages where id = $1', askedPage),
    mappedClient: await idOf('select client_id as id from sso_employer_pages where id = $1', ids['employerPageId']),
    reviewedSystem: await idOf(
      'select system_id as id from access_review_items where id = $1',
      ids['accessReviewItemId'],
    ),
    targetClient: String(target.clientId),
  }
}

/** Tables of ids that calls name, whose records descriptions call by the name of the id. */
const tablesOfIds: Readonly<Record<string, string>> = {
  sectionId: 'sections',
  pageId: 'pages',
  sid: 'systems',
  id: 'announcements',
  mailId: 'outbox_mails',
  employerId: 'clients',
  clientId: 'clients',
  customerId: 'customers',
  accessChangeId: 'access_changes',
  groupId: 'scim_groups',
  conflictId: 'scim_conflicts',
  setId: 'permission_sets',
  importId: 'user_imports',
  docId: 'documents',
  trashedDocId: 'documents',
  providerId: 'saml_providers',
  userLinkId: 'user_links',
  accessRequestId: 'access_requests',
  ownAccessRequestId: 'access_requests',
  requestablePageId: 'pages',
  requestableSetId: 'permission_sets',
  enhancementRequestId: 'enhancement_requests',
  announcementId: 'announcements',
  accessReviewId: 'access_reviews',
  accessReviewItemId: 'access_review_items',
  employerPageId: 'sso_employer_pages',
  employerClientMasterId: 'sso_employer_customers',
  appId: 'pages',
  catalogSectionId: 'sections',
  freeSystemId: 'systems',
  jobScheduleSetupId: 'job_schedules',
  appSystemId: 'systems',
  exportId: 'person_exports',
  reportId: 'reports',
  fileId: 'published_files',
  departmentId: 'departments',
  smsCarrierId: 'sms_carriers',
  systemAccountTypeId: 'system_account_types',
  securityQuestionId: 'security_questions',
  notificationTypeId: 'notification_types',
  phraseCompRuleId: 'password_rules',
  domainNm: 'internal_domains',
  classificationTypeId: 'classification_types',
  clsVldValId: 'classification_values',
  facilityCd: 'facilities',
  applicationConfigId: 'application_settings',
  plannedSystem: 'systems',
  plannedPage: 'pages',
  laterSystem: 'systems',
  laterPage: 'pages',
  plannedSection: 'sections',
  plannedReview: 'access_reviews',
  inactiveItem: 'access_review_items',
  plannedItem: 'access_review_items',
  heldSystem: 'systems',
  mappedClient: 'clients',
  targetClient: 'clients',
  adminClient: 'clients',
  reviewedSystem: 'systems',
  accountSystem: 'systems',
  furtherPage: 'pages',
  askedPage: 'pages',
  askedSystem: 'systems',
}

function namesOf(people: Readonly<Record<string, MadeUser>>, ids: Readonly<Record<string, string>>): RecordNames {
  return {
    'systems:2': 'portal',
    ...Object.fromEntries(Object.entries(people).map(([name, { id }]) => [`users:${id}`, name])),
    ...Object.fromEntries(
      Object.entries(tablesOfIds).flatMap(([name, table]) => (ids[name] ? [[`${table}:${ids[name]}`, name]] : [])),
    ),
  }
}
