import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from './Icon.tsx'
import classes from './MultiSelect.module.css'

interface MultiSelectProps<Value> {
  /** Accessible name of the list. */
  label: string
  options: readonly { value: Value; label: string }[]
  selected: ReadonlySet<Value>
  onChange: (selected: ReadonlySet<Value>) => void
}

/** A multi-select list with one tab stop: arrow keys, Home and End move, the space bar selects. */
export function MultiSelect<Value extends string | number>({
  label,
  options,
  selected,
  onChange,
}: MultiSelectProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const [focusedValue, setFocusedValue] = useState<Value | null>(null)
  const id = useId()
  // An option that a search hides cannot be the active one.
  const active = Math.max(
    0,
    options.findIndex(({ value }) => value === focusedValue),
  )
  const toggle = (value: Value) => {
    const next = new Set(selected)
    if (!next.delete(value)) next.add(value)
    onChange(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = options.length - 1
    const moves: Partial<Record<string, number>> = {
      ArrowDown: Math.min(active + 1, last),
      ArrowUp: Math.max(active - 1, 0),
      Home: 0,
      End: last,
    }
    const target = moves[event.key]
    const focused = options[active]
    if (target !== undefined) {
      event.preventDefault()
      list.current?.querySelectorAll<HTMLElement>('[role="option"]')[target]?.focus()
    } else if (event.key === ' ' && focused) {
      event.preventDefault()
      toggle(focused.value)
    }
  }
  return (
    <div ref={list} role="listbox" aria-multiselectable="true" aria-label={label}>
      {options.map((option, index) => (
        <div
          key={option.value}
          id={`${id}-${option.value}`}
          role="option"
          aria-selected={selected.has(option.value)}
          tabIndex={index === active ? 0 : -1}
          className={classes['option']}
          onFocus={() => setFocusedValue(option.value)}
          onClick={() => toggle(option.value)}
          onKeyDown={onKeyDown}
        >
          <span className={classes['box']}>{selected.has(option.value) && <Icon name="check" size={16} />}</span>
          <span className={classes['words']}>{option.label}</span>
        </div>
      ))}
    </div>
  )
}
