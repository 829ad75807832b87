import { Fragment, type ReactNode } from 'react'
import { formatInstant } from '../../ui/format.ts'

/** A moment as the audit trail records it: ISO 8601 in UTC. */
const MOMENT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/

/**
 * A recorded text with its moments in the date format and time zone of the reader; the recorded moment is the title
 * and the `dateTime` of each.
 */
export function momentsInWords(text: string | undefined): ReactNode {
  if (text === undefined || !MOMENT.test(text)) return text
  // With the group in the expression every second part is a moment.
  return text
    .split(MOMENT)
    .map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : timeOf(part)}</Fragment>)
}

function timeOf(recorded: string): ReactNode {
  const instant = new Date(recorded)
  if (Number.isNaN(instant.getTime())) return recorded
  return (
    <time dateTime={recorded} title={recorded}>
      {formatInstant(instant)}
    </time>
  )
}
