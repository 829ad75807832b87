import type { SsoMapping } from '@portico/contract/sso-mappings.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'

const mappings = `
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
   order by client.name, client.id`

const pagesOf = 'select page_id as id from sso_employer_pages where client_id = $1 order by 1'
const customersOf = 'select customer_id as id from sso_employer_customers where client_id = $1 order by 1'

/** What a removed row gave, for the audit trail. */
export interface RemovedRow {
  clientId: number
  id: number
}

/** The tables `sso_employers`, `sso_employer_pages` and `sso_employer_customers`. */
export function ssoMappingStore(tx: Tx) {
  const ids = async (text: string, values: readonly unknown[]) =>
    (await query<{ id: number }>(tx, text, values)).map(({ id }) => id)
  return {
    list: () => query<SsoMapping>(tx, mappings, []),

    /** Locks the employer's row until the transaction ends; false where there is none. */
    lock: async (clientId: number): Promise<boolean> =>
      (await query(tx, 'select from sso_employers where client_id = $1 for update', [clientId])).length > 0,

    hasClient: async (clientId: number): Promise<boolean> =>
      (await query(tx, 'select from clients where id = $1 and not is_deleted', [clientId])).length > 0,

    /** False where the employer is there already. */
    add: async (clientId: number): Promise<boolean> =>
      (
        await query(tx, 'insert into sso_employers (client_id) values ($1) on conflict do nothing returning 1', [
          clientId,
        ])
      ).length > 0,

    /** What new accounts of an employer begin with. */
    contentOf: async (clientId: number) => ({
      pageIds: await ids(pagesOf, [clientId]),
      customerIds: await ids(customersOf, [clientId]),
    }),

    remove: (clientId: number) => query(tx, 'delete from sso_employers where client_id = $1', [clientId]),

    /** Those of the pages that new accounts can begin with: never the portal's own, which administrators grant. */
    knownPages: (pageIds: readonly number[]) =>
      ids('select id from pages where id = any($1::int[]) and deleted_at is null and system_id > 2', [pageIds]),

    knownCustomers: (customerIds: readonly number[]) =>
      ids('select id from customers where id = any($1::int[])', [customerIds]),

    customersOf: (clientId: number, customerIds: readonly number[]) =>
      ids(
        `select customer_id as id from sso_employer_customers where client_id = $1 and customer_id = any($2::int[])`,
        [clientId, customerIds],
      ),

    /** Returns the pages that the employer did not have. */
    addPages: (clientId: number, pageIds: readonly number[]) =>
      ids(
        `insert into sso_employer_pages (client_id, page_id) select $1, page from unnest($2::int[]) page
         on conflict do nothing returning page_id as id`,
        [clientId, pageIds],
      ),

    addCustomers: (clientId: number, customerIds: readonly number[]) =>
      ids(
        `insert into sso_employer_customers (client_id, customer_id) select $1, customer from unnest($2::int[]) customer
         on conflict do nothing returning customer_id as id`,
        [clientId, customerIds],
      ),

    removePage: async (id: number): Promise<RemovedRow | undefined> =>
      (
        await query<RemovedRow>(
          tx,
          'delete from sso_employer_pages where id = $1 returning client_id as "clientId", page_id as id',
          [id],
        )
      )[0],

    removeCustomer: async (id: number): Promise<RemovedRow | undefined> =>
      (
        await query<RemovedRow>(
          tx,
          'delete from sso_employer_customers where id = $1 returning client_id as "clientId", customer_id as id',
          [id],
        )
      )[0],
  }
}
