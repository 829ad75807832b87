// Parameters of a database address by which it says that it leads through a pooler such as PgBouncer.

import { changedAddress, mayFailOver } from './database-hosts.mjs'

/** @param {string} text */
const queryOf = (text) => new URLSearchParams(text.split('?').slice(1).join('?'))

/** True where each transaction may get another connection of the server. @param {string} text */
export const isPooled = (text) => queryOf(text).get('pooler') === 'transaction'

/** True where the pooler keeps prepared statements for its clients. @param {string} text */
export const keepsStatements = (text) => queryOf(text).get('prepared_statements') === 'on'

/** The address as the driver takes it. @param {string} text */
export const withoutPooler = (text) =>
  changedAddress(text, ({ searchParams }) => {
    for (const name of ['pooler', 'prepared_statements', 'exports_database']) searchParams.delete(name)
  })

/**
 * The address for exports, which hold a connection for as long as their reader takes: that of the pool which the address
 * names for them, undefined where it names none.
 * @param {string} text
 */
export function exportsAddress(text) {
  const name = queryOf(text).get('exports_database')
  if (name === null) return undefined
  return changedAddress(text, (address) => {
    address.pathname = `/${encodeURIComponent(name)}`
    address.searchParams.delete('exports_database')
  })
}

/** What the address says of a pooler that cannot be; undefined where all can. @param {string} text */
export function poolerProblem(text) {
  const query = queryOf(text)
  const [pooler, prepared, exports] = ['pooler', 'prepared_statements', 'exports_database'].map((name) =>
    query.get(name),
  )
  if (pooler !== null && pooler !== 'transaction')
    return 'must have transaction as pooler, the only mode of a pooler that the portal works with (pool_mode=transaction of PgBouncer)'
  if (prepared !== null && pooler === null)
    return 'must have pooler=transaction where it has prepared_statements, which says what the pooler can'
  if (prepared !== null && prepared !== 'on' && prepared !== 'off') return 'must have on or off as prepared_statements'
  if (exports !== null && (pooler === null || exports === ''))
    return 'must have pooler=transaction and the name of a database of the pooler where it has exports_database'
  return pooler === null ? undefined : problemBehindPooler(text)
}

/** @param {string} text */
function problemBehindPooler(text) {
  if (mayFailOver(text))
    return 'must have one host and no target_session_attrs with pooler=transaction: the pooler follows the server that accepts writes, and PORTAL_DATABASE_DIRECT_URL may name several hosts'
  if (queryOf(text).has('options'))
    return 'must have no options with pooler=transaction, because a pooler does not pass them on'
  return undefined
}

/**
 * Settings of the way to the database that are valid alone and invalid together.
 * @param {{ DATABASE_URL?: string | undefined, PORTAL_DATABASE_DIRECT_URL?: string | undefined }} values
 * @param {readonly string[]} problems of single settings, which have been reported
 */
export function directProblems({ DATABASE_URL: url, PORTAL_DATABASE_DIRECT_URL: direct }, problems) {
  const isReported = (/** @type {string} */ name) => problems.some((problem) => problem.startsWith(name))
  if (url !== undefined && isPooled(url) && direct === undefined && !isReported('PORTAL_DATABASE_DIRECT_URL'))
    return [
      'PORTAL_DATABASE_DIRECT_URL is required where DATABASE_URL says pooler=transaction: migrations, backups and the queue need the server itself.',
    ]
  if (direct === undefined) return []
  if (isPooled(direct))
    return ['PORTAL_DATABASE_DIRECT_URL must lead to the server itself, without pooler=transaction.']
  if ((url === undefined || !isPooled(url)) && !isReported('DATABASE_URL'))
    return ['PORTAL_DATABASE_DIRECT_URL is only for a DATABASE_URL that says pooler=transaction.']
  return []
}
