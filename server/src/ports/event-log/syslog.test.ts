import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { sendSyslog, syslogFrame } from './syslog.ts'

let server: Server | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
  server = undefined
})

async function listen(onConnection: (socket: Socket) => void) {
  server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    sockets.push(socket)
    socket.on('error', () => null)
    onConnection(socket)
  })
  const listening = server
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', () => resolve())
  })
  const { port } = listening.address() as AddressInfo
  return { kind: 'syslog' as const, name: '', host: '127.0.0.1', port, isEncrypted: false }
}

const signal = new AbortController().signal
/** More than the buffers of both sides hold. */
const much = Buffer.alloc(50_000_000, 'x')

test('a message has its length in bytes before it, and the head of RFC 5424', () => {
  const event = { code: 'user_updated', at: new Date('2026-11-29T10:20:30Z'), json: '{"city":"Zürich"}' }
  const frame = syslogFrame(event, 'portal.example.com').toString()
  const [length = '', ...rest] = frame.split(' ')
  expect(rest.join(' ')).toBe(
    '<110>1 2026-11-29T10:20:30.000Z portal.example.com portico - user_updated - {"city":"Zürich"}',
  )
  expect(Number(length)).toBe(Buffer.byteLength(rest.join(' ')))
})

test('what a receiver has read to its end is sent', async () => {
  const read: Buffer[] = []
  const place = await listen((socket) => {
    socket.on('data', (part) => read.push(part)).on('end', () => socket.end())
    socket.resume()
  })
  await sendSyslog(place, { frames: Buffer.from('5 hello'), signal })
  expect(Buffer.concat(read).toString()).toBe('5 hello')
})

test('what a receiver has not read to its end counts as not sent', async () => {
  const place = await listen((socket) => socket.once('data', () => socket.end()).resume())
  await expect(sendSyslog(place, { frames: much, signal })).rejects.toThrow(/closed the connection|EPIPE|ECONNRESET/)
  sockets.at(-1)?.destroy()
})

test('a receiver that dies while it reads has not got it', async () => {
  const place = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()).resume())
  await expect(sendSyslog(place, { frames: much, signal })).rejects.toThrow(/closed the connection|EPIPE|ECONNRESET/)
})

test('a receiver that takes nothing is given up, and so is one where the node stops', async () => {
  const place = await listen(() => null)
  await expect(sendSyslog(place, { frames: much, signal, idleMs: 200 })).rejects.toThrow('took nothing for 0.2 seconds')
  const stop = new AbortController()
  const sent = sendSyslog(place, { frames: much, signal: stop.signal })
  stop.abort()
  await expect(sent).rejects.toThrow('the node stops')
})
