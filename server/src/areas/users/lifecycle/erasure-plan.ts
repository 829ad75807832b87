import { type GoingKind, goingKinds, type StayingKind, stayingKinds } from '@portico/contract/users/erasure-kinds.ts'
import type { Tx } from '../../../db/database.ts'
import { run } from '../../../db/run.ts'
import { arrayOf, int, statement, textOf } from '../../../db/statement.ts'
import { addressColumns, erasedTables, namesOfUsers, ownAddresses } from './erased-data.ts'

/** The kind of the rows of a table; null: they are counted with something else, or are no data that a person would miss. */
const kindOfTable = {
  access_change_users: 'acts',
  access_changes: 'acts',
  authenticators: 'credentials',
  client_log_entries: 'reports',
  client_representatives: 'permissions',
  device_sign_ins: 'sessions',
  directory_identities: 'credentials',
  document_shares: 'documents',
  document_spaces: null,
  dormancy_notices: null,
  email_confirmations: null,
  federated_identities: 'credentials',
  list_preferences: 'settings',
  pairwise_names: null,
  passkeys: 'credentials',
  password_history: 'credentials',
  person_exports: null,
  pending_factor_setups: null,
  provider_sessions: 'sessions',
  recovery_codes: 'credentials',
  recovery_links: null,
  report_exports: null,
  reports: 'reports',
  scim_conflicts: null,
  scim_requests: null,
  scim_users: 'credentials',
  second_factor_enrollments: 'credentials',
  second_factor_skips: null,
  service_accounts: 'credentials',
  webhooks: 'credentials',
  sign_in_tests: null,
  sign_in_tickets: null,
  system_account_choices: null,
  text_opt_outs: 'settings',
  trusted_devices: 'credentials',
  undo_offers: null,
  user_announcements: 'settings',
  user_import_rows: 'reports',
  user_imports: 'reports',
  user_links: 'settings',
  user_notification_types: 'settings',
  user_page_accesses: 'settings',
  user_section_preferences: 'settings',
  user_sign_ins: null,
  user_system_accounts: 'accounts',
} as const satisfies Readonly<Record<keyof typeof erasedTables, GoingKind | null>>

const grantTables = ['user_system_grants', 'user_page_grants', 'user_facility_grants', 'user_customer_grants']

const names = `names as materialized (${namesOfUsers('status < 4')})`

/** Mails to users, to an address that only they have, and those that name them to others; each once for each user. */
const touchedMails = `
  with ${names},
  touched as (
    select reader_id as user_id, id from outbox_mails where reader_id = any ($1::integer[])
    union
    select own.user_id, mail.id from outbox_mails mail join (${ownAddresses}) own on own.address = lower(mail.to_address)
     where mail.reader_id is null
    union
    select names.user_id, mail.id
      from outbox_mails mail cross join jsonb_path_query(mail.fields, 'strict $.**') part
      join names on names.name = part #>> '{}'
     where jsonb_typeof(part) = 'string')
  select user_id from touched`

/** Rows about users in reports that others have generated. */
const rowsOfOthers = `
  select one.id
    from users one
    join report_chunks chunk on chunk.rows @> jsonb_build_array(jsonb_build_object('userName', one.user_name))
    join reports report on report.id = chunk.report_id and report.owner_id <> one.id
    cross join jsonb_array_elements(chunk.rows) part
   where one.id = any ($1::integer[]) and part ->> 'userName' = one.user_name`

/** Each returns the user, whose id is in $1, for each row of its kind. */
const countedRows: readonly (readonly [GoingKind | StayingKind, string])[] = [
  ['profile', 'select id from users where id = any ($1::integer[])'],
  ...Object.entries(kindOfTable).flatMap(([table, kind]) => {
    const column = erasedTables[table as keyof typeof kindOfTable]
    return kind === null
      ? []
      : [[kind, `select ${column} from ${table} where ${column} = any ($1::integer[])`] as const]
  }),
  ['sessions', 'select user_id from sessions where user_id = any ($1::integer[])'],
  ['sessions', 'select actor_user_id from sessions where actor_user_id = any ($1::integer[])'],
  ['documents', 'select owner_id from documents where owner_id = any ($1::integer[])'],
  [
    'requests',
    `select user_id from access_requests where user_id = any ($1::integer[]) and (reason <> '' or decision_reason <> '')`,
  ],
  ['requests', 'select user_id from enhancement_requests where user_id = any ($1::integer[])'],
  ['mails', touchedMails],
  ['reports', rowsOfOthers],
  ...addressColumns.map(
    ([table, column]) =>
      [
        'contacts',
        `select user_id from ${table} join (${ownAddresses}) own on own.address = lower(${column})`,
      ] as const,
  ),
  ['contacts', `with ${names} select user_id from clients join names on names.name = contact_name`],
  [
    'credentials',
    `select account.owner_id from service_tokens token join service_accounts account on account.id = token.service_account_id
      where account.owner_id = any ($1::integer[])`,
  ],
  ...grantTables.flatMap((table) => [
    ['permissions', `select user_id from ${table} where user_id = any ($1::integer[]) and valid_to is null`] as const,
    ['grants', `select user_id from ${table} where user_id = any ($1::integer[])`] as const,
  ]),
  ['number', 'select id from users where id = any ($1::integer[])'],
  ['audit', 'select subject_user_id from audit_events where subject_user_id = any ($1::integer[])'],
  [
    'audit',
    `select actor_user_id from audit_events
      where actor_user_id = any ($1::integer[]) and subject_user_id is distinct from actor_user_id`,
  ],
]

const countRows = statement([arrayOf(int)], {
  name: 'users: count what an erasure touches',
  text: `
  select kind, user_id as "userId", count(*)::integer as count
    from (${countedRows.map(([kind, rows]) => `select '${kind}' as kind, counted.* from (${rows}) counted (user_id)`).join(' union all ')}) one
   group by kind, user_id`,
  row: { kind: textOf<GoingKind | StayingKind>(), userId: int, count: int },
})

/** What an erasure takes from a user and what it leaves, with the number of rows; in kinds without rows of their own 0. */
export interface ErasurePlan {
  goes: readonly { kind: GoingKind; count: number }[]
  stays: readonly { kind: StayingKind; count: number }[]
}

/** The plans of the erasures of these users, by their ids; nothing is changed. */
export async function planErasures(tx: Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, ErasurePlan>> {
  const counts = new Map(
    (await run(tx, countRows(userIds))).map(({ kind, userId, count }) => [`${kind} ${userId}`, count]),
  )
  const countOf = (kind: string, id: number) => counts.get(`${kind} ${id}`) ?? 0
  return new Map(
    userIds.map((id) => [
      id,
      {
        goes: goingKinds.map((kind) => ({ kind, count: countOf(kind, id) })),
        stays: stayingKinds.map((kind) => ({ kind, count: countOf(kind, id) })),
      },
    ]),
  )
}
