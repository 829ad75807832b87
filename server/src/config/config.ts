import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { StartError } from '../start-error.ts'
import type { SmtpServer } from './smtp-address.ts'
import { type DirectorySettings, directorySettings } from './directory-settings.ts'
import { type CheckServiceSettings, humanCheckService } from './human-check-settings.ts'
import type { ClamdPlace, FilePlace } from './file-settings.ts'
import type { Setting } from './setting.ts'
import { type SettingName, settings } from './settings.ts'

export interface SecretKey {
  id: string
  key: string
}

/** The portal as Duo knows it. */
export interface DuoApplication {
  host: string
  clientId: string
  clientSecret: string
}

/** The portal's settings, checked and completed. */
export interface Config {
  port: number
  host: string
  /** Absent: the embedded database in the data folder. */
  databaseUrl: string | undefined
  logLevel: string
  publicUrl: URL
  dataDir: string
  demo: boolean
  secretKeys: readonly SecretKey[]
  opsPort: number
  /** True where the operator named the ops port: then a busy one stops the start. */
  isOpsPortNamed: boolean
  secondFactor: 'built-in' | 'duo' | 'off'
  /** Where secondFactor is duo. */
  duo: DuoApplication | null
  humanCheck: 'always' | 'after-failures' | 'never'
  /** Null: the portal checks by itself. */
  humanCheckService: CheckServiceSettings | null
  mailFrom: string
  textMessages: 'carrier-mail' | 'off'
  /** Absent: mails stay in the outbox. */
  smtp: SmtpServer | undefined
  businessTimeZone: string
  trustedProxies: readonly string[]
  rateLimit: boolean
  sessionMaxHours: number
  passwordMaxAgeDays: number
  /** How a forgotten password is recovered. */
  recoveryMode: 'question' | 'link'
  loginMaxFailures: number
  apiDocs: boolean
  files: FilePlace
  /** Null: uploads are not scanned. */
  virusScanner: ClamdPlace | null
  /** Nothing is stored while the scanner is away. */
  scanRequired: boolean
  directory: DirectorySettings
}

type Values = { [Name in SettingName]?: z.output<Extract<(typeof settings)[number], { name: Name }>['takes']> }
type Environment = Readonly<Record<string, string | undefined>>

/** Reads and checks the environment. Throws one StartError that lists everything that is wrong. */
export function readConfig(environment: Environment): Config {
  const problems: string[] = unknownNames(environment)
  const values = readValues(environment, problems)
  problems.push(...disagreements(values, problems))
  const demo = (values.PORTAL_DEMO ?? (values.DATABASE_URL ? 'off' : 'on')) === 'on'
  if (values.PORTAL_RATE_LIMIT === 'off' && !demo) problems.push('PORTAL_RATE_LIMIT=off is refused without the demo.')
  const directory = directorySettings(values, problems)
  const checkService = humanCheckService(values, problems)
  if (problems.length) throw new StartError(problems.join('\n'))
  return { ...complete(values, demo), directory, humanCheckService: checkService }
}

/** What each setting says well, and two of them together not. */
function disagreements(values: Values, problems: readonly string[]): string[] {
  const found: string[] = []
  if (
    values.DATABASE_URL &&
    !values.PORTAL_SECRET_KEYS &&
    !problems.some((problem) => problem.startsWith('PORTAL_SECRET_KEYS'))
  )
    found.push(`PORTAL_SECRET_KEYS is required with DATABASE_URL. A new one: ${newKeyRing()}`)
  if (values.PORTAL_OPS_PORT !== undefined && values.PORTAL_OPS_PORT === (values.PORT ?? 8080))
    found.push('PORTAL_OPS_PORT and PORT are the same; choose two different ports.')
  if (values.PORTAL_SMTP_URL && !values.PORTAL_MAIL_FROM)
    found.push('PORTAL_MAIL_FROM is required with PORTAL_SMTP_URL: the address that mails come from.')
  if (values.PORTAL_SECOND_FACTOR === 'duo')
    for (const name of ['PORTAL_DUO_HOST', 'PORTAL_DUO_CLIENT_ID', 'PORTAL_DUO_CLIENT_SECRET'] as const)
      if (values[name] === undefined) found.push(`${name} is required with PORTAL_SECOND_FACTOR=duo.`)
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

function complete(values: Values, demo: boolean): Omit<Config, 'directory' | 'humanCheckService'> {
  const { PORTAL_RECOVERY_MODE: recoveryMode = 'question' } = values
  return {
    demo,
    secretKeys: values.PORTAL_SECRET_KEYS ?? [],
    ...placeOf(values),
    ...rulesOf(values, demo),
    recoveryMode,
  }
}

/** Where the portal is, what it stores in, how it is reached. */
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

/** How it behaves. */
function rulesOf(values: Values, demo: boolean) {
  const docs = demo ? 'on' : 'off'
  const { LOG_LEVEL: logLevel = 'info', PORTAL_SECOND_FACTOR: secondFactor = 'built-in' } = values
  const { PORTAL_SESSION_MAX_HOURS: sessionMaxHours = 12, PORTAL_PASSWORD_MAX_AGE_DAYS: passwordMaxAgeDays = 90 } =
    values
  return {
    logLevel,
    secondFactor,
    duo: secondFactor === 'duo' ? duoOf(values) : null,
    sessionMaxHours,
    passwordMaxAgeDays,
    loginMaxFailures: values.PORTAL_LOGIN_MAX_FAILURES ?? 5,
    humanCheck: values.PORTAL_HUMAN_CHECK ?? ('after-failures' as const),
    mailFrom: values.PORTAL_MAIL_FROM ?? 'portal@localhost',
    businessTimeZone: values.PORTAL_BUSINESS_TIME_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    rateLimit: values.PORTAL_RATE_LIMIT !== 'off',
    apiDocs: (values.PORTAL_API_DOCS ?? docs) === 'on',
  }
}

/** Keys of a portal with the embedded database: made once, kept readable by the owner only. */
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
      `The key file ${file} is damaged. Restore it from a backup, or remove it: everybody signs in again then.`,
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
  const said = error.issues[0]?.message ?? 'is not valid'
  return said.startsWith('must') ? said : `is not valid: ${said}`
}

function unknownNames(environment: Environment): string[] {
  const known: string[] = settings.flatMap((setting: Setting) =>
    setting.secret ? [setting.name, `${setting.name}_FILE`] : [setting.name],
  )
  return Object.keys(environment)
    .filter((name) => name.startsWith('PORTAL_') && !known.includes(name))
    .map((name) => `${name} is not a setting. Did you mean ${nearest(name, known)}?`)
}

function nearest(name: string, known: readonly string[]): string {
  return (
    known
      .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
      .sort((a, b) => a.distance - b.distance)[0]?.candidate ?? ''
  )
}

/** Levenshtein distance, row by row. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length] ?? 0
}
