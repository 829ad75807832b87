import { Combobox as LibraryCombobox, Pill, PillsInput, useCombobox } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Input.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { useFieldProps } from '../ui/field-props.tsx'
import { isFocusReturning } from '../ui/modal-stack.ts'
import classes from './Combobox.module.css'

export interface Option {
  value: string
  label: string
}

interface ComboboxProps<Choice extends Option> {
  label: string
  help?: string | undefined
  error?: string | undefined
  /** Identifies the searched collection; part of the query key. */
  queryName: string
  /** Loads one page of the options that match a text, a hundred at a time, and their total number. */
  load: (text: string, offset: number, signal: AbortSignal) => Promise<{ rows: readonly Choice[]; total: number }>
  /** The value of an option that is not offered. */
  without?: string
  selected: readonly Choice[]
  onChange: (next: readonly Choice[]) => void
  /** False: at most one is selected. */
  multiple?: boolean
  /** See `FieldDescription`. */
  optionalMark?: string | undefined
  name?: string
  /** What is searched for at first. */
  typed?: string
  /** In a dialog: focused first. Its list opens with the next key or click. */
  isFirst?: boolean
}

/** Options of a page, where the call counts pages. */
const AT_ONCE = 60

/** The page that begins after so many options. */
export const pageAt = (offset: number) => ({ pageNo: Math.floor(offset / AT_ONCE) + 1, pageSize: AT_ONCE }) as const

/** The value of the option that loads more. */
const MORE = '\u0000more'
/** Pause in typing after which the request is sent. */
const PAUSE_MS = 200

/** A selection of one or several options that the server searches. */
export function Combobox<Choice extends Option>(props: ComboboxProps<Choice>) {
  const { label, queryName, load, selected, onChange, multiple = false, name, isFirst = false } = props
  const t = useTexts(formTexts)
  const [text, setText] = useState(props.typed ?? '')
  const store = useCombobox({
    onDropdownClose: () => {
      store.resetSelectedOption()
      // What was searched for is no choice: it would look like one.
      setText('')
    },
  })
  const field = useRef<HTMLInputElement>(null)
  const isFocusedByProgram = useRef(isFirst)
  const { loaded, found, isLoading } = useOptions({ queryName, text, load, isOpen: store.dropdownOpened })
  const options = loaded.filter(({ value }) => value !== props.without)
  const isSelected = (value: string) => selected.some((one) => one.value === value)
  const remove = (value: string) => onChange(selected.filter((one) => one.value !== value))
  // The button that was pressed is gone.
  const removeByButton = (value: string) => {
    remove(value)
    isFocusedByProgram.current = true
    field.current?.focus()
    isFocusedByProgram.current = false
  }
  const submit = (value: string) => {
    if (value === MORE) return void found.fetchNextPage()
    const option = options.find((one) => one.value === value)
    if (isSelected(value)) remove(value)
    else if (option) onChange(multiple ? [...selected, option] : [option])
    if (!multiple) return store.closeDropdown()
    // More of what was searched for can be chosen; what is typed next searches anew.
    field.current?.select()
  }
  return (
    <LibraryCombobox store={store} onOptionSubmit={submit} withinPortal={false}>
      <LibraryCombobox.DropdownTarget>
        <PillsInput label={label} {...useFieldProps(props)}>
          <Pill.Group>
            {selected.map((one) => (
              <Pill
                key={one.value}
                className={classes['pill'] ?? ''}
                withRemoveButton
                removeButtonProps={{
                  'aria-label': formatMessage(t.combobox_remove, { name: one.label }),
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
                onRemove={() => removeByButton(one.value)}
              >
                {one.label}
              </Pill>
            ))}
            <LibraryCombobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                ref={field}
                // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the target around it sets them
                role="combobox"
                className={classes['field'] ?? ''}
                aria-label={label}
                aria-autocomplete="list"
                aria-invalid={props.error !== undefined || undefined}
                name={name}
                data-autofocus={isFirst || undefined}
                autoComplete="off"
                value={text}
                // Where the focus comes by program, the list would cover what is below, such as an error.
                onFocus={() => {
                  if (props.error === undefined && !isFocusedByProgram.current && !isFocusReturning())
                    store.openDropdown()
                  isFocusedByProgram.current = false
                }}
                onClick={() => store.openDropdown()}
                onBlur={() => store.closeDropdown()}
                onChange={(event) => {
                  setText(event.currentTarget.value)
                  store.openDropdown()
                  store.updateSelectedOptionIndex()
                }}
                onKeyDown={(event) => {
                  const last = selected.at(-1)
                  if (event.key === 'Backspace' && text === '' && last) remove(last.value)
                  // Pressed to choose: with nothing to choose, it must not send the form with those chosen so far.
                  if (event.key === 'Enter' && (store.dropdownOpened || text !== '')) event.preventDefault()
                }}
              />
            </LibraryCombobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </LibraryCombobox.DropdownTarget>
      <LibraryCombobox.Dropdown>
        <LibraryCombobox.Options
          aria-label={label}
          aria-multiselectable={multiple}
          aria-busy={isLoading}
          className={classes['options'] ?? ''}
        >
          {options.map((one) => (
            <LibraryCombobox.Option
              key={one.value}
              value={one.value}
              active={isSelected(one.value)}
              aria-selected={isSelected(one.value)}
            >
              {isSelected(one.value) ? '✓ ' : ''}
              {one.label}
            </LibraryCombobox.Option>
          ))}
          {found.hasNextPage && <LibraryCombobox.Option value={MORE}>{t.combobox_more}</LibraryCombobox.Option>}
          {found.isSuccess && options.length === 0 && <LibraryCombobox.Empty>{t.combobox_none}</LibraryCombobox.Empty>}
          {found.isError && <LibraryCombobox.Empty>{t.combobox_failed}</LibraryCombobox.Empty>}
        </LibraryCombobox.Options>
      </LibraryCombobox.Dropdown>
    </LibraryCombobox>
  )
}

interface OptionsQuery<Choice extends Option> extends Pick<ComboboxProps<Choice>, 'queryName' | 'load'> {
  text: string
  isOpen: boolean
}

function useOptions<Choice extends Option>({ queryName, text, load, isOpen }: OptionsQuery<Choice>) {
  const [searched] = useDebouncedValue(text, PAUSE_MS)
  const found = useInfiniteQuery({
    queryKey: [queryName, 'options', searched],
    queryFn: ({ pageParam, signal }) => load(searched, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0)
      return loaded < total ? loaded : undefined
    },
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const isLoading = found.isPlaceholderData || searched !== text
  return { found, isLoading, loaded: found.data?.pages.flatMap(({ rows }) => rows) ?? [] }
}
