-- step: expand; oldest serving version: 0.2.0

-- The audit events that tell of a change, newest first, for the overview of administrators: sign-ins are far more. The
-- condition is that of `latestChanges`.
create index audit_changes on audit_events (id)
  where event !~ '^(authn|authz|session|emulation|excess|favorite)_|_(opened|downloaded|exported|dismissed|skipped|tried|tested)$';
create index audit_changes_by_client on audit_events (client_id, id)
  where event !~ '^(authn|authz|session|emulation|excess|favorite)_|_(opened|downloaded|exported|dismissed|skipped|tried|tested)$';
