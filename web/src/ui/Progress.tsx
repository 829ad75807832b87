import classes from './Progress.module.css'

interface ProgressProps {
  /** Accessible name. */
  label: string
  /** From 0 to 1. */
  fraction: number
  /** Announced instead of the percentage. */
  valueText?: string
  tone?: 'plain' | 'full'
}

/** Progress of a task, or used share of a quota. */
export function Progress({ label, fraction, valueText, tone = 'plain' }: ProgressProps) {
  const percent = Math.round(Math.min(1, Math.max(0, fraction)) * 100)
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      {...(valueText === undefined ? {} : { 'aria-valuetext': valueText })}
      className={classes['track']}
      data-tone={tone}
    >
      <svg className={classes['bar']} aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 1">
        <rect width={percent} height="1" />
      </svg>
    </span>
  )
}
