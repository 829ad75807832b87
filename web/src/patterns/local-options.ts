import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { queryClient } from '../api/query.ts'
import type { Option } from './Combobox.tsx'

/** Options that are shown at once. */
const SHOWN = 100

/**
 * Returns the `load` of a `Combobox` whose options all come at once: they are searched here. Where they cannot be
 * loaded, the list says so.
 */
export const loadFrom =
  (all: () => readonly Option[] | Promise<readonly Option[]>) =>
  async (text: string, offset: number): Promise<{ rows: readonly Option[]; total: number }> => {
    const searched = text.trim().toLowerCase()
    const found = (await all()).filter(({ label }) => label.toLowerCase().includes(searched))
    return { rows: found.slice(offset, offset + SHOWN), total: found.length }
  }

/** Options of a call that answers all of them, for a `Combobox` of a form that keeps their ids. */
export function useLocalOptions<Row, Key extends QueryKey>(
  options: UseQueryOptions<Row[], Error, Row[], Key>,
  toOption: (row: Row) => Option,
) {
  const { data } = useQuery(options)
  const known = data?.map(toOption) ?? []
  return {
    load: loadFrom(async () => (await queryClient.ensureQueryData(options)).map(toOption)),
    /** The chosen options; until all are loaded, an id has no name. */
    selected: (ids: readonly string[]): Option[] =>
      ids.map((id) => known.find(({ value }) => value === id) ?? { value: id, label: '…' }),
  }
}
