import { Socket } from 'node:net'
import { bodyTypeOf } from '@portico/contract/kit/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { answerClientError } from './failures.ts'

/** How long the server waits for bodies, in milliseconds. */
export interface BodyTimeouts {
  /** For the whole of one that is no upload. */
  whole: number
  /** For the next byte of an upload. */
  silence: number
  /** For the whole of an upload, however slow the line is. */
  upload: number
}

/** A hundred megabytes in two hours are 15 kilobytes a second. */
export const defaultBodyTimeouts: BodyTimeouts = { whole: 120_000, silence: 30_000, upload: 2 * 60 * 60_000 }

/** So many looks in a row that find nothing are a silence. */
const CHECKS_PER_TIMEOUT = 6

/**
 * Times out a request whose body does not arrive: an upload continues as long as bytes arrive, any other body has a
 * fixed time. Delays of the server, such as a slow disk, do not count: checks are counted, and between any two of them
 * waiting bytes are read.
 */
export function limitBodyTime({ raw, routeOptions }: FastifyRequest, bodyTimeouts: BodyTimeouts): void {
  const { headers, socket } = raw
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  // A call from within the process has no line that could be slow, and no socket to end.
  if (!(socket instanceof Socket)) return
  const giveUp = () => answerClientError(new Error('The body did not come in time'), socket)
  const { endpoint } = routeOptions.config
  const isUpload = endpoint !== undefined && bodyTypeOf(endpoint) === 'multipart/form-data'
  const whole = setTimeout(giveUp, isUpload ? bodyTimeouts.upload : bodyTimeouts.whole).unref()
  const silence = isUpload ? watchForSilence(raw, bodyTimeouts.silence, giveUp) : undefined
  raw.once('close', () => {
    clearTimeout(whole)
    clearInterval(silence)
  })
}

function watchForSilence(raw: FastifyRequest['raw'], bodyTimeouts: number, giveUp: () => void): NodeJS.Timeout {
  let known = raw.socket.bytesRead
  let silentChecks = 0
  const check = () => {
    const hasProgress = raw.socket.bytesRead > known || raw.isPaused()
    silentChecks = hasProgress ? 0 : silentChecks + 1
    if (silentChecks >= CHECKS_PER_TIMEOUT && !raw.complete) giveUp()
    known = raw.socket.bytesRead
  }
  return setInterval(check, bodyTimeouts / CHECKS_PER_TIMEOUT).unref()
}
