import { connect, type Socket } from 'node:net'
import { LANGUAGE_COOKIE } from '@portico/contract/texts/languages.ts'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Browser } from '../../test/browser.ts'
import { type KitServer, kit, startKitServer } from '../../test/guards/kit-server.ts'
import type { MadeUser } from '../../test/make.ts'
import { type Portal, startPortal } from '../../test/portal.ts'
import { defaultBodyTimeouts, limitBodyTime } from './body-timeouts.ts'

const bodyTimeouts = { wholeMs: 300, silenceMs: 600, uploadMs: 600_000, leastBytes: 0, leastBytesInMs: 600_000 }
let portal: Portal
let server: KitServer
let user: MadeUser
let browser: Browser
beforeAll(async () => {
  portal = await startPortal()
  server = await startKitServer(portal, bodyTimeouts)
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
function begin(path: string, type: string, length: number, first: string, { origin } = server): Call {
  const { hostname, port } = new URL(origin)
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
const FILE_BYTES = 300_000
/** Sends a byte now and then, as a slow connection does, until stopped. */
const dripOn = (socket: Socket, onByte: () => void = () => {}, drip = 'x') => {
  const drips = setInterval(() => {
    socket.write(drip)
    onByte()
  }, 25)
  return () => clearInterval(drips)
}
const MULTIPART = 'multipart/form-data; boundary=b'
const uploadPath = () => kit.upload.path.replace('{uid}', String(user.id))
const beginUpload = (to = server) =>
  begin(uploadPath(), MULTIPART, opening.length + FILE_BYTES + ending.length, opening, to)
const GIVEN_UP =
  /^HTTP\/1.1 408 .*\{"code":"408","data":null,"message":"Your connection is too slow or was interrupted. Try again."\}$/s

test('an upload on a slow connection continues as long as bytes arrive, when calls and silent uploads have timed out', async () => {
  const { socket, answer } = beginUpload()
  let sent = 0
  const stop = dripOn(socket, () => sent++)
  const others = [begin(kit.fail.path, 'application/json', 1_000, '{"how":"'), beginUpload()]
  for (const other of others) expect(await other.answer).toMatch(GIVEN_UP)
  stop()
  socket.write(`${'x'.repeat(FILE_BYTES - sent)}${ending}`)
  expect(await answer).toContain(`"bytes":${FILE_BYTES}`)
})

test('an upload without data times out with a message, and its handler gets an error (R09)', async () => {
  const [begun, failed] = [server.begunUploads, server.failedUploads.length]
  const { socket, answer } = beginUpload()
  const stop = dripOn(socket)
  await expect.poll(() => server.begunUploads).toBe(begun + 1)
  stop()
  expect(await answer).toMatch(GIVEN_UP)
  await expect.poll(() => server.failedUploads.slice(failed)).toMatchObject([{ statusCode: 400 }])
})

test('an upload that the server stores slowly goes on, when idle connections are closed meanwhile', async () => {
  const { promise: readsOn, resolve: readOn } = Promise.withResolvers<void>()
  const slow = await startKitServer(portal, bodyTimeouts, { connectionTimeoutMs: 300, readsOn })
  const { socket, answer } = beginUpload(slow)
  socket.write(`${'x'.repeat(FILE_BYTES)}${ending}`)
  await expect.poll(() => slow.begunUploads).toBe(1)
  for (const _ of [1, 2]) {
    const idle = connect(Number(new URL(slow.origin).port), '127.0.0.1')
    await new Promise((resolve) => idle.on('close', resolve))
  }
  readOn()
  expect(await answer).toContain(`"bytes":${FILE_BYTES}`)
  await slow.close()
})

test('what came too slowly is answered in the language of the browser', async () => {
  browser.cookies.set(LANGUAGE_COOKIE, 'de')
  const { answer } = begin(kit.fail.path, 'application/json', 100_000, '{"how":"')
  browser.cookies.delete(LANGUAGE_COOKIE)
  expect(await answer).toMatch(
    /^HTTP\/1.1 408 .*"message":"Ihre Verbindung ist zu langsam oder wurde unterbrochen. Versuchen Sie es erneut."/s,
  )
})

test('any other body must arrive in time, however steadily it comes', async () => {
  const { socket, answer } = begin(kit.fail.path, 'application/json', 100_000, '{"how":"')
  const stop = dripOn(socket)
  expect(await answer).toMatch(GIVEN_UP)
  stop()
})

test('the portal waits two minutes for a body, and half a minute for the next byte of an upload', () => {
  expect(defaultBodyTimeouts).toMatchObject({ wholeMs: 120_000, silenceMs: 30_000, uploadMs: 7_200_000 })
})

test('the portal waits for no upload that sends less than 480 kB in a minute, 8 kB a second', () => {
  expect(defaultBodyTimeouts).toMatchObject({ leastBytes: 480 * 1024, leastBytesInMs: 60_000 })
})

describe('where an upload must send 10,000 bytes in a second', () => {
  let strict: KitServer
  beforeAll(async () => {
    strict = await startKitServer(portal, { ...bodyTimeouts, leastBytes: 10_000, leastBytesInMs: 1_000 })
  })
  afterAll(() => strict.close())

  test('one that sends a byte now and then is given up although it is never silent, when a faster one goes on', async () => {
    const [slow, fast] = [beginUpload(strict), beginUpload(strict)]
    const stopSlow = dripOn(slow.socket)
    const sent = { bytes: 0 }
    const stopFast = dripOn(fast.socket, () => (sent.bytes += 1_000), 'x'.repeat(1_000))
    expect(await slow.answer).toMatch(GIVEN_UP)
    stopSlow()
    stopFast()
    expect(sent.bytes).toBeLessThan(FILE_BYTES)
    fast.socket.write(`${'x'.repeat(FILE_BYTES - sent.bytes)}${ending}`)
    expect(await fast.answer).toContain(`"bytes":${FILE_BYTES}`)
  })
})

test('a call from within the process is not timed: it has no connection to end', async () => {
  const app = fastify()
  app.addHook('onRequest', (request, reply, done) => {
    limitBodyTime(request, reply, bodyTimeouts)
    done()
  })
  app.post('/', () => 'received')
  await app.ready()
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  try {
    const answer = await app.inject({ method: 'POST', url: '/', payload: { name: 'Ann' } })
    expect(answer.body).toBe('received')
    expect(() => vi.advanceTimersByTime(bodyTimeouts.wholeMs)).not.toThrow()
  } finally {
    vi.useRealTimers()
    await app.close()
  }
})
