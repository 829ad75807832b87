import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

export type Logger = FastifyBaseLogger

/** Names whose values never reach a log, wherever they stand. */
const secrets = ['password', 'currentPassword', 'newPassword', 'pswdPhrase', 'securityConfirmPwd', 'token', 'sessionToken', 'csrfToken', 'authorization', 'cookie', 'loginSessionId']

/** One JSON object a line on standard output: time in UTC, level as a word. */
export function createLogger(level: string, version: string): Logger {
  return pino({
    level,
    base: { service: 'portico', version },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    messageKey: 'msg',
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
  })
}
