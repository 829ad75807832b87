import { rememberAddresses } from './address-setting.ts'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Language, languages, SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import { StartError } from '../start-error.ts'
import { connectionShares } from './connection-shares.mjs'
import type { DemoMode } from './demo-mode.mjs'
import type { DirectorySettings } from './directory-settings.ts'
import type { EventLogPlace } from './event-log-settings.ts'
import type { ClamdPlace, FilePlace } from './file-settings.ts'
import type { CheckServiceSettings } from './human-check-settings.ts'
import { validateSettings, listeningPlace, newKeyRing } from './validate-settings.mjs'
import type { Environment, ValuesOf } from './setting.ts'
import type { RedisPlace } from './redis-place.ts'
import { keyRing, type settings } from './settings.mjs'
import type { SmtpServer } from './smtp-server.ts'
import { type TracingSettings, tracingSettings } from './tracing-settings.ts'
import { InvalidValue } from './value-readers.mjs'

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
  /** The server itself. Absent: the embedded database in the data folder. */
  databaseUrl: string | undefined
  /** The way to the same database through a pooler in transaction mode, for all that does not need the server itself. */
  pooledDatabaseUrl: string | undefined
  /** Replicas of the same database that answer reads. */
  replicaUrl: string | undefined
  /** Connections of this node to the database, by what they are for. */
  connections: ReturnType<typeof connectionShares>
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
  /** Country of telephone numbers without country code. Null: numbers are ten digits. */
  phoneCountry: string | null
  /** Absent: mails stay in the outbox. */
  smtp: SmtpServer | undefined
  businessTimeZone: string
  /** True: nobody publishes an announcement that they submitted themselves. */
  requiresAnnouncementReview: boolean
  /** The language of readers who chose none and whose browser asks for none. */
  language: Language
  trustedProxies: readonly string[]
  rateLimit: boolean
  /** Where nodes count calls together; absent: each by itself. */
  rateLimitStore: RedisPlace | undefined
  sessionMaxHours: number
  passwordMaxAgeDays: number
  /** Days after which a deleted user is erased; 0: only where somebody asked for it. */
  deletedUsersKeptDays: number
  /** Days that the files of deleted documents stay in their storage. */
  deletedFilesKeptDays: number
  /** Days that an erasure waits which somebody asked for. */
  erasureWaitingDays: number
  /** Months of the audit trail that leave the database; null: none does. */
  auditMonths: { keptDays: number; folder: string } | null
  /** How long the delivery log of webhooks is kept, and whether they may lead into the company's own network. */
  webhooks: { logDays: number; allowsPrivate: boolean }
  /** Where events of the audit trail are also written; null: nowhere. */
  eventLog: EventLogPlace | null
  /** How a forgotten password is recovered. */
  recoveryMode: 'question' | 'link'
  loginMaxFailures: number
  apiDocs: boolean
  files: FilePlace
  /** Documents of the moment that a person is restored from; null: those of `files`. */
  restoreFiles: FilePlace | null
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

/** Reads and validates the environment. @throws one StartError that lists every problem. */
export function readConfig(environment: Environment): Config {
  const { problems, values, demo, directory, checkService } = validateSettings(environment)
  if (problems.length) throw new StartError(problems.join('\n'))
  return { ...complete(values, demo), directory, humanCheckService: checkService }
}

type Values = ValuesOf<typeof settings>

// Does not compile where PORTAL_LANGUAGE lacks a language that the product is shipped in.
languages satisfies readonly NonNullable<Values['PORTAL_LANGUAGE']>[]

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
  const { DATABASE_URL: url, PORTAL_DATABASE_DIRECT_URL: directUrl, PORTAL_TRUSTED_PROXIES: proxies = '' } = values
  rememberAddresses(values)
  const place = listeningPlace(values)
  const dataDir = path.resolve(values.PORTAL_DATA_DIR ?? 'data')
  return {
    ...place,
    databaseUrl: directUrl ?? url,
    pooledDatabaseUrl: directUrl === undefined ? undefined : url,
    replicaUrl: values.PORTAL_DATABASE_REPLICA_URL,
    connections: connectionShares(values.PORTAL_DATABASE_POOL),
    publicUrl: values.PORTAL_PUBLIC_URL ?? new URL(`http://localhost:${place.port}`),
    dataDir,
    files: values.PORTAL_FILES ?? { kind: 'folder' as const, folder: path.join(dataDir, 'files') },
    restoreFiles: values.PORTAL_RESTORE_FILES ?? null,
    maxFileBytes: (values.PORTAL_FILE_MAX_MB ?? 100) * 1_048_576,
    virusScanner: values.PORTAL_VIRUS_SCAN ?? null,
    scanRequired: values.PORTAL_SCAN_REQUIRED === 'true',
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
  deletedFilesKeptDays: values.PORTAL_DELETED_FILES_KEPT_DAYS ?? 0,
  erasureWaitingDays: values.PORTAL_ERASURE_WAITING_DAYS ?? 30,
  auditMonths:
    values.PORTAL_AUDIT_KEPT_DAYS && values.PORTAL_AUDIT_FOLDER
      ? { keptDays: values.PORTAL_AUDIT_KEPT_DAYS, folder: path.resolve(values.PORTAL_AUDIT_FOLDER) }
      : null,
  webhooks: {
    logDays: values.PORTAL_WEBHOOK_KEPT_DAYS ?? 14,
    allowsPrivate: values.PORTAL_WEBHOOK_ADDRESSES === 'private',
  },
  eventLog: values.PORTAL_EVENT_LOG ?? null,
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
    phoneCountry: values.PORTAL_PHONE_NUMBERS === 'international' ? (values.PORTAL_PHONE_COUNTRY ?? 'US') : null,
    requiresAnnouncementReview: values.PORTAL_ANNOUNCEMENT_REVIEW === 'required',
    rateLimit: values.PORTAL_RATE_LIMIT !== 'off',
    rateLimitStore: values.PORTAL_RATE_LIMIT_STORE,
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
  try {
    return keyRing(readFileSync(file, 'utf8').trim())
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    throw new StartError(
      `The key file ${file} is damaged. Restore it from a backup. Where there is none, remove it: the next start makes a new one, and "npm run portal -- secret-keys list" names what the former one held.`,
      { cause: error },
    )
  }
}
