-- A page of another system must not become a page of the portal itself, which would open a screen.
drop trigger portal_pages_keep_their_names on pages;
create trigger portal_pages_keep_their_names before update of name, system_id on pages for each row
  when ((old.system_id = 2 and new.name is distinct from old.name) or
        (new.system_id is distinct from old.system_id and (old.system_id = 2 or new.system_id = 2)))
  execute function refuse_portal_page_rename();

-- All customers of a facility are given for an employer too.
create or replace function drop_customers_of_former_client() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update user_customer_grants set valid_to = clock_now()
   where user_id = new.id and valid_to is null and valid_from < clock_now();
  update user_facility_grants set valid_to = clock_now()
   where user_id = new.id and valid_to is null and valid_from < clock_now() and all_customers;
  return null;
end $$;
