-- step: expand; oldest serving version: 0.2.0

-- events: CloudEvents, signed as Standard Webhooks says. signals: security event tokens of Shared Signals (decision 62).
alter table webhooks add column format text not null default 'events'
  constraint webhooks_format_check check (format in ('events', 'signals'));
-- Of signals: whom the tokens are for, and how they name people.
alter table webhooks add column audience text;
alter table webhooks add column subject_format text
  constraint webhooks_subject_format_check check (subject_format in ('email', 'iss_sub'));
alter table webhooks add constraint webhooks_signals
  check (format = 'events' or (audience is not null and subject_format is not null));
-- Of signals: the Authorization header of the receiver, if it wants one. Their tokens are signed with the portal's key.
alter table webhooks alter column sealed_secret drop not null;
alter table webhooks add constraint webhooks_secret check (format = 'signals' or sealed_secret is not null);
-- paused: by its receiver.
alter table webhooks drop constraint webhooks_state_check;
alter table webhooks add constraint webhooks_state_check check (state in ('on', 'off', 'failed', 'paused'));

-- Of a verification what its receiver has sent to recognize it by; of a change of a stream its new state.
alter table webhook_deliveries add column detail text;
