import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { logAnonymously } from '@portico/contract/client-log/client-log.ts'
import { getPasswordRules } from '@portico/contract/password/password.ts'
import { requestTexts } from '@portico/contract/texts/request-texts.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, loadEmbeddedPostgres } from '../src/db/embedded-package.ts'
import { prepareDatabase } from '../src/jobs/prepare-database.ts'
import { freePort } from './free-port.ts'
import { SECRET_KEYS } from './program.ts'
import { startTwoNodes, type TwoNodes } from './two-nodes.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'portico-proxied-'))
let server: EmbeddedPostgres
let nodes: TwoNodes

beforeAll(async () => {
  server = await (await loadEmbeddedPostgres()).start(folder, { flags: ['-c', 'fsync=off'] })
  await prepareDatabase(server.url)
  const owner = async (text: string) => {
    const client = new pg.Client(server.url)
    await client.connect()
    await client.query(text)
    await client.end()
  }
  // Otherwise the nodes would load the demo.
  await owner("insert into clients (id, name) values (1, 'Demo')")
  const [id = '', key = ''] = SECRET_KEYS.split(':')
  nodes = await startTwoNodes(
    { owner, config: { databaseUrl: server.url, secretKeys: [{ id, key }] } },
    await freePort(),
    // As in the example: the nodes are out of service while reads still wait for the database in them.
    { fall: 2 },
  )
}, 240_000)
afterAll(async () => {
  await nodes?.stop()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('while the database is away and the proxy finds no node ready, the portal itself says so and still serves its page (R05)', async () => {
  // Sessions are looked up all the time, also at the moment when the proxy takes the nodes out of service.
  const seen: string[] = []
  let isOver = false
  const reading = Array.from({ length: 6 }, async () => {
    const browser = Object.assign(nodes.browser(), { sessionToken: randomBytes(32).toString('base64url') })
    while (!isOver) {
      const { status, headers } = await browser.send(getPasswordRules, {})
      seen.push(`${status} ${headers.get('retry-after') ?? ''}`)
    }
  })
  await expect.poll(() => seen.length).toBeGreaterThan(0)
  await server.stop()
  const page = () => nodes.browser().request('GET', '/login')
  const served = async () => (await page()).headers.get('x-served-by')
  await expect.poll(served, { timeout: 60_000, interval: 200 }).toMatch(/^[ab]-unready$/)
  isOver = true
  await Promise.all(reading)
  expect(new Set(seen)).toEqual(new Set(['401 ', '503 2']))
  expect((await page()).status).toBe(200)
  const { status, headers, message } = await nodes.browser().send(logAnonymously, { body: { message: 'lost' } })
  expect([status, headers.get('retry-after'), message]).toEqual([503, '2', requestTexts.database_unavailable])
}, 120_000)
