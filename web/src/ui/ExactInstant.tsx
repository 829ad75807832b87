import classes from './ExactInstant.module.css'
import { formatInstant } from './format.ts'

/**
 * A moment in the reader's date format and time zone, and beside it exactly as recorded, for every pointer and for the
 * keyboard: a tooltip would need a mouse.
 * @param recorded a valid moment in ISO 8601
 */
export function ExactInstant({ recorded }: { recorded: string }) {
  return (
    <time dateTime={recorded}>
      {formatInstant(new Date(recorded))} <span className={classes['recorded']}>{recorded}</span>
    </time>
  )
}
