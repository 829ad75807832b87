import { pages } from './demo-catalog.ts'
import { FIRST_CLIENT } from './demo-clients.ts'
import { customersFor } from './demo-customers.ts'
import type { DemoWriter } from './demo-writer.ts'

/** An employer whose new users get an account at their first sign-on, with what it begins with. */
export async function writeSsoMappings(writer: DemoWriter): Promise<void> {
  const client_id = FIRST_CLIENT
  const { regions, flat } = customersFor(client_id)
  await writer.insert('sso_employers', [{ client_id }])
  await writer.insert(
    'sso_employer_pages',
    pages.slice(0, 3).map(({ id }) => ({ client_id, page_id: id })),
  )
  await writer.insert(
    'sso_employer_customers',
    [...regions.slice(0, 2), ...flat.slice(0, 1)].map((customer_id) => ({ client_id, customer_id })),
  )
}
