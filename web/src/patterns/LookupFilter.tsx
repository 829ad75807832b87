import { useQuery } from '@tanstack/react-query'
import { Combobox, type Option } from './Combobox.tsx'

/** Options of a filter that the server searches. */
export interface Lookup {
  /** Identifies the searched collection; part of the query key. */
  name: string
  /** Loads one page of the options that match a text, a hundred at a time, and their total number. */
  load: (text: string, offset: number, signal: AbortSignal) => Promise<{ rows: readonly Option[]; total: number }>
  /** Loads the option of a value that came with the address; null if there is none. */
  find: (value: string, signal: AbortSignal) => Promise<Option | null>
}

interface LookupFilterProps {
  label: string
  lookup: Lookup
  /** The id that is filtered by; '' for no filter. */
  value: string
  onChange: (value: string) => void
}

/** A filter by something that is found by its name. */
export function LookupFilter({ label, lookup, value, onChange }: LookupFilterProps) {
  const selected = useQuery({
    queryKey: [lookup.name, 'option', value],
    queryFn: ({ signal }) => lookup.find(value, signal),
    enabled: value !== '',
  })
  return (
    <Combobox
      label={label}
      queryName={lookup.name}
      load={lookup.load}
      selected={value === '' ? [] : [selected.data ?? { value, label: '…' }]}
      onChange={([option]) => onChange(option?.value ?? '')}
    />
  )
}
