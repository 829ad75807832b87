import { useRef, useState, type ReactNode } from 'react'
import type { SavedFilter } from '@portico/contract/preferences/preferences.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { isCalendarDay } from '../ui/calendar-day.ts'
import { SelectField } from '../ui/SelectField.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useDraft } from '../ui/use-draft.ts'
import { DateField } from './DateField.tsx'
import classes from './FilterBar.module.css'
import type { ListState } from './list-search.ts'
import type { SavedFilters } from './list-preferences.ts'
import { FilterLine, PhoneFilters } from './FilterLine.tsx'
import { type Lookup, LookupFilter } from './LookupFilter.tsx'
import { SavedFiltersMenu } from './SavedFiltersMenu.tsx'
import { useFoldedFilters } from './use-folded-filters.ts'

interface FilterField<Name extends string> {
  /** Name of the filter. */
  name: Name
  label: string
  /**
   * search: the main search of the list, without a label above it. text: another text filter. lookup: the id of
   * something that the server searches.
   */
  kind: 'search' | 'text' | 'choice' | 'day' | 'lookup'
  /** Options of a choice, without the one for no filter, which is added first. */
  options?: readonly { value: string; label: string }[]
  /** What a choice shows without a value; “Any” by default. */
  unsetLabel?: string
  /** A choice of records: the value is an id. */
  isId?: boolean
  /** Where a lookup finds its options. */
  lookup?: Lookup
  /** Asked for by another filter: shown without a value and without room, too. */
  isNeeded?: boolean
  /** Error message of the value. */
  error?: string | undefined
}

interface FilterBarProps<Filters, Column extends string> {
  list: ListState<Filters, Column>
  fields: readonly FilterField<Extract<keyof Filters, string>>[]
  /** The user's saved filters of this list; see `useListPreferences`. */
  saved?: SavedFilters
  /** Columns that may be hidden, with their titles. */
  columns?: readonly { key: string; title: string }[]
  /** Actions at the end of the bar, such as the export of the list. */
  children?: ReactNode
}

/** Most filters that a phone shows without folding them. */
const PHONE_FILTERS_MAX = 2

/**
 * The filters of a list; each change updates the address and returns to the first page. On phones more than two are
 * behind one button, except the main search; elsewhere those that have no room in one line.
 */
export function FilterBar<Filters, Column extends string>(props: FilterBarProps<Filters, Column>) {
  const { list, fields, saved, columns = [], children } = props
  const t = useTexts(listTexts)
  const bar = useRef<HTMLDivElement>(null)
  const { isPhone, isOpen, toggle } = useFoldedFilters(fields.some(({ error }) => error !== undefined))
  const clear = () => {
    list.clearFilters()
    // The clicked button is removed with the filters.
    const controls = [...(bar.current?.querySelectorAll<HTMLElement>('input, select, button[aria-controls]') ?? [])]
    controls.find((control) => !control.closest('[hidden]'))?.focus()
  }
  type Name = Extract<keyof Filters, string>
  const setFilter = ({ name, kind, isId = kind === 'lookup' }: FilterField<Name>, value: string) => {
    const change = { [name]: value === '' ? undefined : isId ? Number(value) : value }
    list.set({ filters: change as Partial<Filters> })
  }
  const filterOf = (field: FilterField<Name>) => (
    <div key={field.name} className={classes[field.kind]}>
      <Filter
        field={field}
        value={String(list.filters[field.name] ?? '')}
        onChange={(value) => setFilter(field, value)}
      />
    </div>
  )
  const [searches, others] = [fields.filter(isSearch), fields.filter((field) => !isSearch(field))]
  const isActive = ({ name }: FilterField<Name>) => (list.filters[name] ?? '') !== ''
  const shown = {
    filters: others.map((field) => ({
      name: field.name,
      isActive: isActive(field),
      isNeeded: field.isNeeded ?? false,
      control: filterOf(field),
    })),
    isOpen,
    onToggle: toggle,
  }
  return (
    <div ref={bar} className={classes['bar']} role="search" aria-label={t.list_filters}>
      {searches.map(filterOf)}
      {isPhone ? <PhoneFilters folds={fields.length > PHONE_FILTERS_MAX} {...shown} /> : <FilterLine {...shown} />}
      {list.isFiltered && (
        <Button kind="quiet" onClick={clear}>
          {t.list_clear_filters}
        </Button>
      )}
      {(saved || columns.length > 0 || children) && (
        <div className={classes['end']}>
          {saved && (
            <SavedFiltersMenu
              saved={saved}
              current={setFilters(list.filters as object)}
              read={(filters) => setFilters(list.readFilters(filters) as object)}
              onApply={(filters) => list.set({ filters: list.readFilters(filters) })}
            />
          )}
          {columns.length > 0 && <ColumnChoice columns={columns} list={list} />}
          {children}
        </div>
      )}
    </div>
  )
}

const isSearch = ({ kind }: FilterField<string>) => kind === 'search'

/** The filters that are set. */
const setFilters = (filters: object) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as SavedFilter['filters']

interface FilterProps {
  field: FilterField<string>
  value: string
  onChange: (value: string) => void
}

function Filter({ field: { kind, label, options = [], unsetLabel, lookup, error }, value, onChange }: FilterProps) {
  const t = useTexts(listTexts)
  if (kind === 'search')
    return <SearchField label={label} clearLabel={t.list_clear_search} value={value} onChange={onChange} />
  if (kind === 'choice')
    return (
      <SelectField
        label={label}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        options={[{ value: '', label: unsetLabel ?? t.list_any }, ...options]}
      />
    )
  if (kind === 'lookup' && lookup)
    return <LookupFilter label={label} lookup={lookup} value={value} onChange={onChange} />
  const Typed = kind === 'day' ? DayFilter : TypedFilter
  return <Typed label={label} value={value} error={error} onChange={onChange} />
}

/** While a year is typed, every digit makes another valid day. */
const DAY_PAUSE_MS = 400
const TEXT_PAUSE_MS = 150

interface TypedFilterProps {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function TypedFilter({ label, error, ...rest }: TypedFilterProps) {
  const { draft, type } = useDraft({ ...rest, delayMs: TEXT_PAUSE_MS })
  return <TextField label={label} error={error} value={draft} onChange={(event) => type(event.currentTarget.value)} />
}

/** A text that is no day is no filter: it stays in its field, which says so once it is left. */
function DayFilter({ label, error, ...rest }: TypedFilterProps) {
  const { field_date: noDay } = useTexts(generalTexts)
  const { draft, type } = useDraft({ ...rest, delayMs: DAY_PAUSE_MS })
  const [unread, setUnread] = useState<{ text: string; isLeft: boolean } | null>(null)
  return (
    <DateField
      label={label}
      error={unread?.isLeft ? noDay : error}
      value={unread?.text ?? draft}
      onChange={({ currentTarget: { value } }) => {
        const isDay = value === '' || isCalendarDay(value)
        setUnread(isDay ? null : { text: value, isLeft: false })
        if (isDay) type(value)
      }}
      onBlur={() => setUnread((before) => before && { ...before, isLeft: true })}
    />
  )
}

interface ColumnChoiceProps<Filters, Column extends string> {
  columns: readonly { key: string; title: string }[]
  list: ListState<Filters, Column>
}

function ColumnChoice<Filters, Column extends string>({ columns, list }: ColumnChoiceProps<Filters, Column>) {
  const t = useTexts(listTexts)
  const toggle = (key: string) => {
    const { hidden } = list
    list.set({ hidden: hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key] })
  }
  return (
    <MenuButton
      label={t.list_columns}
      groups={[
        {
          title: t.list_columns,
          entries: columns.map(({ key, title }) => ({
            label: title,
            chosen: !list.hidden.includes(key),
            onSelect: () => toggle(key),
          })),
        },
      ]}
    >
      <Icon name="grid" size={16} />
    </MenuButton>
  )
}
