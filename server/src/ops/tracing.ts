import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingSettings } from '../config/tracing-settings.ts'
import type { ObserveStatement } from '../db/query.ts'
import type { RequestTracing } from '../http/request-tracing.ts'
import { type Logger, safeError } from '../logging.ts'

/** A collector that does not answer holds up a stop for no longer than this. */
const EXPORT_TIMEOUT_MS = 3_000
/** Interval at which failed deliveries are logged at most. */
const WARN_INTERVAL_MS = 60_000
const STATEMENT_MAX_CHARACTERS = 2_000

export interface Tracing extends RequestTracing {
  observeStatement: ObserveStatement
  /** Delivers what is still held, and ends. Never rejects. */
  close(): Promise<void>
}

/** Traces requests and their database statements by OpenTelemetry. This module is loaded only where a collector is named. */
export function startTracing(settings: TracingSettings, version: string, logger: Logger): Tracing {
  const reportFailure = warnAtIntervals(logger)
  setGlobalErrorHandler(reportFailure)
  const { url, headers } = settings
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: EXPORT_TIMEOUT_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...settings.attributes,
      'service.name': settings.serviceName,
      'service.version': version,
    }),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  })
  const tracer = provider.getTracer('portico', version)
  const current = new AsyncLocalStorage<Context>()
  return {
    begin: ({ method, route, traceparent, requestId }) => {
      const remote = traceparent === undefined ? null : parseTraceParent(traceparent)
      const parent = remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT
      const attributes = { 'http.request.method': method, 'http.route': route, 'portico.request_id': requestId }
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
      const context = trace.setSpan(parent, span)
      return {
        traceId: span.spanContext().traceId,
        run: (work) => current.run(context, work),
        end: (status) => endRequest(span, status),
      }
    },
    observeStatement: (text) => beginStatement(tracer, current.getStore(), text),
    close: () => provider.shutdown().catch(reportFailure),
  }
}

function endRequest(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

function beginStatement(tracer: Tracer, context: Context | undefined, text: string): (error?: unknown) => void {
  // Jobs and the start belong to no request.
  if (context === undefined) return () => {}
  const written = withoutValues(text)
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': written }
  const name = /^\w+/.exec(written)?.[0].toUpperCase() ?? 'statement'
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context)
  return (error) => {
    // The message of an error may hold values.
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
}

/** The text of a statement with a question mark for every value written in it; parameters such as $1 stay. */
function withoutValues(text: string): string {
  const written = text.replaceAll(/'(?:[^']|'')*'/g, '?').replaceAll(/(?<![\w$.])\d+(?:\.\d+)?\b/g, '?')
  return written.replaceAll(/\s+/g, ' ').trim().slice(0, STATEMENT_MAX_CHARACTERS)
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[sampler.replace('parentbased_', '') as 'always_on' | 'always_off' | 'traceidratio']()
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

function warnAtIntervals(logger: Logger): (error: unknown) => void {
  let warnedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (performance.now() - warnedAt < WARN_INTERVAL_MS) return
    warnedAt = performance.now()
    const { type, code } = safeError(error)
    logger.warn({ err: { type, code } }, 'traces were not delivered')
  }
}
