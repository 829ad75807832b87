import { query } from '../../db/query.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import type { Stores, Transact } from '../../stores.ts'

type ErasureStores = Pick<Stores, 'audit' | 'documents' | 'grants' | 'storedFiles' | 'tx'>

interface ErasureDeps {
  transact: Transact<'audit' | 'documents' | 'grants' | 'storedFiles' | 'tx'>
  /** Days after which a deleted user is erased; 0: never. */
  deletedUsersKeptDays: number
}

/** Users that one transaction erases. */
const BATCH = 100

/** Tables of which the rows of an erased user are deleted, with the column that names the user. */
export const erasedTables = {
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
  pending_factor_setups: 'user_id',
  provider_sessions: 'user_id',
  recovery_codes: 'user_id',
  recovery_links: 'user_id',
  report_exports: 'owner_id',
  second_factor_enrollments: 'user_id',
  second_factor_skips: 'user_id',
  sign_in_tests: 'user_id',
  sign_in_tickets: 'user_id',
  system_account_choices: 'user_id',
  text_opt_outs: 'user_id',
  trusted_devices: 'user_id',
  undo_offers: 'user_id',
  user_announcements: 'user_id',
  user_links: 'user_id',
  user_notification_types: 'user_id',
  user_page_accesses: 'user_id',
  user_section_preferences: 'user_id',
  user_sign_ins: 'user_id',
  user_system_accounts: 'user_id',
} as const

const due = `
  select id, client_id as "clientId", status_changed_at as "deletedAt" from users
   where status = 3 and status_changed_at < (select clock_now()) - make_interval(days => $1)
   order by status_changed_at limit ${BATCH} for update skip locked`

/** The former user ID is free again; nobody can take the new one, because user IDs have no blanks. */
const erase = `
  update users set
    status = 4, previous_status = null, status_changed_at = clock_now(), status_changed_by = null, updated_at = clock_now(),
    user_name = 'deleted user ' || id, first_name = 'Deleted', middle_initial = null, last_name = 'user ' || id,
    email = '', pending_email = null, work_phone = null, work_extension = null, home_phone = null, mobile_phone = null,
    fax = null, sms_carrier_id = null, agreed_to_texts_at = null, job_title = null, employee_id = null,
    department_id = null, pending_client_id = null, may_sign_on_as = false, is_us_associate = false,
    password_hash = null, password_changed_at = null, temporary_password_expires_at = null, password_spent_at = null,
    security_question_id = null, security_answer_hash = null, license_accepted_at = null, license_version = null
  where id = any ($1::integer[])`

/** Erases the personal data of users who were deleted long enough ago (record 33). */
export function eraseDeletedUsersJob({
  transact,
  deletedUsersKeptDays,
}: ErasureDeps): JobDefinition<'erase-deleted-users'> {
  return {
    name: 'erase-deleted-users',
    run: async (_, { signal, logger }) => {
      let total = 0
      if (deletedUsersKeptDays > 0)
        for (let count = BATCH; count === BATCH && !signal.aborted; total += count)
          count = await transact(everything, (stores) => eraseBatch(stores, deletedUsersKeptDays))
      logger.info({ job: 'erase-deleted-users', erased: total }, 'deleted users are erased')
      return jobOutcome('job_outcome_users_erased', { count: total })
    },
  }
}

async function eraseBatch(stores: ErasureStores, keptDays: number): Promise<number> {
  const { tx, audit } = stores
  const users = await query<{ id: number; clientId: number; deletedAt: Date }>(tx, due, [keptDays])
  if (users.length === 0) return 0
  const ids = users.map(({ id }) => id)
  await removeDocuments(stores, ids)
  for (const [table, column] of Object.entries(erasedTables))
    await query(tx, `delete from ${table} where ${column} = any ($1::integer[])`, [ids])
  await stores.grants.closeOfUsers(ids)
  await query(
    tx,
    `update access_requests set state = 'withdrawn', ended_at = clock_now()
      where user_id = any ($1::integer[]) and state = 'pending'`,
    [ids],
  )
  await query(tx, erase, [ids])
  audit.recordAll(
    null,
    users.map(({ id, clientId, deletedAt }) => ({
      event: 'deleted_user_erased',
      actorId: null,
      subjectId: id,
      sessionId: null,
      clientId,
      target: { kind: 'user', id },
      before: { deletedAt },
      after: {},
    })),
  )
  return users.length
}

/** The space of the documents is released; their files are removed later. */
async function removeDocuments({ tx, documents, storedFiles }: ErasureStores, ownerIds: readonly number[]) {
  const owned = await query<{ id: number }>(
    tx,
    'select id from documents where owner_id = any ($1::integer[]) order by id for update',
    [ownerIds],
  )
  await storedFiles.drop(await documents.remove(owned.map(({ id }) => id)))
}
