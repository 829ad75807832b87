import * as z from 'zod/mini'
import { codeData, type CodeOf, type Data, type Endpoint, type Reply } from '@portico/contract/kit/endpoint.ts'

/** One request that the page made, as it went over the wire. */
export interface Asked {
  path: string
  search: string
  headers: Headers
  body: unknown
}

type Reaction = () => Response | Promise<Response>

let reactions = new Map<string, Reaction>()
let requests = new Map<string, Asked[]>()
let endpoints: Endpoint[] = []

interface More {
  message?: string
  status?: number
  headers?: Record<string, string>
}

/** The server will answer this call with these data, typed by the contract. */
export const answer = <E extends Endpoint>(endpoint: E, data: Data<E>, more: More = {}): void =>
  answerWith(endpoint, { code: '200', data, message: '' } as Reply<E>, more)

/** The server will answer this call with any declared code. */
export function answerWith<E extends Endpoint>(endpoint: E, reply: Reply<E>, more: More = {}): void {
  const { code, data, message } = reply as { code: string; data: unknown; message: string }
  const shape = code === '200' ? endpoint.data : codeData(endpoint, code as CodeOf<E>)
  const wire = shape ? z.encode(shape, data) : null
  react(endpoint, () => envelope({ code, data: wire, message: more.message ?? message }, more))
}

/** The server will refuse this call with an HTTP status and the same code. */
export const refuse = (
  endpoint: Endpoint,
  status: number,
  message: string,
  data: unknown = null,
  headers: Record<string, string> = {},
): void => react(endpoint, () => envelope({ code: String(status), data, message }, { status, headers }))

/** The server will begin to answer, and then the connection breaks. */
export const breakOff = (endpoint: Endpoint): void =>
  react(endpoint, () =>
    Promise.resolve(new Response(new ReadableStream({ start: (body) => body.error(new TypeError('broken')) }))),
  )

/** The server will not be reached. */
export const fail = (endpoint: Endpoint): void =>
  react(endpoint, () => Promise.reject(new TypeError('Failed to fetch')))

/** The server will take until `promise` is kept. */
export const answerAfter = <E extends Endpoint>(endpoint: E, promise: Promise<Data<E>>): void =>
  react(endpoint, async () => {
    const data = await promise
    return envelope({ code: '200', data: endpoint.data ? z.encode(endpoint.data, data) : null, message: '' }, {})
  })

/** The requests that the page has made of this call, oldest first. */
export const asked = (endpoint: Endpoint): Asked[] => requests.get(endpoint.name) ?? []

/** Stands in for fetch. */
export async function server(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { pathname: path, search } = new URL(input instanceof Request ? input.url : input, 'http://portal.test')
  const endpoint = endpoints.find((one) => one.method === (init.method ?? 'GET') && matches(one, path))
  const reaction = endpoint && reactions.get(endpoint.name)
  if (!endpoint || !reaction) throw new TypeError(`no answer is prepared for ${init.method ?? 'GET'} ${path}`)
  const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
  requests.set(endpoint.name, [...asked(endpoint), { path, search, headers: new Headers(init.headers), body }])
  return reaction()
}

export function forgetAnswers(): void {
  reactions = new Map()
  requests = new Map()
  endpoints = []
}

function react(endpoint: Endpoint, reaction: Reaction) {
  if (!reactions.has(endpoint.name)) endpoints.push(endpoint)
  reactions.set(endpoint.name, reaction)
}

const matches = ({ path }: Endpoint, asked: string) =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked)

const envelope = (body: { code: string; data: unknown; message: string }, { status = 200, headers = {} }: More) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
