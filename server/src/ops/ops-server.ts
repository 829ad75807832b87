import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SecretKey } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../logging.ts'
import { StartError } from '../start-error.ts'
import type { Metrics } from './metrics.ts'
import type { NodeState } from './node-state.ts'
import { nodeStanding, type Standing } from './node-standing.ts'
import { readiness, type ReadinessDeps } from './readiness.ts'
import { describeError } from '../error-cause.ts'

// Importing this module as ESM would also load the WebSocket client, 30 ms of every start.
const { createServer } = process.getBuiltinModule('node:http')

/** Milliseconds between two looks at what other nodes have changed. */
const WATCH_MS = 15_000

export interface OpsServerDeps {
  port: number
  host: string
  /** True when the operator set the port: then no other one is used. */
  isPortNamed: boolean
  database: Database
  databaseUrl: string
  secretKeys: readonly SecretKey[]
  essentialSecrets: ReadinessDeps['essentialSecrets']
  state: NodeState
  metrics: Metrics
  version: string
  logger: Logger
  /** Timeout of the database for readiness. */
  timeoutMs?: number
}

export interface OpsServer {
  readonly port: number
  /** True where this node fits the database and the nodes beside it; rejects while the database is away. */
  isFit(): Promise<boolean>
  close(): Promise<void>
}

interface OpsAnswer {
  status: number
  type: string
  body: string
}

type PageDeps = OpsServerDeps & { readStanding: () => Promise<Standing> }

type Page = () => Promise<OpsAnswer> | OpsAnswer

/** Health and metrics for operators, on a port of their own that must not be public. */
export async function opsServer(deps: OpsServerDeps): Promise<OpsServer> {
  const { database, secretKeys, logger, metrics, version } = deps
  const observe: Metrics['observeStanding'] = (standing) => metrics.observeStanding(standing)
  // The part behind the plus sign tells builds of one version apart.
  const standingDeps = { database, secretKeys, logger, observe, version: version.split('+', 1)[0] ?? version }
  const readStanding = nodeStanding(standingDeps)
  const pages = pagesOf({ ...deps, readStanding })
  // Also where nobody asks for readiness, the log says what is wrong.
  const watch = setInterval(() => void readStanding().catch(() => {}), WATCH_MS).unref()
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 5_000, maxHeaderSize: 8192 },
    (request, response) => {
      answer(pages, request, response).catch((error: Error) => {
        deps.logger.error({ err: { message: describeError(error) } }, 'ops')
        send(response, request.method, json(500, { status: 'error' }))
      })
    },
  )
  const port = await listen(server, deps)
  return {
    port,
    isFit: async () => (await readStanding()).reasons.length === 0,
    close: () =>
      new Promise((resolve) => {
        clearInterval(watch)
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function pagesOf({ metrics, version, ...watched }: PageDeps): ReadonlyMap<string, Page> {
  const { state } = watched
  const readReadiness = readiness(watched)
  return new Map<string, Page>([
    ['/livez', () => json(200, { status: 'alive', version })],
    [
      '/startupz',
      () => (state.phase === 'starting' ? json(503, { status: 'starting' }) : json(200, { status: 'started' })),
    ],
    [
      '/readyz',
      async () => {
        const { reasons, notices } = await readReadiness()
        const more = notices.length > 0 ? { notices } : {}
        return reasons.length > 0
          ? json(503, { status: 'not ready', reasons, ...more })
          : json(200, { status: 'ready', ...more })
      },
    ],
    ['/metrics', async () => ({ status: 200, ...(await metrics.text()) })],
  ])
}

const json = (status: number, value: unknown): OpsAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})

async function answer(
  pages: ReadonlyMap<string, Page>,
  { url = '', method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const page = pages.get(url.split('?', 1)[0] ?? '')
  if (!page) return send(response, method, json(404, { status: 'not found' }))
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return send(response, method, json(405, { status: 'method not allowed' }))
  }
  send(response, method, await page())
}

function send(response: ServerResponse, method: string | undefined, { status, type, body }: OpsAnswer): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(method === 'HEAD' ? undefined : body)
}

async function listen(server: Server, { port, host, isPortNamed, logger }: OpsServerDeps): Promise<number> {
  const tryPort = (candidate: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject)
      server.listen(candidate, host, () => {
        server.off('error', reject)
        resolve((server.address() as AddressInfo).port)
      })
    })
  try {
    return await tryPort(port)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (isPortNamed || code !== 'EADDRINUSE') {
      const why = code === 'EADDRINUSE' ? 'something else listens there' : message
      throw new StartError(`The port ${port} of PORTAL_OPS_PORT cannot be used: ${why}.`, { cause: error })
    }
    const freePort = await tryPort(0)
    logger.info({ port: freePort }, `port ${port} is taken; health and metrics are on port ${freePort}`)
    return freePort
  }
}
