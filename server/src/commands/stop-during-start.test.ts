import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtServer, compiledCode } from '../../test/built-server.ts'
import { freePort } from '../../test/free-port.ts'
import { isRunning } from '../db/pid-claims.ts'
import { productRoot } from '../product-root.ts'

let folder: string
let child: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-stopped-start-'))
  chmodSync(folder, 0o755)
})
afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['serve', 0],
  ['migrate', 143],
])(
  'a stop while %s starts stops its embedded database too (R01)',
  async (command, code) => {
    const dataDir = path.join(folder, 'data')
    const portal = spawn(process.execPath, [await builtServer(), command], {
      cwd: productRoot,
      env: {
        PATH: process.env['PATH'],
        ...compiledCode,
        PORT: String(await freePort()),
        PORTAL_OPS_PORT: String(await freePort()),
        PORTAL_DATA_DIR: dataDir,
      },
      stdio: 'ignore',
    })
    child = portal
    const ended = new Promise<number | null>((resolve) => portal.once('exit', resolve))
    const pidFile = path.join(dataDir, 'postgres', 'data', 'postmaster.pid')
    const ready = () => existsSync(pidFile) && /\bready\b/.test(readFileSync(pidFile, 'utf8'))
    await expect.poll(ready, { timeout: 60_000, interval: 5 }).toBe(true)
    const database = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    portal.kill('SIGTERM')
    expect(await ended).toBe(code)
    expect(isRunning(database)).toBe(false)
  },
  90_000,
)
