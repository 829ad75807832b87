/**
 * SQL that is true where an administrator who does not administer the portal sees a facility: they hold it, or a customer
 * of it (decision E4).
 * @param code SQL of the code of the facility
 * @param readerId SQL of the id of the administrator
 */
export const isFacilityInReach = (code: string, readerId: string): string => `(
  exists (select from current_facility_grants own where own.user_id = ${readerId} and own.facility_code = ${code})
  or exists (
    select from current_customer_grants own join customers customer on customer.id = own.customer_id
     where own.user_id = ${readerId} and customer.facility_code = ${code}))`
