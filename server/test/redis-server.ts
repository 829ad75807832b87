import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'
import { endProcess } from './node-process.ts'

const PROGRAM = '/usr/bin/redis-server'

/** A Redis that keeps nothing on disk. */
export interface RedisServer {
  readonly port: number
  readonly url: string
  start(): Promise<void>
  kill(): Promise<void>
  /** Answers no more, and keeps its connections. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** Starts one. Each test that does so closes it, also after a failure. */
export async function startRedis(settings: readonly string[] = []): Promise<RedisServer> {
  if (!existsSync(PROGRAM)) throw new Error('These tests need Redis; on Debian: apt-get install redis-server')
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-redis-'))
  const port = await freePort()
  let child: ChildProcess | undefined
  const start = async () => {
    const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', '', '--appendonly', 'no']
    child = await untilReady(spawn(PROGRAM, [...place, ...settings], { stdio: ['ignore', 'pipe', 'inherit'] }))
  }
  const kill = async () => {
    if (child) await endProcess(child, 'SIGKILL')
  }
  await start()
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    close: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(child: ReturnType<typeof spawn>): Promise<ChildProcess> {
  if (!child.stdout) throw new Error('Its output is not read')
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line.includes('Ready to accept connections')) {
      child.stdout.resume()
      return child
    }
  }
  throw new Error(`Redis does not start: ${lines.join('\n')}`)
}
