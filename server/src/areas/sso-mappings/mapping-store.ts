import type { SsoMapping } from '@portico/contract/sso-mappings/sso-mappings.ts'
import type { Tx } from '../../db/database.ts'
import { run, runCount } from '../../db/run.ts'
import { arrayOf, type FixedStatement, int, json, nullable, type RowOf, statement, text } from '../../db/statement.ts'

const mappings = statement([], {
  name: 'sso-mappings: mappings',
  text: `
  select employer.client_id as "employerId", client.name as "employerName",
         coalesce((select json_agg(json_build_object('employerPageId', mapped.id, 'pageId', page.id, 'pageNm', page.name)
                                   order by page.name, page.id)
                     from sso_employer_pages mapped join pages page on page.id = mapped.page_id and page.deleted_at is null
                    where mapped.client_id = employer.client_id), '[]') as "employerApplications",
         coalesce((select json_agg(json_build_object('employerClientMasterId', mapped.id, 'customerId', customer.id,
                                     'customerNm', customer.name, 'parentCustId', customer.parent_id)
                                   order by customer.name, customer.id)
                     from sso_employer_customers mapped join customers customer on customer.id = mapped.customer_id
                    where mapped.client_id = employer.client_id), '[]') as "employerCustomers"
    from sso_employers employer join clients client on client.id = employer.client_id and not client.is_deleted
   order by client.name, client.id`,
  row: {
    employerId: int,
    employerName: text,
    employerApplications: json<SsoMapping['employerApplications']>(),
    employerCustomers: json<SsoMapping['employerCustomers']>(),
  },
})

const id = { id: int }
const pagesOf = statement([int], {
  name: 'sso-mappings: pages of an employer',
  text: 'select page_id as id from sso_employer_pages where client_id = $1 order by 1',
  row: id,
})
const customersOf = statement([int], {
  name: 'sso-mappings: customers of an employer',
  text: 'select customer_id as id from sso_employer_customers where client_id = $1 order by 1',
  row: id,
})

/** What a removed row gave, for the audit trail. */
export type RemovedRow = RowOf<typeof deleteSsoEmployerPages>

// The tables `sso_employers`, `sso_employer_pages` and `sso_employer_customers`.

const runIds = async (tx: Tx, found: FixedStatement<{ id: number }>) => (await run(tx, found)).map((row) => row.id)

export const listMappings = (tx: Tx) => run(tx, mappings())

const mappedCustomerPlaces = statement([], {
  name: 'sso-mappings: places of mapped customers',
  text: `
  select customer.id, facility.code as facility,
         (select string_agg(above.name, ' / ' order by step.at) from unnest(customer.path) with ordinality step (id, at)
            join customers above on above.id = step.id) as path
    from customers customer join facilities facility on facility.code = customer.facility_code
   where customer.id in (select customer_id from sso_employer_customers)`,
  row: { id: int, facility: text, path: nullable(text) },
})

/** The facility of every mapped customer, and the names from the first level down to it. */
export const listMappedCustomerPlaces = (tx: Tx) => run(tx, mappedCustomerPlaces())

const lockSsoEmployers = statement([int], {
  name: 'sso-mappings: lock sso employers',
  text: 'select from sso_employers where client_id = $1 for update',
})

/** Locks the employer's row until the transaction ends; false where there is none. */
export const lockMapping = async (tx: Tx, clientId: number): Promise<boolean> =>
  (await run(tx, lockSsoEmployers(clientId))).length > 0

const insertSsoEmployers = statement([int], {
  name: 'sso-mappings: insert sso employers',
  text: 'insert into sso_employers (client_id) values ($1) on conflict do nothing',
})

/** False where the employer is there already. */
export const addMapping = async (tx: Tx, clientId: number): Promise<boolean> =>
  (await runCount(tx, insertSsoEmployers(clientId))) > 0

/** What new accounts of an employer begin with. */
export const readMappingContent = async (tx: Tx, clientId: number) => ({
  pageIds: await runIds(tx, pagesOf(clientId)),
  customerIds: await runIds(tx, customersOf(clientId)),
})

const deleteSsoEmployers = statement([int], {
  name: 'sso-mappings: delete sso employers',
  text: 'delete from sso_employers where client_id = $1',
})

export const deleteMapping = (tx: Tx, clientId: number) => run(tx, deleteSsoEmployers(clientId))

const mappablePages = statement([arrayOf(int)], {
  name: 'sso-mappings: mappable pages',
  text: 'select id from pages where id = any($1::int[]) and deleted_at is null and system_id > 2',
  row: id,
})

/** Those of the pages that new accounts can begin with: never the portal's own, which administrators grant. */
export const findMappablePages = (tx: Tx, pageIds: readonly number[]) => runIds(tx, mappablePages(pageIds))

const knownCustomers = statement([arrayOf(int)], {
  name: 'sso-mappings: known customers',
  text: 'select id from customers where id = any($1::int[])',
  row: id,
})

export const findKnownCustomers = (tx: Tx, customerIds: readonly number[]) => runIds(tx, knownCustomers(customerIds))

const mappedCustomers = statement([int, arrayOf(int)], {
  name: 'sso-mappings: mapped customers',
  text: `select customer_id as id from sso_employer_customers where client_id = $1 and customer_id = any($2::int[])`,
  row: id,
})

export const findMappedCustomers = (tx: Tx, clientId: number, customerIds: readonly number[]) =>
  runIds(tx, mappedCustomers(clientId, customerIds))

const insertMappedPages = statement([int, arrayOf(int)], {
  name: 'sso-mappings: insert mapped pages',
  text: `insert into sso_employer_pages (client_id, page_id) select $1, page from unnest($2::int[]) page
         on conflict do nothing returning page_id as id`,
  row: id,
})

/** Returns the pages that the employer did not have. */
export const addMappedPages = (tx: Tx, clientId: number, pageIds: readonly number[]) =>
  runIds(tx, insertMappedPages(clientId, pageIds))

const insertMappedCustomers = statement([int, arrayOf(int)], {
  name: 'sso-mappings: insert mapped customers',
  text: `insert into sso_employer_customers (client_id, customer_id) select $1, customer from unnest($2::int[]) customer
         on conflict do nothing returning customer_id as id`,
  row: id,
})

export const addMappedCustomers = (tx: Tx, clientId: number, customerIds: readonly number[]) =>
  runIds(tx, insertMappedCustomers(clientId, customerIds))

const deleteSsoEmployerPages = statement([int], {
  name: 'sso-mappings: delete sso employer pages',
  text: 'delete from sso_employer_pages where id = $1 returning client_id as "clientId", page_id as id',
  row: { clientId: int, id: int },
})

export const removeMappedPage = async (tx: Tx, id: number): Promise<RemovedRow | undefined> =>
  (await run(tx, deleteSsoEmployerPages(id)))[0]

const deleteSsoEmployerCustomers = statement([int], {
  name: 'sso-mappings: delete sso employer customers',
  text: 'delete from sso_employer_customers where id = $1 returning client_id as "clientId", customer_id as id',
  row: { clientId: int, id: int },
})

export const removeMappedCustomer = async (tx: Tx, id: number): Promise<RemovedRow | undefined> =>
  (await run(tx, deleteSsoEmployerCustomers(id)))[0]
