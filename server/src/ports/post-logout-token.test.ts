import { createServer, type RequestListener, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { postLogoutToken } from './post-logout-token.ts'

let server: Server
let port: number
let react: RequestListener
let received: string[]
beforeEach(async () => {
  received = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${body}`)
      react(request, response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ;({ port } = server.address() as AddressInfo)
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const send = (host = '127.0.0.1', more: { allowsLoopback?: boolean; timeoutMs?: number } = {}) =>
  postLogoutToken({ address: `http://${host}:${port}/logout?all=1`, allowsLoopback: true, ...more }, 'a.b.c')

describe('a logout token for an application', () => {
  test('is posted once, and confirmed by the status alone', async () => {
    // The body of this answer never ends.
    react = (_request, response) => void response.writeHead(200).write('more')
    expect(await send('localhost')).toBe(true)
    expect(received).toEqual(['POST /logout?all=1 logout_token=a.b.c'])
  })

  test.each([400, 404, 500])('is not confirmed by %i', async (status) => {
    react = (_request, response) => void response.writeHead(status).end()
    expect(await send()).toBe(false)
  })

  test('goes nowhere else when the application redirects (S69)', async () => {
    react = (_request, response) => void response.writeHead(307, { location: '/elsewhere' }).end()
    expect(await send()).toBe(false)
    expect(received).toHaveLength(1)
  })

  test('waits no longer than it has to for an application that takes it and is silent', async () => {
    react = () => undefined
    expect(await send('127.0.0.1', { timeoutMs: 50 })).toBe(false)
  })

  test.each(['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])(
    'never reaches %s on the machine of a portal that others can reach (S69)',
    async (host) => {
      react = (_request, response) => void response.end()
      expect(await send(host, { allowsLoopback: false })).toBe(false)
      expect(received).toEqual([])
    },
  )
})
