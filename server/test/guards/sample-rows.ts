import type { MadeUser } from '../make.ts'
import type { Portal } from '../portal.ts'

export const BRAND_IMAGE_KEY = 'ab'.repeat(32)

/** Ids of a type and a user type of announcements. */
export async function announcementValues(portal: Portal): Promise<Record<string, string>> {
  const values = await portal.owner("select id, code from classification_values where code in ('operational', 'all')")
  const idOf = (code: string) => String(values.find((value) => value['code'] === code)?.['id'])
  return { anncType: idOf('operational'), userType: idOf('all') }
}

/** Gives a client, or the portal, a brand and a former one; returns its id. */
export async function brandTwice(portal: Portal, clientId: number | null): Promise<string> {
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
  const given = { firstNm: 'Ida', lastNm: 'Row', emailAddress: 'ida.row' }
  await portal.owner('insert into user_import_rows (import_id, row_number, given) values ($1, 1, $2)', [
    made?.['id'],
    JSON.stringify(given),
  ])
  return String(made?.['id'])
}

/** A finished act of the user for themselves, of nothing, which can be taken back. */
export async function accessChangeOf(portal: Portal, owner: MadeUser): Promise<string> {
  const [made] = await portal.owner(
    `with act as (
       insert into access_changes (owner_id, client_id, kind, permissions, is_fresh, state, session_id, request_id,
         address, ended_at)
       values ($1, $2, 'give', '{"system": [], "page": []}', true, 'done', 1, 'request', '127.0.0.1', clock_now())
       returning id),
     noted as (
       insert into access_change_users (access_change_id, user_id, state, changed_at)
       select id, $1, 'changed', clock_now() from act)
     select id from act`,
    [owner.id, owner.clientId],
  )
  return String(made?.['id'])
}

/** An export about somebody that the user has asked for, and that could not be made. */
export async function exportOf(portal: Portal, owner: MadeUser, about: number): Promise<string> {
  const [made] = await portal.owner(
    `insert into person_exports (owner_id, about_id, state, language, requested_at)
     values ($1, $2, 'failed', 'en', clock_now() - interval '25 hours') returning id`,
    [owner.id, about],
  )
  return String(made?.['id'])
}

/** A finished report of the user, without rows. */
export async function reportOf(portal: Portal, owner: MadeUser): Promise<string> {
  const [made] = await portal.owner(
    `insert into reports (owner_id, kind, criteria, state) values ($1, 'user-access', $2, 'ready') returning id`,
    [
      owner.id,
      {
        kind: 'user-access',
        statuses: [1],
        isInternal: null,
        created: null,
        signedIn: null,
        facilityCode: 'EDH',
        customerId: null,
        systemId: 2,
        facilityName: 'EDH',
        customerName: null,
        systemName: 'Customer Portal',
      },
    ],
  )
  return String(made?.['id'])
}

/** A mapping with an application and a customer, of an employer of its own. */
export async function ssoMapping(portal: Portal, pageId: number): Promise<Record<string, string>> {
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
export async function openIdSystem(portal: Portal): Promise<string> {
  const id = String(await portal.make.system())
  await portal.owner(
    `insert into single_sign_on_settings (system_id, protocol, client_id, client_secret_hash, redirect_addresses)
     values ($1, 'oidc', gen_random_uuid()::text, 'hash', array['https://app.example.test/callback'])`,
    [id],
  )
  return id
}

/** Creates an identity provider without employers; returns its id. */
export async function identityProvider(portal: Portal): Promise<string> {
  const [row] = await portal.owner(
    `insert into saml_providers (name, entity_id, sign_on_url, certificate)
     select 'A company', 'urn:' || gen_random_uuid(), 'https://company.test/sso', 'none' returning id`,
  )
  return String(row?.['id'])
}

export async function enhancementRequestOf(
  portal: Portal,
  { id, clientId }: MadeUser,
  section: number,
): Promise<string> {
  const [row] = await portal.owner(
    `insert into enhancement_requests (user_id, client_id, section_id, comment)
     values ($1, $2, $3, 'A search for amounts') returning id`,
    [id, clientId, section],
  )
  return String(row?.['id'])
}

async function requestableSet(portal: Portal, owner: MadeUser): Promise<string> {
  const [row] = await portal.owner(
    `insert into permission_sets (name, owner_id, is_requestable)
     values ((select 'Sample ' || count(*) from permission_sets), $1, true) returning id`,
    [owner.id],
  )
  await portal.owner('insert into permission_set_items (set_id, system_id, granted_by) values ($1, $2, $3)', [
    row?.['id'],
    await portal.make.system(),
    owner.id,
  ])
  return String(row?.['id'])
}

/** A page and a permission set that everybody may ask for, and a request of each user for another one. */
export async function accessRequestIds(
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
    requestableSetId: await requestableSet(portal, owner),
  }
}

/** An application, and a section and a system without any. */
export async function catalogIds({ make }: Portal, section: number): Promise<Record<string, string>> {
  return {
    appId: String(await make.page({ system_id: await make.system(), section_id: section })),
    catalogSectionId: String(await make.section()),
    freeSystemId: String(await make.system()),
  }
}

/** A review of a system that the user holds, and the user's access in it. */
export async function accessReviewOf(portal: Portal, { id }: MadeUser): Promise<Record<string, string>> {
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

/** A schedule of a job that neither waits nor runs, where another call may schedule `job-run-purge`; its id. */
export async function jobSchedule(portal: Portal): Promise<string> {
  await portal.owner(`delete from jobs.job where name = 'mail-purge'`)
  await portal.owner(`delete from job_schedules where code in ('mail-purge', 'job-run-purge')`)
  const [row] = await portal.owner(
    `insert into job_schedules (code, name, cron) values ('mail-purge', 'Delete old mail', '35 3 * * *') returning id`,
  )
  return String(row?.['id'])
}

/** A customer of EDH without parent; its id. */
export async function customer(portal: Portal): Promise<string> {
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
export async function deadMail(portal: Portal): Promise<string> {
  const [row] = await portal.owner(
    `insert into outbox_mails (dedupe_key, to_address, template, state, last_error)
     select 'dead ' || gen_random_uuid(), 'gone@example.test', 'test', 'dead', '550 no such user' returning id`,
  )
  return String(row?.['id'])
}

/** A change of what a group gives, that the user has just made and can take back; the id of the offer. */
export async function groupChangeOf(portal: Portal, { id }: { id: number }, clientId: number, groupId: number) {
  const snapshot = { clientId, groupId, systemIds: [], pageIds: [], version: 1 }
  const [row] = await portal.owner(
    `insert into undo_offers (kind, user_id, snapshot, expires_at)
     values ('change directory_group access', $1, $2, clock_now() + interval '1 hour') returning id`,
    [id, JSON.stringify(snapshot)],
  )
  return String(row?.['id'])
}

/** A person whom the directory of a client could not provide; the id of the conflict. */
export async function directoryConflictOf(portal: Portal, clientId: number): Promise<string> {
  const [row] = await portal.owner(
    `insert into scim_conflicts (client_id, user_name, reason) values ($1, 'waiting', 'several')
     on conflict on constraint scim_conflicts_by_name do update set decision = null, link_user_id = null, decided_by = null,
       decided_at = null
     returning id`,
    [clientId],
  )
  return String(row?.['id'])
}

/**
 * A permission set of all clients that a user holds, made by another one; its id, and the ids of a change and of a gift to
 * take back.
 */
export async function permissionSetOf(
  portal: Portal,
  { id: userId }: { id: number },
  { id: ownerId }: { id: number },
  sid: number,
): Promise<{ setId: string; setChangeId: string; setGiftId: string }> {
  const rows = await portal.owner(
    `with made as (
       insert into permission_sets (name, owner_id) values ('Set ' || gen_random_uuid(), $1) returning id, name),
     given as (insert into permission_set_items (set_id, system_id, granted_by) select id, $2, $1 from made),
     kept as (
       insert into permission_set_versions (set_id, version, name, description, gives, changed_by)
       select id, 1, name, '', array['Sample'], $1 from made),
     held as (insert into permission_set_holders (set_id, user_id, granted_by) select id, $3, $1 from made returning id, set_id)
     insert into undo_offers (kind, user_id, snapshot, expires_at)
     select 'change permission_set', $3,
            jsonb_build_object('setId', id, 'version', 1, 'name', name, 'description', '', 'isRequestable', false, 'systemIds', jsonb_build_array($2::integer), 'pageIds', '[]'::jsonb),
            clock_now() + interval '1 hour'
       from made
      union all
     select 'give permission_set', $3,
            jsonb_build_object('setId', set_id, 'users', jsonb_build_array(jsonb_build_object('userId', $3::integer, 'holderId', id))),
            clock_now() + interval '1 hour'
       from held
     returning id, kind, snapshot -> 'setId' as set_id`,
    [ownerId, sid, userId],
  )
  const offerOf = (kind: string) => String(rows.find((row) => row['kind'] === kind)?.['id'])
  return {
    setId: String(rows[0]?.['set_id']),
    setChangeId: offerOf('change permission_set'),
    setGiftId: offerOf('give permission_set'),
  }
}

/** A group that the directory of a client has provided, whose attributes fill the usual fields; its id. */
export async function directoryGroupOf(portal: Portal, clientId: number): Promise<string> {
  await portal.owner('delete from scim_mappings where client_id = $1', [clientId])
  await portal.owner('delete from scim_groups where client_id = $1', [clientId])
  const [row] = await portal.owner(
    `insert into scim_groups (client_id, doc) values ($1, '{"displayName": "Clerks"}') returning id`,
    [clientId],
  )
  return String(row?.['id'])
}

/** The license that a client has of its own, which asks again; its id. */
export async function licenseOf(portal: Portal): Promise<string> {
  const [row] = await portal.owner(
    `insert into license_texts (client_id, version, title, html, asks_again, created_at, asks_since)
     values ($1, 1, 'Terms', '<p>Good.</p>', true, clock_now(), clock_now()) returning id`,
    [await portal.make.client()],
  )
  return String(row?.['id'])
}

/** A webhook of which no one receives anything, with a delivery that waits. */
export async function webhookOf(portal: Portal, owner: MadeUser) {
  // There may be fifty; only the newest are of worlds that are still in use.
  await portal.owner('delete from webhooks where id <= (select max(id) - 30 from webhooks)')
  const [hook] = await portal.owner(
    `insert into webhooks (name, address, owner_id, sealed_secret, position)
     values ('A webhook ' || gen_random_uuid(), 'http://127.0.0.1:9/hooks', $1, 'test.x', 0) returning id`,
    [owner.id],
  )
  const [delivery] = await portal.owner(
    `insert into webhook_deliveries (webhook_id, event_sequence, audit_event_id, kind, subject)
     values ($1, 1, 1, 'user_updated', 'user/1') returning id`,
    [hook?.['id']],
  )
  return { webhookId: String(hook?.['id']), deliveryId: String(delivery?.['id']) }
}
