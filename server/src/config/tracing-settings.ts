import type { ValuesOf } from './setting.ts'
import type { settingsOfTracing } from './tracing-setting-list.mjs'

type Values = ValuesOf<typeof settingsOfTracing>
export type Sampler = NonNullable<Values['OTEL_TRACES_SAMPLER']>

/** Where traces go, as the OTEL_… settings say. */
export interface TracingSettings {
  /** Address that takes OTLP over HTTP as JSON. */
  url: string
  /** Sent with every delivery; may hold a secret. */
  headers: Readonly<Record<string, string>>
  serviceName: string
  attributes: Readonly<Record<string, string>>
  sampler: Sampler
  /** Share of the traces, 0 to 1, for the samplers that take one. */
  ratio: number
}

/** Returns null when no collector is named or traces are switched off: then nothing of OpenTelemetry is loaded. */
export function tracingSettings(values: Values): TracingSettings | null {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT
  const url =
    values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    (base === undefined ? undefined : `${base.replace(/\/+$/, '')}/v1/traces`)
  const isOff = values.OTEL_SDK_DISABLED === 'true' || values.OTEL_TRACES_EXPORTER === 'none'
  if (url === undefined || isOff) return null
  return {
    url,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: values.OTEL_SERVICE_NAME ?? 'portico',
    attributes: values.OTEL_RESOURCE_ATTRIBUTES ?? {},
    sampler: values.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on',
    ratio: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
  }
}
