-- Customers are searched in capitals (UADM-128), and some letters have another form there: 'ß' is 'SS'.
drop index customers_by_part_of_name;
alter table customers drop column name_folded;
alter table customers add column name_folded text collate "C" not null
  generated always as (lower(upper(name collate "en-x-icu"))) stored;
create index customers_by_part_of_name on customers using gin (name_folded gin_trgm_ops);

-- The first level of a facility in its order, 100 at a time.
create index top_level_customers on customers (facility_code, name, id) where parent_id is null;
