import type { FastifyBaseLogger } from 'fastify'

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
type Child = Parameters<FastifyBaseLogger['child']>

/**
 * The logger of one request, made for the first line that is logged by it. Most requests log none, and making one
 * searches its fields for secrets.
 */
class RequestLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #arguments: Child
  #child: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, child: Child) {
    this.#parent = parent
    this.#arguments = child
  }

  get #logger(): FastifyBaseLogger {
    return (this.#child ??= this.#parent.child(...this.#arguments))
  }

  get level(): string {
    return this.#logger.level
  }

  child(...child: Child): FastifyBaseLogger {
    return this.#logger.child(...child)
  }

  trace(...line: unknown[]): void {
    this.#log('trace', line)
  }

  debug(...line: unknown[]): void {
    this.#log('debug', line)
  }

  info(...line: unknown[]): void {
    this.#log('info', line)
  }

  warn(...line: unknown[]): void {
    this.#log('warn', line)
  }

  error(...line: unknown[]): void {
    this.#log('error', line)
  }

  fatal(...line: unknown[]): void {
    this.#log('fatal', line)
  }

  silent(...line: unknown[]): void {
    this.#log('silent', line)
  }

  #log(level: Level, line: unknown[]): void {
    const logger = this.#logger
    ;(logger[level] as (...line: unknown[]) => void).apply(logger, line)
  }
}

/** Returns the logger of a request, for the framework. */
export const requestLogger = (parent: FastifyBaseLogger, ...child: Child): FastifyBaseLogger =>
  new RequestLogger(parent, child)
