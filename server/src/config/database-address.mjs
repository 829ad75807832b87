import { readFileSync } from 'node:fs'
import { readCertificates } from './certificate-file.mjs'
import { hostsProblem } from './database-hosts.mjs'
import { editDistance, nearest } from './nearest-name.mjs'
import { poolerProblem } from './pooler.mjs'
import { refuseValue } from './value-readers.mjs'

/** Maximum number of edits for a typing mistake. */
const EDITS_MAX = 2

/** What the driver takes as sslmode (libpq's allow is not among them). */
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/**
 * Characters that end a part of an address are written as %40 and the like in user name, password and parameters: what
 * is behind one of them would be taken for a host or a database, and named in messages.
 */
const parts = [
  /^postgres(?:ql)?:\/\//,
  // User name and password.
  /(?:[^@/?#:\\\s]*(?::[^@/?#\\\s]*)?@)?/,
  // Hosts; empty, or a folder with %2F, for a socket.
  /(?:\[[\da-f:.]+\]|[\w.%-]*)(?::\d{1,5})?(?:,(?:\[[\da-f:.]+\]|[\w.%-]*)(?::\d{1,5})?)*/,
  // Database, parameters.
  /(?:\/[^@/?#:\\\s]*)?(?:\?(?:[\w.]+=[^@?#&\s]*&?)*)?$/,
]
const SHAPE = new RegExp(parts.map(({ source }) => source).join(''), 'i')
const EXPLANATION =
  'must be an address such as postgres://user:password@host:5432/database, with %40 for @, %2F for /, %3A for :, %3F for ? and %23 for # in user name and password'

/** Parameters of an address by who reads them: libpq, whose programs make backups; the driver; the portal. */
const PARAMETERS = `
  host hostaddr port dbname user password passfile require_auth channel_binding connect_timeout client_encoding
  options application_name fallback_application_name keepalives keepalives_idle keepalives_interval
  keepalives_count tcp_user_timeout replication gssencmode ssl sslmode requiressl sslnegotiation sslcompression
  sslcert sslkey sslkeylogfile sslpassword sslcertmode sslrootcert sslcrl sslcrldir sslsni requirepeer
  ssl_min_protocol_version ssl_max_protocol_version min_protocol_version max_protocol_version krbsrvname gsslib
  gssdelegation scram_client_key scram_server_key service servicefile target_session_attrs load_balance_hosts
  oauth_issuer oauth_client_id oauth_client_secret oauth_scope uselibpqcompat pool_timeout connection_limit pooler
  prepared_statements exports_database
`
  .trim()
  .split(/\s+/)

/** True for an address whose parts are where the driver looks for them. @param {string} text */
export const isDatabaseAddress = (text) => SHAPE.test(text)

/**
 * The address of a PostgreSQL server, with the files that it names for TLS. Error messages never repeat the value.
 * @param {string} text
 */
export function databaseAddress(text) {
  if (!/^postgres(ql)?:\/\//.test(text)) refuseValue('must start with postgres://')
  if (!isDatabaseAddress(text)) refuseValue(EXPLANATION)
  // Of a socket: postgres:///database?host=/run/postgresql.
  const query = new URLSearchParams(text.split('?').slice(1).join('?'))
  const problem =
    hostsProblem(text) ??
    parameterProblem(query) ??
    modeProblem(query.get('sslmode')) ??
    fileProblem(query) ??
    poolerProblem(text)
  return problem === undefined ? text : refuseValue(problem)
}

/** @param {URLSearchParams} query one that is not known would be left out without a word */
function parameterProblem(query) {
  const unknown = [...query.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown === undefined) return undefined
  // A name that is like none may be a part of a password.
  const meant = nearest(unknown, PARAMETERS)
  return meant !== undefined && editDistance(unknown, meant) <= EDITS_MAX
    ? `must have parameters that PostgreSQL or the portal knows; ${unknown} probably means ${meant}`
    : 'must have parameters that PostgreSQL or the portal knows, and one is not'
}

/** @param {string | null} mode the driver would take an unknown one for none and go on without a word */
function modeProblem(mode) {
  if (mode === null || SSL_MODES.includes(mode)) return undefined
  const words = `must have one of ${SSL_MODES.join(', ')} as sslmode`
  const meant = /^[\w-]{1,20}$/.test(mode) ? nearest(mode, SSL_MODES) : undefined
  return meant === undefined ? words : `${words}; ${mode} probably means ${meant}`
}

/** @param {URLSearchParams} query */
function fileProblem(query) {
  const authority = query.get('sslrootcert')
  if (authority !== null) {
    const read = readCertificates(authority)
    if ('problem' in read) return `must name a file of certificates as sslrootcert: ${authority} ${read.problem}`
  }
  for (const name of ['sslcert', 'sslkey']) {
    const file = query.get(name)
    if (file !== null && !isReadable(file)) return `must name a file as ${name}: ${file} cannot be read`
  }
  return undefined
}

/** @param {string} file */
function isReadable(file) {
  try {
    return readFileSync(file).length > 0
  } catch {
    return false
  }
}
