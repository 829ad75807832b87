-- What portal_app may do, as which every request and every job acts. This file runs after migrations, in the
-- transaction of the last one: the rights of what it names are exactly those that it states. The doctor and every node
-- that serves compare them with the database, so each statement has one of these forms, and whatever a migration adds
-- is named here:
--
--   grant RIGHTS on [sequence | function] NAMES to portal_app;  grant execute on function NAMES to public;
--   revoke all on [function] NAMES from portal_app;
--
-- While an upgrade goes from node to node, nodes of earlier versions act with these rights, too: what they use is taken
-- away only in a release of which they are no longer in the window (CONTRIBUTING.md).

-- Tables whose rows come and go.
grant select, insert, update, delete on
  -- database
  secret_key_checks,
  -- users
  user_sign_ins, list_preferences,
  -- static settings
  classification_types, classification_values, departments, industries, notification_types, user_notification_types,
  sms_carriers, security_questions, internal_domains, password_rules, application_settings,
  -- clients
  clients, client_domains, client_industries, client_session_timeouts, client_representatives,
  entitlement_report_settings,
  -- customers
  facilities, customers,
  -- catalog
  systems, system_software, sections, section_images, pages, page_search_items, user_section_preferences,
  user_page_accesses,
  -- permissions
  grant_end_notices,
  -- sessions
  sessions, used_tokens, sign_in_tickets,
  -- sign in
  unknown_name_sign_ins, device_sign_ins, sign_in_failures, passed_human_checks, attempt_counts, password_history,
  recovery_links, email_confirmations, text_opt_outs, dormancy_notices,
  -- second factor
  second_factor_enrollments, second_factor_skips, authenticators, passkeys, recovery_codes, pending_factor_setups,
  trusted_devices,
  -- identity providers
  directory_identities, provider_sessions, saml_providers, saml_provider_clients, sso_employers, sso_employer_pages,
  sso_employer_customers, federated_identities, saml_requests, used_assertions, sign_in_tests,
  -- system accounts
  system_account_types, user_system_accounts, user_system_account_clients, system_account_sessions,
  system_account_choices,
  -- single sign on
  single_sign_on_settings, signing_keys, application_requests, application_sessions, pairwise_names, oidc_state,
  back_channel_logouts, logout_steps,
  -- mail
  mail_bodies, outbox_mails,
  -- announcements
  announcements, announcement_systems, announcement_industries, announcement_departments, announcement_clients,
  user_announcements,
  -- brands and texts
  brand_previews, resource_texts,
  -- documents
  stored_files, document_spaces, documents, document_versions, document_shares, published_files, user_links,
  -- audit
  client_log_entries,
  -- jobs
  job_schedules, job_runs,
  -- administration
  erasures, user_imports, user_import_rows, access_changes, access_change_users, reports, report_chunks, report_exports,
  person_exports,
  -- overview
  daily_figures,
  -- service accounts
  service_accounts, service_tokens,
  -- webhooks
  webhooks, webhook_deliveries, event_log_places,
  -- configuration
  managed_objects,
  -- scim
  scim_users, scim_groups, scim_group_members, scim_group_grants, scim_group_sets, scim_conflicts, scim_requests,
  -- permission sets
  permission_set_items, permission_set_customers
to portal_app;

-- Rows that are kept: they are closed, marked or erased, and never removed.
grant select, insert, update on
  users, enhancement_requests, user_system_grants, user_page_grants, user_facility_grants, user_customer_grants,
  access_requests, access_reviews, access_review_items, permission_sets, permission_set_holders, license_texts
to portal_app;

-- An offer is used up, and made again for the parts of it that are left.
grant select, insert, delete on undo_offers to portal_app;

-- Versions and images of brands stay as they are, and so do versions of permission sets.
grant select, insert on branding_versions, brand_images, permission_set_versions, scim_mappings to portal_app;

-- Views that are only read.
grant select on
  users_in_scope, active_representatives, planned_hand_overs, current_system_grants, current_page_grants, current_facility_grants,
  current_customer_grants, held_admin_pages, user_authorities, protected_authorities, session_callers,
  emulation_standings, sign_in_accounts, access_review_states, scim_users_in_scope,
  scim_group_access, scim_group_set_access, scim_group_set_members, source_items, source_members, source_access, source_customers,
  service_token_callers, latest_licenses
to portal_app;

-- Counts that a trigger keeps.
grant select on user_counts, scim_user_blocks to portal_app;

-- The list of migrations, in which a node reads whether it may serve.
grant select on schema_migrations to portal_app;

-- The audit trail is added to and never changed but by redact_audit_events(). The portal chooses neither the number nor
-- the time of an event. Its monthly partitions have no rights of their own: they are reached through the table.
grant select, insert (event, actor_user_id, subject_user_id, client_id, target_kind, target_id, before, after, address,
  session_id, request_id, service_account_id) on audit_events to portal_app;
grant select on audit_seals, audit_day_counts to portal_app;
grant select, update (signature) on audit_detached_months to portal_app;
grant select, insert (sequence, head_hash, signature) on audit_checkpoints to portal_app;
grant select, insert (problem, sequence) on audit_verifications to portal_app;
grant select, insert (event_id, seal_hash, text_hash, signature), update (text_hash, signature, redacted_at)
  on audit_redactions to portal_app;

-- Only the owner of the database says that it is a demo.
revoke all on demo_world from portal_app;

-- Ids of rows.
grant usage, select on sequence
  access_changes_id_seq, access_requests_id_seq, access_review_items_id_seq, access_reviews_id_seq, announcements_id_seq,
  application_settings_id_seq, audit_events_id_seq, audit_verifications_id_seq, brand_previews_id_seq,
  branding_versions_id_seq, classification_types_id_seq, classification_values_id_seq, client_domains_id_seq,
  client_log_entries_id_seq, client_representatives_id_seq, clients_id_seq, customers_id_seq, departments_id_seq,
  document_shares_id_seq, documents_id_seq, enhancement_requests_id_seq, industries_id_seq, job_runs_id_seq,
  job_schedules_id_seq, licence_texts_id_seq, mail_bodies_id_seq, notification_types_id_seq, outbox_mails_id_seq,
  page_search_items_id_seq, pages_id_seq, permission_set_customers_id_seq, permission_set_holders_id_seq,
  permission_set_items_id_seq, permission_sets_id_seq,
  passkeys_id_seq, password_history_id_seq, password_rules_id_seq,
  person_exports_id_seq, published_files_id_seq, recovery_codes_id_seq, reports_id_seq, resource_texts_id_seq,
  saml_providers_id_seq, scim_conflicts_id_seq, scim_group_grants_id_seq, scim_group_sets_id_seq, scim_groups_id_seq, scim_requests_id_seq, scim_users_id_seq, sections_id_seq,
  security_questions_id_seq,
  service_accounts_id_seq, service_tokens_id_seq, sessions_id_seq, sign_in_tests_id_seq, signing_keys_id_seq,
  sms_carriers_id_seq, sso_employer_customers_id_seq, sso_employer_pages_id_seq, system_account_types_id_seq,
  system_software_id_seq, systems_id_seq, trusted_devices_id_seq, undo_offers_id_seq, user_announcements_id_seq,
  user_customer_grants_id_seq, user_facility_grants_id_seq, user_imports_id_seq, user_links_id_seq,
  user_page_grants_id_seq, user_system_accounts_id_seq, user_system_grants_id_seq, users_id_seq,
  webhook_deliveries_id_seq, webhooks_id_seq
to portal_app;

-- Functions that act as their caller, and triggers.
grant execute on function
  audit_event_text(bigint, audit_events), audit_event_text_at(bigint, audit_events, json), business_today(text),
  clock_now(),
  fits_audit_month(text, audit_detached_months), fold_email(text), fold_user_name(text),
  form_of_user_name(text), license_asked_before(integer), license_asked_since(integer), oldest_audit_month(), is_grant_current(timestamp with time zone, timestamp with time zone),
  queue_back_channel_logouts(bigint[]), redacted_state(jsonb, text[], boolean, text[]), scope_client_id(),
  scope_is_everything(), scim_emails(jsonb), scope_own_client_id(), scope_user_id(), verify_audit_chain(),
  verify_audit_events(bigint, bigint, timestamp with time zone, audit_detached_months),
  add_sign_in_rows(), count_profile_change(), count_scim_users(), count_users(), delete_pending_sign_ins(), delete_recovery_links(),
  discard_mails_of_user(), drop_customers_of_former_client(),
  drop_group_grants_of_former_client(), follow_user_in_scim(), forget_managed_object(), end_application_sessions(), end_sessions_of_client(),
  end_sessions_of_locked_user(), end_sessions_of_user(), keep_notification_wishes(), keep_own_systems(),
  move_child_customers(), name_mail_reader(), normalize_user_name(), note_profile_change(), place_customer(),
  refuse_portal_page_rename(), require_facility(), row_version(), write_client_session_timeout()
to public;

-- Functions that act as the owner of the database, each for one purpose.
grant execute on function
  add_audit_months(),
  detach_audit_month(text, bytea, audit_detached_months),
  drop_seals_of_detached_months(integer),
  mail_reader(text, integer, jsonb),
  oldest_transaction_seconds(),
  redact_audit_events(integer[], bigint, bigint, text[], text[]),
  repair_audit_day_counts(),
  seal_audit_events(integer)
to portal_app;

-- Only the owner of the database rehearses another day.
revoke all on function set_clock_offset(interval) from portal_app;
