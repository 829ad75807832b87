import { z } from 'zod'
import type { Setting } from './setting.ts'

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

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type Sampler = (typeof samplers)[number]

const httpAddress = z.string().refine((value) => {
  const parsed = URL.parse(value)
  return parsed !== null && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password
}, 'must be an http:// or https:// address without user and password')

/** `name=value` pairs separated by commas, percent-encoded, as the OpenTelemetry specification has them. */
const pairs = z.string().transform((value, context) => {
  try {
    const entries = value.split(',').map((pair) => {
      const [name = '', ...rest] = pair.split('=')
      if (!/^[\w.\-/]{1,100}$/.test(name.trim()) || rest.length === 0) throw new Error('not a pair')
      return [name.trim(), decodeURIComponent(rest.join('=').trim())] as const
    })
    // A line break would make a header that cannot be sent.
    if (entries.some(([, text]) => /[^\t\x20-\x7e]/.test(text))) throw new Error('not sendable')
    return Object.fromEntries(entries)
  } catch {
    context.addIssue('must be name=value pairs separated by commas, values percent-encoded')
    return z.NEVER
  }
})

const ratio = z.coerce
  .number('must be a number from 0 to 1')
  .refine((value) => value >= 0 && value <= 1, 'must be a number from 0 to 1')

export const settingsOfTracing = [
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    takes: httpAddress,
    byDefault: 'none: no traces',
    description: 'OpenTelemetry collector that gets traces, such as http://localhost:4318; /v1/traces is added.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    takes: httpAddress,
    byDefault: 'none',
    description: 'The same as a whole address, to which nothing is added.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    takes: pairs,
    byDefault: 'none',
    description: 'Headers for the collector: name=value,…',
    secret: true,
  },
  {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    takes: z.enum(['http/json'], 'must be http/json, which every collector takes on its HTTP port'),
    byDefault: 'http/json',
    description: 'How traces are sent.',
  },
  {
    name: 'OTEL_TRACES_EXPORTER',
    takes: z.enum(['otlp', 'none'], 'must be one of otlp, none'),
    byDefault: 'otlp',
    description: 'none sends no traces whatever the other settings say.',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    takes: z.string(),
    byDefault: 'portico',
    description: 'Name of the service in traces.',
  },
  {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    takes: pairs,
    byDefault: 'none',
    description: 'More about this installation in traces: name=value,…',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    takes: z.enum(samplers, `must be one of ${samplers.join(', ')}`),
    byDefault: 'parentbased_always_on',
    description: 'Which requests are traced.',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    takes: ratio,
    byDefault: '1',
    description: 'Share of the requests, 0 to 1, for the samplers traceidratio and parentbased_traceidratio.',
  },
  {
    name: 'OTEL_SDK_DISABLED',
    takes: z.enum(['true', 'false'], 'must be one of true, false'),
    byDefault: 'false',
    description: 'true switches traces off.',
  },
] as const satisfies readonly Setting[]

type Values = { [Each in (typeof settingsOfTracing)[number] as Each['name']]?: z.output<Each['takes']> }

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

const namesOf = ({ name, secret }: Setting) => (secret ? [name, `${name}_FILE`] : [name])

/** Variables of OpenTelemetry that the portal does not take: each a sentence that stops the start. */
export function unsupportedTracing(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = settingsOfTracing.flatMap((setting: Setting) => namesOf(setting))
  return Object.keys(environment)
    .filter((name) => name.startsWith('OTEL_') && environment[name] && !known.includes(name))
    .map((name) => `${name} is not supported. The portal sends traces alone, and takes ${known.join(', ')}.`)
}
