import { columns, type ExportedTable, nameOf } from './exported-table.ts'

const acceptedLicense = `
  from license_texts license left join clients owner on owner.id = license.client_id
 where license.id = t.license_id and license.version = t.license_version`

const ofUser = 't.user_id = asker.person'

/** What the portal keeps of a person's account, and what they have chosen. */
export const accountTables: Readonly<Record<string, ExportedTable>> = {
  users: {
    part: 'account',
    values: {
      ...columns('id', 'user_name', 'first_name', 'middle_initial', 'last_name', 'email', 'pending_email'),
      ...columns('work_phone', 'work_extension', 'home_phone', 'mobile_phone', 'fax', 'job_title', 'employee_id'),
      costCenter: 'case when asker.sees_internal then t.cost_center end',
      client: 'client.name::text',
      requestedClient: '(select name::text from clients where clients.id = t.pending_client_id)',
      department: '(select name::text from departments where departments.id = t.department_id)',
      smsCarrier: '(select name from sms_carriers where sms_carriers.id = t.sms_carrier_id)',
      status: `(array['active', 'inactive', 'deleted'])[t.status]`,
      previousStatus: `(array['active', 'inactive', 'deleted'])[t.previous_status]`,
      statusChangedBy: nameOf('t.status_changed_by'),
      ...columns('status_changed_at', 'is_internal', 'is_us_associate', 'may_sign_on_as', 'sign_in_kind'),
      ...columns('second_factor_required', 'password_changed_at', 'temporary_password_expires_at'),
      ...columns('password_ages', 'password_spent_at', 'license_accepted_at', 'license_version'),
      // A sign-in may accept by itself, and earlier acceptances do not say whose license it was.
      isDefaultLicense: `(select license.client_id is null ${acceptedLicense})`,
      licenseClient: `(select owner.name::text ${acceptedLicense})`,
      securityQuestion: '(select question from security_questions asked where asked.id = t.security_question_id)',
      ...columns('agreed_to_texts_at', 'wants_mail', 'wants_text', 'language', 'section_sort'),
      ...columns('created_at', 'updated_at', 'profile_changed_at', 'profile_version'),
    },
    joins: 'join clients client on client.id = t.client_id',
    where: 't.id = asker.person',
    without: {
      password_hash: 'secret',
      security_answer_hash: 'secret',
      user_name_folded: 'derived',
      email_folded: 'derived',
      search_text: 'derived',
      provided_fields: 'derived',
    },
  },
  client_representatives: {
    part: 'account',
    values: { ...columns('role', 'display_order'), client: 'client.name::text' },
    joins: 'join clients client on client.id = t.client_id',
    where: ofUser,
    without: { id: 'portal' },
  },
  user_notification_types: {
    part: 'account',
    values: { name: 'chosen.name', isTextMessage: 'chosen.is_text_message' },
    joins: 'join notification_types chosen on chosen.id = t.notification_type_id',
    where: ofUser,
  },
  text_opt_outs: { part: 'account', values: columns('sent_at', 'address'), where: ofUser },
  email_confirmations: {
    part: 'account',
    values: columns('expires_at'),
    where: ofUser,
    without: { token_hash: 'secret' },
  },
  dormancy_notices: { part: 'account', values: columns('noticed_at', 'active_at'), where: ofUser },
  user_section_preferences: {
    part: 'account',
    values: { tile: 'tile.name', ...columns('is_favorite', 'last_accessed_at') },
    joins: 'join sections tile on tile.id = t.section_id',
    where: ofUser,
  },
  user_page_accesses: {
    part: 'account',
    values: { ...columns('last_accessed_at'), page: 'opened.name' },
    joins: 'join pages opened on opened.id = t.page_id',
    where: ofUser,
  },
  user_announcements: {
    part: 'account',
    values: { ...columns('dismissed_at', 'dismissed_version'), title: 'dismissed.title' },
    joins: 'join announcements dismissed on dismissed.id = t.announcement_id',
    where: ofUser,
    without: { id: 'portal' },
  },
  list_preferences: {
    part: 'account',
    isHiddenFromClients: true,
    values: columns('list_name', 'saved_filters', 'hidden_columns'),
    where: ofUser,
  },
}

const since = columns('created_at', 'last_used_at')

/** How a person signs in, and when they did. */
export const signInTables: Readonly<Record<string, ExportedTable>> = {
  user_sign_ins: {
    part: 'sign_in',
    values: {
      ...columns('last_signed_in_at', 'previous_signed_in_at', 'attempts', 'attempts_since'),
      // Without an end it is an administrator's.
      isLockedByAdministrator: `coalesce(t.locked_until = 'infinity', false)`,
      lockedUntil: `case when t.locked_until < 'infinity' then t.locked_until end`,
    },
    where: ofUser,
  },
  sessions: {
    part: 'sign_in',
    values: {
      ...columns('created_at', 'id', 'last_active_at', 'authenticated_at', 'expires_at', 'closing_at', 'ended_at'),
      ...columns('end_reason', 'idle_minutes', 'is_look_only', 'language'),
      // Of an administrator who acted as the person they are the administrator's.
      device: 'case when t.actor_user_id is null or t.actor_user_id = asker.person then t.device end',
      address: 'case when t.actor_user_id is null or t.actor_user_id = asker.person then host(t.address) end',
      isOfAdministrator: 't.actor_user_id is not null',
      administrator: nameOf('t.actor_user_id'),
      actedAs: `case when t.user_id <> asker.person then ${nameOf('t.user_id')} end`,
    },
    // The table is read whole: of ended sessions only the user has an index, not the administrator who acted as them.
    where: 't.user_id = asker.person or t.actor_user_id = asker.person',
    without: {
      token_hash: 'secret',
      license_asked_at: 'portal',
      written_to: 'portal',
      csrf_hash: 'secret',
      binding_hash: 'secret',
      actor_session_id: 'portal',
      is_end_recorded: 'portal',
    },
  },
  application_sessions: {
    part: 'sign_in',
    values: { ...columns('opened_at', 'session_id', 'subject'), application: 'opened.name' },
    joins: 'join systems opened on opened.id = t.system_id join sessions s on s.id = t.session_id',
    where: 's.user_id = asker.person',
    without: { session_index: 'secret' },
  },
  pairwise_names: {
    part: 'sign_in',
    values: { application: 'known.name', ...columns('name') },
    joins: 'join systems known on known.id = t.system_id',
    where: ofUser,
  },
  device_sign_ins: {
    part: 'sign_in',
    values: columns('attempts_since', 'attempts'),
    where: ofUser,
    without: { binding_hash: 'secret' },
  },
  trusted_devices: {
    part: 'sign_in',
    values: { ...since, ...columns('expires_at', 'device'), address: 'host(t.address)' },
    where: ofUser,
    without: { id: 'portal', token_hash: 'secret' },
  },
  password_history: {
    part: 'sign_in',
    values: { replacedAt: 't.replaced_at', number: 'row_number() over (order by t.id)' },
    where: ofUser,
    without: { password_hash: 'secret' },
  },
  recovery_links: {
    part: 'sign_in',
    values: columns('created_at', 'expires_at'),
    where: ofUser,
    without: { token_hash: 'secret' },
  },
  authenticators: {
    part: 'sign_in',
    values: since,
    where: ofUser,
    without: { sealed_seed: 'secret', last_step: 'secret' },
  },
  passkeys: {
    part: 'sign_in',
    values: { ...since, ...columns('name', 'transports', 'signature_counter') },
    where: ofUser,
    without: { id: 'portal', credential_id: 'secret', public_key: 'secret' },
  },
  recovery_codes: {
    part: 'sign_in',
    values: { number: 'row_number() over (order by t.id)', usedAt: 't.used_at' },
    where: ofUser,
    without: { signed_code: 'secret' },
  },
  second_factor_enrollments: { part: 'sign_in', values: columns('enrolled_at', 'provider'), where: ofUser },
  second_factor_skips: { part: 'sign_in', values: columns('skips'), where: ofUser },
  directory_identities: { part: 'sign_in', values: columns('linked_at', 'issuer', 'subject'), where: ofUser },
  federated_identities: {
    part: 'sign_in',
    values: { ...columns('linked_at', 'name_id'), provider: 'linked.name' },
    joins: 'join saml_providers linked on linked.id = t.provider_id',
    where: ofUser,
  },
  scim_users: {
    part: 'sign_in',
    values: {
      ...columns('created_at', 'updated_at', 'deleted_at', 'doc', 'stated_active'),
      employer: 'providing.name',
    },
    joins: 'join clients providing on providing.id = t.client_id',
    where: ofUser,
    without: {
      id: 'portal',
      version: 'portal',
      is_active: 'derived',
      mapping_version: 'derived',
      user_name_folded: 'derived',
      external_id: 'derived',
      emails_folded: 'derived',
    },
  },
  provider_sessions: {
    part: 'sign_in',
    values: columns('began_at', 'issuer'),
    where: ofUser,
    without: { binding_hash: 'secret', provider_session: 'secret' },
  },
}
