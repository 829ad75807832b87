import classes from './Progress.module.css'

interface ProgressProps {
  /** What it is about; read aloud. */
  label: string
  /** From 0 to 1. */
  share: number
  /** Said instead of the percentage. */
  valueText?: string
  tone?: 'plain' | 'full'
}

/** How far something is, or how much of something is used. */
export function Progress({ label, share, valueText, tone = 'plain' }: ProgressProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
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
