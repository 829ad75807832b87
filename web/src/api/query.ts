import { onlineManager, QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { ApiError, call, callPage, type Input } from './call.ts'

const MAX_RETRIES = 2

/**
 * Retry only calls that got no answer: a refusal would be repeated. Without a network, the next try is made when there is
 * one again.
 */
const shouldRetry = (failures: number, error: Error) =>
  error instanceof ApiError && error.status === 0 && (failures < MAX_RETRIES || !onlineManager.isOnline())

export const queryClient = new QueryClient({
  defaultOptions: {
    // The first try is made in any case: browsers may be wrong about the network.
    queries: { networkMode: 'offlineFirst', refetchOnReconnect: true, staleTime: 30_000, retry: shouldRetry },
    // What a user does fails at once with its message; by default the library would pause it silently.
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Query options of a call: `useSuspenseQuery(query(listSections, { params: { uid } }))`. */
export const query = <E extends Endpoint>(endpoint: E, ...[input]: Input<E>) =>
  queryOptions({
    queryKey: [endpoint.name, input ?? null] as const,
    queryFn: ({ signal }) => call(endpoint, ...([input, signal] as Input<E>)),
  })

/** Query options of one page of a list; `useListPage` keeps it while the next one loads. */
export const pageQuery = <E extends Endpoint>(endpoint: E, ...[input]: Input<E>) =>
  queryOptions({
    queryKey: [endpoint.name, 'page', input ?? null] as const,
    queryFn: ({ signal }) => callPage(endpoint, ...([input, signal] as Input<E>)),
  })

/** A call by its name: what another screen shows is named without loading its contract. */
export type NamedCall = Pick<Endpoint, 'name'>

/**
 * Invalidates the answers of a call for all parameters, and refetches those on screen; without a network, nothing waits
 * for them.
 */
export function invalidate({ name }: NamedCall): Promise<void> {
  const refetched = queryClient.invalidateQueries({ queryKey: [name] })
  return onlineManager.isOnline() ? refetched : Promise.resolve()
}
