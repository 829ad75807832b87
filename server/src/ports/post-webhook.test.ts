import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { WEBHOOK_ANSWER_MAX } from '@portico/contract/webhooks/webhook-rules.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { postWebhook } from './post-webhook.ts'

let server: Server
let sockets: Socket[]
let react: (socket: Socket) => void
beforeEach(async () => {
  sockets = []
  server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.once('data', () => react(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

const post = (timeoutMs?: number) => {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?a=1`
  return postWebhook({ address, allowsLoopback: true, ...(timeoutMs === undefined ? {} : { timeoutMs }) }, '{}', {})
}

describe('a message to a receiver', () => {
  test('ends with the status of an answer that changes the protocol', async () => {
    react = (socket) =>
      void socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    expect(await post()).toMatchObject({ status: 101, error: null, answer: '' })
  })

  test('ends with the status and the beginning of an answer that never ends', async () => {
    react = (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nmore')
    expect(await post(200)).toMatchObject({ status: 200, error: null, answer: 'more' })
  })

  test('reads only the beginning of a large answer', async () => {
    const size = 10_000_000
    react = (socket) => void socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n${'x'.repeat(size)}`)
    expect(await post()).toMatchObject({ status: 200, error: null, answer: 'x'.repeat(WEBHOOK_ANSWER_MAX) })
  })

  test('keeps the status of an answer that breaks off', async () => {
    react = (socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nmore')
    }
    expect(await post()).toMatchObject({ status: 200, error: null, answer: 'more' })
  })

  test('says why there is no answer', async () => {
    react = () => {}
    expect(await post(200)).toMatchObject({ status: null, error: 'timeout', answer: null })
    react = (socket) => socket.destroy()
    expect(await post()).toMatchObject({ status: null, error: 'connection' })
    react = (socket) => void socket.end('no HTTP\r\n\r\n')
    expect(await post()).toMatchObject({ status: null, error: 'connection' })
    const refused = await postWebhook(
      { address: 'http://192.168.1.1/', allowsLoopback: true, refusesPrivate: true },
      '',
      {},
    )
    expect(refused).toMatchObject({ status: null, error: 'address' })
  })

  test('reaches no port of the portal, by whatever name it has been given', async () => {
    const { port } = server.address() as AddressInfo
    react = (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret')
    for (const host of ['127.0.0.1', 'localhost', '127.0.0.2', '[::1]'])
      expect(
        await postWebhook({ address: `http://${host}:${port}/`, allowsLoopback: true, ownPorts: [port] }, '{}', {}),
      ).toMatchObject({ status: null, error: 'address', answer: null })
    expect((await post()).status).toBe(200)
  })
})
