import type { Server, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type Logger, safeError } from '../logging.ts'
import type { NodeState } from './node-state.ts'

/** The process, or a replacement in tests. */
export interface StoppableProcess {
  on(event: string, listener: (value: unknown) => void): unknown
  off(event: string, listener: (value: unknown) => void): unknown
  exit(code: number): unknown
}

export interface GracefulStopDeps {
  app: { readonly server: Server; close(): PromiseLike<unknown> }
  state: NodeState
  logger: Logger
  /** Closed one after the other once no request runs any more: jobs, ops port, database, its server. */
  afterwards: readonly { readonly name: string; close(): PromiseLike<unknown> }[]
  /** Milliseconds of serving while load balancers take notice: three of their check intervals. */
  drainMs?: number
  /** Waits for that time. */
  pass?: (milliseconds: number) => PromiseLike<unknown>
  hardStopMs?: number
  process?: StoppableProcess
}

export interface GracefulStop {
  /** Stops as a signal would, and exits with this code. */
  stop(code: number): Promise<void>
  /** Removes the signal handlers. */
  uninstall(): void
}

/**
 * Handles signals: the first SIGTERM or SIGINT finishes running requests and closes everything in order, the second
 * one exits at once. Unhandled rejections are logged; uncaught exceptions stop the node.
 */
export function installGracefulStop(deps: GracefulStopDeps): GracefulStop {
  const { logger, process: host = process } = deps
  const drain = announceClose(deps.app.server, deps.state)
  let stopping: Promise<void> | undefined
  const stop = (code: number) => (stopping ??= stopOnce(deps, drain, host, code))
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
  deps: GracefulStopDeps,
  drain: () => void,
  host: StoppableProcess,
  code: number,
): Promise<void> {
  const { app, state, logger, afterwards, drainMs = 0, pass = delay, hardStopMs = 25_000 } = deps
  const hardStop = setTimeout(() => {
    logger.error({}, 'stopped the hard way: something did not end in time')
    host.exit(1)
  }, hardStopMs)
  drain()
  if (drainMs > 0) await pass(drainMs)
  const requests = { name: 'requests', close: () => app.close() }
  for (const part of [requests, ...afterwards]) {
    try {
      await part.close()
    } catch (error) {
      logger.error({ err: safeError(error), part: part.name }, 'did not close cleanly')
    }
  }
  clearTimeout(hardStop)
  logger.info({ phase: state.phase }, 'stopped')
  host.exit(code)
}

/** While draining, every answer closes its connection, also those in progress. */
function announceClose(server: Server, state: NodeState): () => void {
  const open = new Set<ServerResponse>()
  const announceClose = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  server.prependListener('request', (_, response: ServerResponse) => {
    if (state.phase === 'draining') return announceClose(response)
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  return () => {
    state.drain()
    for (const response of open) announceClose(response)
  }
}
