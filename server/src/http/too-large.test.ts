import { connect } from 'node:net'
import { deRequestTexts } from '@portico/contract/texts/de/request-texts.ts'
import { requestTexts } from '@portico/contract/texts/request-texts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../test/browser.ts'
import { type KitServer, kit, startKitServer } from '../../test/guards/kit-server.ts'
import type { MadeUser } from '../../test/make.ts'
import { type Portal, startPortal } from '../../test/portal.ts'

let portal: Portal
let server: KitServer
let user: MadeUser
let browser: Browser
beforeAll(async () => {
  portal = await startPortal()
  server = await startKitServer(portal)
  user = await portal.make.user()
  browser = await server.open(user)
})
afterAll(async () => {
  await server.close()
  await portal.close()
})

/** Sends everything before it reads anything, as some browsers and proxies do. Returns all that came back. */
async function sendThenRead(path: string, headers: readonly string[], chunks: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(server.origin)
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    `origin: ${portal.origin}`,
    `authorization: Bearer ${browser.sessionToken}`,
    `x-csrf-token: ${browser.csrfToken}`,
    `cookie: ${[...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    ...headers,
  ]
  const socket = connect(Number(port), hostname)
  socket.setEncoding('utf8').pause()
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  socket.on('error', () => undefined)
  socket.on('close', resolve)
  let text = ''
  socket.on('data', (chunk: string) => (text += chunk))
  socket.pause()
  for (const part of [`${head.join('\r\n')}\r\n\r\n`, ...chunks])
    await new Promise<void>((sent) => socket.write(part, () => setImmediate(sent)))
  socket.resume()
  await closed
  return text
}

const piece = 'x'.repeat(64 * 1024)
const pieces = Array.from({ length: 64 }, () => piece)
const BYTES = pieces.length * piece.length
const envelope = (message: string) => JSON.stringify({ code: '413', data: null, message })

const fields = Array.from(
  { length: 40 },
  (_, at) => `--b\r\ncontent-disposition: form-data; name="field${at}"\r\n\r\nx\r\n`,
).join('')
const uploadPath = () => kit.upload.path.replace('{uid}', String(user.id))

test.each<[what: string, path: () => string, headers: string[], chunks: string[]]>([
  [
    'a JSON body of a stated length',
    () => kit.fail.path,
    ['content-type: application/json', `content-length: ${BYTES}`],
    pieces,
  ],
  [
    'a JSON body in chunks',
    () => kit.fail.path,
    ['content-type: application/json', 'transfer-encoding: chunked'],
    [...pieces.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`), '0\r\n\r\n'],
  ],
  [
    'a form of too many fields',
    uploadPath,
    ['content-type: multipart/form-data; boundary=b', `content-length: ${fields.length + BYTES}`],
    [fields, ...pieces],
  ],
])(
  '%s that is too large is refused by an envelope to a client that reads only after sending, in each language',
  async (_what, path, headers, chunks) => {
    for (const [language, { body_too_large: message }] of Object.entries({ en: requestTexts, de: deRequestTexts })) {
      const asked = [...headers, `accept-language: ${language}`, 'connection: close']
      const answer = await sendThenRead(path(), asked, chunks)
      expect(answer).toMatch(/^HTTP\/1\.1 413 /)
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      expect(body).toBe(envelope(message))
      expect(head).toContain(`content-length: ${Buffer.byteLength(body)}\r\n`)
    }
  },
)
