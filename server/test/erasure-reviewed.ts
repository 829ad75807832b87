/** Columns of text by table. */
type Columns = Readonly<Record<string, readonly string[]>>

/** Codes of a list, keys, hashes and messages that the portal makes. */
const madeByThePortal: Columns = {
  // Permissions are ids, and the reason of a user is a sentence with names of applications.
  access_change_users: ['after', 'before', 'reason', 'state'],
  access_changes: ['kind', 'permissions', 'state'],
  access_requests: ['state'],
  // The sources are names of permission sets and directory groups, which belong to the organization.
  access_review_items: ['decision', 'sources'],
  announcements: ['audience', 'kind', 'status'],
  audit_checkpoints: ['signature'],
  audit_detached_months: ['file', 'month', 'signature'],
  // The target is a number, or the name of something that belongs to the organization.
  audit_events: ['event', 'request_id', 'target_id', 'target_kind'],
  audit_redactions: ['signature'],
  audit_verifications: ['problem'],
  back_channel_logouts: ['state'],
  brand_images: ['key'],
  brand_previews: ['part'],
  client_log_entries: ['kind'],
  daily_figures: ['kind'],
  documents: ['extension'],
  enhancement_requests: ['state'],
  // Numbers and moments.
  erasures: ['certificate'],
  grant_end_notices: ['kind'],
  job_runs: ['job_code', 'message', 'result'],
  list_preferences: ['list_name'],
  logout_steps: ['outcome'],
  oidc_state: ['grant_id', 'id', 'model', 'uid'],
  outbox_mails: ['dedupe_key', 'state', 'template'],
  person_exports: ['language', 'state'],
  pending_factor_setups: ['kind'],
  report_exports: ['state'],
  // The summary has numbers, and names of applications and employers.
  reports: ['failure', 'kind', 'state', 'summary'],
  scim_conflicts: ['decision', 'link_rights', 'reason'],
  scim_requests: ['method', 'scim_type'],
  schema_migrations: ['checksum', 'name', 'oldest_serving_version'],
  second_factor_enrollments: ['provider'],
  secret_key_checks: ['id', 'key_check'],
  section_images: ['etag'],
  // Scopes are codes; of a token its beginning and a hash.
  service_accounts: ['scopes'],
  service_tokens: ['keyed_hash', 'prefix'],
  sessions: ['end_reason', 'language'],
  // A hash.
  sign_in_failures: ['source'],
  sign_in_tickets: ['step'],
  signing_keys: ['certificate', 'private_key', 'purpose'],
  stored_files: ['state'],
  // A setting.
  event_log_places: ['name'],
  undo_offers: ['kind'],
  user_imports: ['state'],
  // Of an event its code, and the number of whom or what it is about.
  webhook_deliveries: ['error', 'kind', 'reason', 'state', 'subject'],
  webhooks: ['format', 'kinds', 'sealed_former_secret', 'sealed_secret', 'state', 'subject_format'],
  users: ['language', 'provided_fields', 'section_sort', 'sign_in_kind'],
}

/** Belong to no user, and end within minutes. */
const ofApplicationsAndProviders: Columns = {
  application_requests: ['request', 'request_id'],
  saml_requests: ['id', 'return_to'],
  used_assertions: ['assertion_id'],
}

/** What administrators enter for the organization: it stays when one of them is erased (decision 33). */
const ofTheOrganization: Columns = {
  announcements: ['language', 'message_html', 'sent_back_note', 'title', 'translations'],
  application_settings: ['description', 'key', 'value'],
  branding_versions: [
    'button_color',
    'home_background_etag',
    'login_background_etag',
    'logo_dark_etag',
    'logo_etag',
    'mode',
    'tile_color',
  ],
  classification_types: ['code', 'description'],
  classification_values: ['code', 'medium_text', 'short_text'],
  client_domains: ['domain', 'sign_in_kind'],
  clients: ['code', 'name'],
  customers: ['facility_code', 'name', 'name_folded'],
  departments: ['name'],
  entitlement_report_settings: ['client_code'],
  facilities: ['code', 'name'],
  industries: ['name'],
  internal_domains: ['domain'],
  job_schedules: ['code', 'cron', 'name', 'parameters', 'time_zone'],
  license_texts: ['html', 'language', 'title', 'translations'],
  // Of announcements.
  mail_bodies: ['fields'],
  // Paths and names of files.
  managed_objects: ['file', 'file_set', 'kind', 'object_id'],
  notification_types: ['description', 'name'],
  page_search_items: ['description', 'name'],
  pages: ['help_location', 'location', 'name'],
  password_rules: ['rule_text', 'type_code'],
  permission_set_versions: ['description', 'gives', 'name'],
  permission_sets: ['description', 'name'],
  published_files: ['extension', 'name'],
  resource_texts: ['content', 'key', 'language'],
  scim_groups: ['doc', 'external_id', 'name_folded'],
  scim_mappings: ['paths'],
  saml_providers: [
    'certificate',
    'email_attribute',
    'entity_id',
    'first_name_attribute',
    'last_name_attribute',
    'name',
    'name_id_format',
    'previous_certificate',
    'sign_on_url',
    'sign_out_url',
  ],
  sections: ['name', 'tile_color'],
  security_questions: ['question'],
  single_sign_on_settings: [
    'acs_addresses',
    'attributes',
    'audience',
    'back_channel_logout_address',
    'client_id',
    'encryption_algorithm',
    'encryption_certificate',
    'entity_id',
    'form_origins',
    'name_id_format',
    'name_source',
    'protocol',
    'redirect_addresses',
    'signing_certificates',
  ],
  sms_carriers: ['email_domain', 'name'],
  system_account_types: ['code', 'description'],
  system_software: ['name'],
  systems: ['browser_logout_url', 'code', 'facility_code', 'launch_url', 'name', 'setup_url'],
  user_facility_grants: ['facility_code'],
}

/** Columns of text that an erasure leaves, as `table.column`: reviewed as holding nothing that a user fills. */
export const reviewedColumns: readonly string[] = [
  madeByThePortal,
  ofApplicationsAndProviders,
  ofTheOrganization,
].flatMap((group) => Object.entries(group).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)))
