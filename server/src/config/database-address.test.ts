import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connectAsOwner, shownAddress } from '../db/owner-connection.ts'
import { readConfig } from './config.ts'

const settings = (address: string) => ({
  DATABASE_URL: address,
  PORTAL_PUBLIC_URL: 'https://portal.example.com',
  PORTAL_SECRET_KEYS: 'first:0123456789abcdef0123456789abcdef',
})

/** All that a start says about an address: its refusal, or how it names the address and what a connection fails with. */
async function printed(address: string): Promise<string> {
  try {
    readConfig(settings(address))
  } catch (error) {
    return (error as Error).message
  }
  const failure = await connectAsOwner(address, 'test').then(
    () => 'connected',
    (error: Error) => error.message,
  )
  return `${shownAddress(address)} ${failure}`
}

/** Parts of a password; nothing else of an address reads like them. */
const PARTS = ['Qvwx1', 'Qvwx2', 'Qvwx3']
/** Characters that end a part of an address, alone and where two meet. */
const SEPARATORS = [
  '@',
  '/',
  '?',
  '#',
  ':',
  '[',
  ']',
  '%',
  '%zz',
  ' ',
  '\\',
  '&',
  '=',
  ',',
  ';',
  '|',
  '^',
  '"',
  '{',
  'ß',
]

describe('the password of a database address', () => {
  test.each(SEPARATORS)('is never printed in any part where it contains "%s"', async (separator) => {
    const [one = '', two = ''] = PARTS
    for (const password of [`${one}${separator}${two}`, `${separator}${one}`, `${one}${separator}`]) {
      const text = await printed(`postgres://portal:${password}@127.0.0.1:1/portal`)
      expect({ password, parts: PARTS.filter((part) => text.includes(part)) }).toEqual({ password, parts: [] })
    }
  })

  test('is never printed in any part, however its characters are mixed', async () => {
    const password = fc
      .tuple(fc.constantFrom(...SEPARATORS), fc.constantFrom(...SEPARATORS), fc.constantFrom('1', 'Qvwx1'))
      .map(([first, second, start]) => `${start}${first}Qvwx2${second}Qvwx3`)
    await fc.assert(
      fc.asyncProperty(password, async (mixed) => {
        const text = await printed(`postgres://portal:${mixed}@127.0.0.1:1/portal`)
        expect(PARTS.filter((part) => text.includes(part))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test.each(['password', 'sslpassword', 'passwd'])('is never printed as the parameter %s', async (name) => {
    const text = await printed(`postgres://portal@127.0.0.1:1/portal?${name}=Qvwx1`)
    expect(text).not.toContain('Qvwx1')
  })

  test('is refused with how to write it where its characters end the address early', () => {
    expect(() => readConfig(settings('postgres://portal:p@ss/S3cret@db.example/portal'))).toThrow(
      /^DATABASE_URL must be an address such as postgres:\/\/user:password@host:5432\/database, with %40 for @, %2F for \/, %3A for :, %3F for \? and %23 for # in user name and password\.$/,
    )
  })
})

test.each([
  ['poler=transaction', 'must have parameters that PostgreSQL or the portal knows; poler probably means pooler'],
  ['SSLMODE=require', 'must have parameters that PostgreSQL or the portal knows, and one is not'],
  ['hunter2=Qvwx1', 'must have parameters that PostgreSQL or the portal knows, and one is not'],
])('the parameter %s is refused, since it would be left out', (parameter, words) => {
  expect(() => readConfig(settings(`postgres://portal@db.example/portal?${parameter}`))).toThrow(
    `DATABASE_URL ${words}.`,
  )
})

describe('an address is accepted', () => {
  test.each([
    'postgres://portal@localhost/portal',
    'postgresql://portal:secret@db.example.com:5432/portal',
    'postgres://portal:p%40ss%2FS3cret@db.example/portal?sslmode=verify-full',
    'postgres://portal:a+b!c$d@10.0.0.7/portal',
    'postgres://portal:secret@[2001:db8::1]:5432/portal',
    'postgres:///portal?host=/run/postgresql',
    'postgres://portal:secret@/portal?host=/run/postgresql&port=5433',
    'postgres://%2Frun%2Fpostgresql/portal',
    'postgres://portal@db.example/portal?application_name=x&connect_timeout=5&uselibpqcompat=true',
    'postgres://localhost',
  ])('%s', (address) => {
    expect(readConfig(settings(address)).databaseUrl).toBe(address)
  })

  test('and shown without its password, with what says where the server is', () => {
    expect(shownAddress('postgres://portal:secret@db.example:5433/portal?sslmode=require&password=x')).toBe(
      'postgres://portal:***@db.example:5433/portal?sslmode=require',
    )
  })

  test.each([
    ['password=x&passfile=y', ''],
    ['application_name=a&password=x', ''],
    ['password=x&password=y', ''],
    ['password=x&port=5433&passfile=y&password=z&options=o', '?port=5433'],
  ])('and shown with %s as “%s”', (parameters, shown) => {
    expect(shownAddress(`postgres://portal@db.example/portal?${parameters}`)).toBe(
      `postgres://portal@db.example/portal${shown}`,
    )
  })
})
