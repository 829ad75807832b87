import type { LeftOutReason } from './exported-table.ts'

/** Tables that are not in the export of a person, by the reason. */
const byReason: Readonly<Partial<Record<LeftOutReason, readonly string[]>>> = {
  // Keys, tokens, and what is sealed.
  secret: [
    'oidc_state',
    'pending_factor_setups',
    'secret_key_checks',
    'service_tokens',
    'signing_keys',
    'sign_in_tickets',
    'system_account_sessions',
    'used_assertions',
    'used_tokens',
  ],
  // Data of those whom a report, an import or a review is about.
  others: ['access_reviews', 'report_chunks', 'mail_bodies', 'scim_conflicts', 'scim_requests'],
  // Belongs to the organization; that the person changed it is among the audit events.
  organization: [
    'announcements',
    'announcement_clients',
    'announcement_departments',
    'announcement_industries',
    'announcement_systems',
    'application_settings',
    'branding_versions',
    'brand_images',
    'classification_types',
    'classification_values',
    'client_domains',
    'client_industries',
    'clients',
    'customers',
    'departments',
    'entitlement_report_settings',
    'facilities',
    'industries',
    'internal_domains',
    'job_schedules',
    'license_texts',
    'notification_types',
    'page_search_items',
    'pages',
    'password_rules',
    'permission_set_items',
    'permission_set_versions',
    'permission_sets',
    'published_files',
    'resource_texts',
    'saml_provider_clients',
    'saml_providers',
    'scim_group_grants',
    'scim_group_sets',
    'scim_groups',
    'scim_mappings',
    'section_images',
    'sections',
    'security_questions',
    'event_log_places',
    'webhook_deliveries',
    'webhooks',
    'service_accounts',
    'single_sign_on_settings',
    'sms_carriers',
    'sso_employer_customers',
    'sso_employer_pages',
    'sso_employers',
    'system_account_types',
    'system_software',
    'systems',
  ],
  // Ends within a day.
  short: [
    'application_requests',
    'attempt_counts',
    'back_channel_logouts',
    'brand_previews',
    'logout_steps',
    'passed_human_checks',
    'saml_requests',
    'sign_in_failures',
    'sign_in_tests',
    'undo_offers',
    'unknown_name_sign_ins',
  ],
  // Names nobody.
  portal: ['daily_figures', 'demo_world', 'job_runs', 'schema_migrations', 'scim_user_blocks', 'user_counts'],
  // Repeats what is in the export: sums and seals of events, notices that are among the mails, the files themselves.
  derived: [
    'audit_checkpoints',
    'audit_detached_months',
    'audit_redactions',
    'audit_seals',
    'audit_verifications',
    // Who asked for it, when and why is among the events.
    'erasures',
    'grant_end_notices',
    'stored_files',
    // Stand beside the account that they are about.
    'system_account_choices',
    'user_system_account_clients',
  ],
}

/** Tables that are not in the export of a person, and why. */
export const leftOutTables: Readonly<Record<string, LeftOutReason>> = Object.fromEntries(
  Object.entries(byReason).flatMap(([reason, tables]) => tables.map((table) => [table, reason as LeftOutReason])),
)
