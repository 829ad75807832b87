import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Interval at which a closing server looks for idle connections. */
const LOOK_INTERVAL_MS = 50

/** State of an open connection. */
interface Connection {
  /** Requests that have arrived and are not answered to their end. */
  running: number
  /** Bytes read at the last look. */
  bytesRead: number
}

export interface IdleConnections {
  /** From now on connections without a running request are closed, until the last one is. */
  closeFromNowOn(): void
  /** Ends the looking. */
  stop(): void
}

/**
 * Tracks which connections of a server carry no request. Node.js treats a connection without data, or with half a
 * request head, as busy: closing the server would wait for it until its timeout.
 */
export function trackIdleConnections(server: Server): IdleConnections {
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { running: 0, bytesRead: -1 })
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(socket)
    if (!connection) return
    connection.running += 1
    response.once('close', () => (connection.running -= 1))
  })
  /** A connection is idle when it sent nothing since the last check: an arriving request is not cut off. */
  const look = () => {
    server.closeIdleConnections()
    for (const [socket, connection] of connections) {
      if (connection.running === 0 && connection.bytesRead === socket.bytesRead) socket.destroy()
      connection.bytesRead = socket.bytesRead
    }
  }
  let looking: NodeJS.Timeout | undefined
  return {
    closeFromNowOn: () => {
      look()
      looking ??= setInterval(look, LOOK_INTERVAL_MS).unref()
    },
    stop: () => clearInterval(looking),
  }
}
