import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keysOfDataFolder, readConfig } from './config.ts'

const KEY = 'first:0123456789abcdef0123456789abcdef'
const DATABASE = { DATABASE_URL: 'postgres://portal@localhost/portal', PORTAL_SECRET_KEYS: KEY }

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

describe('a portal started with nothing said', () => {
  test('is a demo on localhost with a database of its own', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: undefined,
      demo: true,
      rateLimit: true,
      apiDocs: true,
      opsPort: 8081,
      isOpsPortNamed: false,
      publicUrl: new URL('http://localhost:8080'),
    })
  })

  test('makes keys for itself once, which only its user may read (S77)', () => {
    const keys = keysOfDataFolder(folder)
    expect(keysOfDataFolder(folder)).toEqual(keys)
    const file = path.join(folder, 'keys', 'secret-keys')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{8}:[A-Za-z0-9_-]{43}$/)
  })

  test('says what to do about a damaged key file', () => {
    keysOfDataFolder(folder)
    writeFileSync(path.join(folder, 'keys', 'secret-keys'), 'nonsense')
    expect(() => keysOfDataFolder(folder)).toThrow(/key file .* is damaged\. Restore it from a backup/)
  })
})

describe('a real installation', () => {
  test('is no demo, listens everywhere and keeps the API description to itself', () => {
    expect(readConfig(DATABASE)).toMatchObject({ demo: false, host: '0.0.0.0', apiDocs: false })
  })

  test.each([
    ['no keys', {}, /^PORTAL_SECRET_KEYS is required with DATABASE_URL\. A new one: [0-9a-f]{8}:\S{43}$/],
    ['a short key', { PORTAL_SECRET_KEYS: 'a:short' }, /^PORTAL_SECRET_KEYS must be id:key pairs/],
    ['a key without id', { PORTAL_SECRET_KEYS: 'x'.repeat(40) }, /^PORTAL_SECRET_KEYS must be id:key pairs/],
  ])('does not start with %s (S77)', (_what, keys, sentence) => {
    const found = problems({ DATABASE_URL: DATABASE.DATABASE_URL, ...keys } as Record<string, string>)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(sentence)
  })

  test('may keep its secrets in files, but not in two places (S77)', () => {
    const file = path.join(folder, 'keys')
    writeFileSync(file, `${KEY}\n`)
    const { DATABASE_URL } = DATABASE
    expect(readConfig({ DATABASE_URL, PORTAL_SECRET_KEYS_FILE: file }).secretKeys).toEqual([
      { id: 'first', key: '0123456789abcdef0123456789abcdef' },
    ])
    expect(problems({ ...DATABASE, PORTAL_SECRET_KEYS_FILE: file })).toEqual([
      'PORTAL_SECRET_KEYS and PORTAL_SECRET_KEYS_FILE are both set; keep one.',
    ])
    expect(problems({ DATABASE_URL, PORTAL_SECRET_KEYS_FILE: path.join(folder, 'none') })[0]).toMatch(
      /^PORTAL_SECRET_KEYS_FILE names a file that cannot be read/,
    )
  })

  test('cannot turn the limits off', () => {
    expect(problems({ ...DATABASE, PORTAL_RATE_LIMIT: 'off' })).toEqual([
      'PORTAL_RATE_LIMIT=off is refused without the demo.',
    ])
  })
})

test('every mistake is told at once, with the name it probably meant', () => {
  expect(
    problems({ PORT: '0', PORTAL_DMEO: 'on', PORTAL_PUBLIC_URL: 'portal', PORTAL_SESSION_MAX_HOURS: '1.5' }),
  ).toEqual([
    'PORTAL_DMEO is not a setting. Did you mean PORTAL_DEMO?',
    'PORT must be a port from 1 to 65535.',
    'PORTAL_PUBLIC_URL must be an address such as https://portal.example.com, without a path.',
    'PORTAL_SESSION_MAX_HOURS must be a whole number from 1 to 72.',
  ])
})

describe('the proxies that are believed (S08)', () => {
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
  ])('%s is neither, and stops the start with a sentence', (value) => {
    expect(problems({ PORTAL_TRUSTED_PROXIES: value })).toEqual([
      'PORTAL_TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.0/8, separated by commas.',
    ])
  })
})

test('what is wrong with a secret is told without showing it (S77)', () => {
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
