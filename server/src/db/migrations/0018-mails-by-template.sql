-- A mail is kept as its template and fields, and composed when it leaves, with the brand of its
-- reader's client. Fields that are secret are encrypted, and gone once the mail is.
update outbox_mails set fields = jsonb_build_object('title', subject, 'text', text_body) where template = 'announcement';
alter table outbox_mails
  drop column subject,
  drop column text_body,
  drop column html_body,
  add column client_id integer references clients on delete set null,
  -- Not delivered until then, it is put aside: nobody is told after days what mattered for an hour.
  add column good_until timestamptz not null default clock_now() + interval '3 days';
create index outbox_mails_by_client on outbox_mails (client_id) where client_id is not null;
create index dead_outbox_mails on outbox_mails (id) where state = 'dead';
