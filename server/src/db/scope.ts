import { portalRole } from './portal-role.ts'
import type { Query } from './query.ts'

/**
 * The rows that a transaction may see in tables under row-level security. `everything` is for portal administrators,
 * jobs and sign-in; `client` for administrators of one employer; `own` for a user's own rows, which cannot be moved to
 * another employer.
 */
export type Scope =
  | { readonly kind: 'everything' }
  | { readonly kind: 'client'; readonly clientId: number }
  | { readonly kind: 'own'; readonly userId: number; readonly clientId: number }

export const everything: Scope = { kind: 'everything' }

/** How a transaction may use the tables; exports read one snapshot. */
export type Access = 'read only' | 'read write' | 'isolation level repeatable read, read only'

/** Limits of a connection, in milliseconds. Behind a pooler each transaction sets them, with its role, for itself. */
export interface SessionSettings {
  readonly statementTimeout: number
  readonly lockTimeout: number
  readonly idleInTransactionTimeout: number
}

/**
 * Statements that begin a transaction with the scope, which lasts until it ends; null: without scope.
 * @param session what the transaction sets where a pooler may give it any connection of the server
 */
export function beginStatements(scope: Scope | null, access: Access, session?: SessionSettings): Query[] {
  const begin = { name: `begin ${access}`, text: `begin ${access}`, values: [] }
  if (session) return [begin, { ...setSession, values: [...limitsOf(session), ...valuesOf(scope)] }]
  if (!scope) return [begin]
  const values = valuesOf(scope).filter((value) => value !== '')
  return [begin, { ...{ everything: setKind, client: setClient, own: setOwner }[scope.kind], values }]
}

const kind = `select set_config('portal.scope', $1, true)`
const client = `${kind}, set_config('portal.client_id', $2, true)`
const setKind = { name: 'scope', text: kind }
const setClient = { name: 'scope of a client', text: client }
const setOwner = { name: 'scope of a user', text: `${client}, set_config('portal.user_id', $3, true)` }

/** The role, and what of a connection is the same for all of ours: as start-up options, or in each transaction. */
export const sessionConstants = {
  role: portalRole,
  timezone: 'UTC',
  search_path: 'public',
  // Indexes are in memory: at the default of 4, counts scan the table instead of a covering index.
  random_page_cost: '1.1',
  // Compiling a statement takes longer than most of ours run.
  jit: 'off',
} as const

const limitNames = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const
const limitsOf = (session: SessionSettings): string[] =>
  [session.statementTimeout, session.lockTimeout, session.idleInTransactionTimeout].map(String)

/** The limits by the names that the server has for them. */
export const namedLimits = (session: SessionSettings): Record<string, string> =>
  Object.fromEntries(limitsOf(session).map((limit, index) => [limitNames[index], limit]))

const constants = Object.entries(sessionConstants).map(([name, value]) => `set_config('${name}', '${value}', true)`)
const given = [...limitNames, 'portal.scope', 'portal.client_id', 'portal.user_id'].map(
  (name, index) => `set_config('${name}', $${index + 1}, true)`,
)
/** The same text for every scope: what it does not state is empty, whatever the connection was used for before. */
const setSession = { name: 'session and scope', text: `select ${[...constants, ...given].join(', ')}` }

/** What a text of several statements begins with where a pooler may give it any connection of the server. */
export const beginScript = (session: SessionSettings): string => {
  const limits = limitsOf(session).map((limit, index) => `set_config('${limitNames[index]}', '${limit}', true)`)
  return `begin read write; select ${[...constants, ...limits].join(', ')};`
}

/** Kind, client and user; empty for what the scope does not state. */
function valuesOf(scope: Scope | null): string[] {
  if (!scope) return ['', '', '']
  return [
    scope.kind,
    scope.kind === 'everything' ? '' : wholeNumber('client_id', scope.clientId),
    scope.kind === 'own' ? wholeNumber('user_id', scope.userId) : '',
  ]
}

function wholeNumber(name: string, value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${name} must be a whole number.`)
  return String(value)
}
