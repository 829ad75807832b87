import { userCustomerTexts } from '@portico/contract/customers/user-customer-texts.ts'
import { CUSTOMER_NODES_MAX } from '@portico/contract/customers/user-customers.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'

/** The most customers of a search that a tree can reach, and what to say where more match; undefined without a search. */
export function useSearchLimit(search: string): { max: number; message: string } | undefined {
  const { customers_found_many: message } = useTexts(userCustomerTexts)
  if (search === '') return undefined
  return { max: CUSTOMER_NODES_MAX, message: formatMessage(message, { max: CUSTOMER_NODES_MAX }) }
}
