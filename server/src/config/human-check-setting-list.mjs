import { matching, oneWord, parseUrl, refuseValue } from './value-readers.mjs'

/**
 * @typedef {import('./human-check-settings.ts').CheckServiceSettings} CheckServiceSettings
 * @typedef {import('./human-check-settings.ts').ServiceAddresses} ServiceAddresses
 */

/** @type {Readonly<Record<CheckServiceSettings['kind'], ServiceAddresses>>} */
const known = {
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

/**
 * A compatible server of the operator serves the same two paths.
 * @param {string} origin
 * @returns {ServiceAddresses}
 */
const ownService = (origin) => ({
  kind: 'turnstile',
  scriptUrl: `${origin}/api.js?render=explicit`,
  verifyUrl: `${origin}/siteverify`,
  origins: [origin],
})

/** @param {string} text */
function service(text) {
  if (text === 'off') return null
  if (text === 'turnstile' || text === 'hcaptcha' || text === 'recaptcha') return known[text]
  const address = parseUrl(text)
  // The origin becomes part of a header and must contain nothing else.
  if (address?.protocol === 'https:' && [address.origin, `${address.origin}/`].includes(text))
    return ownService(address.origin)
  return refuseValue('must be turnstile, hcaptcha, recaptcha, off, or an address such as https://check.example.com')
}

const shortText = matching(/^\S{1,200}$/, 'must be the key without spaces, at most 200 characters')

/** @satisfies {readonly import('./setting.ts').Setting[]} */
export const settingsOfHumanCheck = /** @type {const} */ ([
  {
    name: 'PORTAL_HUMAN_CHECK',
    takes: oneWord(['always', 'after-failures', 'never']),
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
])

/**
 * Returns the complete service; null when the portal's own check is used. Adds what is missing to the problems.
 * @param {import('./setting.ts').ValuesOf<typeof settingsOfHumanCheck>} values
 * @param {string[]} problems
 * @returns {CheckServiceSettings | null}
 */
export function humanCheckService(values, problems) {
  const addresses = values.PORTAL_HUMAN_CHECK_SERVICE
  if (!addresses) return null
  const { PORTAL_HUMAN_CHECK_SITE_KEY: siteKey, PORTAL_HUMAN_CHECK_SECRET: secret } = values
  for (const name of /** @type {const} */ (['PORTAL_HUMAN_CHECK_SITE_KEY', 'PORTAL_HUMAN_CHECK_SECRET']))
    if (values[name] === undefined) problems.push(`${name} is required with PORTAL_HUMAN_CHECK_SERVICE.`)
  return { ...addresses, siteKey: siteKey ?? '', secret: secret ?? '' }
}
