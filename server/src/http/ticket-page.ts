import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { RequestContext } from './caller.ts'
import type { RateLimits } from './rate-limits.ts'
import { standalonePageHeaders } from './security-headers.ts'

/** A page without scripts, in pieces. `nonce` is that of its style sheet. */
export interface TicketPage {
  status: number
  html: (nonce: string) => AsyncIterable<string>
}

/**
 * Serves a page to which the browser navigates with a ticket as its only proof (`?ticket=`), besides the cookie that
 * binds it to its session.
 */
export function serveTicketPage(
  app: FastifyInstance,
  path: string,
  rates: RateLimits,
  open: (ticket: string, request: RequestContext) => Promise<TicketPage>,
): void {
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(path, async (request, reply) => {
    const refusal = await rates.check('ordinary', request)
    if (refusal) return reply.code(refusal.status).headers(refusal.headers).send()
    const { ticket } = request.query
    const page = await open(typeof ticket === 'string' ? ticket : '', request.requestContext)
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(page.status)
      .headers(standalonePageHeaders(nonce))
      .type('text/html; charset=utf-8')
      .send(Readable.from(page.html(nonce), { objectMode: false }))
  })
}
