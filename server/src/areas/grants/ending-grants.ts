/** SQL of all open grants that have an end, each with the name of what is granted. */
export const grantsWithEnd = `
  select 'system' as kind, held.id, held.user_id, held.granted_by, held.valid_from, held.ends_at, system.name::text as item
    from user_system_grants held join systems system on system.id = held.system_id and system.deleted_at is null
   where held.valid_to is null and held.ends_at is not null
  union all
  select 'page', held.id, held.user_id, held.granted_by, held.valid_from, held.ends_at, system.name || ' / ' || page.name
    from user_page_grants held join pages page on page.id = held.page_id and page.deleted_at is null
    join systems system on system.id = page.system_id and system.deleted_at is null
   where held.valid_to is null and held.ends_at is not null
  union all
  select 'facility', held.id, held.user_id, held.granted_by, held.valid_from, held.ends_at, facility.name::text
    from user_facility_grants held join facilities facility on facility.code = held.facility_code
   where held.valid_to is null and held.ends_at is not null
  union all
  select 'customer', held.id, held.user_id, held.granted_by, held.valid_from, held.ends_at,
         customer.facility_code || ' / ' || customer.name
    from user_customer_grants held join customers customer on customer.id = held.customer_id
   where held.valid_to is null and held.ends_at is not null`
