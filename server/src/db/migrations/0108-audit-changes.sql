-- step: expand; oldest serving version: 0.2.0; concurrent

-- The audit events that tell of a change, newest first, for the overview of administrators, and those of one record,
-- such as an application: sign-ins and what users open are far more. What administrators do to accounts is a change. The
-- condition is that of `latestChanges`.
create index concurrently if not exists audit_all_changes on audit_events (id)
  where event !~ '^(authn|authz|session|emulation|excess|favorite)_|_(opened|downloaded|exported|dismissed|skipped|tried|tested)$'
     or event = 'authz_admin'
     or event = 'authn_password_change' and actor_user_id is distinct from subject_user_id;
create index concurrently if not exists audit_all_changes_by_client on audit_events (client_id, id)
  where event !~ '^(authn|authz|session|emulation|excess|favorite)_|_(opened|downloaded|exported|dismissed|skipped|tried|tested)$'
     or event = 'authz_admin'
     or event = 'authn_password_change' and actor_user_id is distinct from subject_user_id;
create index concurrently if not exists audit_all_changes_by_target on audit_events (target_kind, target_id, at, id)
  where event !~ '^(authn|authz|session|emulation|excess|favorite)_|_(opened|downloaded|exported|dismissed|skipped|tried|tested)$'
     or event = 'authz_admin'
     or event = 'authn_password_change' and actor_user_id is distinct from subject_user_id;

-- The audit events that tell of a change of a user's account or access, newest first, for their profile: what users open
-- is far more. The condition is that of `latestChangesOfUser`.
create index concurrently if not exists audit_account_changes on audit_events (subject_user_id, id)
  where event ~ '^(user_|grants_|access_request|access_review_(decided|undone)|second_factor_changed|(directory_)?identity_|system_accounts_|dormant_user_|temporary_password_|authz_admin$|authn_password_(change|recovery)$)';
