import type { FastifyRequest } from 'fastify'
import { answerClientError } from './failures.ts'

/** How long the server waits for bodies, in milliseconds. */
export interface BodyPatience {
  /** For the whole of one that is no upload. */
  whole: number
  /** For the next byte of an upload. */
  silence: number
  /** For the whole of an upload, however slow the line is. */
  upload: number
}

/** A hundred megabytes in two hours are 15 kilobytes a second. */
export const bodyPatience: BodyPatience = { whole: 120_000, silence: 30_000, upload: 2 * 60 * 60_000 }

/** So many looks in a row that find nothing are a silence. */
const LOOKS_A_SILENCE = 6

/**
 * Ends a request whose body does not come: one that is no upload has a fixed time for the whole, an
 * upload goes on for as long as bytes arrive. A pause of our own is not the sender's, be it a slow disk or a
 * machine that stands still: looks are counted, and between any two of them waiting bytes are taken.
 */
export function limitBodyTime({ raw, routeOptions }: FastifyRequest, patience: BodyPatience): void {
  const { headers, socket } = raw
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  const giveUp = () => answerClientError(new Error('The body did not come in time'), socket)
  const isUpload = routeOptions.config.endpoint?.kind === 'upload'
  const whole = setTimeout(giveUp, isUpload ? patience.upload : patience.whole).unref()
  const silence = isUpload ? watchSilence(raw, patience.silence, giveUp) : undefined
  raw.once('close', () => {
    clearTimeout(whole)
    clearInterval(silence)
  })
}

function watchSilence(raw: FastifyRequest['raw'], patience: number, giveUp: () => void): NodeJS.Timeout {
  let known = raw.socket.bytesRead
  let looks = 0
  const look = () => {
    const isHeard = raw.socket.bytesRead > known || raw.isPaused()
    looks = isHeard ? 0 : looks + 1
    if (looks >= LOOKS_A_SILENCE && !raw.complete) giveUp()
    known = raw.socket.bytesRead
  }
  return setInterval(look, patience / LOOKS_A_SILENCE).unref()
}
