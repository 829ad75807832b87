import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where nothing is traced. */
    traceId: string | null
  }
}

/** What a trace of one request needs; never a value that came with the request. */
export interface RequestTracing {
  begin(request: TracedRequest): RequestTrace
}

export interface TracedRequest {
  method: string
  /** Pattern of the route, never the address itself. */
  route: string
  traceparent: string | undefined
  /** The id of the request in the log, made by the portal. */
  requestId: string
}

export interface RequestTrace {
  /** In hexadecimal, as collectors show it. */
  traceId: string
  /** Runs what belongs to the request. */
  run(work: () => void): void
  end(status: number): void
}

/** Traces every request. Has to be called before any other hook is added. */
export function traceRequests(
  app: FastifyInstance,
  tracing: RequestTracing,
  routeOf: (request: FastifyRequest) => string,
): void {
  const traces = new WeakMap<FastifyRequest, RequestTrace>()
  app.addHook('onRequest', (request, _reply, done) => {
    const traceparent = request.headers['traceparent']
    const trace = tracing.begin({
      method: request.method,
      route: routeOf(request),
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      requestId: request.id,
    })
    request.traceId = trace.traceId
    request.log = request.log.child({ traceId: trace.traceId })
    traces.set(request, trace)
    trace.run(done)
  })
  app.addHook('onResponse', async (request, reply) => traces.get(request)?.end(reply.statusCode))
}
