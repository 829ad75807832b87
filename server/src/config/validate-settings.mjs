import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { demoMode } from './demo-mode.mjs'
import { directorySettings } from './directory-rules.mjs'
import { humanCheckService } from './human-check-setting-list.mjs'
import { isLoopback } from './loopback.mjs'
import { unknownNames } from './setting-names.mjs'
import { directProblems } from './pooler.mjs'
import { replicaProblems } from './replica-address.mjs'
import { settings } from './settings.mjs'
import { unsupportedTracing } from './tracing-setting-list.mjs'
import { InvalidValue } from './value-readers.mjs'

/**
 * @typedef {import('./setting.ts').Environment} Environment
 * @typedef {import('./setting.ts').Setting} Setting
 * @typedef {import('./setting.ts').ValuesOf<typeof settings>} Values
 * @typedef {keyof Values} SettingName
 */

/**
 * Reads and validates the environment.
 * @param {Environment} environment
 * @returns the values, and each problem as a sentence; values of invalid settings are missing
 */
export function validateSettings(environment) {
  /** @type {string[]} */
  const problems = [...unknownNames(environment), ...unsupportedTracing(environment)]
  const values = readValues(environment, problems)
  problems.push(
    ...missing(values, problems),
    ...directProblems(values, problems),
    ...replicaProblems(values, problems),
    ...disagreements(values),
  )
  const demo = demoMode(values, problems)
  const directory = directorySettings(values, problems)
  const checkService = humanCheckService(values, problems)
  return { problems, values, demo, directory, checkService }
}

/**
 * Where the portal listens.
 * @param {Values} values
 */
export function listeningPlace({ PORT, HOST, DATABASE_URL, PORTAL_OPS_PORT }) {
  return {
    port: PORT ?? 8080,
    host: HOST ?? (DATABASE_URL === undefined ? '127.0.0.1' : '0.0.0.0'),
    opsPort: PORTAL_OPS_PORT ?? 8081,
    // When the operator set the ops port, a busy one stops the start.
    isOpsPortNamed: PORTAL_OPS_PORT !== undefined,
  }
}

/** Returns a new key ring of one random key, as PORTAL_SECRET_KEYS takes it. */
export function newKeyRing() {
  const key = randomBytes(32).toString('base64url')
  return `${createHash('sha256').update(key).digest('hex').slice(0, 8)}:${key}`
}

/**
 * Settings that another one requires. An invalid one has been reported already.
 * @param {Values} values
 * @param {readonly string[]} problems
 */
function missing(values, problems) {
  /** @param {SettingName} name @param {string} sentence */
  const required = (name, sentence) =>
    values[name] !== undefined || problems.some((problem) => problem.startsWith(name)) ? [] : [`${name} ${sentence}`]
  const found = []
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
  if (values.PORTAL_AUDIT_KEPT_DAYS)
    found.push(
      ...required(
        'PORTAL_AUDIT_FOLDER',
        'is required with PORTAL_AUDIT_KEPT_DAYS: the folder that keeps the files of months which leave the database.',
      ),
    )
  if (values.PORTAL_SMTP_URL)
    found.push(...required('PORTAL_MAIL_FROM', 'is required with PORTAL_SMTP_URL: the address that mails come from.'))
  if (values.PORTAL_SCAN_REQUIRED === 'true' && !values.PORTAL_VIRUS_SCAN)
    found.push(
      'PORTAL_VIRUS_SCAN is required with PORTAL_SCAN_REQUIRED=true: without a scanner nothing could be stored.',
    )
  if (values.PORTAL_SECOND_FACTOR === 'duo')
    for (const name of /** @type {const} */ (['PORTAL_DUO_HOST', 'PORTAL_DUO_CLIENT_ID', 'PORTAL_DUO_CLIENT_SECRET']))
      found.push(...required(name, 'is required with PORTAL_SECOND_FACTOR=duo.'))
  return found
}

/**
 * Combinations of settings that are valid alone and invalid together.
 * @param {Values} values
 */
function disagreements(values) {
  const found = []
  const { port, opsPort, isOpsPortNamed } = listeningPlace(values)
  if (isOpsPortNamed && opsPort === port)
    found.push('PORTAL_OPS_PORT and PORT are the same; choose two different ports.')
  const { PORTAL_PUBLIC_URL: publicUrl, PORTAL_PLAIN_HTTP: plainHttp } = values
  if (publicUrl?.protocol === 'http:' && !isLoopback(publicUrl.hostname) && plainHttp !== 'on')
    found.push(
      'PORTAL_PUBLIC_URL must begin with https:// beyond this machine. PORTAL_PLAIN_HTTP=on allows http:// all the same; browsers do not keep the sign-in cookies there.',
    )
  if (values.PORTAL_PHONE_COUNTRY !== undefined && values.PORTAL_PHONE_NUMBERS !== 'international')
    found.push(
      'PORTAL_PHONE_COUNTRY is only for PORTAL_PHONE_NUMBERS=international: ten digits belong to no other country.',
    )
  return found
}

/**
 * @param {Environment} environment
 * @param {string[]} problems
 * @returns {Values}
 */
function readValues(environment, problems) {
  /** @type {Record<string, unknown>} */
  const values = {}
  for (const setting of settings) {
    try {
      const text = textOf(setting, environment)
      if (text !== undefined) values[setting.name] = setting.takes(text)
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      problems.push(`${error.message.startsWith('must') ? `${setting.name} ` : ''}${error.message}.`)
    }
  }
  return values
}

/**
 * @param {Setting} setting
 * @param {Environment} environment
 */
function textOf(setting, environment) {
  const direct = environment[setting.name]
  const file = setting.secret ? environment[`${setting.name}_FILE`] : undefined
  if (direct && file) throw new InvalidValue(`${setting.name} and ${setting.name}_FILE are both set; keep one`)
  if (!file) return direct || undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new InvalidValue(`${setting.name}_FILE names a file that cannot be read: ${file}`)
  }
}
