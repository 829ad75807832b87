import { type ClientRequest, request } from 'node:http'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { listDocuments, type UserDocument } from '@portico/contract/documents/documents.ts'
import yazl from 'yazl'
import type { Browser, Raw } from './browser.ts'
import type { Portal } from './portal.ts'

const mydocs = '/ccservices/secure/user/rest/db/mydocs/cpusers'

/** A user's document library, as a browser uses it. */
export interface Library {
  upload(name: string, content: Buffer): Promise<Raw>
  overwrite(documentId: number, name: string, content: Buffer): Promise<Raw>
  /** Sends so many bytes in chunks, as a program does that does not know how many there will be. */
  uploadWithoutLength(name: string, bytes: number): Promise<Pick<Raw, 'status' | 'message'>>
  /** Sends so many bytes of an endless file; `cut` closes the connection. */
  beginUpload(name: string, bytes: number): { cut(): void }
  download(documentId: number, options?: { version?: number; range?: string }): Promise<Response>
  list(): Promise<UserDocument[]>
  /** Uploads, and returns the document's id. */
  store(name: string, content: Buffer): Promise<number>
}

export function documentsOf(browser: Browser): Library {
  const send = (to: string, fields: Record<string, string>, name: string, content: Buffer) => {
    const boundary = 'portico-test-boundary'
    const head = Object.entries(fields).map(
      ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
    )
    const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name.replaceAll('\\', '\\\\')}"\r\n\r\n`
    return browser.request('POST', `${mydocs}/mydocuments/${to}`, {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.concat([Buffer.from(head.join('') + file), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
  }
  const list = () => browser.call(listDocuments, { params: { uid: browser.userId }, query: {} })
  const upload = (name: string, content: Buffer) => send('addnew', {}, name, content)
  return {
    upload,
    overwrite: (documentId, name, content) => send('overwrite', { documentId: String(documentId) }, name, content),
    uploadWithoutLength: (name, bytes) => sendChunks(browser, name, bytes),
    beginUpload: (name, bytes) => {
      const sending = openUpload(browser, name)
      sending.on('error', () => undefined)
      sending.write(Buffer.alloc(bytes, 'x'))
      return { cut: () => void sending.destroy() }
    },
    download: (documentId, { version, range } = {}) =>
      downloadBy(browser, `${mydocs}/mydocuments/get/${documentId}`, {
        fields: version === undefined ? {} : { versionNbr: String(version) },
        headers: range === undefined ? {} : { range },
      }),
    list,
    store: async (name, content) => {
      const answer = await upload(name, content)
      const stored = (await list()).find(({ documentNm }) => documentNm === name)
      if (!stored) throw new Error(`${name} was not stored: ${answer.status} ${answer.message}`)
      return stored.documentId
    },
  }
}

interface DownloadOptions {
  fields?: Record<string, string>
  headers?: Record<string, string>
}

/** Posts the form that downloads a file, with the tokens of the browser. */
export const downloadBy = (browser: Browser, address: string, { fields = {}, headers = {} }: DownloadOptions = {}) =>
  fetch(browser.origin + address, {
    method: 'POST',
    headers: {
      origin: browser.origin,
      cookie: cookiesOf(browser),
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams({
      sessionToken: browser.sessionToken ?? '',
      csrfToken: browser.csrfToken ?? '',
      ...fields,
    }).toString(),
  })

const cookiesOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** The head of an upload without announced length, and the start of its body. */
function openUpload(browser: Browser, name: string): ClientRequest {
  const sending = request(`${browser.origin}${mydocs}/mydocuments/addnew`, {
    method: 'POST',
    headers: {
      origin: browser.origin,
      cookie: cookiesOf(browser),
      authorization: `Bearer ${browser.sessionToken ?? ''}`,
      'x-csrf-token': browser.csrfToken ?? '',
      'content-type': 'multipart/form-data; boundary=b',
    },
  })
  sending.write(`--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`)
  return sending
}

function sendChunks(browser: Browser, name: string, bytes: number): Promise<Pick<Raw, 'status' | 'message'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Pick<Raw, 'status' | 'message'>>()
  const sending = openUpload(browser, name)
  sending.on('response', (answer) => {
    let text = ''
    answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
    answer.on('end', () =>
      resolve({ status: answer.statusCode ?? 0, message: (JSON.parse(text) as { message: string }).message }),
    )
  })
  sending.on('error', reject)
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  let left = bytes
  const more = () => {
    while (left > 0) {
      const part = chunk.subarray(0, Math.min(left, chunk.length))
      left -= part.length
      if (!sending.write(part)) return void sending.once('drain', more)
    }
    sending.end('\r\n--b--\r\n')
  }
  more()
  return promise
}

export const csv = (text: string): Buffer => Buffer.from(text)
export const ofBytes = (count: number): Buffer => Buffer.alloc(count, 'x')
export const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`)
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The container of older Office formats, and of newer ones under a password, with a part of this name at this place. */
export function containerWith(part: string, at: number): Buffer {
  const container = Buffer.alloc(at + 5_000)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(container)
  container.write(part, at, 'utf16le')
  return container
}

/** An archive that looks like an Office document with parts in this folder. */
export async function officeFile(
  folder: string,
  { parts = 1, bombBytes = 0 }: { parts?: number; bombBytes?: number } = {},
): Promise<Buffer> {
  const archive = new yazl.ZipFile()
  archive.addBuffer(Buffer.from('<Types/>'), '[Content_Types].xml')
  for (let n = 0; n < parts; n++) archive.addBuffer(Buffer.from('<part/>'), `${folder}part${n}.xml`)
  if (bombBytes > 0) archive.addBuffer(Buffer.alloc(bombBytes), `${folder}bomb.xml`)
  archive.end()
  const chunks: Buffer[] = []
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const LOCAL = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const IN_DIRECTORY = Buffer.from([0x50, 0x4b, 0x01, 0x02])

/** The archive, whose headers all say that their part inflates to ten bytes. */
export function declaringSmallSizes(archive: Buffer): Buffer {
  const forged = Buffer.from(archive)
  for (const [sign, at] of [
    [LOCAL, 22],
    [IN_DIRECTORY, 24],
  ] as const)
    for (let found = forged.indexOf(sign); found >= 0; found = forged.indexOf(sign, found + 4))
      forged.writeUInt32LE(10, found + at)
  return forged
}

/** The archive with its first part twice, of which the directory knows one. */
export function withHiddenPart(archive: Buffer): Buffer {
  const second = archive.indexOf(LOCAL, 4)
  const hidden = Buffer.concat([archive.subarray(0, second), archive])
  const end = hidden.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  hidden.writeUInt32LE(hidden.readUInt32LE(end + 16) + second, end + 16)
  let found = hidden.indexOf(IN_DIRECTORY)
  for (; found >= 0; found = hidden.indexOf(IN_DIRECTORY, found + 4))
    hidden.writeUInt32LE(hidden.readUInt32LE(found + 42) + second, found + 42)
  return hidden
}

/** Names of the files in the portal's storage folder, halves included. */
export async function filesOf({ dataDir }: Pick<Portal, 'dataDir'>): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
