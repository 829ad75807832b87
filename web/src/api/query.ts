import { keepPreviousData, onlineManager, QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { ApiError, call, callPage, type Input } from './call.ts'

const MAX_RETRIES = 2

/** Retry only calls that got no answer, and not while offline: a refusal would be repeated. */
const shouldRetry = (failures: number, error: Error) =>
  failures < MAX_RETRIES && error instanceof ApiError && error.status === 0 && onlineManager.isOnline()

export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline, a call fails at once with its message; by default the library would pause it silently.
    queries: { networkMode: 'always', refetchOnReconnect: true, staleTime: 30_000, retry: shouldRetry },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Query options of a call: `useSuspenseQuery(query(listSections, { params: { uid } }))`. */
export const query = <E extends Endpoint>(endpoint: E, ...[input]: Input<E>) =>
  queryOptions({
    queryKey: [endpoint.name, input ?? null] as const,
    queryFn: ({ signal }) => call(endpoint, ...([input, signal] as Input<E>)),
  })

/** Query options of one page of a list. */
export const pageQuery = <E extends Endpoint>(endpoint: E, ...[input]: Input<E>) =>
  queryOptions({
    queryKey: [endpoint.name, 'page', input ?? null] as const,
    queryFn: ({ signal }) => callPage(endpoint, ...([input, signal] as Input<E>)),
    // Keeps this page while the next one loads.
    placeholderData: keepPreviousData,
  })

/** Invalidates the answers of a call for all parameters, and refetches those on screen. */
export const invalidate = (endpoint: Endpoint): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [endpoint.name] })
