import type { EventLogPlace } from '../../config/event-log-settings.ts'
import { appendToFile, writeToStdout } from './json-lines.ts'
import { sendSyslog, syslogFrame } from './syslog.ts'

/** One event as it is written. */
export interface LoggedEvent {
  /** Code of the event. */
  code: string
  at: Date
  /** The event as JSON, in one line. */
  json: string
}

/** Writes events to a place. Throws where the place has not taken all of them. */
export type WriteEvents = (events: readonly LoggedEvent[], signal: AbortSignal) => Promise<void>

/** Returns what writes events to this place. `host`: the name of the portal. */
export function eventLogWriter(place: EventLogPlace, host: string): WriteEvents {
  if (place.kind === 'syslog')
    return (events, signal) =>
      sendSyslog(place, { frames: Buffer.concat(events.map((event) => syslogFrame(event, host))), signal })
  const write = place.kind === 'stdout' ? writeToStdout : (text: string) => appendToFile(place.file, text)
  return (events) => write(events.map(({ json }) => `${json}\n`).join(''))
}
