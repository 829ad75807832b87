import { z } from 'zod'
import type { Setting } from './setting.ts'

/** Interface of a service in the browser: the global of its script, and its origins. */
export interface CheckServiceSettings {
  /** Services that others are compatible with. */
  kind: 'turnstile' | 'hcaptcha' | 'recaptcha'
  scriptUrl: string
  verifyUrl: string
  /** Origins of scripts, frames and calls for the page's policy. */
  origins: readonly string[]
  siteKey: string
  secret: string
}

type ServiceAddresses = Pick<CheckServiceSettings, 'kind' | 'scriptUrl' | 'verifyUrl' | 'origins'>

const known: Readonly<Record<CheckServiceSettings['kind'], ServiceAddresses>> = {
  turnstile: {
    kind: 'turnstile',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    origins: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    kind: 'hcaptcha',
    scriptUrl: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  recaptcha: {
    kind: 'recaptcha',
    scriptUrl: 'https://www.google.com/recaptcha/api.js?render=explicit',
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    origins: [
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://recaptcha.google.com',
    ],
  },
}

/** A compatible server of the operator serves the same two paths. */
const ownService = (origin: string): ServiceAddresses => ({
  kind: 'turnstile',
  scriptUrl: `${origin}/api.js?render=explicit`,
  verifyUrl: `${origin}/siteverify`,
  origins: [origin],
})

const service = z.string().transform((value, context): ServiceAddresses | null => {
  if (value === 'off') return null
  if (value === 'turnstile' || value === 'hcaptcha' || value === 'recaptcha') return known[value]
  const address = URL.parse(value)
  // The origin becomes part of a header and must contain nothing else.
  if (address?.protocol === 'https:' && [address.origin, `${address.origin}/`].includes(value))
    return ownService(address.origin)
  context.addIssue('must be turnstile, hcaptcha, recaptcha, off, or an address such as https://check.example.com')
  return z.NEVER
})

const shortText = z.string().regex(/^\S{1,200}$/, 'must be the key without spaces, at most 200 characters')

export const settingsOfHumanCheck = [
  {
    name: 'PORTAL_HUMAN_CHECK',
    takes: z.enum(['always', 'after-failures', 'never'], 'must be one of always, after-failures, never'),
    byDefault: 'after-failures',
    description:
      'When sign-in checks whether a person is there: always, after three failures from an address or at a name, or never.',
  },
  {
    name: 'PORTAL_HUMAN_CHECK_SERVICE',
    takes: service,
    byDefault: 'off: a proof of work that the browser does unseen',
    description:
      'Service that checks instead: turnstile, hcaptcha, recaptcha (v2), or the https:// address of a server compatible with Turnstile; see below.',
  },
  {
    name: 'PORTAL_HUMAN_CHECK_SITE_KEY',
    takes: shortText,
    byDefault: 'none; required with PORTAL_HUMAN_CHECK_SERVICE',
    description: 'The portal’s public key at that service.',
  },
  {
    name: 'PORTAL_HUMAN_CHECK_SECRET',
    takes: shortText,
    byDefault: 'none; required with PORTAL_HUMAN_CHECK_SERVICE',
    description: 'The portal’s secret at that service.',
    secret: true,
  },
] as const satisfies readonly Setting[]

interface HumanCheckValues {
  PORTAL_HUMAN_CHECK_SERVICE?: ServiceAddresses | null
  PORTAL_HUMAN_CHECK_SITE_KEY?: string
  PORTAL_HUMAN_CHECK_SECRET?: string
}

/** Returns the complete service; null when the portal's own check is used. Adds what is missing to the problems. */
export function humanCheckService(values: HumanCheckValues, problems: string[]): CheckServiceSettings | null {
  const addresses = values.PORTAL_HUMAN_CHECK_SERVICE
  if (!addresses) return null
  const { PORTAL_HUMAN_CHECK_SITE_KEY: siteKey, PORTAL_HUMAN_CHECK_SECRET: secret } = values
  for (const name of ['PORTAL_HUMAN_CHECK_SITE_KEY', 'PORTAL_HUMAN_CHECK_SECRET'] as const)
    if (values[name] === undefined) problems.push(`${name} is required with PORTAL_HUMAN_CHECK_SERVICE.`)
  return { ...addresses, siteKey: siteKey ?? '', secret: secret ?? '' }
}
