import { expect, test } from 'vitest'
import { createLogger } from '../logging.ts'
import { type AnsweredRequest, httpServer } from './server.ts'

test('the metrics have one label for all files of the front end, however many a build has', async () => {
  const answered: AnsweredRequest[] = []
  const logger = createLogger('silent', 'test')
  const onAnswered = (request: AnsweredRequest) => void answered.push(request)
  const app = await httpServer({ logger, trustedProxies: [], isHttps: false, onAnswered })
  for (const file of ['a-1.js', 'b-2.css']) app.get(`/assets/${file}`, () => file)
  app.get('/login', () => 'page')
  for (const url of ['/assets/a-1.js', '/assets/b-2.css', '/login', '/nothing']) await app.inject(url)
  await app.close()
  expect(answered.map(({ route }) => route)).toEqual(['/assets/*', '/assets/*', '/login', 'unrouted'])
})
