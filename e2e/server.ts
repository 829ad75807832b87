import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../server/test/free-port.ts'
import { compiledCode, serverArguments } from '../tools/lib/serve.mjs'

/** A portal that runs as a separate process. */
export interface RunningPortal {
  origin: string
  process: ChildProcess
  /** Everything it has printed so far. */
  printed: () => string
  stop: () => Promise<void>
  /** Kills it without a shutdown, as a power failure would. */
  kill: () => Promise<void>
}

/** What the portals that were started last have printed, the newest last: for the records of a failed journey. */
export const lastPrinted: (() => string)[] = []
const PRINTED_KEPT = 3

const root = path.resolve(import.meta.dirname, '..')
/** The ready line of the demo, or of any other portal's log. */
const READY = /Portico is ready on|"msg":"ready"/

/** Environment variable through which the global setup names the data folder of a demo that was loaded and stopped. */
export const LOADED_DEMO = 'PORTICO_LOADED_DEMO'

/** Settings with which a portal has another database, other keys or no demo. */
const OWN_WORLD = ['DATABASE_URL', 'PORTAL_SECRET_KEYS', 'PORTAL_DATA_DIR']

/** A portal that would load the demo into an empty folder starts with a copy of a loaded one instead. */
async function copyLoadedDemo(dataDir: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const loaded = process.env[LOADED_DEMO]
  const isOther = OWN_WORLD.some((name) => name in environment) || (environment['PORTAL_DEMO'] ?? 'on') !== 'on'
  if (loaded === undefined || isOther || existsSync(dataDir)) return
  await mkdir(path.dirname(dataDir), { recursive: true })
  // With owners and modes: the database belongs to a user of its own.
  await promisify(execFile)('cp', ['-a', loaded, dataDir])
}

/** Starts the portal on a free port, with the demo unless the folder has data, and resolves when it reports ready. */
export async function startServer(
  environment: Record<string, string> = {},
  folder?: string,
  [program, ...args]: readonly [string, ...string[]] = [process.execPath, ...serverArguments('serve')],
): Promise<RunningPortal> {
  const overrides = folder === undefined
  const home = folder ?? (await createTempFolder())
  if (program === process.execPath) await copyLoadedDemo(path.join(home, 'data'), environment)
  const port = environment['PORT'] ?? String(await freePort())
  const child = spawn(program, args, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      ...compiledCode,
      TZ: 'America/Chicago',
      PORT: port,
      PORTAL_OPS_PORT: String(await freePort()),
      PORTAL_DATA_DIR: path.join(home, 'data'),
      ...(environment['PORTAL_DEMO'] === 'off' ? {} : { PORTAL_RATE_LIMIT: 'off' }),
      LOG_LEVEL: 'info',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const onOutput = (chunk: Buffer) => void (printed += chunk.toString())
  lastPrinted.push(() => printed)
  if (lastPrinted.length > PRINTED_KEPT) lastPrinted.shift()
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onOutput)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await new Promise((resolve) => child.once('exit', resolve))
  }
  const stop = async () => {
    await end('SIGTERM')
    if (overrides) await rm(home, { recursive: true, force: true, maxRetries: 20 })
  }
  try {
    await readiness(child, () => printed)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    origin: `http://localhost:${port}`,
    process: child,
    printed: () => printed,
    stop,
    kill: () => end('SIGKILL'),
  }
}

/** Creates an empty folder for a portal that is started more than once; the user of its database can reach it. */
export async function createTempFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-journey-'))
  await chmod(folder, 0o755)
  return folder
}

function readiness(child: ChildProcess, printed: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (READY.test(printed())) resolve()
    }
    child.stdout?.on('data', look)
    child.once('exit', (code) => reject(new Error(`The portal ended with ${code} before it was ready:\n${printed()}`)))
  })
}
