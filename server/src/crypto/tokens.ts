import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A fresh secret of 256 bits, 43 base64url characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: only this, never the token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Compares without telling by time how much was right. */
export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
