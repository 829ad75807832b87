import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimits } from './rate-limits.ts'
import { sendEnvelope } from './mount.ts'

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** A protocol whose library reads bodies and writes answers by itself. */
export interface MountedHandler {
  /** Public address of the portal: all addresses of the library are made of it, never of what visitors send. */
  publicUrl: URL
  /** Path below which the library's own paths begin. */
  basePath: string
  /** Paths below `basePath`; nothing else leads to the library. */
  paths: Readonly<Partial<Record<'GET' | 'POST', readonly string[]>>>
  /** Loads the library with the first request for it. */
  load: () => Promise<NodeHandler>
  rates: RateLimits
}

/** Mounts a handler of Node.js in a scope of its own, where bodies stay unparsed. */
export async function mountNodeHandler(app: FastifyInstance, mounted: MountedHandler): Promise<void> {
  const { publicUrl, basePath, paths, load, rates } = mounted
  const ownHeaders = { 'x-forwarded-proto': publicUrl.protocol.slice(0, -1), 'x-forwarded-host': publicUrl.host }
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = await rates.check('application', request)
    if (refusal) {
      reply.headers(refusal.headers)
      return sendEnvelope(reply, refusal.status, { code: refusal.code, data: null, message: '' })
    }
    const handle = await load()
    const { raw } = request
    reply.hijack()
    // The library answers past the framework, whose headers would be lost.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
    Object.assign(raw.headers, ownHeaders)
    await handle(Object.assign(raw, { url: raw.url?.slice(basePath.length), baseUrl: basePath }), reply.raw)
    return reply
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const method of ['GET', 'POST'] as const)
      for (const path of paths[method] ?? []) scope.route({ method, url: basePath + path, handler })
  })
}
