import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { postgresIdentity } from '../embedded-postgres/src/postgres-binaries.ts'
import { findBinaries, freePort, untilReady } from './postgres.ts'

/** A streaming replica of the server that is measured. */
export interface BenchReplica {
  pid: number
  /** Address of one of its databases. */
  url(database: string): string
  stop(): Promise<void>
}

/** Copies the primary and follows it; without replication slots, so that nothing stays there afterwards. */
export async function startReplica(primaryUrl: string): Promise<BenchReplica> {
  const { bin } = findBinaries()
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-replica-'))
  const who = postgresIdentity()
  if (who) chownSync(folder, who.uid, who.gid)
  const options = { cwd: '/', env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }, ...who }
  const data = path.join(folder, 'data')
  const { hostname, port: primaryPort, username } = new URL(primaryUrl)
  const source = ['-h', hostname, '-p', primaryPort, '-U', username]
  execFileSync(path.join(bin, 'pg_basebackup'), [...source, '-D', data, '-R', '-c', 'fast', '-N'], options)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`]
  const more = ['shared_preload_libraries=', 'max_connections=100', 'shared_buffers=128MB']
  const flags = [...settings, ...more].flatMap((setting) => ['-c', setting])
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...flags], { ...options, stdio: 'ignore' })
  await untilReady(data, child)
  return {
    pid: child.pid ?? 0,
    url: (database) => `postgres://${username}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      child.kill('SIGINT')
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
