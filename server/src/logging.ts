import { type DestinationStream, type Logger as PinoLogger, type LoggerOptions, pino } from 'pino'
import { describeError } from './error-cause.ts'
import { openStandardOutput } from './log-output.ts'

export type Logger = PinoLogger

/** Names whose values never reach a log, wherever they stand. */
const secrets = [
  'password',
  'currentPassword',
  'newPassword',
  'pswdPhrase',
  'securityConfirmPwd',
  'token',
  'sessionToken',
  'csrfToken',
  'authorization',
  'cookie',
  'loginSessionId',
]

/** One JSON object a line on standard output: time in UTC, level as a word. */
export function createLogger(level: string, version: string, output?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: { service: 'portico', version },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    messageKey: 'msg',
    serializers: { err: (error: unknown) => (error instanceof Error ? safeError(error) : error) },
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  }
  return pino(options, output ?? openStandardOutput())
}

/** The same log for lines whose every field is named in the code: there is nothing to censor, which saves looking. */
export const uncensored = (logger: Logger): Logger => logger.child({}, { redact: [] })

/** Message, with what is behind it, and stack for the log; never the detail fields of a database error, which hold values. */
export function safeError(error: unknown): { type: string; message: string; stack?: string; code?: unknown } {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' }
  const code = (error as { code?: unknown }).code
  return {
    type: error.constructor.name,
    message: describeError(error),
    ...(error.stack ? { stack: error.stack.split('\n').slice(1, 12).join('\n') } : {}),
    ...(code === undefined ? {} : { code }),
  }
}
