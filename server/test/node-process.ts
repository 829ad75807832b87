import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { productRoot } from '../src/product-root.ts'
import { builtServer, compiledCode } from './built-server.ts'
import { freePort } from './free-port.ts'
import { type Portal, waysOf } from './portal.ts'

/** A node as a program of its own. */
export interface NodeProcess {
  port: number
  opsPort: number
  process: ChildProcess
}

interface NodePlace {
  /** The public address of the portal. */
  origin: string
  /** Folder of its data. */
  folder: string
  /** Where it listens; absent: at a free port. */
  port?: number
  /** Further settings. */
  environment?: Readonly<Record<string, string>>
}

/** What a node needs of a portal: its database and keys. */
export interface NodeOwner {
  owner: (text: string) => Promise<unknown>
  config: Pick<Portal['config'], 'databaseUrl' | 'secretKeys'> & Partial<Pick<Portal['config'], 'pooledDatabaseUrl'>>
}

/** Starts a node on the database of a portal, without waiting until it answers. */
export async function startNode(
  portal: NodeOwner,
  { origin, folder, port, environment = {} }: NodePlace,
): Promise<NodeProcess> {
  // Only a demo is served without limits per address.
  await portal.owner('insert into demo_world (has_known_passwords) values (true) on conflict do nothing')
  const program = await builtServer()
  const [ownPort, opsPort] = [port ?? (await freePort()), await freePort()]
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: productRoot,
    env: {
      PATH: process.env['PATH'],
      ...compiledCode,
      TZ: 'America/Chicago',
      HOST: '127.0.0.1',
      PORT: String(ownPort),
      PORTAL_OPS_PORT: String(opsPort),
      PORTAL_DATA_DIR: folder,
      PORTAL_PUBLIC_URL: origin,
      PORTAL_TRUSTED_PROXIES: '127.0.0.1',
      ...waysOf({ url: portal.config.databaseUrl ?? '', pooledUrl: portal.config.pooledDatabaseUrl }),
      PORTAL_SECRET_KEYS: portal.config.secretKeys.map(({ id, key }) => `${id}:${key}`).join(','),
      PORTAL_DEMO: 'on',
      PORTAL_RATE_LIMIT: 'off',
      PORTAL_HUMAN_CHECK: 'never',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { port: ownPort, opsPort, process: child }
}

/** Ends a process, and returns when it has ended. */
export async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
