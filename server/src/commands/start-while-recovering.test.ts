import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../test/free-port.ts'
import { endProcess } from '../../test/node-process.ts'
import { SECRET_KEYS } from '../../test/program.ts'
import { type RecoveringPostgres, startRecoveringPostgres } from '../../test/recovering-postgres.ts'
import { productRoot } from '../product-root.ts'

const WAITS = 'the database is starting: the portal waits for it'

let folder: string
let database: RecoveringPostgres
let node: ChildProcess | undefined
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-recovering-start-'))
  database = await startRecoveringPostgres()
}, 120_000)
afterEach(async () => {
  if (node) await endProcess(node, 'SIGKILL')
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a node, and returns what it has said so far, its ops port and its exit code. */
async function start() {
  const [port, opsPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, ['server/src/main.ts', 'serve'], {
    cwd: productRoot,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: path.join(productRoot, '.cache/compiled'),
      DATABASE_URL: database.url,
      PORTAL_SECRET_KEYS: SECRET_KEYS,
      PORTAL_DATA_DIR: path.join(folder, 'data'),
      PORTAL_PUBLIC_URL: `http://localhost:${port}`,
      PORT: String(port),
      PORTAL_OPS_PORT: String(opsPort),
    },
  })
  node = child
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (output += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, output: () => output, opsPort, ended }
}

test('a node that starts while its database recovers waits for it, says so once, and serves', async () => {
  const { child, output, opsPort, ended } = await start()
  await expect.poll(output, { timeout: 60_000 }).toContain(WAITS)
  const [line = ''] = output().split('\n')
  expect(JSON.parse(line)).toMatchObject({ level: 'warn', host: new URL(database.url).host, msg: WAITS })
  database.finish()
  const isReady = () =>
    fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(isReady, { timeout: 120_000 }).toBe(200)
  expect(output().split(WAITS)).toHaveLength(2)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}, 240_000)

test('a signal ends a start that waits for its database', async () => {
  const { child, output, ended } = await start()
  await expect.poll(output, { timeout: 60_000 }).toContain(WAITS)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(output().trim().split('\n')).toHaveLength(1)
}, 120_000)
