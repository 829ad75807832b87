import * as z from 'zod/mini'
import {
  type Ask,
  type CodeData,
  codeData,
  type CodeOf,
  type Endpoint,
  type Shape,
} from '@portico/contract/kit/endpoint.ts'
import { CSRF_HEADER, REQUEST_ID_HEADER } from '@portico/contract/kit/headers.ts'
import { addressOf, hear, offline, refusal, sessionFor } from './call.ts'
import { noteAccess } from './last-access.ts'

/** How an upload ended: as asked for, or with another code that the endpoint declares. */
export type Uploaded<E extends Endpoint> =
  | { code: '200' }
  | { [C in CodeOf<E>]: { code: C; data: CodeData<E, C> } }[CodeOf<E>]

interface Sending {
  file: File
  fields?: Readonly<Record<string, string>>
  /** Told of the share that is sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends a file; the only call that tells how far it is, which `fetch` cannot. Rejects with ApiError, or as aborted. */
export async function upload<E extends Endpoint>(endpoint: E, sending: Sending): Promise<Uploaded<E>> {
  const session = sessionFor(endpoint)
  const form = new FormData()
  for (const [name, value] of Object.entries(sending.fields ?? {})) form.append(name, value)
  form.append('file', sending.file)
  const request = new XMLHttpRequest()
  request.open(endpoint.method, endpoint.path)
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('authorization', `Bearer ${session?.token ?? ''}`)
  request.setRequestHeader(CSRF_HEADER, session?.csrfToken ?? '')
  request.upload.addEventListener('progress', ({ loaded, total }) => sending.onProgress(total > 0 ? loaded / total : 0))
  const answer = await sent(request, form, sending.signal)
  const envelope = await hear(endpoint, answer, session)
  if (answer.ok && envelope.code === '200') return { code: '200' }
  const shape: Shape | undefined = codeData(endpoint, envelope.code)
  if (!answer.ok || !shape) throw refusal(envelope, answer)
  return { code: envelope.code, data: z.decode(shape, envelope.data as never) } as Uploaded<E>
}

function sent(request: XMLHttpRequest, form: FormData, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () => resolve(answerTo(request)))
    request.addEventListener('error', () => reject(offline()))
    request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** As `fetch` would have brought it, so that every answer is read in one way. */
function answerTo(request: XMLHttpRequest): Response {
  const requestId = request.getResponseHeader(REQUEST_ID_HEADER)
  return new Response(request.responseText, {
    status: request.status,
    headers: requestId === null ? {} : { [REQUEST_ID_HEADER]: requestId },
  })
}

interface Fetching<E extends Endpoint> {
  params: Ask<E> extends { params: infer P } ? P : never
  fields?: Readonly<Record<string, string>>
  /** Under which it is saved. */
  name: string
}

/**
 * Fetches a file by form post, its tokens in the body (decision J8), and hands it to the browser to
 * save. A refusal is told in place: the page stays.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  { params, fields = {}, name }: Fetching<E>,
): Promise<void> {
  const session = sessionFor(endpoint)
  const body = new URLSearchParams({
    ...fields,
    sessionToken: session?.token ?? '',
    csrfToken: session?.csrfToken ?? '',
  })
  const answer = await fetch(addressOf(endpoint, { params }), {
    method: 'POST',
    body,
    credentials: 'same-origin',
  }).catch(unreachable)
  if (!answer.ok) throw refusal(await hear(endpoint, answer, session), answer)
  noteAccess()
  // The connection can break also while the file comes.
  save(await answer.blob().catch(unreachable), name)
}

const unreachable = (cause: unknown): never => {
  throw offline(cause)
}

/** Long enough for a browser to begin. */
const FORGET_AFTER_MS = 60_000

function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), FORGET_AFTER_MS)
}
