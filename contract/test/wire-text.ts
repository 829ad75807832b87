import type { Endpoint, Shape } from '../src/kit/endpoint.ts'
import { wireSchema } from './wire-values.ts'

type Schema = ReturnType<typeof wireSchema>

/** Describes a call as clients see it: address, guard, rules of the request, and one line for each field. */
export function wireText(endpoint: Endpoint): string {
  const { name, method, path, kind, guard, params, query, body, data, codes, files, ...rest } = endpoint
  const meanings = Object.entries(codes).flatMap(([code, meaning]) =>
    typeof meaning === 'string'
      ? [`  ${code}: ${meaning}`]
      : [`  ${code}: ${meaning.message}`, ...partText(`${code} data`, meaning.data)],
  )
  return [
    `${name}: ${method} ${path} (${kind})`,
    `  guard: ${JSON.stringify(guard)}`,
    ...Object.entries({ ...rest, files })
      .filter(([, value]) => !isDefault(value))
      .map(([rule, value]) => `  ${rule}: ${JSON.stringify(value)}`),
    ...partText('params', params),
    ...partText('query', query),
    ...partText('body', body),
    ...partText('data', data),
    ...meanings,
  ].join('\n')
}

/** What a call has unless it declares more: nothing, an empty list, false, the ordinary rate limit. */
const isDefault = (value: unknown) =>
  value === undefined || value === false || value === 'ordinary' || ['[]', '{}'].includes(JSON.stringify(value))

/** One line for the part, and one for each field in it. */
export const partText = (part: string, shape: Shape | undefined): string[] =>
  shape ? fieldText(part, wireSchema(shape), '  ') : []

/** A field with its rules, then the fields in it; alternatives without fields stand in its own line. */
function fieldText(name: string, schema: Schema, indent: string): string[] {
  const { $schema: _, properties, required = [], items, anyOf = [], ...rules } = schema as Schema & { $schema?: string }
  const inner = `${indent}  `
  const isShort = anyOf.every((one) => !one.properties && !one.items && !one.anyOf)
  return [
    `${indent}${name}: ${(isShort && anyOf.length > 0 ? anyOf : [rules]).map((one) => JSON.stringify(one)).join(' or ')}`,
    ...Object.entries(properties ?? {}).flatMap(([field, one]) =>
      fieldText(required.includes(field) ? field : `${field}?`, one, inner),
    ),
    ...(items ? fieldText('[]', items, inner) : []),
    ...(isShort ? [] : anyOf.flatMap((one) => fieldText('or', one, inner))),
  ]
}
