import type * as z from 'zod/mini'
import type { Guard } from './guard.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Shape = z.core.$ZodType

/**
 * json: envelope both ways · upload: multipart with one streamed file in, envelope out · form-files: multipart with
 * several small named files in (`files`), envelope out · attachment: JSON or nothing in, bytes to store out ·
 * form-download: form post in (tokens in its body), attachment out · file: bytes out, shown inline · redirect: the
 * browser navigates here, by a link or by a form post from another site, and is redirected · form: another server
 * posts a form, envelope out.
 */
export type Kind = 'json' | 'upload' | 'form-files' | 'attachment' | 'form-download' | 'file' | 'redirect' | 'form'

/** Meaning of a code other than '200'; with `data` where that answer carries data. */
export type CodeMeaning = string | { message: string; data: Shape }
export type Codes = Readonly<Record<string, CodeMeaning>>

/** Rate limit class of a call; server/src/http/rate-limits.ts has the numbers. */
export type RateClass = 'ordinary' | 'sign-in' | 'client-log' | 'search'

/** Files of a 'form-files' call by part name; each is optional. */
export type FileParts = Readonly<Record<string, { readonly maxBytes: number }>>

/** Path parameters that are the caller's own id unless an endpoint says otherwise (decision A7). */
const OWN_ID_PARAMS: readonly string[] = ['uid', 'adminuid', 'adminId']

type Part = Shape | undefined

/**
 * Describes one call of the portal once; the route, guard, typed client call, API document and guard tests are all
 * derived from this value.
 */
export interface Endpoint<
  P extends Part = Part,
  Q extends Part = Part,
  B extends Part = Part,
  D extends Part = Part,
  K extends Kind = Kind,
  C extends Codes = Codes,
  G extends Guard = Guard,
  F extends FileParts = FileParts,
> {
  /** Used for the export, handler, operationId and log entry. */
  readonly name: string
  readonly method: Method
  /** Parameters in braces, as the specification writes them; a trailing slash is always optional. */
  readonly path: string
  /** Further paths of the same call. */
  readonly alsoAt: readonly string[]
  readonly kind: K
  readonly guard: G
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly data: D
  readonly codes: C
  readonly rate: RateClass
  /** True for polling: such a call does not count as user activity. */
  readonly background: boolean
  /** Accepted content types of the body besides application/json. */
  readonly alsoTakes: readonly string[]
  /** Parameters that must be the id of the session's user. */
  readonly ownIds: readonly string[]
  /** Parameters that must be the id of the person who acts: the emulating administrator, else the session's user. */
  readonly actingIds: readonly string[]
  readonly files: F
}

interface Definition<
  P extends Part,
  Q extends Part,
  B extends Part,
  D extends Part,
  K extends Kind,
  C extends Codes,
  G extends Guard,
  F extends FileParts,
> {
  name: string
  method: Method
  path: string
  guard: G
  alsoAt?: readonly string[]
  kind?: K
  params?: P
  query?: Q
  body?: B
  data?: D
  codes?: C
  rate?: RateClass
  background?: boolean
  alsoTakes?: readonly string[]
  /** Set only where `uid`, `adminuid` or `adminId` of the path is another user. */
  ownIds?: readonly string[]
  actingIds?: readonly string[]
  files?: F
}

/**
 * Creates an endpoint. Omitted parts accept nothing (params, query, body) or return null (data). Pages leave out those that
 * they don't call, and `summaries` of the same file, which says for the API document what each call does.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  P extends Part = undefined,
  Q extends Part = undefined,
  B extends Part = undefined,
  D extends Part = undefined,
  K extends Kind = 'json',
  const C extends Codes = Record<never, never>,
  G extends Guard = Guard,
  const F extends FileParts = Record<never, never>,
>(definition: Definition<P, Q, B, D, K, C, G, F>): Endpoint<P, Q, B, D, K, C, G, F> {
  return {
    alsoAt: [],
    kind: 'json' as K,
    params: undefined as P,
    query: undefined as Q,
    body: undefined as B,
    data: undefined as D,
    codes: {} as C,
    rate: 'ordinary',
    background: false,
    alsoTakes: [],
    ownIds: pathParams(definition.path).filter((name) => OWN_ID_PARAMS.includes(name)),
    actingIds: [],
    files: {} as F,
    ...definition,
  }
}

/** True for the endpoint values among a module's exports. */
export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'guard' in value && 'path' in value && 'method' in value
}

/** Content type of HTML forms. */
export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** The content type of a call's body, besides those in `alsoTakes`. */
export function bodyTypeOf({ kind }: Endpoint): string {
  if (kind === 'upload' || kind === 'form-files') return 'multipart/form-data'
  return kind === 'form-download' || kind === 'form' || kind === 'redirect' ? FORM_TYPE : 'application/json'
}

/** The parameter names of a path, in order. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
}

type RequestPart<Name extends string, S extends Part> = S extends Shape
  ? undefined extends z.output<S>
    ? { [N in Name]?: z.output<S> }
    : { [N in Name]: z.output<S> }
  : unknown

/** Arguments of a call as domain values (booleans, numbers), before encoding. */
export type RequestOf<E extends Endpoint> = RequestPart<'params', E['params']> &
  RequestPart<'query', E['query']> &
  RequestPart<'body', E['body']>

/** Decoded data of a '200' answer. */
export type DataOf<E extends Endpoint> = E['data'] extends Shape ? z.output<E['data']> : null

/** The codes that an endpoint declares beside '200'. */
export type CodeOf<E extends Endpoint> = Extract<keyof E['codes'], string>

/** Decoded data of one declared code. */
export type CodeData<E extends Endpoint, C extends CodeOf<E>> = E['codes'][C] extends { data: infer S extends Shape }
  ? z.output<S>
  : null

/** Every answer that the endpoint declares, discriminated by `code`. */
export type AnswerOf<E extends Endpoint> =
  | { code: '200'; data: DataOf<E>; message: string }
  | { [C in CodeOf<E>]: { code: C; data: CodeData<E, C>; message: string } }[CodeOf<E>]

/** The schema of a declared code's data, if it has any. */
export function codeData(endpoint: Endpoint, code: string): Shape | undefined {
  const meaning = endpoint.codes[code]
  return typeof meaning === 'object' ? meaning.data : undefined
}
