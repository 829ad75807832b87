import { Fragment, type ReactNode } from 'react'
import { ExactInstant } from '../../ui/ExactInstant.tsx'

/** A moment as the audit trail records it: ISO 8601 in UTC. */
const MOMENT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/

/** A recorded text with its moments in the date format and time zone of the reader, each beside the recorded one. */
export function momentsInWords(text: string | undefined): ReactNode {
  if (text === undefined || !MOMENT.test(text)) return text
  // With the group in the expression every second part is a moment.
  return text
    .split(MOMENT)
    .map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : momentInWords(part)}</Fragment>)
}

const momentInWords = (recorded: string): ReactNode =>
  Number.isNaN(Date.parse(recorded)) ? recorded : <ExactInstant recorded={recorded} />
