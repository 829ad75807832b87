import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from './Icon.tsx'
import classes from './ManyChoice.module.css'

interface ManyChoiceProps<Value> {
  /** Name of the list. */
  label: string
  options: readonly { value: Value; label: string }[]
  chosen: ReadonlySet<Value>
  onChange: (chosen: ReadonlySet<Value>) => void
}

/** Any number of many: one stop of the Tab key, arrow keys, Home and End move, the space bar chooses. */
export function ManyChoice<Value extends string | number>({
  label,
  options,
  chosen,
  onChange,
}: ManyChoiceProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<Value | null>(null)
  const id = useId()
  // Whom a search hides cannot be the one to go on from.
  const active = Math.max(
    0,
    options.findIndex(({ value }) => value === at),
  )
  const toggle = (value: Value) => {
    const next = new Set(chosen)
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
    const to = moves[event.key]
    const present = options[active]
    if (to !== undefined) {
      event.preventDefault()
      list.current?.querySelectorAll<HTMLElement>('[role="option"]')[to]?.focus()
    } else if (event.key === ' ' && present) {
      event.preventDefault()
      toggle(present.value)
    }
  }
  return (
    <div ref={list} role="listbox" aria-multiselectable="true" aria-label={label}>
      {options.map((option, index) => (
        <div
          key={option.value}
          id={`${id}-${option.value}`}
          role="option"
          aria-selected={chosen.has(option.value)}
          tabIndex={index === active ? 0 : -1}
          className={classes['option']}
          onFocus={() => setAt(option.value)}
          onClick={() => toggle(option.value)}
          onKeyDown={onKeyDown}
        >
          <span className={classes['box']}>{chosen.has(option.value) && <Icon name="check" size={16} />}</span>
          <span className={classes['words']}>{option.label}</span>
        </div>
      ))}
    </div>
  )
}
