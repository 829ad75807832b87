import { type DestinationStream, type Logger as PinoLogger, type LoggerOptions, pino } from 'pino'

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
    // Errors come as safeError made them; the library's own view would add every field they have.
    serializers: { err: (error: unknown) => error },
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
  }
  return output ? pino(options, output) : pino(options)
}
