import type { Server, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type Logger, safeError } from '../logging.ts'
import type { NodeState } from './node-state.ts'

/** What is heard and ended: the process, or something that stands in for it. */
export interface StoppableProcess {
  on(event: string, listener: (value: unknown) => void): unknown
  off(event: string, listener: (value: unknown) => void): unknown
  exit(code: number): unknown
}

export interface GracefulStopParts {
  app: { readonly server: Server; close(): PromiseLike<unknown> }
  state: NodeState
  logger: Logger
  /** Closed one after the other once no request runs any more: jobs, ops port, database, its server. */
  afterwards: readonly { readonly name: string; close(): PromiseLike<unknown> }[]
  /** Milliseconds to go on serving while load balancers take note: three of their health intervals. */
  drainMs?: number
  /** How that time passes. */
  pass?: (milliseconds: number) => PromiseLike<unknown>
  hardStopMs?: number
  process?: StoppableProcess
}

export interface GracefulStop {
  /** Stops as a signal would, and ends the process with this code. */
  stop(code: number): Promise<void>
  /** Hears signals no longer. */
  uninstall(): void
}

/**
 * Makes the first SIGTERM or SIGINT finish what runs and close everything in order, and the second
 * one end the process at once. Rejections that nobody handles are logged; exceptions stop the node.
 */
export function installGracefulStop(parts: GracefulStopParts): GracefulStop {
  const { logger, process: host = process } = parts
  const closeConnections = connectionCloser(parts.app.server, parts.state)
  let stopping: Promise<void> | undefined
  const stop = (code: number) => (stopping ??= stopOnce(parts, closeConnections, host, code))
  const onSignal = (signal: 'SIGTERM' | 'SIGINT') => () => {
    if (stopping) return void host.exit(signal === 'SIGINT' ? 130 : 143)
    logger.info({ signal }, 'stopping')
    void stop(0)
  }
  const listeners: Readonly<Record<string, (value: unknown) => void>> = {
    SIGTERM: onSignal('SIGTERM'),
    SIGINT: onSignal('SIGINT'),
    unhandledRejection: (reason: unknown) => logger.error({ err: safeError(reason) }, 'unhandled rejection'),
    uncaughtException: (error: unknown) => {
      logger.fatal({ err: safeError(error) }, 'uncaught exception')
      void stop(1)
    },
  }
  for (const [event, listener] of Object.entries(listeners)) host.on(event, listener)
  const uninstall = () => {
    for (const [event, listener] of Object.entries(listeners)) host.off(event, listener)
  }
  return { stop, uninstall }
}

async function stopOnce(
  parts: GracefulStopParts,
  closeConnections: () => () => void,
  host: StoppableProcess,
  code: number,
): Promise<void> {
  const { app, state, logger, afterwards, drainMs = 0, pass = delay, hardStopMs = 25_000 } = parts
  const hardStop = setTimeout(() => {
    logger.error({}, 'stopped the hard way: something did not end in time')
    host.exit(1)
  }, hardStopMs)
  const settled = closeConnections()
  if (drainMs > 0) await pass(drainMs)
  const requests = { name: 'requests', close: () => app.close() }
  for (const part of [requests, ...afterwards]) {
    try {
      await part.close()
    } catch (error) {
      logger.error({ err: safeError(error), part: part.name }, 'did not close cleanly')
    }
    if (part === requests) settled()
  }
  clearTimeout(hardStop)
  logger.info({ phase: state.phase }, 'stopped')
  host.exit(code)
}

/** Once draining, every answer says that its connection closes, also those that were under way already. */
function connectionCloser(server: Server, state: NodeState): () => () => void {
  const open = new Set<ServerResponse>()
  const sayClose = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  server.prependListener('request', (_, response: ServerResponse) => {
    if (state.phase === 'draining') return sayClose(response)
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  return () => {
    state.drain()
    for (const response of open) sayClose(response)
    // An answer whose head was out before leaves its connection open; nothing more comes over it.
    const sweep = setInterval(() => server.closeIdleConnections(), 100)
    return () => clearInterval(sweep)
  }
}
