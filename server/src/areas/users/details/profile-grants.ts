import type { Tx } from '../../../db/database.ts'
import { run } from '../../../db/run.ts'
import { type GivingSources, type GrantSource, givingSources, readSources } from '../../grants/public.ts'
import { arrayOf, bool, instant, int, nullable, type RowOf, statement, text } from '../../../db/statement.ts'

export type ProfiledSystem = RowOf<typeof systems> & GivingSources
export type ProfiledPage = RowOf<typeof pages> & GivingSources
export type ProfiledFacility = RowOf<typeof facilities>
export interface ProfiledCustomer {
  customerId: number
  name: string
  /** From the root of the hierarchy to the customer. */
  names: string[]
  path: number[]
  facilityCode: string
  endsAt: Date | null
}

/** What a user holds, as their profile shows it. */
export interface ProfileGrants {
  systems: ProfiledSystem[]
  pages: ProfiledPage[]
  facilities: ProfiledFacility[]
  customers: ProfiledCustomer[]
}

const systems = statement([int], {
  name: 'users: systems',
  text: `
  select system.id, system.name::text as name, system.code, system.setup_url as "setupUrl",
         system.is_saml_post as "isSamlPost", system.has_account_setup as "hasAccountSetup",
         held.is_admin as "isAdmin", held.has_sensitive_data as "hasSensitiveData", held.ends_at as "endsAt",
         case when not opened.by_group then giver.first_name || ' ' || giver.last_name end as "givenBy",
         (select max(visit.opened_at) from sessions begun join application_sessions visit on visit.session_id = begun.id
           where begun.user_id = held.user_id and begun.actor_user_id is null
             and visit.system_id = held.system_id) as "lastUsedAt"
    from current_system_grants held join systems system on system.id = held.system_id and system.deleted_at is null
    join user_system_grants opened on opened.id = held.id
    left join users giver on giver.id = held.granted_by
   where held.user_id = $1 order by system.name, system.id`,
  row: {
    id: int,
    name: text,
    code: nullable(text),
    setupUrl: nullable(text),
    isSamlPost: bool,
    hasAccountSetup: bool,
    isAdmin: bool,
    hasSensitiveData: bool,
    endsAt: nullable(instant),
    givenBy: nullable(text),
    lastUsedAt: nullable(instant),
  },
})

const pages = statement([int], {
  name: 'users: pages',
  text: `
  select page.id, page.name::text as name, page.system_id as "systemId", held.ends_at as "endsAt",
         case when not opened.by_group then giver.first_name || ' ' || giver.last_name end as "givenBy"
    from current_page_grants held
    join user_page_grants opened on opened.id = held.id
    join pages page on page.id = held.page_id and page.deleted_at is null
    join systems system on system.id = page.system_id and system.deleted_at is null
    left join users giver on giver.id = opened.granted_by
   where held.user_id = $1 order by page.name, page.id`,
  row: { id: int, name: text, systemId: int, endsAt: nullable(instant), givenBy: nullable(text) },
})

const facilities = statement([int], {
  name: 'users: facilities',
  text: `
  select facility_code as code, all_customers as "hasAllCustomers", ends_at as "endsAt"
    from current_facility_grants where user_id = $1 order by facility_code`,
  row: { code: text, hasAllCustomers: bool, endsAt: nullable(instant) },
})

const customers = statement([int], {
  name: 'users: customers',
  text: `
  select customer.id as "customerId", customer.name::text as name, customer.path, customer.facility_code as "facilityCode",
         array(select above.name::text from unnest(customer.path) with ordinality step (id, place)
                 join customers above on above.id = step.id order by step.place) as names,
         held.ends_at as "endsAt"
    from current_customer_grants held join customers customer on customer.id = held.customer_id
   where held.user_id = $1 order by customer.facility_code, customer.name, customer.id`,
  row: {
    customerId: int,
    name: text,
    path: arrayOf(int),
    facilityCode: text,
    names: arrayOf(text),
    endsAt: nullable(instant),
  },
})

const withSources = (held: readonly RowOf<typeof systems>[], sources: readonly GrantSource[]): ProfiledSystem[] =>
  held.map((system) => ({
    ...system,
    ...givingSources(sources, ({ systemId, pageId }) => pageId === null && systemId === system.id),
  }))

/** The systems that a user holds now. */
export async function readProfiledSystems(tx: Tx, userId: number): Promise<ProfiledSystem[]> {
  const [held, sources] = await Promise.all([run(tx, systems(userId)), readSources(tx, [userId])])
  return withSources(held, sources)
}

/** What a user holds now: five statements however much it is. */
export async function readProfileGrants(tx: Tx, userId: number): Promise<ProfileGrants> {
  const [held, heldPages, heldFacilities, heldCustomers, sources] = await Promise.all([
    run(tx, systems(userId)),
    run(tx, pages(userId)),
    run(tx, facilities(userId)),
    run(tx, customers(userId)),
    readSources(tx, [userId]),
  ])
  return {
    systems: withSources(held, sources),
    pages: heldPages.map((page) => ({ ...page, ...givingSources(sources, ({ pageId }) => pageId === page.id) })),
    facilities: heldFacilities,
    customers: heldCustomers,
  }
}
