import { randomUUID } from 'node:crypto'
import { textFieldList } from '@portico/contract/users/user-fields.ts'
import { columnOfField } from '../src/areas/account/public.ts'
import type { MadeUser } from './make.ts'
import type { Portal } from './portal.ts'

/**
 * The beginning of every marker, too long to occur in random text. A marker names its column, so that one that is found
 * says where it was written.
 */
export const MARKER = 'zqxzqxzqx'
/** An address of the network that only the marked user has. */
export const MARKED_ADDRESS = '198.51.100.77'

/** A text that a user entered into this column. */
const marked = (table: string, column: string): string => `${MARKER}.${table}.${column}`

/** Columns of a row and their values; those of markers are what a user can fill. */
type Row = Readonly<Record<string, unknown>>

/** The values of a row with a marker in each of these columns. */
const withMarkers = <Column extends string>(table: string, columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, marked(table, column)])) as Record<Column, string>

const later = () => new Date(Date.now() + 3_600_000)

/**
 * Writes into every column that a user can fill, directly or by what they do, a marker of this user, as if they had
 * done it. Returns the columns as `table.column`.
 */
export async function fillEverything(portal: Portal, user: MadeUser, other: MadeUser): Promise<Set<string>> {
  const filled = new Set<string>()
  const note = (table: string, values: Row): void => {
    for (const [column, value] of Object.entries(values))
      if (JSON.stringify(value)?.includes(MARKER) || value === MARKED_ADDRESS) filled.add(`${table}.${column}`)
  }
  const add = async (table: string, values: Row): Promise<number> => {
    note(table, values)
    const names = Object.keys(values)
    const marks = names.map((_, n) => `$${n + 1}`)
    const written = Object.values(values).map((value) =>
      Array.isArray(value) || (typeof value === 'object' && value !== null && value.constructor === Object)
        ? JSON.stringify(value)
        : value,
    )
    const [row] = await portal.owner(
      `insert into ${table} (${names.join(', ')}) values (${marks.join(', ')}) returning *`,
      written,
    )
    return Number(row?.['id'])
  }
  const columns = withMarkers('users', [
    'user_name',
    ...textFieldList.map(({ name }) => columnOfField(name)),
    'pending_email',
    'password_hash',
    'security_answer_hash',
  ])
  const users = {
    ...columns,
    user_name: 'zqxzqxzqx.users.user_name',
    email: 'zqxzqxzqx@users.email.test',
    pending_email: 'zqxzqxzqx@users.pending.test',
  }
  note('users', users)
  for (const derived of ['user_name_folded', 'email_folded', 'search_text']) filled.add(`users.${derived}`)
  const sets = Object.keys(users).map((column, n) => `${column} = $${n + 2}`)
  await portal.owner(`update users set ${sets.join(', ')} where id = $1`, [user.id, ...Object.values(users)])
  const name = `${users.first_name} ${users.last_name}`
  const [systemId, clientId] = [await portal.make.system(), other.clientId]
  const sectionId = await portal.make.section()
  const pageId = await portal.make.page({ system_id: systemId, section_id: sectionId })
  const userId = user.id
  const bytes = () => Buffer.from(randomUUID())
  const session = { csrf_hash: bytes(), binding_hash: bytes(), expires_at: later(), address: MARKED_ADDRESS }
  const sessionId = await add('sessions', {
    ...session,
    token_hash: bytes(),
    user_id: userId,
    device: marked('sessions', 'device'),
  })
  // In which they acted as the other one.
  const emulated = {
    ...session,
    token_hash: bytes(),
    user_id: other.id,
    actor_user_id: userId,
    actor_session_id: sessionId,
  }
  await add('sessions', { ...emulated, device: marked('sessions', 'device') })

  await add('application_sessions', {
    session_id: sessionId,
    system_id: systemId,
    ...withMarkers('application_sessions', ['session_index', 'subject']),
  })
  await add('back_channel_logouts', {
    session_id: sessionId,
    system_id: systemId,
    ...withMarkers('back_channel_logouts', ['subject']),
  })
  await add('brand_previews', {
    session_id: sessionId,
    image: bytes(),
    part: 'logo',
    workspace: marked('brand_previews', 'workspace'),
  })
  await add('oidc_state', {
    session_id: sessionId,
    id: randomUUID(),
    model: 'Grant',
    expires_at: later(),
    payload: { accountId: marked('oidc_state', 'payload') },
  })
  await add('access_requests', {
    user_id: userId,
    page_id: pageId,
    state: 'declined',
    decided_by: other.id,
    ended_at: new Date(),
    ...withMarkers('access_requests', ['reason', 'decision_reason']),
  })
  await add('authenticators', { user_id: userId, last_step: 0, ...withMarkers('authenticators', ['sealed_seed']) })
  await add('client_log_entries', {
    user_id: userId,
    kind: 'error',
    ...withMarkers('client_log_entries', ['message', 'url', 'stack', 'cause', 'build', 'request_id']),
  })
  await add('client_representatives', {
    user_id: userId,
    client_id: clientId,
    ...withMarkers('client_representatives', ['role']),
  })
  await add('directory_identities', { user_id: userId, ...withMarkers('directory_identities', ['issuer', 'subject']) })
  await add('enhancement_requests', {
    user_id: userId,
    client_id: clientId,
    section_id: sectionId,
    ...withMarkers('enhancement_requests', ['comment', 'answer']),
  })
  const providerId = await add('saml_providers', {
    name: 'P',
    entity_id: randomUUID(),
    sign_on_url: 'https://p.test',
    certificate: 'c',
  })
  await add('federated_identities', {
    user_id: userId,
    provider_id: providerId,
    ...withMarkers('federated_identities', ['name_id']),
  })
  await add('list_preferences', {
    user_id: userId,
    list_name: 'users',
    saved_filters: [marked('list_preferences', 'saved_filters')],
  })
  await portal.owner('update list_preferences set hidden_columns = $1 where user_id = $2', [
    [marked('list_preferences', 'hidden_columns')],
    userId,
  ])
  filled.add('list_preferences.hidden_columns')
  await add('pairwise_names', { user_id: userId, system_id: systemId, ...withMarkers('pairwise_names', ['name']) })
  await add('passkeys', {
    user_id: userId,
    public_key: bytes(),
    signature_counter: 0,
    ...withMarkers('passkeys', ['credential_id', 'name']),
  })
  await portal.owner('update passkeys set transports = $1 where user_id = $2', [
    [marked('passkeys', 'transports')],
    userId,
  ])
  filled.add('passkeys.transports')
  await add('password_history', { user_id: userId, ...withMarkers('password_history', ['password_hash']) })
  await add('pending_factor_setups', {
    user_id: userId,
    binding_hash: bytes(),
    expires_at: later(),
    kind: 'authenticator',
    sealed: marked('pending_factor_setups', 'sealed'),
  })
  await add('provider_sessions', {
    user_id: userId,
    binding_hash: bytes(),
    ...withMarkers('provider_sessions', ['issuer', 'provider_session']),
  })
  await add('recovery_codes', { user_id: userId, ...withMarkers('recovery_codes', ['signed_code']) })
  await add('report_exports', { owner_id: userId, ...withMarkers('report_exports', ['token']) })
  await add('reports', {
    owner_id: userId,
    kind: 'user-access',
    criteria: { facilityName: marked('reports', 'criteria') },
  })
  const report = await add('reports', { owner_id: other.id, kind: 'user-access', criteria: {} })
  const person = {
    firstName: users.first_name,
    lastName: users.last_name,
    userName: users.user_name,
    email: users.email,
  }
  const rows = [
    { ...person, costCenter: users.cost_center, systemName: 'S' },
    { userName: other.userName, firstName: 'Kept' },
  ]
  await add('report_chunks', { report_id: report, number: 0, rows })
  await add('sign_in_tests', {
    user_id: userId,
    session_id: sessionId,
    relay_state_hash: bytes(),
    expires_at: later(),
    answered_at: new Date(),
    ...withMarkers('sign_in_tests', ['request_id']),
    result: { name: marked('sign_in_tests', 'result') },
  })
  await add('text_opt_outs', { user_id: userId, ...withMarkers('text_opt_outs', ['address']) })
  await add('trusted_devices', {
    user_id: userId,
    token_hash: bytes(),
    expires_at: later(),
    address: MARKED_ADDRESS,
    ...withMarkers('trusted_devices', ['device']),
  })
  await add('undo_offers', {
    user_id: userId,
    kind: 'k',
    expires_at: later(),
    snapshot: { name: marked('undo_offers', 'snapshot') },
  })
  await add('access_changes', {
    owner_id: userId,
    client_id: clientId,
    kind: 'give',
    permissions: { system: [], page: [] },
    is_fresh: true,
    session_id: 1,
    address: MARKED_ADDRESS,
    ...withMarkers('access_changes', ['reason', 'request_id']),
  })
  const imported = await add('user_imports', {
    owner_id: userId,
    client_id: clientId,
    address: MARKED_ADDRESS,
    ...withMarkers('user_imports', ['file_name', 'request_id']),
  })
  const importText = withMarkers('user_import_rows', ['email_folded', 'person_folded', 'user_name_folded'])
  await add('user_import_rows', {
    import_id: imported,
    row_number: 1,
    ...importText,
    ...Object.fromEntries(
      ['given', 'details', 'access', 'faults', 'issues'].map((each) => [each, { x: marked('user_import_rows', each) }]),
    ),
  })
  await add('user_links', { user_id: userId, ...withMarkers('user_links', ['name', 'address']) })
  const typeId = await add('system_account_types', { system_id: systemId, code: 'C', description: 'D' })
  await add('user_system_accounts', {
    user_id: userId,
    type_id: typeId,
    ...withMarkers('user_system_accounts', ['name']),
  })
  filled.add('user_system_accounts.name_folded')
  const document = await portal.make.document(user, { name: marked('documents', 'name') })
  filled.add('documents.name')
  await portal.make.share(document, other)

  for (const [table, column] of [
    ['systems', 'owner_email'],
    ['sections', 'owner_email'],
    ['job_schedules', 'notify_email'],
    ['clients', 'contact_email'],
  ] as const) {
    await portal.owner(`update ${table} set ${column} = $1 where id = (select min(id) from ${table})`, [users.email])
    filled.add(`${table}.${column}`)
  }
  await portal.owner('update clients set contact_name = $1, contact_phone = $2 where id = $3', [
    name,
    users.work_phone,
    clientId,
  ])
  for (const column of ['contact_name', 'contact_phone']) filled.add(`clients.${column}`)

  // To the user, to the user's address as before mails named their readers, and about the user to others.
  const mail = { template: 'access-requested', client_id: clientId, state: 'sent' }
  await add('outbox_mails', {
    ...mail,
    reader_id: userId,
    to_address: users.email,
    dedupe_key: 'a',
    last_error: marked('outbox_mails', 'last_error'),
    fields: { firstName: marked('outbox_mails', 'fields') },
  })
  await add('outbox_mails', {
    ...mail,
    to_address: users.pending_email,
    dedupe_key: 'b',
    fields: { address: users.pending_email },
  })
  for (const state of ['sent', 'dead', 'waiting'])
    await add('outbox_mails', {
      ...mail,
      state,
      to_address: 'o@x.test',
      dedupe_key: `c${state}`,
      fields: { personName: name, reason: marked('outbox_mails', 'fields'), more: [{ holder: name }] },
    })

  const event = { session_id: sessionId, address: MARKED_ADDRESS, client_id: clientId }
  const own = { actor_user_id: userId, subject_user_id: userId }
  const state = (column: string) => ({
    reason: marked('audit_events', column),
    list: [{ phone: users.work_phone }],
    at: '2026-01-31T18:05:00.000Z',
    by: 'administrator',
    count: 3,
  })
  await add('audit_events', {
    ...event,
    ...own,
    event: 'user_updated',
    target_kind: 'user',
    target_id: String(userId),
    before: state('before'),
    after: state('after'),
  })
  await add('audit_events', {
    ...event,
    ...own,
    event: 'link_added',
    target_kind: 'link',
    target_id: '1',
    after: { name: marked('audit_events', 'after') },
  })
  await add('audit_events', {
    event: 'user_updated',
    actor_user_id: other.id,
    subject_user_id: userId,
    client_id: clientId,
    after: { lastName: users.last_name },
  })
  await add('audit_events', {
    event: 'authn_login_fail',
    subject_user_id: userId,
    address: MARKED_ADDRESS,
    after: { why: 'password' },
  })
  await add('audit_events', {
    event: 'identity_provider_test_started',
    actor_user_id: other.id,
    subject_user_id: other.id,
    client_id: clientId,
    after: { userName: users.user_name, kept: 'Kept' },
  })
  await add('audit_events', {
    event: 'job_schedule_changed',
    actor_user_id: other.id,
    subject_user_id: other.id,
    after: { notifyEmail: users.email },
  })
  return filled
}
