import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { login } from '@portico/contract/sign-in/sign-in.ts'
import { requestTexts } from '@portico/contract/texts/request-texts.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { prepareDatabase } from '../src/jobs/prepare-database.ts'
import { Browser, type Raw } from './browser.ts'
import { freePort } from './free-port.ts'
import { endProcess, type NodeProcess, startNode } from './node-process.ts'
import { runProgram, SECRET_KEYS } from './program.ts'
import { startStreamingPair, type StreamingPair } from './streaming-pair.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'portico-failover-'))
let pair: StreamingPair
let node: NodeProcess
let browser: Browser

beforeAll(async () => {
  pair = await startStreamingPair()
  await prepareDatabase(pair.url)
  // Otherwise the node would load the demo.
  await onServer(0, "insert into clients (id, name) values (1, 'Demo')")
  const port = await freePort()
  const [id = '', key = ''] = SECRET_KEYS.split(':')
  browser = new Browser(`http://localhost:${port}`)
  const config = { databaseUrl: pair.url, secretKeys: [{ id, key }] }
  node = await startNode({ config, owner: (text) => onServer(0, text) }, { origin: browser.origin, folder, port })
  const isServing = async () => ((await refused().catch(() => undefined))?.status ?? 500) < 500
  await vi.waitUntil(isServing, { timeout: 110_000, interval: 50 })
}, 240_000)
afterAll(async () => {
  if (node) await endProcess(node.process, 'SIGTERM')
  await pair?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function onServer(server: 0 | 1, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(pair.urls[server])
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

/** A sign-in that is refused, and written down. */
const refused = (): Promise<Raw> => browser.trySignIn('nobody.there', 'Wrong-password-1')

/** As an operator does. */
async function runJob(): Promise<void> {
  const environment = { DATABASE_URL: pair.url, PORTAL_SECRET_KEYS: SECRET_KEYS }
  expect(await runProgram(['jobs', 'run', 'verify-audit'], environment)).toMatchObject({ code: 0 })
}

const runs = async (server: 0 | 1) =>
  (await onServer(server, "select from job_runs where job_code = 'verify-audit' and result = 'done'")).rows.length

test('a node whose database fails over answers 503 with Retry-After, and serves again without a restart', async () => {
  // Until its background work has begun the node is still starting.
  await runJob()
  await expect.poll(() => runs(0), { timeout: 60_000 }).toBe(1)
  await browser.openSignInPage()
  await pair.stop(0, 'SIGQUIT')
  const body = { userNm: 'nobody.there', password: 'Wrong-password-1', host: new URL(browser.origin).host }
  const { status, headers, message } = await browser.send(login, { body })
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  // The server may have ended before or after it took the statement.
  expect([requestTexts.database_unavailable, requestTexts.change_unknown]).toContain(message)
  await pair.promote(1)
  await expect.poll(async () => (await refused()).status).toBeLessThan(500)
  expect(node.process.exitCode).toBeNull()
  // The queue and its LISTEN connection are on the new primary as well, and so is a command.
  await runJob()
  await expect.poll(() => runs(1), { timeout: 60_000 }).toBe(2)
  const listens = "select from pg_stat_activity where query ilike 'listen %' or query ilike '%pg_listening_channels%'"
  await expect.poll(async () => (await onServer(1, listens)).rows.length, { timeout: 60_000 }).toBeGreaterThan(0)
})
