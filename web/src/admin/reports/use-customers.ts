import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CUSTOMERS_SHOWN_MORE } from '@portico/contract/reports/report-rules.ts'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { type CustomersOf, customersQuery } from './report-queries.ts'
import type { ReportCustomer } from '@portico/contract/reports/reports.ts'
import type { RadioOption } from '../../patterns/RadioList.tsx'

/** The first customers of a facility, and more on demand. `initialCount`: how many are shown at first (decision L7). */
export function useCustomers(of: CustomersOf, initialCount: number) {
  const { uid } = useSignedIn()
  const [count, setCount] = useState(initialCount)
  const { data, hasNextPage, isFetching, isError, fetchNextPage, isPlaceholderData, refetch } = useInfiniteQuery(
    customersQuery(uid, of),
  )
  const pages = data?.pages ?? []
  const options = optionsOf(pages.flatMap(({ rows }) => rows))
  const isShort = options.length < count && hasNextPage
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])
  const moreLabel = useMoreLabel(count, of.isTree && hasNextPage ? null : totalOf(of, options.length, pages))
  return {
    options: options.slice(0, count),
    more: moreLabel === null ? undefined : { label: moreLabel, onPress: () => setCount(count + CUSTOMERS_SHOWN_MORE) },
    /** Whose customers cannot all be shown, in the words of the server. */
    note: [...new Set(pages.map(({ message }) => message))].filter(Boolean).join(' '),
    /** Begins again, for another search. */
    showFirst: () => setCount(initialCount),
    isLoading: data === undefined,
    isMissing: data === undefined && isError,
    isStale: isPlaceholderData,
    retry: () => void refetch(),
  }
}

/** A tree counts its top-level customers, so the number of all is known only when all have loaded. */
const totalOf = ({ isTree }: CustomersOf, loaded: number, pages: readonly { total: number }[]): number =>
  isTree ? loaded : (pages.at(-1)?.total ?? 0)

/** The label of the button that shows more; null where all are shown. `total` null: how many there are is not known. */
function useMoreLabel(count: number, total: number | null): string | null {
  const t = useTexts(formTexts)
  if (total === null) return t.combobox_more
  const rest = total - count
  return rest > 0 ? formatMessage(t.tree_more, { count: Math.min(rest, CUSTOMERS_SHOWN_MORE), total }) : null
}

/** Customers as options, in the same order: each below the customer that it belongs to, where that one is among them. */
function optionsOf(customers: readonly ReportCustomer[]): RadioOption[] {
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
