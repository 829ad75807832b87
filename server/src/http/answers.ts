import type { ClosedGate } from '@portico/contract/kit/closed-gate.ts'
import { type CodeData, type CodeOf, type Data, type Endpoint } from '@portico/contract/kit/endpoint.ts'
import type { FieldIssue, StandardCode } from '@portico/contract/kit/envelope.ts'
import type { SessionEnd } from '@portico/contract/kit/session-end.ts'

/** A cookie to set with an answer; always HttpOnly, Secure, SameSite=Lax, Path=/. */
export interface CookieToSet {
  name: `__Host-${string}`
  value: string
  maxAgeSeconds?: number
}

interface AnswerParts {
  message?: string
  headers?: Readonly<Record<string, string>>
  cookies?: readonly CookieToSet[]
}

/** A good answer that carries more than data: a message, headers or cookies. */
export class Answer<T> {
  readonly data: T
  readonly message: string
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly CookieToSet[]
  constructor(data: T, { message = '', headers = {}, cookies = [] }: AnswerParts = {}) {
    this.data = data
    this.message = message
    this.headers = headers
    this.cookies = cookies
  }
}

/** HTTP status of the standard codes is the code itself; every other code rides on 200 (decision A4). */
const statusOf: Readonly<Record<StandardCode, number>> = {
  '400': 400,
  '401': 401,
  '403': 403,
  '404': 404,
  '405': 405,
  '409': 409,
  '413': 413,
  '415': 415,
  '422': 422,
  '429': 429,
  '500': 500,
  '503': 503,
  '507': 507,
}

/**
 * An expected 'no', returned by handlers and commands, never thrown. Returned from inside a
 * transaction it rolls the transaction back.
 */
export class Refusal<Code extends string = string, T = unknown> {
  readonly refused = true
  readonly code: Code
  readonly message: string
  readonly data: T
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  constructor(code: Code, message: string, data: T, status: number, headers: Readonly<Record<string, string>> = {}) {
    this.code = code
    this.message = message
    this.data = data
    this.status = status
    this.headers = headers
  }
}

/** A code that the endpoint declares: an understood question with another answer, on HTTP 200. */
export function outcome<Code extends string, T>(
  code: Code,
  message: string,
  data: T,
  headers: Readonly<Record<string, string>> = {},
): Refusal<Code, T> {
  return new Refusal(code, message, data, 200, headers)
}

/** A code that the protocol owns, with the HTTP status of the same number. */
export function refuse(
  code: StandardCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal<StandardCode, null> {
  return new Refusal(code, message, null, statusOf[code], headers)
}

/** No session, or none any more; the browser that held it is told why. */
export const refuseSession = (message: string, end: SessionEnd | null): Refusal<StandardCode, SessionEnd | null> =>
  new Refusal('401', message, end, statusOf['401'])

/** There is a session, but it stands at a gate: its holder is told which, so that the page can lead there. */
export const refuseAtGate = (message: string, gate: ClosedGate): Refusal<StandardCode, ClosedGate> =>
  new Refusal('403', message, gate, statusOf['403'])

/** Broken fields: '400' against the shape, '422' against a rule. */
export function refuseFields(
  code: '400' | '422',
  message: string,
  fields: readonly FieldIssue[],
): Refusal<StandardCode, readonly FieldIssue[]> {
  return new Refusal(code, message, fields, statusOf[code])
}

/** Come back later: '429' or '503' with Retry-After. */
export function refuseForNow(code: '429' | '503', message: string, seconds: number): Refusal<StandardCode, null> {
  return refuse(code, message, { 'retry-after': String(Math.max(1, Math.ceil(seconds))) })
}

/** Thrown where the bytes of a file cannot be had at the moment, with the sentence that says so. Becomes 503. */
export class FileAway extends Error {}

/** A body of known size of which a part may be asked for (RFC 9110, section 14). */
export interface RangedBody {
  bytes: number
  open(range?: { start: number; end: number }): Promise<NodeJS.ReadableStream>
}

/** Bytes that answer a 'file' or 'form-download' endpoint. */
export interface FileAnswer {
  type: string
  body: Buffer | NodeJS.ReadableStream | RangedBody
  etag?: string
  cacheControl: string
  /** Other sites may show it, as a mail read in a browser does with the logo. */
  isForOtherSites?: true
  /** Given: an attachment under this name. */
  attachmentName?: string
}

/** Where a 'redirect' endpoint sends the browser on: a path of ours, or an address that settings or stored rows name. */
export class Redirect {
  readonly location: string
  readonly cookies: readonly CookieToSet[]
  constructor(location: string, cookies: readonly CookieToSet[] = []) {
    this.location = location
    this.cookies = cookies
  }
}

/** A 'no' that any call may answer. */
export type StandardRefusal = Refusal<StandardCode, null | readonly FieldIssue[]>

type DeclaredRefusal<E extends Endpoint> = { [C in CodeOf<E>]: Refusal<C, CodeData<E, C>> }[CodeOf<E>]

/** What a handler of this endpoint may return; a code it did not declare does not compile. */
export type Outcome<E extends Endpoint> =
  | (E['kind'] extends 'file' | 'form-download'
      ? FileAnswer
      : E['kind'] extends 'redirect'
        ? Redirect
        : Data<E> | Answer<Data<E>>)
  | DeclaredRefusal<E>
  | StandardRefusal
