import * as z from 'zod/mini'
import { codeData, type CodeOf, type DataOf, type Endpoint, type AnswerOf } from '@portico/contract/kit/endpoint.ts'
import { listManagedObjects } from '@portico/contract/managed-objects/managed-objects.ts'
import { answersShowing, noteStale } from './shown-anew.ts'

/** One request of the page, in wire form. */
export interface RecordedRequest {
  path: string
  search: string
  headers: Headers
  body: unknown
}

type Reaction = () => Response | Promise<Response>

/** What answers a request for which no answer was prepared; undefined: nothing does. */
type AnswerElse = (
  request: RecordedRequest & { method: string },
) => [endpoint: Endpoint, reaction: Reaction] | undefined

let reactions = new Map<string, Reaction>()
let requests = new Map<string, RecordedRequest[]>()
let endpoints: Endpoint[] = []
/** Requests for which no answer was prepared: a test that expects none of a call sees them, too. */
let unanswered: (RecordedRequest & { method: string })[] = []
let answerElse: AnswerElse = () => undefined

interface More {
  message?: string
  status?: number
  headers?: Record<string, string>
}

/** Answers this call with the data, typed by the contract. */
export const answer = <E extends Endpoint>(endpoint: E, data: DataOf<E>, more: More = {}): void =>
  answerWith(endpoint, { code: '200', data, message: '' } as AnswerOf<E>, more)

/** Answers this call with any declared code. */
export function answerWith<E extends Endpoint>(endpoint: E, reply: AnswerOf<E>, more: More = {}): void {
  const { code, data, message } = reply as { code: string; data: unknown; message: string }
  const shape = code === '200' ? endpoint.data : codeData(endpoint, code as CodeOf<E>)
  const wire = shape ? z.encode(shape, data) : null
  setReaction(endpoint, () => envelope({ code, data: wire, message: more.message ?? message }, more))
}

/** Answers this call with an envelope that its endpoint does not declare. */
export const answerWire = (endpoint: Endpoint, body: { code: string; data: unknown; message: string }): void =>
  setReaction(endpoint, () => envelope(body, {}))

/** Refuses this call with an HTTP status and the same code. */
export const refuse = (
  endpoint: Endpoint,
  status: number,
  message: string,
  data: unknown = null,
  headers: Record<string, string> = {},
): void => setReaction(endpoint, () => envelope({ code: String(status), data, message }, { status, headers }))

/** What the server adds to a file that the browser is to save. */
const fileHeaders = (disposition: string) => ({ 'content-disposition': disposition })
const ATTACHMENT = 'attachment; filename="file"'

/** Answers this call with a file, to be saved unless its Content-Disposition says otherwise. */
export const answerFile = (endpoint: Endpoint, text = '', disposition = ATTACHMENT): void =>
  setReaction(endpoint, () => new Response(text, { headers: fileHeaders(disposition) }))

/** Starts to answer with a file and then breaks the connection. */
export const breakConnection = (endpoint: Endpoint): void =>
  setReaction(endpoint, () => {
    const broken = new ReadableStream({ start: (body) => body.error(new TypeError('broken')) })
    return new Response(broken, { headers: fileHeaders(ATTACHMENT) })
  })

/** Fails this call as if the server were unreachable. */
export const failToConnect = (endpoint: Endpoint): void =>
  setReaction(endpoint, () => Promise.reject(new TypeError('Failed to fetch')))

/** Answers this call when `promise` resolves. */
export const answerAfter = <E extends Endpoint>(endpoint: E, promise: Promise<DataOf<E>>): void =>
  setReaction(endpoint, async () => {
    const data = await promise
    return envelope({ code: '200', data: endpoint.data ? z.encode(endpoint.data, data) : null, message: '' }, {})
  })

/** Answers the requests for which no answer is prepared, until the test ends. */
export const answerOthers = (others: AnswerElse): void => void (answerElse = others)

/** The requests of this call so far, oldest first. */
export const requestsTo = (endpoint: Endpoint): RecordedRequest[] => [
  ...unanswered.filter(({ method, path }) => method === endpoint.method && matches(endpoint, path)),
  ...(requests.get(endpoint.name) ?? []),
]

/** Replaces fetch. */
export async function fakeFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { pathname: path, search } = new URL(input instanceof Request ? input.url : input, 'http://portal.test')
  const { method = 'GET' } = init
  const request = { path, search, headers: new Headers(init.headers), body: recordedBody(init.body) }
  const [endpoint, reaction] = preparedFor(method, path) ?? answerElse({ ...request, method }) ?? []
  if (!endpoint || !reaction) {
    unanswered.push({ ...request, method })
    throw new TypeError(`no answer is prepared for ${method} ${path}`)
  }
  requests.set(endpoint.name, [...(requests.get(endpoint.name) ?? []), request])
  if (endpoint.method === 'GET') return reaction()
  const changed = answersShowing(endpoint.name)
  const response = await reaction()
  if (changed.length > 0 && (await isDone(response))) noteStale(changed)
  return response
}

function preparedFor(method: string, path: string): [endpoint: Endpoint, reaction: Reaction] | undefined {
  const endpoint = endpoints.find((one) => one.method === method && matches(one, path))
  const reaction = endpoint && reactions.get(endpoint.name)
  return endpoint && reaction ? [endpoint, reaction] : undefined
}

/** What a request sends: its JSON, or the fields of its form by name; a file is recorded by its name. */
function recordedBody(body: RequestInit['body']): unknown {
  if (typeof body === 'string') return JSON.parse(body)
  if (!(body instanceof URLSearchParams || body instanceof FormData)) return undefined
  return Object.fromEntries([...body].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]))
}

/** True for the envelope of a success. */
async function isDone(response: Response): Promise<boolean> {
  const body: unknown = response.ok
    ? await response
        .clone()
        .json()
        .catch(() => null)
    : null
  return typeof body === 'object' && body !== null && 'code' in body && body.code === '200'
}

export function resetAnswers(): void {
  reactions = new Map()
  requests = new Map()
  endpoints = []
  unanswered = []
  answerElse = () => undefined
  // Lists and forms of the administration ask for it: files manage nothing, unless a test says so.
  answer(listManagedObjects, [])
}

function setReaction(endpoint: Endpoint, reaction: Reaction) {
  if (!reactions.has(endpoint.name)) endpoints.push(endpoint)
  reactions.set(endpoint.name, reaction)
}

/** True where the path of a request is that of the call. */
export const matches = ({ path }: Endpoint, requestsTo: string): boolean => patternOf(path).test(requestsTo)

const patterns = new Map<string, RegExp>()

function patternOf(path: string): RegExp {
  const known = patterns.get(path)
  if (known) return known
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  patterns.set(path, pattern)
  return pattern
}

/** An answer in wire form. */
export const envelope = (
  body: { code: string; data: unknown; message: string },
  { status = 200, headers = {} }: More,
): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
