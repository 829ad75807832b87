-- step: expand; oldest serving version: 0.2.0

-- Events that a webhook gets again: those after the first number up to the second one, beside new events.
alter table webhooks add column replay_position bigint;
alter table webhooks add column replay_until bigint;

-- event: for the first time, or a test. again, replay: an administrator has asked for it.
alter table webhook_deliveries add column reason text not null default 'event'
  check (reason in ('event', 'again', 'replay'));

-- Deliveries of a deleted webhook, of which there can be millions, are deleted in batches by the job webhook-purge.
alter table webhook_deliveries drop constraint webhook_deliveries_webhook_id_fkey;
