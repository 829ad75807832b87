-- step: expand; oldest serving version: 0.1.0
-- Every mail to a user names them, so that a deletion drops what still waits for them and an erasure finds what was sent.

-- The user who reads a mail to an address; null: nobody's account has it. Several accounts may share an address: the
-- names in the mail tell them apart, then its client. A deleted user is meant only where the mail calls them by name,
-- because addresses that administrators enter for an office may be those of former users, too.
create function mail_reader(address text, mail_client_id integer, mail_fields jsonb) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select id from users
   where email_folded = fold_email(address) and status < 4
     and (mail_fields->>'firstName' is null or first_name = mail_fields->>'firstName')
     and (status < 3 or mail_fields ? 'firstName')
   order by status >= 3, user_name is distinct from mail_fields->>'userName',
         client_id is distinct from mail_client_id, status, id
   limit 1
$$;
revoke all on function mail_reader(text, integer, jsonb) from public;
grant execute on function mail_reader(text, integer, jsonb) to portal_app;

-- As the owner: the reader may be outside of the scope of whoever causes the mail.
create function name_mail_reader() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.reader_id := coalesce(new.reader_id, mail_reader(new.to_address, new.client_id, new.fields));
  if exists (select from users where id = new.reader_id and status >= 3) then
    new.state := 'discarded';
    new.fields := '{}';
  end if;
  return new;
end $$;
create trigger outbox_mails_reader before insert on outbox_mails
  for each row execute function name_mail_reader();

create function discard_mails_of_user() returns trigger language plpgsql as $$
begin
  update outbox_mails set state = 'discarded', fields = '{}'
   where reader_id = new.id and state in ('waiting', 'dead');
  return null;
end $$;
create trigger users_discard_mails after update of status on users
  for each row when (old.status < 3 and new.status >= 3) execute function discard_mails_of_user();

update outbox_mails set reader_id = mail_reader(to_address, client_id, fields)
 where state in ('waiting', 'dead') and reader_id is null;
update outbox_mails mail set state = 'discarded', fields = '{}'
  from users where users.id = mail.reader_id and users.status >= 3 and mail.state in ('waiting', 'dead');
