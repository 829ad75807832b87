/** What a key signs: assertions for SAML applications, or tokens for OpenID Connect applications. */
export const signingKeyPurposes = ['saml', 'oidc'] as const
export type SigningKeyPurpose = (typeof signingKeyPurposes)[number]

/** How tokens and the published key set name a key of the purpose 'oidc'. */
export const keyIdOf = (id: number): string => `portal-${id}`

export interface KeyPolicy {
  /** Common name in the certificate. */
  name: string
  /** Days for which the next key is published before it signs, because applications cache keys, or are given them by hand. */
  leadDays: number
  /** Days after which a key is replaced by itself; null: only by the operator. */
  maxAgeDays: number | null
  /** Days for which the certificate is valid. */
  certificateDays: number
}

export const keyPolicies: Readonly<Record<SigningKeyPurpose, KeyPolicy>> = {
  saml: { name: 'Customer portal', leadDays: 14, maxAgeDays: null, certificateDays: 3650 },
  oidc: { name: 'Portal OpenID Connect', leadDays: 2, maxAgeDays: 90, certificateDays: 365 },
}

/** Days for which a key stays published after its successor began to sign: longer than any token lives. */
export const KEPT_DAYS = 7
const DAY_MS = 86_400_000

interface KeyTimes {
  signsFrom: Date
}

/**
 * Returns the keys that applications may meet: the one that signs first, then the next one, then the one before it for
 * KEPT_DAYS. `keys`: the newest first.
 */
export function publishedKeys<Key extends KeyTimes>(keys: readonly Key[], now: Date): Key[] {
  const [current, former] = keys.filter(({ signsFrom }) => signsFrom <= now)
  const next = keys.filter(({ signsFrom }) => signsFrom > now)
  if (!current) return next
  const isKept = former !== undefined && now.getTime() - current.signsFrom.getTime() < KEPT_DAYS * DAY_MS
  return [current, ...next, ...(isKept ? [former] : [])]
}

/** True where a key has to be replaced by itself. */
export const isKeyDue = (newest: KeyTimes | undefined, now: Date, maxAgeDays: number | null): boolean =>
  newest !== undefined && maxAgeDays !== null && now.getTime() - newest.signsFrom.getTime() > maxAgeDays * DAY_MS
