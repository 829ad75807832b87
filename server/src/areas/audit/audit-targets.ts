import { type RawBuilder, sql } from 'kysely'

interface TargetName {
  /** The name column and the table, as a statement without conditions. */
  named: string
  /** Type of the target's id in the table; `int` unless it is a text. */
  key?: 'text'
  /** Column of the id; `id` unless it is another. */
  id?: string
  /** Rows that still exist. */
  exists?: string
  /** Rows that administrators of one client may see as well; undefined: only those of all clients. */
  visible?: (clientId: number) => RawBuilder<boolean>
}

const isForClient = (clientId: number) => sql<boolean>`
  status in ('published', 'expired') and audience <> 'internal'
  and (not exists (select from announcement_clients t where t.announcement_id = announcements.id)
       or exists (select from announcement_clients t
                   where t.announcement_id = announcements.id and t.client_id = ${clientId}))`

/**
 * Where the targets of events have their names. Row-level security narrows users. Documents and personal links are
 * missing: their names are for their owners.
 */
const targetNames: Readonly<Record<string, TargetName>> = {
  user: { named: 'user_name from users', exists: 'status < 3', visible: () => sql`true` },
  client: { named: 'name::text from clients', exists: 'not is_deleted', visible: (clientId) => sql`id = ${clientId}` },
  announcement: { named: 'title from announcements', exists: `status <> 'deleted'`, visible: isForClient },
  system: { named: 'name from systems', exists: 'deleted_at is null' },
  section: { named: 'name from sections', exists: 'deleted_at is null', visible: () => sql`is_displayed` },
  page: {
    named: 'name from pages',
    exists: 'deleted_at is null',
    visible: () => sql`is_displayed and not is_internal_only`,
  },
  saml_provider: {
    named: 'name from saml_providers',
    visible: (clientId) => sql`
      exists (select from saml_provider_clients served where served.provider_id = id and served.client_id = ${clientId})`,
  },
  'service-account': { named: 'name from service_accounts', visible: (clientId) => sql`client_id = ${clientId}` },
  webhook: { named: 'name from webhooks', visible: (clientId) => sql`client_id = ${clientId}` },
  'job-schedule': { named: 'name from job_schedules' },
  // A review is called by what it is about.
  'access-review': {
    named: `coalesce((select name::text from clients where clients.id = access_reviews.client_id),
      (select name from systems where systems.id = access_reviews.system_id)) from access_reviews`,
    visible: (clientId) => sql`client_id = ${clientId}`,
  },
  facilities: { named: 'name from facilities', key: 'text', id: 'code' },
  departments: { named: 'name::text from departments' },
  sms_carriers: { named: 'name from sms_carriers' },
  security_questions: { named: 'question from security_questions' },
  notification_types: { named: 'name from notification_types' },
  password_rules: { named: 'rule_text from password_rules' },
  classification_types: { named: 'code from classification_types' },
  classification_values: { named: 'short_text from classification_values' },
  application_settings: { named: 'key from application_settings' },
  system_account_types: { named: 'description from system_account_types' },
  entitlement_report_settings: { named: 'name::text from clients', exists: 'not is_deleted' },
  client_session_timeouts: { named: 'name::text from clients', exists: 'not is_deleted' },
}

const numberOfTarget = `case when event.target_id ~ '^[0-9]{1,9}$' then event.target_id::int end`

/** The id of the target of `event`; null for readers of one client where it is a person whom they may not see. */
export const targetIdOf = (clientId: number | null): RawBuilder<string | null> =>
  clientId === null
    ? sql`event.target_id`
    : sql`case when event.target_kind <> 'user' or event.target_kind is null
                 or exists (select from users where id = ${sql.raw(numberOfTarget)}) then event.target_id end`

/**
 * The name that the target of `event` has now, for readers of all clients (null) or of one. Null where it is deleted,
 * not theirs to see, or has no name. For the rows of one page: it looks the name up by the target's id.
 */
export function targetNameOf(clientId: number | null) {
  const cases = Object.entries(targetNames).flatMap(([kind, { named, key, id = 'id', exists = 'true', visible }]) => {
    if (clientId !== null && visible === undefined) return []
    const isVisible = clientId === null || visible === undefined ? sql`true` : visible(clientId)
    const target = key === 'text' ? 'event.target_id' : numberOfTarget
    const found = sql.raw(`select ${named} where ${id} = ${target} and ${exists}`)
    return [sql`when ${sql.lit(kind)} then (${found} and ${isVisible})`]
  })
  return sql<string | null>`case event.target_kind ${sql.join(cases, sql` `)} end`
}
