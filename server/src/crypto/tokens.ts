import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Returns a new secret of 256 bits, 43 base64url characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token; the token itself is never stored. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Compares in constant time. */
export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
