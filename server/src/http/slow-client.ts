import type { ServerResponse } from 'node:http'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { safeError } from '../logging.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** How long the reader of an answer may take nothing, in milliseconds. */
    slowClientTimeoutMs: number
  }
}

export const SLOW_CLIENT_TIMEOUT_MS = 30_000

const stalled = new WeakSet<ServerResponse>()

/**
 * Drops a reader that takes nothing of an answer for `slowClientTimeoutMs`: the answer may hold a connection of the
 * database. While the answer itself waits, for the database say, the reader has nothing to take, and stays.
 */
export function dropSlowClient({ raw, server }: FastifyReply): void {
  raw.setTimeout(server.slowClientTimeoutMs, () => {
    if (!raw.writableNeedDrain && !raw.writableEnded) return
    stalled.add(raw)
    raw.destroy()
  })
}

/** Leaves requests to the portal's own log; an answer that ends before it is whole gets one line, without data. */
export class AnswerLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  override streamError(error: NodeJS.ErrnoException, { routeOptions, log }: FastifyRequest, reply: FastifyReply): void {
    const call = { route: routeOptions.url, call: routeOptions.config.endpoint?.name }
    if (stalled.has(reply.raw)) log.warn({ ...call, reason: 'reader stalled' }, BROKEN_OFF)
    else if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') log.warn({ ...call, reason: 'reader left' }, BROKEN_OFF)
    else log.error({ ...call, reason: 'error', err: safeError(error) }, BROKEN_OFF)
  }
}

const BROKEN_OFF = 'an answer broke off'
