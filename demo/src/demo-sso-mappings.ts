import { pageNamed } from './demo-catalog.ts'
import { clientId } from './demo-clients.ts'
import { demoList } from './demo-configuration.ts'
import { customerId } from './demo-customers.ts'
import type { DemoWriter } from './demo-writer.ts'

const mappings = demoList('ssoMappings').map((mapping) => ({ ...mapping, client_id: clientId(mapping.client) }))

/** Employers whose new users get an account at their first sign-on, with what it begins with. */
export async function writeSsoMappings(writer: DemoWriter): Promise<void> {
  await writer.insert(
    'sso_employers',
    mappings.map(({ client_id }) => ({ client_id })),
  )
  await writer.insert(
    'sso_employer_pages',
    mappings.flatMap(({ client_id, applications }) =>
      applications.map(({ application }) => ({ client_id, page_id: pageNamed(application).id })),
    ),
  )
  await writer.insert(
    'sso_employer_customers',
    mappings.flatMap(({ client_id, customers }) =>
      customers.map((customer) => ({ client_id, customer_id: customerId(customer) })),
    ),
  )
}
