import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { SavedFilter } from '@portico/contract/preferences/preferences.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { isCalendarDay, parseDay } from '../ui/calendar-day.ts'
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
  const unread = useUnreadDays()
  const clear = () => {
    list.clearFilters()
    unread.forget()
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
        unread={unread.days[field.name] ?? null}
        onUnread={(day) => unread.set(field.name, day)}
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
      {(list.isFiltered || unread.isAnyLeft) && (
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
              onApply={(filters) => {
                list.set({ filters: list.readFilters(filters) })
                unread.forget()
              }}
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

/** What stands in a day filter and is no day. */
interface UnreadDay {
  text: string
  /** The filter that it stands for: another one takes its place. */
  draft: string
  /** The field was left: it says that this is no day. */
  isLeft: boolean
}

/** What stands in day filters and is no day, by name; Back and Forward show the filters of the address. */
function useUnreadDays() {
  const { history } = useRouter()
  const [days, setDays] = useState<Readonly<Record<string, UnreadDay | null>>>({})
  useEffect(
    () =>
      history.subscribe(({ action: { type } }) => {
        if (type !== 'PUSH' && type !== 'REPLACE') setDays({})
      }),
    [history],
  )
  return {
    days,
    /** Not while one is being typed. */
    isAnyLeft: Object.values(days).some((day) => day?.isLeft),
    set: (name: string, day: UnreadDay | null) => setDays((before) => ({ ...before, [name]: day })),
    forget: () => setDays({}),
  }
}

interface FilterProps {
  field: FilterField<string>
  value: string
  onChange: (value: string) => void
  unread: UnreadDay | null
  onUnread: (unread: UnreadDay | null) => void
}

function Filter({ field, value, onChange, unread, onUnread }: FilterProps) {
  const { kind, label, options = [], unsetLabel, lookup, error } = field
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
  const typed = { label, value, error, onChange }
  return kind === 'day' ? <DayFilter {...typed} unread={unread} onUnread={onUnread} /> : <TypedFilter {...typed} />
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

interface DayFilterProps extends TypedFilterProps, Pick<FilterProps, 'unread' | 'onUnread'> {}

/** A text that is no day is no filter: once the field is left, it says so, and the list has none. */
function DayFilter({ label, error, unread, onUnread, ...rest }: DayFilterProps) {
  const { field_date: noDay } = useTexts(generalTexts)
  const { draft, type, takeBack, clear } = useDraft({ ...rest, delayMs: DAY_PAUSE_MS })
  const shown = unread?.draft === draft ? unread : null
  return (
    <DateField
      label={label}
      error={shown?.isLeft ? noDay : error}
      value={shown?.text ?? draft}
      onChange={({ currentTarget: { value } }) => {
        const isDay = value === '' || isCalendarDay(value)
        if (isDay) type(value)
        onUnread(isDay ? null : { text: value, draft: takeBack(), isLeft: false })
      }}
      onBlur={() => {
        // The field takes a day with a short year by itself.
        if (!shown || parseDay(shown.text, { shortYear: true }) !== null) return
        if (draft !== '') clear()
        onUnread({ ...shown, draft: '', isLeft: true })
      }}
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
