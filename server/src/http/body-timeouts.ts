import { Socket } from 'node:net'
import { bodyTypeOf } from '@portico/contract/kit/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerBodyTimeout } from './failures.ts'

/** How long the server waits for bodies, in milliseconds. */
export interface BodyTimeouts {
  /** For the whole of one that is no upload. */
  wholeMs: number
  /** For the next byte of an upload. */
  silenceMs: number
  /** For the whole of an upload, however slow the line is. */
  uploadMs: number
  /** Bytes that an upload must send in each `leastBytesInMs` milliseconds. */
  leastBytes: number
  leastBytesInMs: number
}

const KB = 1024

/** A hundred megabytes in two hours are 15 kilobytes a second; a small file may come at 8. */
export const defaultBodyTimeouts: BodyTimeouts = {
  wholeMs: 120_000,
  silenceMs: 30_000,
  uploadMs: 2 * 60 * 60_000,
  leastBytes: 60 * 8 * KB,
  leastBytesInMs: 60_000,
}

/** So many checks in a row that find nothing are a silence. */
const CHECKS_PER_TIMEOUT = 6

/**
 * Times out a request whose body does not arrive: an upload continues as long as enough bytes arrive, any other body
 * has a fixed time. Delays of the server, such as a slow disk, do not count: checks are counted, and between any two of
 * them waiting bytes are read.
 */
export function limitBodyTime(request: FastifyRequest, reply: FastifyReply, bodyTimeouts: BodyTimeouts): void {
  const { raw, routeOptions } = request
  const { headers, socket } = raw
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  // A call from within the process has no line that could be slow, and no socket to end.
  if (!(socket instanceof Socket)) return
  const giveUp = () => answerBodyTimeout(request, socket)
  const { endpoint } = routeOptions.config
  const isUpload = endpoint !== undefined && bodyTypeOf(endpoint) === 'multipart/form-data'
  const whole = setTimeout(giveUp, isUpload ? bodyTimeouts.uploadMs : bodyTimeouts.wholeMs).unref()
  const progress = isUpload ? watchProgress(raw, bodyTimeouts, giveUp) : undefined
  raw.once('close', () => {
    clearTimeout(whole)
    clearInterval(progress)
  })
  if (isUpload) ignoreSilence(socket, reply)
}

/**
 * Until an upload is answered, its connection may be silent: the server does not read it while its storage is slow, and
 * a small file has arrived as a whole long before it is stored.
 */
function ignoreSilence(socket: Socket, { raw }: FastifyReply): void {
  const connectionTimeout = socket.timeout ?? 0
  socket.setTimeout(0)
  raw.once('close', () => {
    if (socket.timeout === 0) socket.setTimeout(connectionTimeout)
  })
}

/** Gives an upload up that is silent, or that sends too few bytes. */
function watchProgress(
  raw: FastifyRequest['raw'],
  { silenceMs, leastBytes, leastBytesInMs }: BodyTimeouts,
  giveUp: () => void,
): NodeJS.Timeout {
  const everyMs = silenceMs / CHECKS_PER_TIMEOUT
  const checksPerWindow = Math.max(1, Math.round(leastBytesInMs / everyMs))
  let known = raw.socket.bytesRead
  let silentChecks = 0
  /** Bytes that arrived before each of the last checks. */
  const window: number[] = []
  const check = () => {
    const arrived = raw.socket.bytesRead - known
    known += arrived
    silentChecks = arrived > 0 || raw.isPaused() ? 0 : silentChecks + 1
    // What the server does not read cannot arrive: it counts as if it came at the least pace.
    window.push(raw.isPaused() ? Math.max(arrived, leastBytes / checksPerWindow) : arrived)
    if (window.length > checksPerWindow) window.shift()
    if (!raw.complete && (silentChecks >= CHECKS_PER_TIMEOUT || isTooSlow())) giveUp()
  }
  const isTooSlow = () =>
    window.length === checksPerWindow && window.reduce((sum, bytes) => sum + bytes, 0) < leastBytes
  return setInterval(check, everyMs).unref()
}
