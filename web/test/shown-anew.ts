import type { Query } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { queryClient } from '../src/api/query.ts'
import { listsAfterWrites, writesFromAnotherScreen } from './lists-after-writes.ts'

/** An answer that a call has made stale, and how often it had been loaded until then. */
interface Stale {
  write: string
  query: Query
  loads: number
}

let stale: Stale[] = []

/** Reference tables name their calls alike. */
const listOfTable = (write: string) => [`list${write.replace(/^(add|change|save|remove|restore)/, '')}Rows`]

const loadsOf = ({ state }: Query) => state.dataUpdateCount + state.errorUpdateCount

const ELSEWHERE = 'loaded by another screen'

const loadedAnswersOf = (list: string): Query[] =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: [list] })
    .filter(({ queryKey, state }) => state.data !== undefined && queryKey[1] !== ELSEWHERE)

/** What another screen, which the test did not open, may have loaded of a list before. */
function answerElsewhere(list: string): Query[] {
  const queryKey = [list, ELSEWHERE]
  queryClient.setQueryData(queryKey, null)
  return queryClient.getQueryCache().findAll({ queryKey, exact: true })
}

/** The loaded answers that show the record which this call changes; to be noted once it has succeeded. */
export const answersShowing = (write: string): Stale[] =>
  (listsAfterWrites[write] ?? listOfTable(write))
    .flatMap((list) => {
      const loaded = loadedAnswersOf(list)
      return loaded.length === 0 && writesFromAnotherScreen.includes(write) ? answerElsewhere(list) : loaded
    })
    .map((query) => ({ write, query, loads: loadsOf(query) }))

export const noteStale = (answers: readonly Stale[]): void => void stale.push(...answers)

/** True: the page loads it again, has done so, or will when it next shows it. */
const isAskedAnew = ({ query, loads }: Stale) =>
  query.state.isInvalidated ||
  query.state.fetchStatus === 'fetching' ||
  loadsOf(query) > loads ||
  queryClient.getQueryCache().get(query.queryHash) !== query

/** After every mutation and every undo of a test, whatever shows the record has been asked for again. */
export async function expectShownAnew(): Promise<void> {
  const noted = stale
  stale = []
  const left = () =>
    noted.filter((one) => !isAskedAnew(one)).map(({ write, query }) => `${String(query.queryKey[0])} after ${write}`)
  if (left().length > 0) await waitFor(() => expect(left(), 'what shows the record is asked for again').toEqual([]))
}

export function forgetStale(): void {
  stale = []
}
