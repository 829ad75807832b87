import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { focusOnMount } from '../ui/focus-on-mount.ts'
import { SearchField } from '../ui/SearchField.tsx'
import classes from './RadioList.module.css'

export interface RadioOption {
  value: string
  label: string
  /** The value of the option that this one belongs to and follows. */
  parent?: string | undefined
  /** Number of options that it belongs to, one within the other: it is indented by as many steps. */
  level?: number
}

interface RadioListProps {
  /** Of the radio buttons, as the field is called in its form. */
  name: string
  label: string
  searchLabel: string
  search: string
  onSearch: (search: string) => void
  /** The options to show, of those that match the search. */
  options: readonly RadioOption[]
  /** Shows further options; absent where there are none. */
  more?: { label: string; onPress: () => void } | undefined
  /** What there is to know about the options, such as that some are missing. */
  note?: string | undefined
  /** The options belong to an earlier search while those of this one load. */
  isStale?: boolean
  /** Stands in the place of options that are not there yet or could not be loaded; the search stays. */
  instead?: ReactNode
  /** Also when it is not among the options. */
  selected: RadioOption | null
  onSelect: (option: RadioOption) => void
  error?: string | undefined
  /** Where there are no options at all. */
  empty: string
}

/** One of many options: radio buttons that a search narrows. */
export function RadioList(props: RadioListProps) {
  const { label, searchLabel, search, onSearch, options, more, isStale = false, instead, selected, error } = props
  const t = useTexts(formTexts)
  const { list_clear_search: clearLabel } = useTexts(listTexts)
  const id = useId()
  // The first of the options that "more" brings takes the focus: the button may be gone then.
  const [focusAt, setFocusAt] = useState(-1)
  return (
    <div className={classes['field']}>
      <span id={`${id}-label`} className={classes['label']}>
        {label}
      </span>
      {/* The search belongs to the field: Enter in it does not submit the form. */}
      <div onKeyDown={keepFromSubmitting} role="presentation">
        <SearchField
          label={searchLabel}
          value={search}
          onChange={(next) => {
            setFocusAt(-1)
            onSearch(next)
          }}
          clearLabel={clearLabel}
        />
      </div>
      <div className={classes['box']} data-error={error !== undefined || undefined} aria-busy={isStale || undefined}>
        <div
          role="radiogroup"
          aria-labelledby={`${id}-label`}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          tabIndex={-1}
          className={classes['group']}
        >
          <Options {...props} id={id} focusAt={focusAt} />
        </div>
        {more && (
          <Button
            kind="quiet"
            size="s"
            onClick={() => {
              setFocusAt(options.length)
              more.onPress()
            }}
          >
            {more.label}
          </Button>
        )}
        {instead}
        <Notes {...props} />
      </div>
      <p id={`${id}-error`} className={classes['below']} data-error={error !== undefined || undefined}>
        {error ?? (selected && formatMessage(t.radio_list_selected, { name: selected.label }))}
      </p>
    </div>
  )
}

type OptionsProps = Pick<RadioListProps, 'name' | 'options' | 'selected' | 'onSelect'> & { id: string; focusAt: number }

const Options = ({ name, options, selected, onSelect, id, focusAt }: OptionsProps) =>
  options.map((option, index) => (
    <label
      key={option.value}
      className={classes['option']}
      style={{ '--option-level': option.level ?? 0 } as CSSProperties}
    >
      <input
        ref={index === focusAt ? focusOnMount : undefined}
        type="radio"
        name={name}
        value={option.value}
        checked={option.value === selected?.value}
        aria-describedby={option.parent === undefined ? undefined : `${id}-${option.parent}`}
        onChange={() => onSelect(option)}
      />
      <span id={`${id}-${option.value}`} className={classes['name']}>
        {option.label}
      </span>
    </label>
  ))

type NotesProps = Pick<RadioListProps, 'options' | 'search' | 'empty' | 'note' | 'instead'>

function Notes({ options, search, empty, note, instead }: NotesProps) {
  const t = useTexts(formTexts)
  // Rendered before it has content, because a new live region would not be announced.
  return (
    <div role="status">
      {options.length === 0 && !instead && (
        <p className={classes['empty']}>{search === '' ? empty : t.combobox_none}</p>
      )}
      {note && <p className={classes['note']}>{note}</p>}
    </div>
  )
}

const keepFromSubmitting = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
