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
