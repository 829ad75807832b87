-- A mail that nobody got may be put aside by an administrator: it is no trouble any more.
alter table outbox_mails drop constraint outbox_mails_state_check;
alter table outbox_mails
  add constraint outbox_mails_state_check check (state in ('waiting', 'sent', 'dead', 'discarded')) not valid;
alter table outbox_mails validate constraint outbox_mails_state_check;

-- Where administrators see what did not arrive. Who may read the audit may look after the mails.
insert into pages (id, name, system_id, is_internal_only, opens_in_new_window, is_external, display_order)
values (11, 'Mail Delivery', 2, true, false, false, 11);
insert into user_page_grants (user_id, page_id)
select given.user_id, 11
  from user_page_grants given join pages page on page.id = given.page_id
 where page.system_id = 2 and page.name = 'Audit' and given.valid_to is null;
