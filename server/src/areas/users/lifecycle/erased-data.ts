import { columnFieldList, userFieldList } from '@portico/contract/users/user-fields.ts'
import { columnOfField } from '../../account/public.ts'
import { arrayOf, int, statement } from '../../../db/statement.ts'

/** Tables of which the rows of an erased user are deleted, with the column that names the user. */
export const erasedTables = {
  access_change_users: 'user_id',
  access_changes: 'owner_id',
  authenticators: 'user_id',
  client_representatives: 'user_id',
  device_sign_ins: 'user_id',
  directory_identities: 'user_id',
  document_shares: 'recipient_id',
  document_spaces: 'user_id',
  dormancy_notices: 'user_id',
  email_confirmations: 'user_id',
  federated_identities: 'user_id',
  list_preferences: 'user_id',
  pairwise_names: 'user_id',
  passkeys: 'user_id',
  password_history: 'user_id',
  person_exports: 'owner_id',
  pending_factor_setups: 'user_id',
  provider_sessions: 'user_id',
  recovery_codes: 'user_id',
  recovery_links: 'user_id',
  report_exports: 'owner_id',
  // Memberships go with them.
  scim_conflicts: 'user_id',
  scim_requests: 'user_id',
  scim_users: 'user_id',
  second_factor_enrollments: 'user_id',
  second_factor_skips: 'user_id',
  // A service account whose owner was deleted has stopped working then; its tokens go with it.
  service_accounts: 'owner_id',
  sign_in_tests: 'user_id',
  sign_in_tickets: 'user_id',
  system_account_choices: 'user_id',
  text_opt_outs: 'user_id',
  trusted_devices: 'user_id',
  undo_offers: 'user_id',
  user_announcements: 'user_id',
  // Of files that others have uploaded.
  user_import_rows: 'created_user_id',
  user_links: 'user_id',
  user_notification_types: 'user_id',
  user_page_accesses: 'user_id',
  user_section_preferences: 'user_id',
  user_sign_ins: 'user_id',
  user_system_accounts: 'user_id',
  // It has stopped with its owner; its deliveries go before it.
  webhooks: 'owner_id',
  client_log_entries: 'user_id',
  reports: 'owner_id',
  user_imports: 'owner_id',
} as const

/** What erasure clears by itself; names and address, which are never null, get what stands in the statement. */
const erasedFields = userFieldList
  .filter(({ isKept, isRequired }) => !isKept && !isRequired)
  .map(({ name, kind }) => `${columnOfField(name)} = ${kind === 'flag' ? 'false' : 'null'}`)
  .join(', ')

/** Fields of a row of a report that erasure clears. */
const erasedReportFields = JSON.stringify(Object.fromEntries(columnFieldList.map(({ name }) => [name, null])))

/** The former user ID is free again; nobody can take the new one, because user IDs have no blanks. */
export const eraseUsers = statement([arrayOf(int)], {
  name: 'users: erase users',
  text: `
  update users set
    status = 4, previous_status = null, status_changed_at = clock_now(), status_changed_by = null, updated_at = clock_now(),
    user_name = 'deleted user ' || id, first_name = 'Deleted', last_name = 'user ' || id,
    email = '', pending_email = null, ${erasedFields}, agreed_to_texts_at = null, pending_client_id = null,
    password_hash = null, password_changed_at = null, temporary_password_expires_at = null, password_spent_at = null,
    security_question_id = null, security_answer_hash = null, license_accepted_at = null, license_version = null,
    license_id = null
  where id = any ($1::integer[])`,
})

/**
 * Addresses of the erased users that no other user has: `user_id`, `address`. Folded before they are compared: behind the
 * policy of users, only a plain value is looked up by the index.
 */
export const ownAddresses = `
  select stated.user_id, lower(stated.address) as address
    from (select one.id as user_id, address, fold_email(address) as folded
            from users one cross join unnest(array[one.email, one.pending_email]) address
           where one.id = any ($1::integer[]) and address <> '' offset 0) stated
   where not exists (select from users other
                      where other.email_folded = stated.folded and other.status < 4 and other.id <> all ($1::integer[]))`

/** States that the audit trail keeps of deleted users; a change of a name stands there as it was and as it became. */
const recordedStates = `
  select event.subject_user_id as id, state
    from audit_events event cross join unnest(array[event.before, event.after]) state
   where event.subject_user_id = any ($1::integer[]) and jsonb_typeof(state) = 'object'`

/**
 * What mails and offices call users, or have called them, every first name with every last name: `user_id`, `name`.
 * One collation for all, as those of the columns differ.
 * @param which the condition for the users
 */
export const namesOfUsers = (which: string): string => `
  with deleted as (select * from users where id = any ($1::integer[]) and ${which}),
  recorded as (${recordedStates} and event.subject_user_id in (select id from deleted)),
  first_names as (select id, first_name collate "C" as name from deleted union select id, (state ->> 'firstName') collate "C" from recorded),
  last_names as (select id, last_name collate "C" as name from deleted union select id, (state ->> 'lastName') collate "C" from recorded)
  select id as user_id, first.name || ' ' || last.name as name from first_names first join last_names last using (id)
  union
  select id, name collate "C" from deleted cross join unnest(array[user_name, email, pending_email]) name where name <> ''
  union
  select id, (state ->> field) collate "C" from recorded cross join unnest(array['userName', 'email', 'pendingEmail']) field
   where state ->> field <> ''`

const allNames = `select name from (${namesOfUsers('status = 3')}) named`

/**
 * Statements that erase the names of deleted users, whose ids are $1, from what is about others: first of all, as the
 * audit trail tells their former names only until it is erased.
 */
export const eraseNames = [
  `with names as materialized (${allNames})
   update outbox_mails set fields = '{}', state = case when state in ('waiting', 'dead') then 'discarded' else state end
    where exists (select from jsonb_path_query(fields, 'strict $.**') part
                   where jsonb_typeof(part) = 'string' and part #>> '{}' in (select name from names))`,
  `update clients set contact_name = null, contact_phone = null where contact_name in (${allNames})`,
  // What directories of other employers state, too, which do not learn whose account is in their way.
  `delete from scim_conflicts where user_name_folded in (select fold_user_name(name) from (${allNames}) one)`,
  `delete from scim_conflicts where link_user_id = any ($1::integer[])`,
  `delete from scim_conflicts conflict using scim_users person
    where person.user_id = any ($1::integer[]) and conflict.client_id = person.client_id
      and (conflict.user_name_folded = person.user_name_folded or conflict.external_id = person.external_id)`,
  `delete from scim_requests where user_name_folded in (select fold_user_name(name) from (${allNames}) one)`,
  // What their directory calls them may be another name; its id of them stands in filters and bodies.
  `delete from scim_requests request using scim_users person
    where person.user_id = any ($1::integer[]) and request.client_id = person.client_id
      and (request.user_name_folded = person.user_name_folded
           or strpos(request.path, to_jsonb(person.external_id)::text) > 0
           or strpos(request.body, to_jsonb(person.external_id)::text) > 0)`,
].map((text, index) => statement([arrayOf(int)], { name: `users: erase names ${index + 1}`, text }))

/** Where the address of a user may stand as one that the portal writes to. */
export const addressColumns = [
  ['systems', 'owner_email'],
  ['sections', 'owner_email'],
  ['job_schedules', 'notify_email'],
  ['clients', 'contact_email'],
] as const

/**
 * Statements that erase what else is stored of users, whose ids are $1, in this order and before the users themselves
 * (record 33). What they asked for and sent stays without its words.
 */
export const eraseTraces = [
  // Those in which they acted as others, too; what hangs on a session goes with it.
  'delete from sessions where user_id = any ($1::integer[]) or actor_user_id = any ($1::integer[])',
  `update access_requests set reason = '', decision_reason = '', ended_at = coalesce(ended_at, clock_now()),
          state = case when state = 'pending' then 'withdrawn' else state end
    where user_id = any ($1::integer[])`,
  // Nobody takes a permission set from a user who is gone.
  `update permission_set_holders set valid_to = greatest(valid_from, clock_now()), closed_by = null
    where user_id = any ($1::integer[]) and valid_to is null`,
  // What administrators have exported about them.
  'delete from person_exports where about_id = any ($1::integer[])',
  `update enhancement_requests set comment = '', answer = '' where user_id = any ($1::integer[])`,
  // Mails to them; those that name them to others have lost their content before.
  `delete from outbox_mails
    where reader_id = any ($1::integer[]) or (reader_id is null and lower(to_address) in (select address from (${ownAddresses}) own))`,
  // Their rows in reports that others have generated; each is an object with the fields of a user.
  `update report_chunks chunk set rows = (
     select jsonb_agg(case when one.id is null then part else part || jsonb_build_object(
              'userName', 'deleted user ' || one.id, 'firstName', 'Deleted', 'lastName', 'user ' || one.id, 'email', '') || '${erasedReportFields}' end
            order by place)
       from jsonb_array_elements(chunk.rows) with ordinality parts (part, place)
       left join users one on one.id = any ($1::integer[]) and one.user_name = part->>'userName')
    where exists (select from users one
                   where one.id = any ($1::integer[]) and chunk.rows @> jsonb_build_array(jsonb_build_object('userName', one.user_name)))`,
  // Nobody reads what the portal would go on sending to them.
  ...addressColumns.map(
    ([table, column]) =>
      `update ${table} set ${column} = null where lower(${column}) in (select address from (${ownAddresses}) own)`,
  ),
  'delete from webhook_deliveries where webhook_id in (select id from webhooks where owner_id = any ($1::integer[]))',
  ...Object.entries(erasedTables).map(
    ([table, column]) => `delete from ${table} where ${column} = any ($1::integer[])`,
  ),
].map((text, index) => statement([arrayOf(int)], { name: `users: erase traces ${index + 1}`, text }))
