import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { internationalPhones } from '@portico/contract/phones/international-phones.ts'
import { keysOfDataFolder, readConfig } from './config.ts'
import { phoneCountries } from './phone-setting-list.mjs'

const KEY = 'first:0123456789abcdef0123456789abcdef'
const DATABASE_URL = 'postgres://portal@localhost/portal'
const PORTAL_PUBLIC_URL = 'https://portal.example.com'
const DATABASE = { DATABASE_URL, PORTAL_PUBLIC_URL, PORTAL_SECRET_KEYS: KEY }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-config-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const problems = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

describe('a portal started without settings', () => {
  test('is a demo on localhost with a database of its own', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: undefined,
      demo: 'on',
      rateLimit: true,
      apiDocs: true,
      opsPort: 8081,
      isOpsPortNamed: false,
      publicUrl: new URL('http://localhost:8080'),
    })
  })

  test('creates keys for itself once, which only its user can read (S77)', () => {
    const keys = keysOfDataFolder(folder)
    expect(keysOfDataFolder(folder)).toEqual(keys)
    const file = path.join(folder, 'keys', 'secret-keys')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{8}:[A-Za-z0-9_-]{43}$/)
  })

  test('explains how to repair a damaged key file', () => {
    keysOfDataFolder(folder)
    writeFileSync(path.join(folder, 'keys', 'secret-keys'), 'nonsense')
    expect(() => keysOfDataFolder(folder)).toThrow(/key file .* is damaged\. Restore it from a backup/)
  })
})

describe('telephone numbers', () => {
  const countryOf = (environment: Record<string, string>) => readConfig(environment).phoneCountry

  test('are ten digits unless numbers of all countries are taken, which are American where no country is named', () => {
    expect(countryOf({})).toBeNull()
    expect(countryOf({ PORTAL_PHONE_NUMBERS: 'ten-digits' })).toBeNull()
    expect(countryOf({ PORTAL_PHONE_NUMBERS: 'international' })).toBe('US')
    expect(countryOf({ PORTAL_PHONE_NUMBERS: 'international', PORTAL_PHONE_COUNTRY: 'DE' })).toBe('DE')
  })

  const isKnown = (country: string) => {
    try {
      internationalPhones(country)
      return true
    } catch {
      return false
    }
  }

  test('of another rule or country are refused in one sentence', () => {
    expect(problems({ PORTAL_PHONE_NUMBERS: 'all' })).toEqual([
      'PORTAL_PHONE_NUMBERS must be one of ten-digits, international.',
    ])
    for (const country of ['de', 'XX', 'EU', '49', 'DE,AT'])
      expect(problems({ PORTAL_PHONE_NUMBERS: 'international', PORTAL_PHONE_COUNTRY: country })).toEqual([
        'PORTAL_PHONE_COUNTRY must be the two letters of a country, such as US or DE.',
      ])
    expect(problems({ PORTAL_PHONE_COUNTRY: 'DE' })).toEqual([
      'PORTAL_PHONE_COUNTRY is only for PORTAL_PHONE_NUMBERS=international: ten digits belong to no other country.',
    ])
  })

  test('may be of every country that the library knows', () => {
    const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at))
    const codes = letters.flatMap((first) => letters.map((second) => first + second))
    expect(phoneCountries.toSorted()).toEqual(codes.filter(isKnown))
  })
})

describe('a real installation', () => {
  test('is no demo, listens everywhere and does not publish the API description', () => {
    expect(readConfig(DATABASE)).toMatchObject({ demo: 'off', host: '0.0.0.0', apiDocs: false })
  })

  test.each([
    ['no keys', {}, /^PORTAL_SECRET_KEYS is required with DATABASE_URL\. A new one: [0-9a-f]{8}:\S{43}$/],
    ['a short key', { PORTAL_SECRET_KEYS: 'a:short' }, /^PORTAL_SECRET_KEYS must be id:key pairs/],
    [
      'a key of 37 times the same letter',
      { PORTAL_SECRET_KEYS: `a:${'a'.repeat(37)}` },
      /^PORTAL_SECRET_KEYS must have random keys/,
    ],
    [
      'a key of one word, repeated',
      { PORTAL_SECRET_KEYS: `a:${'password'.repeat(4)}` },
      /^PORTAL_SECRET_KEYS must have random keys/,
    ],
    [
      'two keys of one id',
      { PORTAL_SECRET_KEYS: `${KEY},${KEY.replace('0123', '3210')}` },
      /^PORTAL_SECRET_KEYS must give each key an id of its own/,
    ],
    ['a key without id', { PORTAL_SECRET_KEYS: 'x'.repeat(40) }, /^PORTAL_SECRET_KEYS must be id:key pairs/],
  ])('does not start with %s (S77)', (_what, keys, sentence) => {
    const found = problems({ DATABASE_URL, PORTAL_PUBLIC_URL, ...keys } as Record<string, string>)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(sentence)
  })

  test('does not start with a language that the portal is not shipped in', () => {
    expect(readConfig({ ...DATABASE, PORTAL_LANGUAGE: 'de' }).language).toBe('de')
    for (const PORTAL_LANGUAGE of ['fr', 'DE', 'german'])
      expect(problems({ ...DATABASE, PORTAL_LANGUAGE })).toEqual(['PORTAL_LANGUAGE must be one of en, de.'])
  })

  test('can have its secrets in files, but not in two places (S77)', () => {
    const file = path.join(folder, 'keys')
    writeFileSync(file, `${KEY}\n`)
    expect(readConfig({ DATABASE_URL, PORTAL_PUBLIC_URL, PORTAL_SECRET_KEYS_FILE: file }).secretKeys).toEqual([
      { id: 'first', key: '0123456789abcdef0123456789abcdef' },
    ])
    expect(problems({ ...DATABASE, PORTAL_SECRET_KEYS_FILE: file })).toEqual([
      'PORTAL_SECRET_KEYS and PORTAL_SECRET_KEYS_FILE are both set; keep one.',
    ])
    expect(
      problems({ DATABASE_URL, PORTAL_PUBLIC_URL, PORTAL_SECRET_KEYS_FILE: path.join(folder, 'none') })[0],
    ).toMatch(/^PORTAL_SECRET_KEYS_FILE names a file that cannot be read/)
  })

  test('cannot turn the limits off', () => {
    expect(problems({ ...DATABASE, PORTAL_RATE_LIMIT: 'off' })).toEqual([
      'PORTAL_RATE_LIMIT=off is refused without the demo.',
    ])
  })
})

describe('a portal that others can reach is a demo only when configured so', () => {
  test('an https address without a database stops the start', () => {
    const [sentence, ...others] = problems({ PORTAL_PUBLIC_URL })
    expect(others).toEqual([])
    expect(sentence).toMatch(/^PORTAL_PUBLIC_URL leads beyond this machine, and DATABASE_URL is not set\./)
  })

  test('PORTAL_DEMO=on is refused with such an address, with and without a database', () => {
    for (const database of [{}, DATABASE])
      expect(problems({ ...database, PORTAL_DEMO: 'on', PORTAL_PUBLIC_URL })).toEqual([
        expect.stringMatching(/^PORTAL_DEMO=on is refused with a PORTAL_PUBLIC_URL beyond this machine/),
      ])
  })

  test('an explicit value serves it: public as a demo, off from the embedded database', () => {
    expect(readConfig({ PORTAL_DEMO: 'public', PORTAL_PUBLIC_URL })).toMatchObject({ demo: 'public', apiDocs: true })
    expect(readConfig({ PORTAL_DEMO: 'off', PORTAL_PUBLIC_URL })).toMatchObject({ demo: 'off', apiDocs: false })
  })

  test('its limits cannot be turned off', () => {
    expect(problems({ PORTAL_DEMO: 'public', PORTAL_PUBLIC_URL, PORTAL_RATE_LIMIT: 'off' })).toEqual([
      'PORTAL_RATE_LIMIT=off is refused without the demo.',
    ])
  })
})

describe('a variable that looks like a setting which is not set stops the start', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
    ['PROTAL_PUBLIC_URL', 'PORTAL_PUBLIC_URL'],
    ['PORTL_DEMO', 'PORTAL_DEMO'],
    ['PORTAL_PORT', 'PORT'],
    ['PORTAL_DATABASE_URL', 'DATABASE_URL'],
    ['PUBLIC_URL', 'PORTAL_PUBLIC_URL'],
    ['SECRET_KEYS', 'PORTAL_SECRET_KEYS'],
    ['SECRET_KEYS_FILE', 'PORTAL_SECRET_KEYS_FILE'],
    ['PORTAL_LDAP_CA', 'PORTAL_DIRECTORY_CA'],
    ['PORTAL_LDAP_CA_FILE', 'PORTAL_DIRECTORY_CA'],
    ['PORTAL_LDAP_TLS_CA', 'PORTAL_DIRECTORY_CA'],
    ['PORTAL_LDAP_BIND_PASSWORD', 'PORTAL_DIRECTORY_BIND_PASSWORD'],
    ['PORTAL_SMTP_HOST', 'PORTAL_SMTP_URL'],
    ['PORTAL_SMTP', 'PORTAL_SMTP_URL'],
    ['PORTAL_SECRET_KEY', 'PORTAL_SECRET_KEYS'],
    ['PORTAL_HUMAN_CHECK_KEY', 'PORTAL_HUMAN_CHECK_SITE_KEY'],
  ])('%s probably means %s', (name, meant) => {
    expect(problems({ [name]: 'x' })).toEqual([`${name} is not a setting. Did you mean ${meant}?`])
  })

  test.each(['PORTAL_S3', 'PORTAL_X', 'PORTAL_'])('%s is like none of them, and none is suggested', (name) => {
    expect(problems({ [name]: 'x' })).toEqual([`${name} is not a setting. docs/operations.md lists them.`])
  })

  test('but not while the setting itself is set, nor names of other programs', () => {
    expect(problems({ ...DATABASE, DATABASE_URI: 'x' })).toEqual([])
    expect(
      problems({ HOSTNAME: 'x', LOGLEVEL: 'x', DATABASE_HOST: 'x', POST: 'x', DB_URL: 'x', TEST_DATABASE_URL: 'x' }),
    ).toEqual([])
  })
})

describe('what cannot work is refused at the start by a message that names the setting', () => {
  test.each([
    [
      'a database without a public address',
      { DATABASE_URL, PORTAL_SECRET_KEYS: KEY },
      /^PORTAL_PUBLIC_URL is required with DATABASE_URL/,
    ],
    [
      'plain http beyond this machine',
      { ...DATABASE, PORTAL_PUBLIC_URL: 'http://portal.example.com' },
      /^PORTAL_PUBLIC_URL must begin with https:/,
    ],
    [
      'an authority of the database that is not there',
      { ...DATABASE, DATABASE_URL: `${DATABASE_URL}?sslrootcert=/nowhere.pem` },
      /^DATABASE_URL must name a file of certificates as sslrootcert: \/nowhere.pem cannot be read/,
    ],
    [
      'a client key of the database that is not there',
      { ...DATABASE, DATABASE_URL: `${DATABASE_URL}?sslkey=/nowhere.key` },
      /^DATABASE_URL must name a file as sslkey/,
    ],
    [
      'an sslmode of the database that there is not',
      { ...DATABASE, DATABASE_URL: `${DATABASE_URL}?sslmode=verifyfull` },
      /^DATABASE_URL must have one of .* as sslmode; verifyfull probably means verify-full\.$/,
    ],
    [
      'audit events that are kept for days, without a folder for their files',
      { ...DATABASE, PORTAL_AUDIT_KEPT_DAYS: '730' },
      /^PORTAL_AUDIT_FOLDER is required with PORTAL_AUDIT_KEPT_DAYS: the folder/,
    ],
    [
      'audit events that are kept for less than a year',
      { ...DATABASE, PORTAL_AUDIT_KEPT_DAYS: '364', PORTAL_AUDIT_FOLDER: '/audit' },
      /^PORTAL_AUDIT_KEPT_DAYS must be 0, or days from 365 to 36500\.$/,
    ],
    [
      'a required scan without a scanner',
      { ...DATABASE, PORTAL_SCAN_REQUIRED: 'true' },
      /^PORTAL_VIRUS_SCAN is required with PORTAL_SCAN_REQUIRED=true/,
    ],
    [
      'a required scan with the scanner off',
      { ...DATABASE, PORTAL_SCAN_REQUIRED: 'true', PORTAL_VIRUS_SCAN: 'off' },
      /^PORTAL_VIRUS_SCAN is required/,
    ],
    [
      'an S3 storage without a region',
      { ...DATABASE, PORTAL_FILES: 's3://key:hunter2@s3.example.com/bucket' },
      /^PORTAL_FILES must name the region of the bucket/,
    ],
    [
      'a secret of the proxy that repeats one letter',
      { ...DATABASE, PORTAL_DIRECTORY: 'trusted-proxy:10.0.0.5', PORTAL_DIRECTORY_PROXY_SECRET: 'a'.repeat(37) },
      /^PORTAL_DIRECTORY_PROXY_SECRET must be random/,
    ],
  ])('%s', (_what, environment, sentence) => {
    const found = problems(environment as Record<string, string>)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(sentence)
    expect(found[0]).not.toContain('hunter2')
  })

  test('a file of certificates without one, for the database and for the directory', () => {
    const file = path.join(folder, 'ca.pem')
    writeFileSync(file, 'no certificate')
    expect(problems({ ...DATABASE, DATABASE_URL: `${DATABASE_URL}?sslrootcert=${file}` })).toEqual([
      `DATABASE_URL must name a file of certificates as sslrootcert: ${file} holds no certificate in PEM form.`,
    ])
    expect(problems({ PORTAL_DIRECTORY: 'ldaps://ldap.example/dc=x', PORTAL_DIRECTORY_CA: file })).toEqual([
      `PORTAL_DIRECTORY_CA names a file that holds no certificate in PEM form: ${file}.`,
    ])
  })

  test('plain http is served when configured', () => {
    const environment = { ...DATABASE, PORTAL_PUBLIC_URL: 'http://portal.example.com', PORTAL_PLAIN_HTTP: 'on' }
    expect(readConfig(environment).publicUrl.origin).toBe('http://portal.example.com')
  })
})

test('every mistake is reported at once, with the name it probably meant', () => {
  expect(
    problems({
      PORT: '0',
      PORTAL_DMEO: 'on',
      PORTAL_PUBLIC_URL: 'portal',
      PORTAL_SESSION_MAX_HOURS: '1.5',
      PORTAL_FILE_MAX_MB: '101',
    }),
  ).toEqual([
    'PORTAL_DMEO is not a setting. Did you mean PORTAL_DEMO?',
    'PORT must be a port from 1 to 65535.',
    'PORTAL_PUBLIC_URL must be an address such as https://portal.example.com, without a path.',
    'PORTAL_FILE_MAX_MB must be a whole number from 1 to 100.',
    'PORTAL_SESSION_MAX_HOURS must be a whole number from 1 to 72.',
  ])
})

describe('trusted proxies (S08)', () => {
  test('are addresses and ranges', () => {
    const { trustedProxies } = readConfig({ PORTAL_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fe80::/10 ,::1,' })
    expect(trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', 'fe80::/10', '::1'])
  })

  test.each([
    '.',
    '1.2.3',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/129',
    '10.0.0.0/8/8',
    'proxy.example.com',
    '10.0.0.1 10.0.0.2',
  ])('%s is neither, and stops the start with a message', (value) => {
    expect(problems({ PORTAL_TRUSTED_PROXIES: value })).toEqual([
      'PORTAL_TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.0/8, separated by commas.',
    ])
  })
})

test('an invalid secret is reported without showing it (S77)', () => {
  const secret = 'hunter2-hunter2-hunter2'
  const environment = {
    DATABASE_URL: `mysql://portal:${secret}@db/x`,
    PORTAL_SECRET_KEYS: `a:${secret}`,
    PORTAL_SMTP_URL: secret,
  }
  const found = problems(environment)
  expect(found).toHaveLength(3)
  expect(found.join()).not.toContain('hunter2')
})

describe('settings of OpenTelemetry', () => {
  const ENDPOINT = 'http://localhost:4318'

  test('name a collector, or there are no traces', () => {
    expect(readConfig({}).tracing).toBeNull()
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SERVICE_NAME: 'p' }).tracing).toMatchObject({
      url: `${ENDPOINT}/v1/traces`,
      serviceName: 'p',
      sampler: 'parentbased_always_on',
    })
    expect(
      readConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${ENDPOINT}/x`, OTEL_EXPORTER_OTLP_HEADERS: 'a=b%20c,d=e=f' })
        .tracing,
    ).toMatchObject({ url: `${ENDPOINT}/x`, headers: { a: 'b c', d: 'e=f' } })
    for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])
      expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, ...off }).tracing).toBeNull()
  })

  test.each([
    ['OTEL_METRICS_EXPORTER', 'otlp', /^OTEL_METRICS_EXPORTER is not supported\. The portal sends traces alone/],
    ['OTEL_EXPORTER_OTLP_HEADER', 'a=secret-word', /^OTEL_EXPORTER_OTLP_HEADER is not supported/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret-word', /^OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs/],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', /^OTEL_EXPORTER_OTLP_PROTOCOL must be http\/json/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /^OTEL_EXPORTER_OTLP_ENDPOINT must be an http/],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote', /^OTEL_TRACES_SAMPLER must be one of always_on, /],
    ['OTEL_TRACES_SAMPLER_ARG', '2', /^OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
  ])('that the portal does not take stop the start: %s=%s', (name, value, sentence) => {
    const found = problems({ [name]: value })
    expect(found).toEqual([expect.stringMatching(sentence)])
    expect(found.join()).not.toContain('secret-word')
  })
})
