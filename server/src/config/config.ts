import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Language, SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import type { z } from 'zod'
import { StartError } from '../start-error.ts'
import type { SmtpServer } from './smtp-address.ts'
import { type DirectorySettings, directorySettings } from './directory-settings.ts'
import { type CheckServiceSettings, humanCheckService } from './human-check-settings.ts'
import { type DemoMode, demoMode } from './demo-mode.ts'
import type { ClamdPlace, FilePlace } from './file-settings.ts'
import { isLoopback } from './loopback.ts'
import type { Setting } from './setting.ts'
import { unknownNames } from './setting-names.ts'
import { type SettingName, settings } from './settings.ts'
import { type TracingSettings, tracingSettings, unsupportedTracing } from './tracing-settings.ts'

export interface SecretKey {
  id: string
  key: string
}

/** The portal's application at Duo. */
export interface DuoApplication {
  host: string
  clientId: string
  clientSecret: string
}

/** The portal's settings, validated and completed. */
export interface Config {
  port: number
  host: string
  /** Absent: the embedded database in the data folder. */
  databaseUrl: string | undefined
  logLevel: string
  publicUrl: URL
  dataDir: string
  demo: DemoMode
  secretKeys: readonly SecretKey[]
  opsPort: number
  /** True when the operator set the ops port: then a busy one stops the start. */
  isOpsPortNamed: boolean
  secondFactor: 'built-in' | 'duo' | 'off'
  /** Set when secondFactor is duo. */
  duo: DuoApplication | null
  humanCheck: 'always' | 'after-failures' | 'never'
  /** Null: the portal's own check. */
  humanCheckService: CheckServiceSettings | null
  mailFrom: string
  textMessages: 'carrier-mail' | 'off'
  /** Absent: mails stay in the outbox. */
  smtp: SmtpServer | undefined
  businessTimeZone: string
  /** True: nobody publishes an announcement that they submitted themselves. */
  requiresAnnouncementReview: boolean
  /** The language of readers who chose none and whose browser asks for none. */
  language: Language
  trustedProxies: readonly string[]
  rateLimit: boolean
  sessionMaxHours: number
  passwordMaxAgeDays: number
  /** Days after which a deleted user is erased; 0: never. */
  deletedUsersKeptDays: number
  /** How a forgotten password is recovered. */
  recoveryMode: 'question' | 'link'
  loginMaxFailures: number
  apiDocs: boolean
  files: FilePlace
  /** Most bytes of a file that administrators publish. */
  maxFileBytes: number
  /** Null: uploads are not scanned. */
  virusScanner: ClamdPlace | null
  /** True: nothing is stored while the scanner is unavailable. */
  scanRequired: boolean
  directory: DirectorySettings
  /** Null: no traces. */
  tracing: TracingSettings | null
}

type Values = { [Name in SettingName]?: z.output<Extract<(typeof settings)[number], { name: Name }>['takes']> }
type Environment = Readonly<Record<string, string | undefined>>

/** Reads and validates the environment. @throws one StartError that lists every problem. */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [...unknownNames(environment), ...unsupportedTracing(environment)]
  const values = readValues(environment, problems)
  problems.push(...missing(values, problems), ...disagreements(values))
  const demo = demoMode(values, problems)
  const directory = directorySettings(values, problems)
  const checkService = humanCheckService(values, problems)
  if (problems.length) throw new StartError(problems.join('\n'))
  return { ...complete(values, demo), directory, humanCheckService: checkService }
}

/** Settings that another one requires. An invalid one has been reported already. */
function missing(values: Values, problems: readonly string[]): string[] {
  const required = (name: SettingName, sentence: string): string[] =>
    values[name] !== undefined || problems.some((problem) => problem.startsWith(name)) ? [] : [`${name} ${sentence}`]
  const found: string[] = []
  if (values.DATABASE_URL) {
    found.push(...required('PORTAL_SECRET_KEYS', `is required with DATABASE_URL. A new one: ${newKeyRing()}`))
    if (values.PORTAL_DEMO !== 'on')
      found.push(
        ...required(
          'PORTAL_PUBLIC_URL',
          'is required with DATABASE_URL: the address under which people open the portal.',
        ),
      )
  }
  if (values.PORTAL_SMTP_URL)
    found.push(...required('PORTAL_MAIL_FROM', 'is required with PORTAL_SMTP_URL: the address that mails come from.'))
  if (values.PORTAL_SCAN_REQUIRED === 'true' && !values.PORTAL_VIRUS_SCAN)
    found.push(
      'PORTAL_VIRUS_SCAN is required with PORTAL_SCAN_REQUIRED=true: without a scanner nothing could be stored.',
    )
  if (values.PORTAL_SECOND_FACTOR === 'duo')
    for (const name of ['PORTAL_DUO_HOST', 'PORTAL_DUO_CLIENT_ID', 'PORTAL_DUO_CLIENT_SECRET'] as const)
      found.push(...required(name, 'is required with PORTAL_SECOND_FACTOR=duo.'))
  return found
}

/** Combinations of settings that are valid alone and invalid together. */
function disagreements(values: Values): string[] {
  const found: string[] = []
  if (values.PORTAL_OPS_PORT !== undefined && values.PORTAL_OPS_PORT === (values.PORT ?? 8080))
    found.push('PORTAL_OPS_PORT and PORT are the same; choose two different ports.')
  const { PORTAL_PUBLIC_URL: publicUrl, PORTAL_PLAIN_HTTP: plainHttp } = values
  if (publicUrl?.protocol === 'http:' && !isLoopback(publicUrl.hostname) && plainHttp !== 'on')
    found.push(
      'PORTAL_PUBLIC_URL must begin with https:// beyond this machine. PORTAL_PLAIN_HTTP=on allows http:// all the same; browsers do not keep the sign-in cookies there.',
    )
  return found
}

function readValues(environment: Environment, problems: string[]): Values {
  const values: Record<string, unknown> = {}
  for (const setting of settings) {
    try {
      const text = textOf(setting, environment)
      if (text === undefined) continue
      const parsed = setting.takes.safeParse(text)
      if (parsed.success) values[setting.name] = parsed.data
      else problems.push(`${setting.name} ${sentenceOf(parsed.error)}.`)
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  return values
}

function complete(values: Values, demo: DemoMode): Omit<Config, 'directory' | 'humanCheckService'> {
  const { PORTAL_RECOVERY_MODE: recoveryMode = 'question' } = values
  return {
    demo,
    secretKeys: values.PORTAL_SECRET_KEYS ?? [],
    ...placeOf(values),
    ...rulesOf(values, demo),
    language: values.PORTAL_LANGUAGE ?? SOURCE_LANGUAGE,
    recoveryMode,
    tracing: tracingSettings(values),
  }
}

/** Settings of addresses and storage. */
function placeOf(values: Values) {
  const { PORT: port = 8080, DATABASE_URL: databaseUrl, PORTAL_TRUSTED_PROXIES: proxies = '' } = values
  const dataDir = path.resolve(values.PORTAL_DATA_DIR ?? 'data')
  return {
    port,
    databaseUrl,
    host: values.HOST ?? (databaseUrl ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: values.PORTAL_PUBLIC_URL ?? new URL(`http://localhost:${port}`),
    dataDir,
    files: values.PORTAL_FILES ?? { kind: 'folder' as const, folder: path.join(dataDir, 'files') },
    maxFileBytes: (values.PORTAL_FILE_MAX_MB ?? 100) * 1_048_576,
    virusScanner: values.PORTAL_VIRUS_SCAN ?? null,
    scanRequired: values.PORTAL_SCAN_REQUIRED === 'true',
    opsPort: values.PORTAL_OPS_PORT ?? 8081,
    isOpsPortNamed: values.PORTAL_OPS_PORT !== undefined,
    trustedProxies: proxies
      .split(',')
      .map((address) => address.trim())
      .filter(Boolean),
    smtp: values.PORTAL_SMTP_URL,
    textMessages: values.PORTAL_TEXT_MESSAGES ?? ('carrier-mail' as const),
  }
}

const duoOf = (values: Values): DuoApplication => ({
  host: values.PORTAL_DUO_HOST ?? '',
  clientId: values.PORTAL_DUO_CLIENT_ID ?? '',
  clientSecret: values.PORTAL_DUO_CLIENT_SECRET ?? '',
})

/** How long sessions, passwords and deleted users last. */
const termsOf = (values: Values) => ({
  sessionMaxHours: values.PORTAL_SESSION_MAX_HOURS ?? 12,
  passwordMaxAgeDays: values.PORTAL_PASSWORD_MAX_AGE_DAYS ?? 90,
  deletedUsersKeptDays: values.PORTAL_DELETED_USERS_KEPT_DAYS ?? 365,
})

/** Settings of behavior. */
function rulesOf(values: Values, demo: DemoMode) {
  const docs = demo === 'off' ? 'off' : 'on'
  const { LOG_LEVEL: logLevel = 'info', PORTAL_SECOND_FACTOR: secondFactor = 'built-in' } = values
  return {
    logLevel,
    secondFactor,
    duo: secondFactor === 'duo' ? duoOf(values) : null,
    ...termsOf(values),
    loginMaxFailures: values.PORTAL_LOGIN_MAX_FAILURES ?? 5,
    humanCheck: values.PORTAL_HUMAN_CHECK ?? ('after-failures' as const),
    mailFrom: values.PORTAL_MAIL_FROM ?? 'portal@localhost',
    businessTimeZone: values.PORTAL_BUSINESS_TIME_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    requiresAnnouncementReview: values.PORTAL_ANNOUNCEMENT_REVIEW === 'required',
    rateLimit: values.PORTAL_RATE_LIMIT !== 'off',
    apiDocs: (values.PORTAL_API_DOCS ?? docs) === 'on',
  }
}

/** Returns the keys of a portal with the embedded database: generated once, readable by the owner only. */
export function keysOfDataFolder(dataDir: string): readonly SecretKey[] {
  const folder = path.join(dataDir, 'keys')
  const file = path.join(folder, 'secret-keys')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(file, newKeyRing(), { mode: 0o600, flag: 'wx', flush: true })
  }
  const ring = settings.find((setting) => setting.name === 'PORTAL_SECRET_KEYS')
  const parsed = ring?.takes.safeParse(readFileSync(file, 'utf8').trim())
  if (!parsed?.success)
    throw new StartError(
      `The key file ${file} is damaged. Restore it from a backup. Where there is none, remove it: the next start makes a new one, and "npm run portal -- secret-keys list" names what the former one held.`,
    )
  return parsed.data as SecretKey[]
}

function newKeyRing(): string {
  const key = randomBytes(32).toString('base64url')
  return `${createHash('sha256').update(key).digest('hex').slice(0, 8)}:${key}`
}

function textOf(setting: Setting, environment: Environment): string | undefined {
  const direct = environment[setting.name]
  const file = setting.secret ? environment[`${setting.name}_FILE`] : undefined
  if (direct && file) throw new Error(`${setting.name} and ${setting.name}_FILE are both set; keep one.`)
  if (!file) return direct || undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new Error(`${setting.name}_FILE names a file that cannot be read: ${file}.`)
  }
}

function sentenceOf(error: z.ZodError): string {
  const message = error.issues[0]?.message ?? 'is not valid'
  return message.startsWith('must') ? message : `is not valid: ${message}`
}
