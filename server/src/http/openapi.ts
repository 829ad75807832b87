import { createHash } from 'node:crypto'
import { allEndpoints, type CallOfArea } from '@portico/contract/areas.ts'
import { bodyTypeOf, type Endpoint, type Shape } from '@portico/contract/kit/endpoint.ts'
import { standardCodes } from '@portico/contract/kit/envelope.ts'
import { z } from 'zod'

type Json = Record<string, unknown>

/** The wire side of a shape: what goes over the line, before codecs decode it. */
function wireSchema(shape: Shape): Json {
  const {
    $schema: _,
    '~standard': __,
    ...schema
  } = z.toJSONSchema(shape as z.ZodType, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' }) as Json
  return schema
}

/**
 * The paths with the shapes that name themselves, such as trees, moved into `schemas`: their references count from the
 * top of the document, where every generator looks for them.
 */
function withNamedShapes(paths: Json): { paths: Json; schemas: Json } {
  const schemas: Json = {}
  const moved = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(moved)
    if (typeof node !== 'object' || node === null) return node
    if (!('$defs' in node)) return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, moved(part)]))
    const { $defs, ...schema } = node as { $defs: Json }
    const prefix = `Shape${digestOf(node as Json)}`
    const named = (part: unknown): unknown =>
      JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', `"#/components/schemas/${prefix}`))
    for (const [key, part] of Object.entries($defs)) schemas[prefix + key] = moved(named(part))
    return moved(named(schema))
  }
  return { paths: moved(paths) as Json, schemas }
}

const digestOf = (schema: Json) => createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 16)

const envelopeOf = (code: string, data: Shape | undefined): Json => ({
  type: 'object',
  required: ['code', 'data', 'message'],
  properties: { code: { const: code }, data: data ? wireSchema(data) : { type: 'null' }, message: { type: 'string' } },
})

/** OpenAPI 3.1 of every call, from the same values that serve it. */
export function openApi(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const call of allEndpoints()) {
    const { endpoint } = call
    for (const path of [endpoint.path, ...endpoint.alsoAt])
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: operation(call, path === endpoint.path),
      }
  }
  const named = withNamedShapes(paths)
  return {
    openapi: '3.1.0',
    info: { title: 'Portico', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths: named.paths,
    components: {
      schemas: named.schemas,
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'loginSessionId of the sign-in, from the browser whose binding cookie the session has',
        },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'x-csrf-token',
          description: 'The x-csrf-token of the sign-in; on every write',
        },
        service: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'portico_ and 49 letters and digits',
          description: 'A token of a service account that has the scope; uid is then the number of its owner',
        },
      },
    },
  }
}

function operation({ area, endpoint, summary }: CallOfArea, isMainPath: boolean): Json {
  return {
    operationId: isMainPath ? endpoint.name : undefined,
    tags: [area],
    summary,
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body
      ? { requestBody: { required: true, content: { [bodyTypeOf(endpoint)]: { schema: wireSchema(endpoint.body) } } } }
      : {}),
    security: securityOf(endpoint),
    responses: responses(endpoint),
  }
}

/** By a session, or by a token with the scope that the call names. */
function securityOf({ guard, method }: Endpoint): Json[] {
  if (guard.kind === 'public') return []
  const person = method === 'GET' ? { session: [] } : { session: [], csrf: [] }
  return guard.kind === 'admin' && guard.scope !== undefined ? [person, { service: [guard.scope] }] : [person]
}

function parameters(shape: Shape | undefined, place: 'path' | 'query'): Json[] {
  if (!shape) return []
  const { properties = {}, required = [] } = wireSchema(shape) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

const refusalShape: Json = {
  type: 'object',
  required: ['code', 'data', 'message'],
  properties: { code: { type: 'string' }, data: {}, message: { type: 'string' } },
}

function responses(endpoint: Endpoint): Json {
  const refusal = {
    description: `Refused: ${Object.keys(standardCodes).join(', ')}`,
    content: { 'application/json': { schema: refusalShape } },
  }
  if (endpoint.kind === 'file' || endpoint.kind === 'form-download' || endpoint.kind === 'attachment')
    return { 200: { description: 'The file', content: { 'application/octet-stream': {} } }, default: refusal }
  if (endpoint.kind === 'redirect') return { 303: { description: 'On to the next address' }, default: refusal }
  const outcomes = Object.entries(endpoint.codes).map(([code, meaning]) => ({
    message: `'${code}': ${typeof meaning === 'string' ? meaning : meaning.message}`,
    schema: envelopeOf(code, typeof meaning === 'string' ? undefined : meaning.data),
  }))
  const good = envelopeOf('200', endpoint.data)
  const schema = outcomes.length ? { oneOf: [good, ...outcomes.map((outcome) => outcome.schema)] } : good
  const description = ["'200': success", ...outcomes.map((outcome) => outcome.message)].join(' · ')
  return { 200: { description, content: { 'application/json': { schema } } }, default: refusal }
}
