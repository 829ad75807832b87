import type { EventLogPlace } from '../../config/event-log-settings.ts'
import { openStandardOutput } from '../../log-output.ts'
import { appendToFile } from './json-lines.ts'
import type { LoggedEvent } from './logged-event.ts'
import { sendSyslog, syslogFrame } from './syslog.ts'

/** Writes events to a place. Throws where the place has not taken all of them. */
export type WriteEvents = (events: readonly LoggedEvent[], signal: AbortSignal) => Promise<void>

/** Returns what writes events to this place. `host`: the name of the portal. */
export function eventLogWriter(place: EventLogPlace, host: string): WriteEvents {
  if (place.kind === 'syslog')
    return (events, signal) =>
      sendSyslog(place, { frames: Buffer.concat(events.map((event) => syslogFrame(event, host))), signal })
  if (place.kind === 'file') return (events) => appendToFile(place.file, jsonLines(events))
  return (events, signal) => openStandardOutput().writeWhole(jsonLines(events), signal)
}

const jsonLines = (events: readonly LoggedEvent[]) => events.map(({ json }) => `${json}\n`).join('')
