import { useQuery, useQueryClient } from '@tanstack/react-query'
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
  /** Of a field of a form. */
  name?: string
  help?: string
  error?: string | undefined
  /** What is searched for at first. */
  typed?: string
  /** In a dialog: focused first. */
  isFirst?: boolean
}

const optionKey = (lookup: Lookup, value: string) => [lookup.name, 'option', value]

/**
 * What a filter by a lookup shows for its value: '…' while the name loads, and the value itself where nothing, or
 * nothing within reach, has it. '' without a value.
 */
export function useLookupName(lookup: Lookup, value: string): string {
  const { data, isPending } = useQuery({
    queryKey: optionKey(lookup, value),
    queryFn: ({ signal }) => lookup.find(value, signal),
    enabled: value !== '',
  })
  if (value === '') return ''
  return data?.label ?? (isPending ? '…' : value)
}

/** A filter, or a field of a form, for something that is found by its name. */
export function LookupFilter({ label, lookup, value, onChange, ...field }: LookupFilterProps) {
  const queryClient = useQueryClient()
  const name = useLookupName(lookup, value)
  const choose = (option: Option | undefined) => {
    // Its name was on the screen: it need not be asked for.
    if (option) queryClient.setQueryData(optionKey(lookup, option.value), option)
    onChange(option?.value ?? '')
  }
  return (
    <Combobox
      {...field}
      label={label}
      queryName={lookup.name}
      load={lookup.load}
      selected={value === '' ? [] : [{ value, label: name }]}
      onChange={([option]) => choose(option)}
    />
  )
}
