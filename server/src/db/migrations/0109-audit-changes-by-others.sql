-- step: expand; oldest serving version: 0.2.0

-- The latest changes of the overview include what administrators do to accounts: they end sessions, lift locks, remove
-- second factors and reset passwords. The condition is that of `latestChanges`; the indexes of migration 0108, which no
-- release has used, lack these events.
create index audit_all_changes on audit_events (id)
  where event !~ '^(authn|authz|session|emulation|excess|favorite)_|_(opened|downloaded|exported|dismissed|skipped|tried|tested)$'
     or event = 'authz_admin'
     or event = 'authn_password_change' and actor_user_id is distinct from subject_user_id;
create index audit_all_changes_by_client on audit_events (client_id, id)
  where event !~ '^(authn|authz|session|emulation|excess|favorite)_|_(opened|downloaded|exported|dismissed|skipped|tried|tested)$'
     or event = 'authz_admin'
     or event = 'authn_password_change' and actor_user_id is distinct from subject_user_id;
drop index audit_changes;
drop index audit_changes_by_client;
