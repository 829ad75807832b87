import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../test/browser.ts'
import { type KitServer, kit, startKitServer } from '../../test/guards/kit-server.ts'
import type { MadeUser } from '../../test/make.ts'
import { type Portal, startPortal } from '../../test/portal.ts'
import { bodyPatience } from './body-time.ts'

const patience = { whole: 300, silence: 600, upload: 600_000 }
let portal: Portal
let server: KitServer
let user: MadeUser
let browser: Browser
beforeAll(async () => {
  portal = await startPortal()
  server = await startKitServer(portal, patience)
  user = await portal.make.user()
  browser = await server.open(user)
})
afterAll(async () => {
  await server.close()
  await portal.close()
})

interface Call {
  socket: Socket
  /** All that came back until the server closed the connection. */
  answer: Promise<string>
}

/** Sends the head of a call and the beginning of its body. */
function begin(path: string, type: string, length: number, first: string): Call {
  const { hostname, port } = new URL(server.origin)
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    `origin: ${portal.origin}`,
    `authorization: Bearer ${browser.sessionToken}`,
    `x-csrf-token: ${browser.csrfToken}`,
    `cookie: ${[...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    `content-type: ${type}`,
    `content-length: ${length}`,
    'connection: close',
  ]
  const { promise, resolve } = Promise.withResolvers<string>()
  let text = ''
  const socket = connect(Number(port), hostname)
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => undefined)
  socket.on('close', () => resolve(text))
  socket.write(`${head.join('\r\n')}\r\n\r\n${first}`)
  return { socket, answer: promise }
}

const opening = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
const ending = '\r\n--b--\r\n'
const letters = 100_000
/** Sends a byte now and then, as a slow line does, until it is told to stop. */
const dripOn = (socket: Socket, told = () => {}) => {
  const drips = setInterval(() => {
    socket.write('x')
    told()
  }, 25)
  return () => clearInterval(drips)
}
const MULTIPART = 'multipart/form-data; boundary=b'
const uploadPath = () => kit.upload.path.replace('{uid}', String(user.id))
const beginUpload = () => begin(uploadPath(), MULTIPART, opening.length + letters + ending.length, opening)
const GIVEN_UP = /^HTTP\/1.1 400 .*"message":"[^"]+"/s

test('an upload on a slow line goes on for as long as bytes come, when calls and silent uploads have been given up', async () => {
  const { socket, answer } = beginUpload()
  let sent = 0
  const stop = dripOn(socket, () => sent++)
  const others = [begin(kit.fail.path, 'application/json', 1_000, '{"how":"'), beginUpload()]
  for (const other of others) expect(await other.answer).toMatch(GIVEN_UP)
  stop()
  socket.write(`${'x'.repeat(letters - sent)}${ending}`)
  expect(await answer).toContain(`"bytes":${letters}`)
})

test('an upload that falls silent is ended with a sentence, and its handler hears of it (R09)', async () => {
  const [begun, failed] = [server.begunUploads, server.failedUploads.length]
  const { socket, answer } = beginUpload()
  const stop = dripOn(socket)
  await expect.poll(() => server.begunUploads).toBe(begun + 1)
  stop()
  expect(await answer).toMatch(GIVEN_UP)
  await expect.poll(() => server.failedUploads.slice(failed)).toMatchObject([{ statusCode: 400 }])
})

test('any other body has to be there in time, however steadily it comes', async () => {
  const { socket, answer } = begin(kit.fail.path, 'application/json', 100_000, '{"how":"')
  const stop = dripOn(socket)
  expect(await answer).toMatch(GIVEN_UP)
  stop()
})

test('the portal waits two minutes for a body, and half a minute for the next byte of an upload', () => {
  expect(bodyPatience).toEqual({ whole: 120_000, silence: 30_000, upload: 7_200_000 })
})
