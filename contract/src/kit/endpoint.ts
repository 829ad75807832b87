import type * as z from 'zod/mini'
import type { Guard } from './guard.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Shape = z.core.$ZodType

/**
 * json: envelope both ways · upload: multipart in, envelope out ·
 * form-download: form post in (tokens in its body), attachment out · file: bytes out, shown in place ·
 * redirect: the browser itself comes by, by link or by the form post of another site, and is sent on ·
 * form: another server posts a form, envelope out.
 */
export type Kind = 'json' | 'upload' | 'form-download' | 'file' | 'redirect' | 'form'

/** What a code other than '200' means; with `data` where that answer carries some. */
export type CodeMeaning = string | { says: string; data: Shape }
export type Codes = Readonly<Record<string, CodeMeaning>>

/** How often one caller may use a call: see server/src/http/rate-limits.ts for the numbers. */
export type RateClass = 'ordinary' | 'sign-in' | 'client-log' | 'search'

type Part = Shape | undefined

/**
 * One call of the portal, described once: route, guard, typed client call, API document and guard
 * tests are all made from this value.
 */
export interface Endpoint<
  P extends Part = Part,
  Q extends Part = Part,
  B extends Part = Part,
  D extends Part = Part,
  K extends Kind = Kind,
  C extends Codes = Codes,
  G extends Guard = Guard,
> {
  /** The one name of the call: export, handler, operationId and log line. */
  readonly name: string
  readonly method: Method
  /** Parameters in braces, as the specification writes them; a trailing slash is always optional. */
  readonly path: string
  /** Further paths that answer the same. */
  readonly alsoAt: readonly string[]
  readonly kind: K
  readonly guard: G
  readonly summary: string
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly data: D
  readonly codes: C
  readonly rate: RateClass
  /** True for polling: such a call does not count as activity of the person. */
  readonly background: boolean
  /** Content types that the body may have beside application/json. */
  readonly alsoTakes: readonly string[]
}

interface Definition<
  P extends Part,
  Q extends Part,
  B extends Part,
  D extends Part,
  K extends Kind,
  C extends Codes,
  G extends Guard,
> {
  name: string
  method: Method
  path: string
  guard: G
  summary: string
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
}

/** Makes an endpoint value. Parts that are left out take nothing (params, query, body) or null (data). */
export function endpoint<
  P extends Part = undefined,
  Q extends Part = undefined,
  B extends Part = undefined,
  D extends Part = undefined,
  K extends Kind = 'json',
  const C extends Codes = Record<never, never>,
  G extends Guard = Guard,
>(definition: Definition<P, Q, B, D, K, C, G>): Endpoint<P, Q, B, D, K, C, G> {
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
    ...definition,
  }
}

/** True for the endpoint values among a module's exports. */
export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'guard' in value && 'path' in value && 'method' in value
}

/** What the forms of web pages are sent as. */
export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** The content type of a call's body, beside what it also takes. */
export function bodyTypeOf({ kind }: Endpoint): string {
  if (kind === 'upload') return 'multipart/form-data'
  return kind === 'form-download' || kind === 'form' || kind === 'redirect' ? FORM_TYPE : 'application/json'
}

/** The names between braces of a path, in order. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
}

type Some<Name extends string, S extends Part> = S extends Shape
  ? undefined extends z.output<S>
    ? { [N in Name]?: z.output<S> }
    : { [N in Name]: z.output<S> }
  : unknown

/** What a caller hands over, in house shapes (booleans, numbers), before encoding. */
export type Ask<E extends Endpoint> = Some<'params', E['params']> & Some<'query', E['query']> & Some<'body', E['body']>

/** What a good answer ('200') carries, decoded. */
export type Data<E extends Endpoint> = E['data'] extends Shape ? z.output<E['data']> : null

/** The codes that an endpoint declares beside '200'. */
export type CodeOf<E extends Endpoint> = Extract<keyof E['codes'], string>

/** What the answer of one declared code carries. */
export type CodeData<E extends Endpoint, C extends CodeOf<E>> = E['codes'][C] extends { data: infer S extends Shape }
  ? z.output<S>
  : null

/** Every answer the endpoint declares, told apart by `code`. */
export type Reply<E extends Endpoint> =
  | { code: '200'; data: Data<E>; message: string }
  | { [C in CodeOf<E>]: { code: C; data: CodeData<E, C>; message: string } }[CodeOf<E>]

/** The shape of a declared code's data, if it carries any. */
export function codeData(endpoint: Endpoint, code: string): Shape | undefined {
  const meaning = endpoint.codes[code]
  return typeof meaning === 'object' ? meaning.data : undefined
}
