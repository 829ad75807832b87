import { Secret, TOTP } from 'otpauth'

/** What authenticator apps assume: RFC 6238 with SHA-1, six digits, thirty seconds. */
const PERIOD_SECONDS = 30
const DIGITS = 6
const SEED_BYTES = 20
/** Steps that a clock may be behind or ahead. */
const WINDOW = 1

export function newSeed(): string {
  return new Secret({ size: SEED_BYTES }).base32
}

/** The `otpauth:` address shown as a QR code. */
export function seedAddress(seed: string, userName: string, issuer: string): string {
  return totp(seed, issuer, userName).toString()
}

/** Returns the time step of the code within one step of now; null when it is none of them. */
export function stepOfCode(seed: string, code: string, now: Date): number | null {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const delta = totp(seed).validate({ token: digits, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

const totp = (seed: string, issuer = '', label = '') =>
  new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(seed),
  })
