import type { KeyRing } from './key-ring.ts'
import { hashToken, newToken } from './tokens.ts'

/**
 * Tokens that one browser can use once: random part, time of issue, fingerprint of the browser's binding, and our
 * signature. Nothing is stored until one is consumed, so that issuing them needs no storage.
 */
export interface BoundTokens {
  /** `payload` is part of the token, readable and signed. */
  issue(binding: string, now: Date, payload?: string): string
  /**
   * Returns the content of a token that is authentic and of this browser; else null. The database's clock decides
   * whether it has expired.
   */
  read(token: string, binding: string): BoundToken | null
}

export interface BoundToken {
  /** Key under which it is consumed. */
  id: Buffer
  expiresAt: Date
  payload: string
}

const LONGEST_TOKEN = 1200

export function boundTokens(keys: KeyRing, { purpose, lifeMs }: { purpose: string; lifeMs: number }): BoundTokens {
  const signed = (random: string, issued: string, binding: string) =>
    `${random}.${issued}.${hashToken(binding).toString('base64url')}`
  return {
    issue: (binding, now, payload = '') => {
      const random = payload === '' ? newToken() : `${newToken()}~${Buffer.from(payload).toString('base64url')}`
      const issued = now.getTime().toString(36)
      return `${random}.${issued}.${keys.sign(purpose, signed(random, issued, binding))}`
    },
    read: (token, binding) => {
      if (token.length > LONGEST_TOKEN) return null
      const [random = '', issued = '', ...signature] = token.split('.')
      if (!keys.verify(purpose, signed(random, issued, binding), signature.join('.'))) return null
      return {
        id: hashToken(random),
        expiresAt: new Date(Number.parseInt(issued, 36) + lifeMs),
        payload: Buffer.from(random.split('~')[1] ?? '', 'base64url').toString(),
      }
    },
  }
}
