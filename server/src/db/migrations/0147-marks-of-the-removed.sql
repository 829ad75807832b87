-- step: expand; oldest serving version: 0.2.0

-- What is removed is managed by files no longer. Where an id is made of names, somebody may make it anew by hand: the mark
-- of the former one would let files remove that.
create function forget_managed_object() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The list of the files, then the columns that the id is made of.
  delete from managed_objects
   where kind = tg_argv[0]
     and object_id = concat_ws('/', variadic array(
       select to_jsonb(old) ->> part.name from unnest(tg_argv[1:]) with ordinality part (name, place)
        order by part.place));
  return null;
end $$;
create trigger forget_managed_object after delete on resource_texts
  for each row execute function forget_managed_object('texts', 'key', 'language', 'client_id');
create trigger forget_managed_object after delete on sso_employers
  for each row execute function forget_managed_object('ssoMappings', 'client_id');
create trigger forget_managed_object after delete on facilities
  for each row execute function forget_managed_object('facilities', 'code');
create trigger forget_managed_object after delete on internal_domains
  for each row execute function forget_managed_object('internalDomains', 'domain');
create trigger forget_managed_object after delete on entitlement_report_settings
  for each row execute function forget_managed_object('entitlementReports', 'client_id');
