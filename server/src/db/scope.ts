import type { Query } from './connection-pool.ts'

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

/** Statements that begin a transaction with the scope, which lasts until it ends. */
export function beginStatements(scope: Scope, access: Access): Query[] {
  const userId = scope.kind === 'own' ? wholeNumber('user_id', scope.userId) : null
  const clientId = scope.kind === 'everything' ? null : wholeNumber('client_id', scope.clientId)
  const set = clientId === null ? setKind : userId === null ? setClient : setOwner
  const values = [scope.kind, ...[clientId, userId].filter((id) => id !== null)]
  return [
    { name: `begin ${access}`, text: `begin ${access}`, values: [] },
    { ...set, values },
  ]
}

const kind = `select set_config('portal.scope', $1, true)`
const client = `${kind}, set_config('portal.client_id', $2, true)`
const setKind = { name: 'scope', text: kind }
const setClient = { name: 'scope of a client', text: client }
const setOwner = { name: 'scope of a user', text: `${client}, set_config('portal.user_id', $3, true)` }

function wholeNumber(name: string, value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${name} must be a whole number.`)
  return String(value)
}
