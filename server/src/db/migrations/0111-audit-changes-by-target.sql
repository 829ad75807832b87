-- step: expand; oldest serving version: 0.2.0

-- The changes of one record, newest first, such as the history of an application: those who open it are far more. The
-- condition is that of `audit_all_changes`.
create index audit_all_changes_by_target on audit_events (target_kind, target_id, at, id)
  where event !~ '^(authn|authz|session|emulation|excess|favorite)_|_(opened|downloaded|exported|dismissed|skipped|tried|tested)$'
     or event = 'authz_admin'
     or event = 'authn_password_change' and actor_user_id is distinct from subject_user_id;
