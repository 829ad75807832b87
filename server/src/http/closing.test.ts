import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createLogger } from '../logging.ts'
import { httpServer } from './server.ts'

test('a connection whose answer is on its way when the server begins to close ends with that answer', async () => {
  const app = await httpServer({ logger: createLogger('silent', 'test'), trustedProxies: [], isHttps: false })
  const body = new PassThrough()
  app.get('/', (_request, reply) => reply.send(body))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  body.write('begun ')
  const answer = await fetch(origin)
  const closed = app.close()
  body.end('and done')
  expect(await answer.text()).toBe('begun and done')
  await closed
})

test.each([
  ['nothing was sent', ''],
  ['half a head was sent', 'GET / HTTP/1.1\r\nhost: portal'],
  ['a request was answered', 'GET / HTTP/1.1\r\nhost: portal\r\n\r\n'],
])('a connection over which %s does not keep the server from closing', async (_what, sent) => {
  const app = await httpServer({ logger: createLogger('silent', 'test'), trustedProxies: [], isHttps: false })
  app.get('/', () => 'answered')
  // Without them a server that waits for its connections waits for ever.
  Object.assign(app.server, { timeout: 0, headersTimeout: 0, keepAliveTimeout: 0 })
  const origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const silent = connect({ port: Number(origin.port), host: origin.hostname })
  await Promise.all([once(silent, 'connect'), once(app.server, 'connection')])
  silent.on('error', () => {}).resume()
  if (sent) silent.write(sent)
  if (sent.endsWith('\r\n\r\n')) await once(silent, 'data')
  const ended = once(silent, 'close')
  await app.close()
  await ended
})
