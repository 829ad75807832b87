import { anyText, matching, oneWord, parseUrl, refuseValue } from './value-readers.mjs'

const samplers = /** @type {const} */ ([
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
])

/** @param {string} text */
function httpAddress(text) {
  const url = parseUrl(text)
  const isFit = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
  return isFit ? text : refuseValue('must be an http:// or https:// address without user and password')
}

/**
 * `name=value` pairs separated by commas, percent-encoded, as the OpenTelemetry specification has them.
 * @param {string} text
 * @returns {Readonly<Record<string, string>>}
 */
function pairs(text) {
  try {
    const entries = text.split(',').map((pair) => {
      const [name = '', ...rest] = pair.split('=')
      if (!/^[\w.\-/]{1,100}$/.test(name.trim()) || rest.length === 0) throw new Error('not a pair')
      return /** @type {const} */ ([name.trim(), decodeURIComponent(rest.join('=').trim())])
    })
    // A line break would make a header that cannot be sent.
    if (entries.some(([, value]) => /[^\t\x20-\x7e]/.test(value))) throw new Error('not sendable')
    return Object.fromEntries(entries)
  } catch {
    return refuseValue('must be name=value pairs separated by commas, values percent-encoded')
  }
}

/** @param {string} text */
function ratio(text) {
  const value = Number(text)
  return value >= 0 && value <= 1 ? value : refuseValue('must be a number from 0 to 1')
}

/** @satisfies {readonly import('./setting.ts').Setting[]} */
export const settingsOfTracing = /** @type {const} */ ([
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
    takes: matching(/^http\/json$/, 'must be http/json, which every collector takes on its HTTP port'),
    byDefault: 'http/json',
    description: 'How traces are sent.',
  },
  {
    name: 'OTEL_TRACES_EXPORTER',
    takes: oneWord(['otlp', 'none']),
    byDefault: 'otlp',
    description: 'none sends no traces whatever the other settings say.',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    takes: anyText,
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
    takes: oneWord(samplers),
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
    takes: oneWord(['true', 'false']),
    byDefault: 'false',
    description: 'true switches traces off.',
  },
])

/** @param {import('./setting.ts').Setting} setting */
const namesOf = ({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])

/**
 * Variables of OpenTelemetry that the portal does not take: each a sentence that stops the start.
 * @param {import('./setting.ts').Environment} environment
 */
export function unsupportedTracing(environment) {
  const known = settingsOfTracing.flatMap(namesOf)
  return Object.keys(environment)
    .filter((name) => name.startsWith('OTEL_') && environment[name] && !known.includes(name))
    .map((name) => `${name} is not supported. The portal sends traces alone, and takes ${known.join(', ')}.`)
}
