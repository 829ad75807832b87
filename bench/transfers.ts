import { request } from 'node:http'
import {
  deleteFromSpace,
  downloadDocument,
  listDocuments,
  uploadDocument,
} from '@portico/contract/documents/documents.ts'
import { userIdOf } from './library-data.ts'
import { BINDING, tokenOf } from './load-data.ts'

/** Result of a transfer. */
export interface Transfer {
  code: string
  /** Bytes of the answer's body. */
  bytes: number
  /** The body where it is an envelope. */
  body: string
  ms: number
}

interface Sent {
  method: string
  path: string
  headers?: Record<string, string | number>
  /** Before, inside and after the bytes of the file. */
  head?: Buffer
  fileBytes?: number
  tail?: Buffer
}

const CHUNK = Buffer.alloc(256 * 1024, 'The quick brown fox jumps over the lazy dog.\n')
const HEAD = Buffer.from('%PDF-1.7\n')
const HEADERS = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0' }
// As long as the ones of browsers.
const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW'

/** A PDF of that many bytes, the same every time. */
function* fileOf(bytes: number): Generator<Buffer> {
  yield HEAD.subarray(0, bytes)
  for (let left = bytes - HEAD.length; left > 0; left -= CHUNK.length)
    yield CHUNK.subarray(0, Math.min(left, CHUNK.length))
}

function transfer(origin: string, sent: Sent): Promise<Transfer> {
  const { head = Buffer.alloc(0), fileBytes = 0, tail = Buffer.alloc(0) } = sent
  const length = head.length + fileBytes + tail.length
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { ...HEADERS, ...sent.headers, ...(length ? { 'content-length': length } : {}) }
    const asked = request(`${origin}${sent.path}`, { method: sent.method, headers }, (answer) => {
      const isEnvelope = answer.headers['content-type']?.startsWith('application/json') === true
      let bytes = 0
      let body = ''
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (isEnvelope) body += chunk.toString()
      })
      answer.on('error', reject)
      answer.on('end', () => {
        const code = isEnvelope ? (JSON.parse(body) as { code: string }).code : String(answer.statusCode)
        resolve({ code, bytes, body, ms: performance.now() - started })
      })
    })
    asked.on('error', reject)
    const chunks = parts(head, fileBytes, tail)
    const more = () => {
      for (let next = chunks.next(); !next.done; next = chunks.next())
        if (!asked.write(next.value)) return void asked.once('drain', more)
      asked.end()
    }
    more()
  })
}

function* parts(head: Buffer, fileBytes: number, tail: Buffer): Generator<Buffer> {
  if (head.length) yield head
  if (fileBytes) yield* fileOf(fileBytes)
  if (tail.length) yield tail
}

/** One user's library at a portal, with an open session. */
export interface BenchLibrary {
  upload(name: string, bytes: number): Promise<Transfer>
  download(documentId: number): Promise<Transfer>
  /** Id of the document of that name. */
  find(name: string): Promise<number>
  /** Frees the space of a document. */
  remove(documentId: number): Promise<void>
  /** Sends a request of the user. */
  send(method: string, path: string): Promise<Transfer>
}

export function libraryOf(origin: string, index: number): BenchLibrary {
  const uid = String(userIdOf(index))
  const cookie = `__Host-portal-binding=${BINDING}`
  const headers = { origin, cookie, authorization: `Bearer ${tokenOf(index)}`, 'x-csrf-token': BINDING }
  const send = (method: string, path: string) => transfer(origin, { method, path: path.replace('{uid}', uid), headers })
  return {
    send,
    upload: (name, bytes) =>
      transfer(origin, {
        method: uploadDocument.method,
        path: uploadDocument.path,
        headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
        head: Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
        fileBytes: bytes,
        tail: Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
      }),
    download: (documentId) =>
      transfer(origin, {
        method: downloadDocument.method,
        path: downloadDocument.path.replace('{documentId}', String(documentId)),
        headers: { origin, cookie, 'content-type': 'application/x-www-form-urlencoded' },
        head: Buffer.from(new URLSearchParams({ sessionToken: tokenOf(index), csrfToken: BINDING }).toString()),
      }),
    find: async (name) => {
      const { body } = await send(listDocuments.method, `${listDocuments.path}?keyword=${encodeURIComponent(name)}`)
      const { data } = JSON.parse(body) as { data: { documentId: number; documentNm: string }[] }
      const found = data.find(({ documentNm }) => documentNm === name)
      if (!found) throw new Error(`${name} is not in the library: ${body.slice(0, 200)}`)
      return found.documentId
    },
    remove: async (documentId) => {
      const { code } = await send(deleteFromSpace.method, deleteFromSpace.path.replace('{docId}', String(documentId)))
      if (code !== '200') throw new Error(`A document could not be deleted: ${code}`)
    },
  }
}

/** The same at the bare server, which checks no permissions. */
export const bareUpload = (origin: string, bytes: number): Promise<Transfer> =>
  transfer(origin, {
    method: 'PUT',
    path: '/files/bench',
    headers: { 'content-type': 'application/octet-stream' },
    fileBytes: bytes,
  })

export const bareDownload = (origin: string): Promise<Transfer> =>
  transfer(origin, { method: 'GET', path: '/files/bench' })
