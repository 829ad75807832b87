import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { RequestContext } from './caller.ts'
import type { RateLimits } from './rate-limits.ts'
import { standalonePageHeaders } from './security-headers.ts'
import { dropSlowClient } from './slow-client.ts'

/** A page without scripts, in pieces. `nonce` is that of its style sheet. */
export interface TicketPage {
  status: number
  html: (nonce: string) => AsyncIterable<string>
  /** What the page reads; closed with it. */
  rows?: { close(): Promise<void> }
}

/** Where a ticket leads: a path of the portal. */
interface TicketTarget {
  location: string
}

/** The page behind tickets. */
export interface TicketPages {
  /** Uses the ticket up, if it is good. `isWhole`: for the page itself, where a screen has the same. */
  open(ticket: string, request: RequestContext, isWhole: boolean): Promise<TicketPage | TicketTarget>
  /** Returns the status that `open` would have now; the ticket stays good. */
  check(ticket: string, request: RequestContext): Promise<number>
}

/**
 * Serves a page to which the browser navigates with a ticket as its only proof (`?ticket=`), besides the cookie that
 * binds it to its session. HEAD, as link scanners send it, leaves the ticket good. Without `&whole=Y` a ticket may lead
 * to a screen.
 */
export function serveTicketPage(app: FastifyInstance, path: string, rates: RateLimits, pages: TicketPages): void {
  interface Query {
    Querystring: Readonly<Record<string, unknown>>
  }
  app.get<Query>(path, async (request, reply) => {
    const refusal = await rates.check('ordinary', request)
    if (refusal) return reply.code(refusal.status).headers(refusal.headers).send()
    const { ticket, whole } = request.query
    const given = typeof ticket === 'string' ? ticket : ''
    const nonce = randomBytes(16).toString('base64')
    const send = (status: number, body: Readable) =>
      reply.code(status).headers(standalonePageHeaders(nonce)).type('text/html; charset=utf-8').send(body)
    if (request.method === 'HEAD') return send(await pages.check(given, request.requestContext), Readable.from([]))
    const page = await pages.open(given, request.requestContext, whole === 'Y')
    // With the headers of a page: without their opener policy the browser would part the window from its opener.
    if ('location' in page) return reply.headers(standalonePageHeaders(nonce)).redirect(page.location, 303)
    const body = Readable.from(page.html(nonce), { objectMode: false })
    dropSlowClient(reply)
    // A page that nobody began to read does not end the reading of its rows by itself.
    body.once('close', () => void page.rows?.close())
    return send(page.status, body)
  })
}
