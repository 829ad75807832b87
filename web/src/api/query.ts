import { keepPreviousData, onlineManager, QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { ApiError, call, callPage, type Input } from './call.ts'

const RETRIES = 2

/** An answer is an answer: only a call that got none is worth repeating, and not while there is no network. */
const isWorthRepeating = (failures: number, error: Error) =>
  failures < RETRIES && error instanceof ApiError && error.status === 0 && onlineManager.isOnline()

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a call fails at once, with the sentence for it; the library would let it wait in silence.
    queries: { networkMode: 'always', refetchOnReconnect: true, staleTime: 30_000, retry: isWorthRepeating },
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
    // While the next page comes, this one stays.
    placeholderData: keepPreviousData,
  })

/** Forgets every answer of a call, whatever it was asked with, and asks again where one is on screen. */
export const invalidate = (endpoint: Endpoint): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [endpoint.name] })
