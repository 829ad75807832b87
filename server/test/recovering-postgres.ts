import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'
import { isOpen } from './pgbouncer.ts'
import { programFolder } from './streaming-pair.ts'

/** PostgreSQL refuses to run as root. */
const OWNER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** A new PostgreSQL server that lets nobody in, as while it recovers. */
export interface RecoveringPostgres {
  readonly url: string
  /** Ends the recovery; it lets everybody in soon. */
  finish(): void
  close(): Promise<void>
}

/** Starts one; it listens when this returns. Each test that does so closes it, also after a failure. */
export async function startRecoveringPostgres(): Promise<RecoveringPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-recovering-'))
  chmodSync(folder, 0o755)
  const [data, port, bin] = [path.join(folder, 'data'), await freePort(), programFolder()]
  const own = (file: string) => OWNER.uid && chownSync(file, OWNER.uid, OWNER.gid)
  mkdirSync(data, { mode: 0o700 })
  own(data)
  own(folder)
  let server: ChildProcess | undefined
  const close = async () => {
    if (server && server.exitCode === null && server.signalCode === null) {
      server.kill('SIGQUIT')
      await once(server, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const place = { cwd: folder, ...OWNER }
  const make = (name: string) => {
    writeFileSync(path.join(data, name), '')
    own(path.join(data, name))
  }
  try {
    const how = ['-U', 'portal', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    await promisify(execFile)(path.join(bin, 'initdb'), ['-D', data, ...how], place)
    make('standby.signal')
    const settings = [`unix_socket_directories=${folder}`, 'listen_addresses=127.0.0.1', 'fsync=off', 'hot_standby=off']
    const flags = settings.flatMap((setting) => ['-c', setting])
    server = spawn(path.join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      stdio: 'ignore',
      ...place,
    })
    await vi.waitUntil(() => isOpen(port), { timeout: 60_000, interval: 50 })
  } catch (error) {
    await close()
    throw error
  }
  return {
    url: `postgres://portal@127.0.0.1:${port}/postgres`,
    finish: () => {
      make('promote')
      server?.kill('SIGUSR1')
    },
    close,
  }
}
