-- The list of undelivered mails is read a page at a time, newest first; sent mails are not in its way.
create index undelivered_outbox_mails on outbox_mails (created_at, id)
  where (state = 'dead' or (state = 'waiting' and last_error is not null));
