import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { RequestContext } from './caller.ts'
import type { RateLimits } from './rate-limits.ts'
import { standalonePageHeaders } from './security-headers.ts'
import { dropStalledReader } from './watch-reader.ts'

/** A page without scripts, in pieces. `nonce` is that of its style sheet. */
export interface TicketPage {
  status: number
  html: (nonce: string) => AsyncIterable<string>
  /** What the page reads; closed with it. */
  rows?: { close(): Promise<void> }
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
  interface Query {
    Querystring: Readonly<Record<string, unknown>>
  }
  // Not for HEAD, which link scanners send: it would use the ticket up.
  app.get<Query>(path, { exposeHeadRoute: false }, async (request, reply) => {
    const refusal = await rates.check('ordinary', request)
    if (refusal) return reply.code(refusal.status).headers(refusal.headers).send()
    const { ticket } = request.query
    const page = await open(typeof ticket === 'string' ? ticket : '', request.requestContext)
    const nonce = randomBytes(16).toString('base64')
    const body = Readable.from(page.html(nonce), { objectMode: false })
    dropStalledReader(reply)
    // A page that nobody began to read does not end the reading of its rows by itself.
    body.once('close', () => void page.rows?.close())
    return reply.code(page.status).headers(standalonePageHeaders(nonce)).type('text/html; charset=utf-8').send(body)
  })
}
