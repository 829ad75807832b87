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
  /** Options that it belongs to, one within the other: it is indented by as many steps. */
  level?: number
}

interface RadioListProps {
  /** Of the radio buttons, as the field is called in its form. */
  name: string
  label: string
  searchLabel: string
  /** The options whose names match a search; all of them for ''. */
  optionsFor: (search: string) => readonly RadioOption[]
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** Options that are shown at first, and again when the search changes. */
  initialCount: number
  /** Options that one more press of the button shows. */
  moreCount: number
  /** Where there are no options at all. */
  empty: string
}

/** Rows that the list is high, at most. */
const ROWS_MAX = 7

/** One of many options: radio buttons that a search narrows, a page at a time. */
export function RadioList(props: RadioListProps) {
  const { name, label, searchLabel, optionsFor, value, onChange, error, initialCount, moreCount, empty } = props
  const t = useTexts(formTexts)
  const { list_clear_search: clearLabel } = useTexts(listTexts)
  const id = useId()
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState({ count: initialCount, focusAt: -1 })
  const text = search.trim()
  const all = optionsFor('')
  const options = optionsFor(text)
  const rest = options.length - shown.count
  const selected = all.find((option) => option.value === value)
  return (
    <div className={classes['field']}>
      <span id={`${id}-label`} className={classes['label']}>
        {label}
      </span>
      {/* The search is a part of the field: Enter in it submits no form. */}
      <div onKeyDown={keepFromSubmitting} role="presentation">
        <SearchField
          label={searchLabel}
          value={search}
          onChange={(next) => {
            setSearch(next)
            setShown({ count: initialCount, focusAt: -1 })
          }}
          clearLabel={clearLabel}
        />
      </div>
      <div
        className={classes['box']}
        data-error={error !== undefined || undefined}
        style={{ '--list-rows': Math.min(Math.max(all.length, 2), ROWS_MAX) } as CSSProperties}
      >
        <div
          role="radiogroup"
          aria-labelledby={`${id}-label`}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          tabIndex={-1}
          className={classes['group']}
        >
          {options.slice(0, shown.count).map((option, index) => (
            <label
              key={option.value}
              className={classes['option']}
              style={{ '--option-level': option.level ?? 0 } as CSSProperties}
            >
              <input
                ref={index === shown.focusAt ? focusOnMount : undefined}
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                aria-describedby={option.parent === undefined ? undefined : `${id}-${option.parent}`}
                onChange={() => onChange(option.value)}
              />
              <span id={`${id}-${option.value}`} className={classes['name']}>
                {option.label}
              </span>
            </label>
          ))}
        </div>
        {rest > 0 && (
          <Button
            kind="quiet"
            size="s"
            onClick={() => setShown({ count: shown.count + moreCount, focusAt: shown.count })}
          >
            {formatMessage(t.tree_more, { count: Math.min(rest, moreCount), total: options.length })}
          </Button>
        )}
        {options.length === 0 && <p className={classes['empty']}>{text === '' ? empty : t.combobox_none}</p>}
      </div>
      <Below>
        {/* Rendered before they have content, because a new live region would not be announced. */}
        <span role="status">{text !== '' && formatMessage(t.radio_list_found, { count: options.length })}</span>
        <span>{selected && formatMessage(t.radio_list_selected, { name: selected.label })}</span>
      </Below>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes['error']}>
          {error}
        </p>
      )}
    </div>
  )
}

const Below = ({ children }: { children: ReactNode }) => <p className={classes['below']}>{children}</p>

const keepFromSubmitting = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
