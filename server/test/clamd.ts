import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ClamdPlace } from '../src/config/file-settings.ts'

/** The test file of the antivirus industry, assembled here so that scanners do not match this file. */
export const EICAR = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
)

/** ClamAV's daemon with one signature, of the test file. */
export interface Clamd {
  place: ClamdPlace
  /** The setting that names it. */
  address: string
  /** As a crash ends it. */
  kill(): Promise<void>
  /** Starts it once more at its place. */
  again(): Promise<void>
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 120_000

export async function startClamd(): Promise<Clamd> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-clamd-'))
  await chmod(folder, 0o755)
  const socket = path.join(folder, 'clamd.sock')
  const digest = createHash('md5').update(EICAR).digest('hex')
  await writeFile(path.join(folder, 'test.hdb'), `${digest}:${EICAR.length}:Eicar-Test-Signature\n`)
  const config = path.join(folder, 'clamd.conf')
  const lines = [`DatabaseDirectory ${folder}`, `LocalSocket ${socket}`, 'Foreground yes', 'StreamMaxLength 110M']
  await writeFile(config, `${lines.join('\n')}\n`)
  const begin = async () => {
    const started = spawn('/usr/sbin/clamd', ['--config-file', config], { stdio: 'ignore' })
    await untilItListens(socket, started)
    return started
  }
  let clamd = await begin()
  const kill = async () => {
    if (clamd.exitCode !== null || clamd.signalCode !== null) return
    const ended = once(clamd, 'exit')
    clamd.kill('SIGKILL')
    await ended
  }
  return {
    place: { path: socket },
    address: `clamd://${socket}`,
    kill,
    again: async () => {
      clamd = await begin()
    },
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilItListens(socket: string, clamd: ChildProcess): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS
  while (clamd.exitCode === null && performance.now() < until) {
    const probe = createConnection(socket)
    const isOpen = await once(probe, 'connect').then(
      () => true,
      () => false,
    )
    probe.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('clamd does not start')
}
