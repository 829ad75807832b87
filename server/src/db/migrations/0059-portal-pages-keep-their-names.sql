-- Screens and guards find the pages of the portal's own system by name (docs/decisions/0026).
create function refuse_portal_page_rename() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'The pages of the portal itself keep their names'
    using errcode = 'check_violation', constraint = 'portal_pages_keep_their_names', table = 'pages';
end $$;
create trigger portal_pages_keep_their_names before update of name, system_id on pages for each row
  when (old.system_id = 2 and (new.name is distinct from old.name or new.system_id is distinct from old.system_id))
  execute function refuse_portal_page_rename();
