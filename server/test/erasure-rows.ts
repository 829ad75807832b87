import { randomUUID } from 'node:crypto'
import { textFieldList } from '@portico/contract/users/user-fields.ts'
import { columnOfField } from '../src/areas/account/public.ts'
import { addDirectoryRows } from './erasure-directory.ts'
import { addEvents, addMails } from './erasure-events.ts'
import { MARKED_ADDRESS, marked, markedRows, withMarkers } from './erasure-markers.ts'
import type { MadeUser } from './make.ts'
import type { Portal } from './portal.ts'

const later = () => new Date(Date.now() + 3_600_000)

/**
 * Writes into every column that a user can fill, directly or by what they do, a marker of this user, as if they had
 * done it. Returns the columns as `table.column`.
 */
export async function fillEverything(portal: Portal, user: MadeUser, other: MadeUser): Promise<Set<string>> {
  const { filled, note, add } = markedRows(portal)
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
  await add('erasures', {
    user_id: userId,
    client_id: clientId,
    requested_at: new Date(),
    due_at: later(),
    ...withMarkers('erasures', ['reason']),
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
  await addDirectoryRows(portal, { add, filled }, { userId, clientId, userName: users.user_name })
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
  await add('service_accounts', {
    owner_id: userId,
    client_id: clientId,
    scopes: '{users:read}',
    ends_at: later(),
    ...withMarkers('service_accounts', ['name']),
  })
  const webhook = await add('webhooks', {
    owner_id: userId,
    client_id: clientId,
    kinds: '{}',
    sealed_secret: 'k.s',
    position: 0,
    ...withMarkers('webhooks', ['name', 'address', 'audience']),
  })
  await add('webhook_deliveries', {
    webhook_id: webhook,
    kind: 'authn_login_success',
    subject: 'user/1',
    ...withMarkers('webhook_deliveries', ['answer', 'detail']),
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
  // Of a file that the other one has uploaded.
  const ofOther = await add('user_imports', { owner_id: other.id, client_id: clientId, file_name: 'people.csv' })
  await add('user_import_rows', {
    import_id: ofOther,
    row_number: 1,
    created_user_id: userId,
    ...importText,
    given: { x: marked('user_import_rows', 'given') },
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

  const people = { userId, otherId: other.id, clientId, sessionId, name, users }
  await addMails(add, people)
  await addEvents(add, people)
  return filled
}
