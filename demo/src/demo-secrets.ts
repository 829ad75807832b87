import { randomBytes } from 'node:crypto'

/** Password of every account in a demo on the local machine. */
const KNOWN_PASSWORD = 'Welcome-to-Portico-1'
/** Answer to every security question. */
const KNOWN_ANSWER = 'portico'
/** Seed of the authenticator app of factor.user. */
const KNOWN_SEED = 'JBSWY3DPEHPK3PXP'

/** Credentials of the demo users. */
export interface DemoSecrets {
  /** True for those in the documentation. */
  isKnown: boolean
  passwordOf: (userName: string) => string
  answer: string
  /** Base32 seed of the authenticator app of factor.user. */
  factorSeed: string
  /** Password of the mailbox in a public demo; null: none is required. */
  mailboxPassword: string | null
}

export const knownSecrets: DemoSecrets = {
  isKnown: true,
  passwordOf: () => KNOWN_PASSWORD,
  answer: KNOWN_ANSWER,
  factorSeed: KNOWN_SEED,
  mailboxPassword: null,
}

/** Returns random secrets for a public demo; a password of its own for each account. */
export function drawSecrets(): DemoSecrets {
  const passwords = new Map<string, string>()
  return {
    isKnown: false,
    passwordOf: (userName) => {
      const password = passwords.get(userName) ?? drawPassword()
      passwords.set(userName, password)
      return password
    },
    answer: randomBytes(8).toString('hex'),
    factorSeed: base32(randomBytes(20)),
    mailboxPassword: randomBytes(16).toString('base64url'),
  }
}

/** 96 random bits, in a form that every password rule accepts. */
const drawPassword = () => `Aa1-${randomBytes(12).toString('base64url')}`

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
}
