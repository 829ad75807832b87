import type { ReportCustomer } from '@portico/contract/reports.ts'
import type { RadioOption } from '../../patterns/RadioList.tsx'

/** Customers as options, in the same order: each below the customer that it belongs to, where that one is among them. */
export function optionsOf(customers: readonly ReportCustomer[]): RadioOption[] {
  const levels = new Map<number, number>()
  return customers.map(({ customerId, customerNm, parentCustId }) => {
    const levelAbove = levels.get(parentCustId)
    const level = levelAbove === undefined ? 0 : levelAbove + 1
    levels.set(customerId, level)
    return {
      value: String(customerId),
      label: customerNm,
      parent: levelAbove === undefined ? undefined : String(parentCustId),
      level,
    }
  })
}
