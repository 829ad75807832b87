import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveApiDocs } from './api-docs.ts'
import { openApi } from './openapi.ts'

async function readDescription(version: string): Promise<unknown> {
  const app = Fastify()
  serveApiDocs(app, version)
  const answer = await app.inject('/ccservices/openapi.json')
  await app.close()
  return answer.json()
}

test('a developer reads every call of the portal’s own version, whichever was read before', async () => {
  const [first, second] = [await readDescription('1.0.0'), await readDescription('2.0.0')]
  expect(first).toEqual(JSON.parse(JSON.stringify(openApi('1.0.0'))))
  expect(second).toMatchObject({ info: { version: '2.0.0' } })
  expect(await readDescription('1.0.0')).toEqual(first)
})
