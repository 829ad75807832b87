import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inRoot, projectNode } from '../tools/lib/runtime.mjs'
import { compiledCode, serverArguments } from '../tools/lib/serve.mjs'
import type { Slice } from './harness.ts'
import { cores } from './machine.ts'
import { freePort } from './postgres.ts'

/** A server under measure, or something that it is measured against. */
export interface BenchServer {
  origin: string
  pid: number
  /** Ends it as operators do; its exit code, null where it had to be killed. */
  stop(): Promise<number | null>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

interface ServerSettings {
  environment: Readonly<Record<string, string>>
  /** Options of node itself, such as a profiler. */
  flags?: readonly string[]
  /** How long it may take to open its port. */
  startTimeoutMs?: number
  /** Where its log goes; nowhere by default. */
  logFile?: string
  /** Where it listens; on free ports by default. */
  place?: { port: number; opsPort: number }
}

/** Ends a server when this process is killed. */
const WITH_PARENT = new URL('../tools/lib/with-parent.mjs', import.meta.url).href

const KEYS = 'bench:0123456789abcdef0123456789abcdef'

/** The keys of a portal under load, for what is encrypted before it starts. */
export const benchKeys = [{ id: 'bench', key: KEYS.slice('bench:'.length) }]

/** Settings of a portal under load: all calls come from one address, so limits per address are off. */
export function portalEnvironment(url: string): Record<string, string> {
  return { DATABASE_URL: url, PORTAL_SECRET_KEYS: KEYS, PORTAL_DEMO: 'on', PORTAL_RATE_LIMIT: 'off', LOG_LEVEL: 'warn' }
}

/** The portal as operators start it. */
export async function startPortal({
  environment,
  flags = [],
  startTimeoutMs,
  logFile,
  place,
}: ServerSettings): Promise<BenchServer & { opsOrigin: string }> {
  const data = mkdtempSync(path.join(tmpdir(), 'portico-bench-data-'))
  const { port, opsPort } = place ?? { port: await freePort(), opsPort: await freePort() }
  const server = await start(
    [...flags, ...serverArguments('serve')],
    port,
    startTimeoutMs,
    {
      HOST: '127.0.0.1',
      PORTAL_DATA_DIR: data,
      PORTAL_OPS_PORT: String(opsPort),
      ...environment,
    },
    logFile,
  )
  const stop = async () => {
    const code = await server.stop()
    rmSync(data, { recursive: true, force: true })
    return code
  }
  return { ...server, opsOrigin: `http://127.0.0.1:${opsPort}`, stop }
}

/** The bare server; like the portal it checks as many passwords at a time as there are cores. */
export async function startBare(url: string): Promise<BenchServer> {
  const files = mkdtempSync(path.join(tmpdir(), 'portico-bench-files-'))
  const environment = { DATABASE_URL: url, UV_THREADPOOL_SIZE: String(cores), BENCH_FILES: files }
  const server = await start([inRoot('bench', 'bare-server.ts')], await freePort(), undefined, environment)
  const stop = async () => {
    const code = await server.stop()
    rmSync(files, { recursive: true, force: true })
    return code
  }
  return { ...server, stop }
}

async function start(
  args: readonly string[],
  port: number,
  startTimeoutMs = 60_000,
  environment: Readonly<Record<string, string>> = {},
  logFile?: string,
): Promise<BenchServer> {
  const log = logFile === undefined ? 'ignore' : openSync(logFile, 'a')
  const child = spawn(projectNode(), ['--import', WITH_PARENT, ...args], {
    env: { ...plainEnvironment(), PORT: String(port), ...compiledCode, ...environment },
    stdio: ['ignore', log, 'pipe', 'ipc'],
  })
  if (typeof log === 'number') closeSync(log)
  let errorOutput = ''
  child.stderr?.on('data', (text: Buffer) => (errorOutput = `${errorOutput}${text.toString()}`.slice(-4_000)))
  const origin = `http://localhost:${port}`
  for (const end = performance.now() + startTimeoutMs; !(await isOpen(origin)); await delay(5)) {
    if (child.exitCode === null && performance.now() < end) continue
    child.kill('SIGKILL')
    throw new Error(`A server for measuring did not start:\n${errorOutput}`)
  }
  const kill = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.kill('SIGKILL')) await ended
  }
  return { origin, pid: child.pid ?? 0, stop: () => stopProcess(child), kill }
}

/** Without settings of the portal that this shell happens to have. */
function plainEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(PORTAL_|DATABASE_URL|PORT$|HOST$|LOG_LEVEL)/.test(name),
  )
  return { ...(Object.fromEntries(kept) as Record<string, string>), NODE_ENV: 'production' }
}

const isOpen = (origin: string): Promise<boolean> =>
  fetch(`${origin}/`).then(
    async (answer) => {
      await answer.arrayBuffer()
      return true
    },
    () => false,
  )

async function stopProcess(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await ended
  clearTimeout(tooLong)
  return child.exitCode
}

/** A process that only checks passwords. */
export interface HashLimit {
  pid: number
  run(ms: number): Promise<Slice>
  stop(): Promise<number | null>
}

export function startHashLimit(storedHash: string, password: string): HashLimit {
  const child = spawn(projectNode(), [inRoot('bench', 'hash-limit.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    pid: child.pid ?? 0,
    run: (ms) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error('The process that only checks passwords ended.'))
        child.once('exit', ended)
        child.once('message', (slice) => {
          child.off('exit', ended)
          resolve(slice as Slice)
        })
        child.send({ storedHash, password, ms })
      }),
    stop: () => stopProcess(child),
  }
}
