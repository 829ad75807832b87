import type { ClosedGate } from '@portico/contract/kit/closed-gate.ts'
import { type CodeData, type CodeOf, type DataOf, type Endpoint } from '@portico/contract/kit/endpoint.ts'
import { TOTAL_HEADER } from '@portico/contract/kit/headers.ts'
import { ChangedMeanwhile } from '@portico/contract/kit/conflict.ts'
import type { StandardCode } from '@portico/contract/kit/envelope.ts'
import type { SessionEnd } from '@portico/contract/kit/session-end.ts'
import { z } from 'zod'
import { type Message, noMessage, type MessageRef, sentences } from './sentences.ts'

/** One invalid field of a '400' or '422' answer. */
export interface FieldIssue {
  readonly field: string
  readonly message: Message
}

/** A cookie to set with an answer; always HttpOnly, Secure, SameSite=Lax, Path=/. */
export interface CookieToSet {
  name: string
  value: string
  maxAgeSeconds?: number
}

/** True for an item of the data of an answer that tells what is wrong with a field. */
export const isIssue = (item: unknown): item is FieldIssue =>
  typeof item === 'object' && item !== null && 'field' in item && 'message' in item

interface AnswerParts {
  message?: Message
  headers?: Readonly<Record<string, string>>
  cookies?: readonly CookieToSet[]
  /** The data are the same for everyone, and the browser asks whether it has them: it may keep them. */
  etag?: string
}

/** A successful answer with more than data: a message, headers or cookies. */
export class Answer<T> {
  readonly data: T
  readonly message: Message
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly CookieToSet[]
  readonly etag: string | undefined
  constructor(data: T, { message = noMessage, headers = {}, cookies = [], etag }: AnswerParts = {}) {
    this.data = data
    this.message = message
    this.headers = headers
    this.cookies = cookies
    this.etag = etag
  }
}

interface Page<Row> {
  rows: Row[]
  total: number
  message?: Message
}

/** One page of a list, each row as `view` shows it; the header carries the total over all pages. */
export function paged<Row>(page: Page<Row>): Answer<Row[]>
export function paged<Row, Shown>(page: Page<Row>, view: (row: Row) => Shown): Answer<Shown[]>
export function paged<Row>(
  { rows, total, message = noMessage }: Page<Row>,
  view: (row: Row) => unknown = (row) => row,
): Answer<unknown[]> {
  return new Answer(rows.map(view), { message, headers: { [TOTAL_HEADER]: String(total) } })
}

/** HTTP status of the standard codes is the code itself; every other code rides on 200 (decision A4). */
const statusOf: Readonly<Record<StandardCode, number>> = {
  '400': 400,
  '401': 401,
  '403': 403,
  '404': 404,
  '405': 405,
  '408': 408,
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
  readonly message: Message
  readonly data: T
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  constructor(code: Code, message: Message, data: T, status: number, headers: Readonly<Record<string, string>> = {}) {
    this.code = code
    this.message = message
    this.data = data
    this.status = status
    this.headers = headers
  }
}

/** A request that is refused whatever its route is, which decides on the form of the answer. */
export class RefusedRequest extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super('This request was refused')
    this.refusal = refusal
  }
}

/** A code that the endpoint declares: an understood question with another answer, on HTTP 200. */
export function declaredCode<Code extends string, T>(
  code: Code,
  message: Message,
  data: T,
  headers: Readonly<Record<string, string>> = {},
): Refusal<Code, T> {
  return new Refusal(code, message, data, 200, headers)
}

/** A code that the protocol owns, with the HTTP status of the same number. */
export function refuse(
  code: StandardCode,
  message: Message,
  headers: Readonly<Record<string, string>> = {},
): Refusal<StandardCode, null> {
  return new Refusal(code, message, null, statusOf[code], headers)
}

/** No session, or none any more; the browser that held it gets the reason. */
export const refuseSession = (message: Message, end: SessionEnd | null): Refusal<StandardCode, SessionEnd | null> =>
  new Refusal('401', message, end, statusOf['401'])

/** There is a session, but its sign-in is too old for this call: the browser confirms it and repeats the call (S52). */
export const refuseOldSignIn = (message: Message): Refusal<'401', { reauth: true }> =>
  declaredCode('401', message, { reauth: true })

/** The session is at a gate, which the answer names so that the page can open it. */
export const refuseAtGate = (message: Message, gate: ClosedGate): Refusal<StandardCode, ClosedGate> =>
  new Refusal('403', message, gate, statusOf['403'])

/** Broken fields: '400' against the shape, '422' against a rule. */
export function refuseFields(
  code: '400' | '422',
  message: Message,
  fields: readonly FieldIssue[],
): Refusal<StandardCode, readonly FieldIssue[]> {
  return new Refusal(code, message, fields, statusOf[code])
}

/** One field broken against a rule: '422', its sentence being the message of the answer too. */
export const refuseField = (field: string, message: Message): Refusal<StandardCode, readonly FieldIssue[]> =>
  refuseFields('422', message, [{ field, message }])

/** Fields broken against rules: '422' with the sentence of the only one, or that there are several. */
export const refuseIssues = (issues: readonly FieldIssue[]): Refusal<StandardCode, readonly FieldIssue[]> =>
  refuseFields('422', issues.length > 1 ? sentences.form_several_invalid : (issues[0]?.message ?? noMessage), issues)

/** Somebody else changed the record after the version that the caller knows: '409' with who and when. */
export const refuseChanged = (
  message: Message,
  meanwhile: ChangedMeanwhile,
): Refusal<StandardCode, z.input<typeof ChangedMeanwhile>> =>
  new Refusal('409', message, z.encode(ChangedMeanwhile, meanwhile), statusOf['409'])

/** True when the caller names a version that is not the current one; without a version the current one is meant. */
export const isStaleVersion = <Version>(sent: Version | undefined, current: Version): boolean =>
  sent !== undefined && sent !== current

/** The latest change of a record; the name is null for the portal itself and for users outside of the caller's scope. */
export interface LatestChange {
  readonly changedByName: string | null
  readonly changedAt: Date
}

/**
 * Somebody else changed the record after the version that the caller knows: '409' in the sentence of the record,
 * `unnamed` where the change has no name.
 */
export const refuseStale = (
  { changedByName: name, changedAt }: LatestChange,
  named: (values: { name: string }) => Message,
  unnamed: Message,
): ReturnType<typeof refuseChanged> =>
  refuseChanged(name === null ? unnamed : named({ name }), { changedByNm: name, changedDt: changedAt })

/** Come back later: '429' or '503' with Retry-After. */
export function refuseForNow(code: '429' | '503', message: Message, seconds: number): Refusal<StandardCode, null> {
  return refuse(code, message, { 'retry-after': String(Math.max(1, Math.ceil(seconds))) })
}

/** Thrown when the bytes of a file are unavailable, with the sentence for the user. Becomes 503. */
export class FileUnavailable extends Error {
  readonly sentence: MessageRef
  constructor(sentence: MessageRef, options: ErrorOptions) {
    super(sentence.key, options)
    this.sentence = sentence
  }
}

/** A body of known size that supports range requests (RFC 9110, section 14). */
export interface RangedBody {
  bytes: number
  open(range?: { start: number; end: number }): Promise<NodeJS.ReadableStream>
}

/** Bytes that answer a 'file', 'attachment' or 'form-download' endpoint. */
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
export type StandardRefusal = Refusal<StandardCode, null | readonly FieldIssue[] | z.input<typeof ChangedMeanwhile>>

/** Data that is a text may be given as a sentence. */
type Given<T> = T extends string ? T | MessageRef : T

type DeclaredRefusal<E extends Endpoint> = { [C in CodeOf<E>]: Refusal<C, Given<CodeData<E, C>>> }[CodeOf<E>]

/** What a handler of this endpoint may return; an undeclared code does not compile. */
export type Outcome<E extends Endpoint> =
  | (E['kind'] extends 'file' | 'attachment' | 'form-download'
      ? FileAnswer
      : E['kind'] extends 'redirect'
        ? Redirect
        : DataOf<E> | Answer<DataOf<E>>)
  | DeclaredRefusal<E>
  | StandardRefusal
