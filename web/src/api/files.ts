import * as z from 'zod/mini'
import {
  type RequestOf,
  type CodeData,
  codeData,
  type CodeOf,
  type DataOf,
  type Endpoint,
  type Shape,
} from '@portico/contract/kit/endpoint.ts'
import { CSRF_HEADER, REQUEST_ID_HEADER } from '@portico/contract/kit/headers.ts'
import {
  urlOf,
  readEnvelope,
  offlineError,
  type RequestParts,
  sendRequest,
  sessionHeaders,
  toApiError,
  sessionFor,
  withFreshSignIn,
} from './call.ts'
import { attachmentName } from './attachment-name.ts'
import { noteAccess } from './last-access.ts'
import type { Session } from './stored-session.ts'

/** Result of an upload: the data, or another declared code. */
export type UploadResult<E extends Endpoint> =
  | { code: '200'; data: DataOf<E> }
  | { [C in CodeOf<E>]: { code: C; data: CodeData<E, C> } }[CodeOf<E>]

interface UploadOptions {
  /** Absent: the form has fields alone. */
  file?: File
  params?: Readonly<Record<string, string | number>>
  fields?: Readonly<Record<string, string>>
  /** Called with the share that is sent, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Uploads a file; uses XMLHttpRequest because `fetch` reports no progress. Rejects with ApiError, or AbortError. */
export async function upload<E extends Endpoint>(endpoint: E, options: UploadOptions): Promise<UploadResult<E>> {
  const { response, envelope } = await withFreshSignIn(() => sendUpload(endpoint, options))
  if (response.ok && envelope.code === '200')
    return { code: '200', data: (endpoint.data ? z.decode(endpoint.data, envelope.data as never) : null) as DataOf<E> }
  const shape: Shape | undefined = codeData(endpoint, envelope.code)
  if (!response.ok || !shape) throw toApiError(envelope, response)
  return { code: envelope.code, data: z.decode(shape, envelope.data as never) } as UploadResult<E>
}

async function sendUpload(endpoint: Endpoint, { file, params, fields = {}, onProgress, signal }: UploadOptions) {
  signal?.throwIfAborted()
  const session = sessionFor(endpoint)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append('file', file)
  const request = new XMLHttpRequest()
  request.open(endpoint.method, urlOf(endpoint, { params }))
  request.setRequestHeader('accept', 'application/json')
  for (const [name, value] of sessionHeaders(session)) request.setRequestHeader(name, value)
  request.setRequestHeader(CSRF_HEADER, session?.csrfToken ?? '')
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
  const response = await sendForm(request, form, signal)
  return { response, envelope: await readEnvelope(endpoint, response, session) }
}

function sendForm(request: XMLHttpRequest, form: FormData, signal: AbortSignal | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () => resolve(toResponse(request)))
    request.addEventListener('error', () => reject(offlineError()))
    request.addEventListener('abort', () => reject(new DOMException('canceled', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** Converts the result to a `Response`, so that there is one way to read answers. */
function toResponse(request: XMLHttpRequest): Response {
  const requestId = request.getResponseHeader(REQUEST_ID_HEADER)
  return new Response(request.responseText, {
    status: request.status,
    headers: requestId === null ? {} : { [REQUEST_ID_HEADER]: requestId },
  })
}

interface DownloadOptions<E extends Endpoint> {
  params: RequestOf<E> extends { params: infer P } ? P : never
  fields?: Readonly<Record<string, string>>
  /** The file name to save as. */
  name: string
}

/**
 * Downloads a file by form post with its tokens in the body (decision J8) and lets the browser save it. A refusal
 * rejects with ApiError; the page stays.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  { params, fields = {}, name }: DownloadOptions<E>,
): Promise<void> {
  const post = (session: Session | null) => {
    const body = new URLSearchParams({
      ...fields,
      sessionToken: session?.token ?? '',
      csrfToken: session?.csrfToken ?? '',
    })
    const address = urlOf(endpoint, { params })
    return fetch(address, { method: 'POST', body, credentials: 'same-origin' }).catch(throwOffline)
  }
  await saveFile(endpoint, post, name)
}

/**
 * Fetches what an endpoint of kind 'attachment' answers and hands it to the browser to save; by the name that the
 * server gives it where no other one is given.
 */
export const downloadAttachment = <E extends Endpoint>(
  endpoint: E,
  input: RequestOf<E>,
  name?: string,
): Promise<void> => saveFile(endpoint, (session) => sendRequest(endpoint, input as RequestParts, session), name)

/** Sends a request and has the browser save the file that answers it; rejects with ApiError where none does. */
async function saveFile(
  endpoint: Endpoint,
  send: (session: Session | null) => Promise<Response>,
  name?: string,
): Promise<void> {
  const { response, envelope } = await withFreshSignIn(async () => {
    const session = sessionFor(endpoint)
    const response = await send(session)
    return { response, envelope: isFile(response) ? null : await readEnvelope(endpoint, response, session) }
  })
  // A successful answer that is no file is as unexpected as a failure of the server.
  if (envelope) throw toApiError(envelope.code === '200' ? { ...envelope, code: '500' } : envelope, response)
  noteAccess()
  // The connection can also break during the download.
  saveBlob(await response.blob().catch(throwOffline), name ?? nameOf(response) ?? '')
}

const nameOf = (response: Response) => attachmentName(response.headers.get('content-disposition'))

/** The server names every file that it sends to be saved; anything else is an envelope. */
const isFile = (response: Response): boolean => response.ok && nameOf(response) !== null

const throwOffline = (cause: unknown): never => {
  throw offlineError(cause)
}

/** Time for the browser to start saving before the object URL is revoked. */
const REVOKE_URL_AFTER_MS = 60_000

function saveBlob(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_URL_AFTER_MS)
}
