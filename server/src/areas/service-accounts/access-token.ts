import { type KeyObject, X509Certificate } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { keyIdOf, listSigningKeys } from '../signing-keys/public.ts'

/** An access token of a service account (RFC 9068) that is signed and not expired. */
export interface AccessToken {
  /** How the token begins with which it was asked for. */
  prefix: string
  /** Null: all scopes of the account; tokens of earlier versions have none where none was asked for. */
  scopes: readonly string[] | null
}

/** Returns what an access token says; null: it is none of ours, or expired. */
export type ReadAccessToken = (jwt: string) => Promise<AccessToken | null>

const inHeader = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i
/** Milliseconds after which the keys are read again, and after which they are for a key that is unknown. */
const REFRESH_MS = 60_000
const UNKNOWN_REFRESH_MS = 1_000

/** Returns the access token of an Authorization header; null where it has none. No token of a session has a dot. */
export const findAccessTokenInHeader = (authorization: string): string | null =>
  inHeader.exec(authorization)?.[1] ?? null

/** @param issuer of the tokens, who also is whom they are for */
export function accessTokenReader(db: Db, issuer: string): ReadAccessToken {
  const keyOf = verificationKeys(db)
  return async (jwt) => {
    const { errors, jwtVerify } = await import('jose')
    const key = async ({ kid = '' }) => {
      const found = await keyOf(kid)
      if (!found) throw new errors.JWKSNoMatchingKey()
      return found
    }
    try {
      const { payload } = await jwtVerify(jwt, key, { issuer, audience: issuer, algorithms: ['RS256'], typ: 'at+jwt' })
      const { client_id: prefix, scope } = payload
      if (typeof prefix !== 'string') return null
      return { prefix, scopes: typeof scope === 'string' ? scope.split(' ') : null }
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
}

/** Returns a function that finds a public key by its id. */
function verificationKeys(db: Db): (kid: string) => Promise<KeyObject | undefined> {
  let keys = new Map<string, KeyObject>()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const read = async () => {
    const rows = await listSigningKeys(db, 'oidc')
    keys = new Map(rows.map(({ id, certificate }) => [keyIdOf(id), new X509Certificate(certificate).publicKey]))
    readAt = performance.now()
  }
  return async (kid) => {
    const age = performance.now() - readAt
    // Those who come meanwhile wait for the same answer.
    if (age > (keys.has(kid) ? REFRESH_MS : UNKNOWN_REFRESH_MS))
      await (reading ??= read().finally(() => (reading = undefined)))
    return keys.get(kid)
  }
}
