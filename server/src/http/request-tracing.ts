import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What a trace of one request needs; never a value that came with the request. */
export interface RequestTracing {
  begin(request: TracedRequest): RequestTrace
}

export interface TracedRequest {
  method: string
  /** Pattern of the route, never the address itself. */
  route: string
  traceparent: string | undefined
}

export interface RequestTrace {
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
    })
    traces.set(request, trace)
    trace.run(done)
  })
  // Reading a body goes on in the context of the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const trace = traces.get(request)
    if (trace) trace.run(done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => traces.get(request)?.end(reply.statusCode))
}
