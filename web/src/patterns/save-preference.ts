import type { DataTag, QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query.ts'
import { toast } from '../ui/toast.ts'
import { messageOfFailure } from './run-action.ts'

/** A value that is saved whenever it is chosen, such as a sort order. */
export interface Preference<Value, Answer = unknown> {
  /** Names what is saved, with its user where there is one: choices of one key replace each other, wherever they are made. */
  key: string
  /** Preferences with the same order are saved one after the other; the key by default. */
  order?: string
  /** Called before a choice is shown, so that no answer in progress brings back the value before it. */
  prepare?: () => Promise<unknown>
  /** Returns the value that the page shows, and undefined before it has one. */
  read: () => Value | undefined
  /** Makes the page show a value. */
  show: (value: Value) => void
  save: (value: Value) => Promise<Answer>
  /** The message of a failure; the general one by default. */
  failed?: (error: unknown) => string
  /** Shows the message of a failure; a toast does by default. */
  onFailure?: (message: string) => void
}

interface Choices {
  /** What the server has, as far as it is known. */
  stored: unknown
  last: { value: unknown }
  order: string
  show: () => void
}

const choicesOf = new Map<string, Choices>()

/** Starts each work when those of the same order before it have ended. */
export const inOrder = <Result>(order: string, work: () => Promise<Result>): Promise<Result> =>
  queryClient
    .getMutationCache()
    .build<Result, Error, void, unknown>(queryClient, { scope: { id: order }, mutationFn: work })
    .execute()

/** False also after a sign-out, with which all works end. */
const isUnderWay = (order: string) =>
  queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === order }) > 0

/**
 * Shows a chosen value at once and saves it after the choices before it; the last choice is kept, and those that it
 * replaced before they were sent are not. A failure shows its message, and the page returns to what is stored. Never
 * throws; resolves with the answer where the choice was the last and is saved, else with undefined.
 */
export function savePreference<Value, Answer>(
  preference: Preference<Value, Answer>,
  value: Value,
): Promise<Answer | undefined> {
  const { key, order = key } = preference
  const choice = { value }
  const before = isUnderWay(order) ? choicesOf.get(key) : undefined
  const choices: Choices = before ?? { stored: preference.read(), last: choice, order, show: () => undefined }
  choices.last = choice
  choices.show = () => {
    if (choices.last.value !== undefined) preference.show(choices.last.value as Value)
  }
  choicesOf.set(key, choices)
  const shown = Promise.resolve(preference.prepare?.()).then(() => choices.show())
  return inOrder(order, async () => {
    await shown
    return saveChoice(preference, choices, choice)
  })
}

async function saveChoice<Value, Answer>(
  { key, save, failed = messageOfFailure, onFailure = toast.error }: Preference<Value, Answer>,
  choices: Choices,
  choice: { value: Value },
): Promise<Answer | undefined> {
  const isLast = () => choices.last === choice
  if (!isLast()) return undefined
  const result = await save(choice.value).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
  if ('answer' in result) choices.stored = choice.value
  const ends = isLast()
  if (ends) choices.last = { value: choices.stored }
  // The answer may have brought earlier values of what is chosen meanwhile.
  for (const { order, show } of choicesOf.values()) if (order === choices.order) show()
  if (!ends) return undefined
  choicesOf.delete(key)
  if ('answer' in result) return result.answer
  onFailure(failed(result.error))
  return undefined
}

/** Shows a preference in the answer of a call that the page has loaded; before that nothing is shown. */
export const shownInAnswer = <Data, Value>(
  queryKey: DataTag<QueryKey, Data, unknown>,
  get: (data: Data) => Value | undefined,
  set: (data: Data, value: Value) => Data,
): Pick<Preference<Value>, 'prepare' | 'read' | 'show'> => ({
  // The first answer has more than this value, and is waited for.
  prepare: async () => {
    if (queryClient.getQueryData(queryKey) !== undefined) await queryClient.cancelQueries({ queryKey })
  },
  read: () => {
    const data = queryClient.getQueryData<Data>(queryKey)
    return data === undefined ? undefined : get(data)
  },
  show: (value) => {
    queryClient.setQueryData<Data>(queryKey, (data) => (data === undefined ? undefined : set(data, value)))
  },
})
