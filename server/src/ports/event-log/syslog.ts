import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { EventLogPlace } from '../../config/event-log-settings.ts'
import type { LoggedEvent } from './logged-event.ts'

/** Facility 13, log audit; severity 6, informational (RFC 5424, 6.2.1). */
const PRIORITY = 13 * 8 + 6
const MESSAGE_ID_MAX = 32
/** A receiver that takes nothing for so long is given up. */
const IDLE_MS = 30_000

/** One message of RFC 5424, preceded by its length in bytes (RFC 6587, 3.4.1; RFC 5425, 4.3). */
export function syslogFrame({ code, at, json }: LoggedEvent, host: string): Buffer {
  const head = `<${PRIORITY}>1 ${at.toISOString()} ${host} portico - ${code.slice(0, MESSAGE_ID_MAX)} - `
  const message = Buffer.from(head + json)
  return Buffer.concat([Buffer.from(`${message.length} `), message])
}

/**
 * Sends frames over a connection of its own, ends it, and waits until the receiver has ended it, too: syslog has no
 * answers, and a receiver ends a connection after it has read all. Throws otherwise.
 */
export function sendSyslog(
  place: Extract<EventLogPlace, { kind: 'syslog' }>,
  { frames, signal, idleMs = IDLE_MS }: { frames: Buffer; signal: AbortSignal; idleMs?: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(place)
    const fail = (reason: string) => socket.destroy(new Error(reason))
    const onAbort = () => fail('the node stops')
    signal.addEventListener('abort', onAbort)
    let isRead = false
    socket.setTimeout(idleMs, () => fail(`the receiver took nothing for ${idleMs / 1000} seconds`))
    socket.once('end', () => (isRead = socket.writableFinished))
    socket.once('error', reject)
    socket.once('close', () => {
      signal.removeEventListener('abort', onAbort)
      if (isRead) resolve()
      else reject(new Error('the receiver closed the connection before it had read all'))
    })
    socket.once(place.isEncrypted ? 'secureConnect' : 'connect', () => socket.end(frames))
    socket.resume()
    if (signal.aborted) onAbort()
  })
}

function openSocket({ host, port, isEncrypted }: Extract<EventLogPlace, { kind: 'syslog' }>): Socket {
  if (!isEncrypted) return connect({ host, port })
  // Names alone are sent with the greeting (RFC 6066, 3).
  return connectTls({ host, port, ...(isIP(host) ? {} : { servername: host }) })
}
