import { probableName } from './import-names.ts'

/** What was probably meant by the names of a batch of rows that nothing has. */
export interface Suggestions {
  application(key: string): string | undefined
  /** A permission set. */
  set(key: string): string | undefined
  /** @param systemIds the applications that the row names */
  page(key: string, systemIds: readonly number[]): string | undefined
}

/** The names of what can be given. */
interface GivableNames {
  readonly systems: ReadonlyMap<string, { readonly name: string }>
  /** Of the pages of an application. */
  readonly pageNames: ReadonlyMap<number, readonly string[]>
  readonly sets: ReadonlyMap<string, readonly { readonly name: string }[]>
}

/** Unknown names of a batch that are compared with everything that can be given. */
export const MISSPELT_MAX = 50

/** Makes the suggestions for a batch: each name is compared once, and only so many. */
export function suggestionsFor({ systems, pageNames, sets }: GivableNames): Suggestions {
  const found = new Map<string, string | undefined>()
  const guess = (question: string, key: string, names: () => readonly string[]) => {
    if (!found.has(question) && found.size < MISSPELT_MAX) found.set(question, probableName(key, names()))
    return found.get(question)
  }
  return {
    application: (key) => guess(key, key, () => [...systems.values()].map(({ name }) => name)),
    set: (key) => guess(`set\n${key}`, key, () => [...sets.values()].flatMap(([one]) => one?.name ?? [])),
    page: (key, systemIds) =>
      guess(`${systemIds.join(',')}\n${key}`, key, () => systemIds.flatMap((id) => pageNames.get(id) ?? [])),
  }
}
