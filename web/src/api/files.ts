import * as z from 'zod/mini'
import {
  type Ask,
  type CodeData,
  codeData,
  type CodeOf,
  type Endpoint,
  type Shape,
} from '@portico/contract/kit/endpoint.ts'
import type { FieldIssue } from '@portico/contract/kit/envelope.ts'
import { CSRF_HEADER, REQUEST_ID_HEADER } from '@portico/contract/kit/headers.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { ApiError } from './call.ts'
import { currentSession, endSession } from './session.ts'
import { texts } from './texts.ts'

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
  const session = currentSession()
  const form = new FormData()
  for (const [name, value] of Object.entries(sending.fields ?? {})) form.append(name, value)
  form.append('file', sending.file)
  const request = new XMLHttpRequest()
  request.open(endpoint.method, endpoint.path)
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('authorization', `Bearer ${session?.token ?? ''}`)
  request.setRequestHeader(CSRF_HEADER, session?.csrfToken ?? '')
  request.upload.addEventListener('progress', ({ loaded, total }) => sending.onProgress(total > 0 ? loaded / total : 0))
  await sent(request, form, sending.signal)
  if (request.status === 401 && session && currentSession()?.token === session.token) endSession('lost')
  return read(endpoint, request.status, request.responseText)
}

function sent(request: XMLHttpRequest, form: FormData, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () => resolve())
    request.addEventListener('error', () => reject(new ApiError(texts(generalTexts).offline)))
    request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

function read<E extends Endpoint>(endpoint: E, status: number, text: string): Uploaded<E> {
  const { code = String(status), data = null, message = '' } = envelopeOf(text)
  const shape: Shape | undefined = codeData(endpoint, code)
  if (status === 200 && code === '200') return { code: '200' }
  if (status === 200 && shape) return { code, data: z.decode(shape, data as never) } as Uploaded<E>
  throw new ApiError(message || texts(generalTexts).service_error, {
    code,
    status,
    fields: Array.isArray(data) ? (data as FieldIssue[]) : [],
  })
}

function envelopeOf(text: string): { code?: string; data?: unknown; message?: string } {
  try {
    return JSON.parse(text) as object
  } catch {
    return {}
  }
}

/**
 * Fetches a file by form post, its tokens in the body (decision J8), and hands it to the browser to
 * save. A refusal is told in place: the page stays.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  {
    params,
    fields = {},
    name,
  }: {
    params: Ask<E> extends { params: infer P } ? P : never
    fields?: Readonly<Record<string, string>>
    name: string
  },
): Promise<void> {
  const session = currentSession()
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => String((params as Record<string, unknown>)[key]))
  const body = new URLSearchParams({
    ...fields,
    sessionToken: session?.token ?? '',
    csrfToken: session?.csrfToken ?? '',
  })
  const answer = await fetch(path, { method: 'POST', body, credentials: 'same-origin' }).catch(unreachable)
  if (!answer.ok) {
    const { code = String(answer.status), message = '' } = envelopeOf(await answer.text())
    if (answer.status === 401) endSession('lost')
    throw new ApiError(message || texts(generalTexts).service_error, {
      code,
      status: answer.status,
      requestId: answer.headers.get(REQUEST_ID_HEADER),
    })
  }
  // The connection can break also while the file comes.
  save(await answer.blob().catch(unreachable), name)
}

const unreachable = (cause: unknown): never => {
  throw new ApiError(texts(generalTexts).offline, { cause })
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
