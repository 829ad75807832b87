import { useId } from 'react'
import classes from './SegmentedControl.module.css'

interface SegmentedControlProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of one of a few: radio buttons that look like a bar. Arrow keys move the choice. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <div className={classes['bar']} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={classes['segment']}>
          <input
            className={classes['radio']}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={classes['words']}>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
