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

function setting(name: string, value: number): string {
  // The statement is put together as text, so nothing but a whole number may enter it.
  if (!Number.isSafeInteger(value)) throw new TypeError(`${name} must be a whole number.`)
  return `; set local portal.${name} = '${value}'`
}

/** BEGIN together with the scope, in one round trip; both last until the transaction ends. */
export function beginStatement(scope: Scope, access: 'read only' | 'read write'): string {
  const begin = `begin ${access}; set local portal.scope = '${scope.kind}'`
  switch (scope.kind) {
    case 'everything':
      return begin
    case 'client':
      return begin + setting('client_id', scope.clientId)
    case 'own':
      return begin + setting('user_id', scope.userId) + setting('client_id', scope.clientId)
  }
}
