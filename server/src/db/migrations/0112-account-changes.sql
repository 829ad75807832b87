-- step: expand; oldest serving version: 0.2.0

-- The audit events that tell of a change of a user's account or access, newest first, for their profile: what users open
-- is far more. The condition is that of `latestChangesOfUser`.
create index audit_account_changes on audit_events (subject_user_id, id)
  where event ~ '^(user_|grants_|access_request|access_review_(decided|undone)|second_factor_changed|(directory_)?identity_|system_accounts_|dormant_user_|temporary_password_|authz_admin$|authn_password_(change|recovery)$)';
