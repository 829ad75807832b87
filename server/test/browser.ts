import { type RequestOf, type DataOf, type Endpoint, pathParams, type Shape } from '@portico/contract/kit/endpoint.ts'
import { SIGN_IN_HEADER } from '@portico/contract/kit/headers.ts'
import type { Envelope } from '@portico/contract/kit/envelope.ts'
import { getPreloginCsrfToken, login, type LoginResult } from '@portico/contract/sign-in/sign-in.ts'
import { Agent, type OutgoingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { exchange } from './http-exchange.ts'

/** An answer as it came over the line. */
export interface Raw<T = unknown> extends Envelope<T> {
  status: number
  headers: Headers
  text: string
  bytes: Buffer
}

export interface RawRequest {
  headers?: Record<string, string>
  body?: string | Buffer | FormData
  /** Leave out what this browser would send by itself. */
  without?: readonly ('authorization' | 'x-csrf-token' | 'cookie' | 'origin')[]
}

/** A browser as the server sees one: keeps cookies, session token and request token, sends them along. */
export class Browser {
  readonly origin: string
  readonly #headers: Readonly<Record<string, string>>
  readonly cookies = new Map<string, string>()
  sessionToken: string | undefined
  csrfToken: string | undefined
  /** The sign-in in progress of this tab. */
  signInToken: string | undefined
  userId = 0

  constructor(origin: string, headers: Readonly<Record<string, string>> = {}) {
    this.origin = origin
    this.#headers = headers
  }

  /** Any request, with what the browser would add. */
  async request(method: string, path: string, { headers = {}, body, without = [] }: RawRequest = {}): Promise<Raw> {
    const own: Record<string, string> = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0',
      origin: this.origin,
      ...this.#headers,
    }
    if (this.sessionToken) own['authorization'] = `Bearer ${this.sessionToken}`
    if (this.csrfToken) own['x-csrf-token'] = this.csrfToken
    if (this.signInToken) own[SIGN_IN_HEADER] = this.signInToken
    if (this.cookies.size) own['cookie'] = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const name of without) delete own[name]
    const response = await ask(new URL(this.origin + path), method, { ...own, ...headers }, body)
    this.#keepCookies(response.headers)
    this.signInToken = response.headers.get(SIGN_IN_HEADER) ?? this.signInToken
    const text = new TextDecoder().decode(response.bytes)
    return { ...readEnvelope(text), ...response, text }
  }

  /** A call of the contract, encoded as the web encodes it; the envelope as it came. */
  async send<E extends Endpoint>(endpoint: E, input: RequestOf<E>): Promise<Raw> {
    const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
    const json = endpoint.body && body !== undefined ? JSON.stringify(encode(endpoint.body, body)) : undefined
    const sent = json === undefined ? {} : { body: json, headers: { 'content-type': 'application/json' } }
    return this.request(endpoint.method, pathOf(endpoint, params, query), sent)
  }

  /** A call that must succeed; its data, decoded. */
  async call<E extends Endpoint>(endpoint: E, input: RequestOf<E>): Promise<DataOf<E>> {
    const answer = await this.send(endpoint, input)
    if (answer.code !== '200')
      throw new Error(
        `${endpoint.name} answered ${answer.status} ${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`,
      )
    return (endpoint.data ? z.decode(endpoint.data as z.ZodType, answer.data) : null) as DataOf<E>
  }

  /** Asks for a pre-login token, as the sign-in page does when it opens. */
  async openSignInPage(): Promise<string> {
    const answer = await this.send(getPreloginCsrfToken, {})
    this.csrfToken = answer.headers.get('x-csrf-token') ?? undefined
    return this.csrfToken ?? ''
  }

  /** Tries to sign in; keeps the session where one was opened. */
  async trySignIn(
    userNm: string,
    password: string,
    { confirmed = false, host = new URL(this.origin).host } = {},
  ): Promise<Raw<LoginResult>> {
    this.sessionToken = undefined
    await this.openSignInPage()
    const confirmation = confirmed ? { confirmedHangingSession: 'true' as const } : {}
    const answer = (await this.send(login, { body: { userNm, password, host, ...confirmation } })) as Raw<LoginResult>
    if (answer.code === '200' && answer.data.loginSessionId) {
      this.sessionToken = answer.data.loginSessionId
      this.csrfToken = answer.headers.get('x-csrf-token') ?? undefined
      this.userId = answer.data.userId
    }
    return answer
  }

  async signIn(userNm: string, password: string): Promise<this> {
    const answer = await this.trySignIn(userNm, password)
    if (!this.sessionToken)
      throw new Error(`${userNm} could not sign in: ${answer.status} ${answer.code} ${answer.message}`)
    return this
  }

  #keepCookies(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1)
      const at = pair.indexOf('=')
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
}

/** Connections are kept, as browsers keep them. */
const agent = new Agent({ keepAlive: true })
const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { gzip: gunzipSync, br: brotliDecompressSync }

/** As fetch sends a request of a page, and does not follow redirects, at a third of its cost. */
async function ask(
  url: URL,
  method: string,
  headers: OutgoingHttpHeaders,
  body: RawRequest['body'],
): Promise<Pick<Raw, 'status' | 'headers' | 'bytes'>> {
  const { content, headers: ofContent } = await encodeBody(body)
  const all = { accept: '*/*', ...ofContent, ...headers }
  const found = await exchange({
    url,
    method,
    headers: all,
    agent,
    ...(content === undefined ? {} : { body: content }),
  })
  const answered = new Headers()
  for (let at = 0; at < found.rawHeaders.length; at += 2)
    answered.append(found.rawHeaders[at] ?? '', found.rawHeaders[at + 1] ?? '')
  const decode = decoders[answered.get('content-encoding') ?? '']
  const bytes = decode && found.bytes.length > 0 ? decode(found.bytes) : found.bytes
  return { status: found.status, headers: answered, bytes }
}

/** The body as it travels, with the headers that follow from it. */
async function encodeBody(
  body: RawRequest['body'],
): Promise<{ headers: OutgoingHttpHeaders; content?: string | Buffer }> {
  if (body === undefined) return { headers: {} }
  if (body instanceof FormData) {
    const form = new Response(body)
    const content = Buffer.from(await form.arrayBuffer())
    const type = form.headers.get('content-type') ?? ''
    return { headers: { 'content-type': type, 'content-length': content.length }, content }
  }
  const type = typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {}
  return { headers: { ...type, 'content-length': Buffer.byteLength(body) }, content: body }
}

/** The address of a call with its parameters filled in. */
function pathOf(endpoint: Endpoint, params: object = {}, query: object = {}): string {
  const wire = endpoint.params ? (encode(endpoint.params, params) as Record<string, unknown>) : {}
  const path = pathParams(endpoint.path).reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(String(wire[name]))),
    endpoint.path,
  )
  const search = new URLSearchParams(
    Object.entries(endpoint.query ? (encode(endpoint.query, query) as object) : {}).map(
      ([name, value]): [string, string] => [name, String(value)],
    ),
  )
  return search.size ? `${path}?${search.toString()}` : path
}

const encode = (shape: Shape, value: unknown): unknown => z.encode(shape as z.ZodType, value as never)

function readEnvelope(text: string): Envelope {
  try {
    const parsed = JSON.parse(text) as Partial<Envelope>
    return { code: parsed.code ?? '', data: parsed.data ?? null, message: parsed.message ?? '' }
  } catch {
    return { code: '', data: null, message: '' }
  }
}
