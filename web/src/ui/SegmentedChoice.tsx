import { useId } from 'react'
import classes from './SegmentedChoice.module.css'

interface SegmentedChoiceProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few, all in sight: radio buttons that look like a bar. Arrow keys move the choice. */
export function SegmentedChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedChoiceProps<Value>) {
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
