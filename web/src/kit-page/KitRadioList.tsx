import { useState } from 'react'
import { RadioList, type RadioOption } from '../patterns/RadioList.tsx'

const towns: readonly RadioOption[] = ['Adams', 'Baker', 'Clark'].flatMap((county) => [
  { value: county, label: `${county} County` },
  ...['East', 'North', 'West'].map((part) => ({
    value: `${county}-${part}`,
    label: part,
    parent: county,
    level: 1,
  })),
])

/** One of many options, in groups. */
export function KitRadioList() {
  const [search, setSearch] = useState('')
  const [count, setCount] = useState(8)
  const [selected, setSelected] = useState<RadioOption | null>(null)
  const found = towns.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
  return (
    <RadioList
      name="town"
      label="Town"
      searchLabel="Search towns"
      search={search}
      onSearch={setSearch}
      options={found.slice(0, count)}
      more={found.length > count ? { label: 'Show more', onPress: () => setCount(count + 8) } : undefined}
      note={
        search === '' ? undefined : 'Only the first 9 towns can be shown. Enter more of the name to see the others.'
      }
      selected={selected}
      onSelect={setSelected}
      error={selected ? undefined : 'Select a town.'}
      empty="There are no towns."
    />
  )
}
