import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint, Shape } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Portal, startPortal } from '../portal.ts'
import { makeWorld, openSession, type World } from './people.ts'
import { fillPath, queryOf, sampleBody } from './sample-call.ts'

let portal: Portal
let world: World
beforeAll(async () => {
  portal = await startPortal()
  world = await makeWorld(portal, 'portalAdmin')
})
afterAll(() => portal.close())

const takes = (shape: Shape, value: string) => z.safeDecode(shape, value as never).success
/** The fields of a query or a body that take a day and nothing else. */
const daysOf = (shape: Shape | undefined): string[] =>
  shape && 'shape' in shape._zod.def
    ? Object.entries(shape._zod.def.shape as Readonly<Record<string, Shape>>)
        .filter(([, field]) => takes(field, '01/31/2026') && !takes(field, '31/01/2026'))
        .map(([name]) => name)
    : []

const calls = allEndpoints().flatMap(({ endpoint }) =>
  (['query', 'body'] as const).flatMap((part) =>
    daysOf(endpoint[part]).map((field): [string, string, Endpoint, 'query' | 'body'] => [
      endpoint.name,
      field,
      endpoint,
      part,
    ]),
  ),
)

test('days are sent to announcements, documents and reports', () => {
  expect(calls.length).toBeGreaterThan(10)
})

test.each(calls)('%s refuses a day of the year 0 at its field %s', async (_, field, endpoint, part) => {
  const browser = await openSession(portal, world.users.portalAdmin)
  const ids = { ...world.ids, uid: String(world.users.portalAdmin.id) }
  const path = fillPath(endpoint.path, ids)
  const day = { [field]: '01/01/0000' }
  const answer =
    part === 'query'
      ? await browser.request(endpoint.method, `${path}?${new URLSearchParams(day).toString()}`)
      : await browser.request(endpoint.method, path + queryOf(endpoint.name), {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...(sampleBody(endpoint, portal.origin, ids) as object), ...day }),
        })
  expect([answer.status, JSON.stringify(answer.data)]).toEqual([400, expect.stringContaining(`"${field}"`)])
})
