import type { EventLogPlace } from '../../config/event-log-settings.ts'
import { appendToFile, writeToStdout } from './json-lines.ts'
import type { LoggedEvent } from './logged-event.ts'
import { sendSyslog, syslogFrame } from './syslog.ts'

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
