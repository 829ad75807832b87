import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { connectionShares, LEAST_CONNECTIONS, USUAL_CONNECTIONS } from './connection-shares.mjs'
import { exportsAddress, withoutPooler } from './pooler.mjs'

const POOLED = 'postgres://portal@pooler:6432/portal?pooler=transaction'
const DIRECT = 'postgres://portal@db1,db2/portal'

const settings = (own: Record<string, string>) => ({
  PORTAL_PUBLIC_URL: 'https://portal.example.com',
  PORTAL_SECRET_KEYS: 'first:0123456789abcdef0123456789abcdef',
  ...own,
})
const problems = (own: Record<string, string>): string[] => {
  try {
    readConfig(settings(own))
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

describe('an operator with a pooler', () => {
  test('names both ways to the database', () => {
    const own = { DATABASE_URL: POOLED, PORTAL_DATABASE_DIRECT_URL: DIRECT }
    expect(readConfig(settings(own))).toMatchObject({ databaseUrl: DIRECT, pooledDatabaseUrl: POOLED })
    expect(withoutPooler(`${POOLED}&prepared_statements=on&sslmode=require`)).toBe(
      'postgres://portal@pooler:6432/portal?sslmode=require',
    )
  })

  test('and a pool for exports by the name of its database', () => {
    const url = `${POOLED}&exports_database=portal%20exports&sslmode=require`
    expect(problems({ DATABASE_URL: url, PORTAL_DATABASE_DIRECT_URL: DIRECT })).toEqual([])
    expect(exportsAddress(url)).toBe(
      'postgres://portal@pooler:6432/portal%20exports?pooler=transaction&sslmode=require',
    )
    expect(withoutPooler(url)).toBe('postgres://portal@pooler:6432/portal?sslmode=require')
    expect(exportsAddress(POOLED)).toBeUndefined()
  })

  test('and without one only the server', () => {
    expect(readConfig(settings({ DATABASE_URL: DIRECT }))).toMatchObject({
      databaseUrl: DIRECT,
      pooledDatabaseUrl: undefined,
    })
  })

  test.each([
    [
      'another mode',
      { DATABASE_URL: POOLED.replace('transaction', 'session') },
      /^DATABASE_URL must have transaction as pooler/,
    ],
    [
      'no direct way',
      { DATABASE_URL: POOLED },
      /^PORTAL_DATABASE_DIRECT_URL is required where DATABASE_URL says pooler=transaction/,
    ],
    [
      'a direct way through a pooler',
      { DATABASE_URL: POOLED, PORTAL_DATABASE_DIRECT_URL: POOLED },
      /^PORTAL_DATABASE_DIRECT_URL must lead to the server itself/,
    ],
    [
      'a direct way without a pooler',
      { DATABASE_URL: DIRECT, PORTAL_DATABASE_DIRECT_URL: DIRECT },
      /^PORTAL_DATABASE_DIRECT_URL is only for a DATABASE_URL that says pooler=transaction/,
    ],
    [
      'a direct way alone',
      { PORTAL_DEMO: 'off', PORTAL_DATABASE_DIRECT_URL: DIRECT },
      /^PORTAL_DATABASE_DIRECT_URL is only for a DATABASE_URL that says pooler=transaction/,
    ],
    [
      'start-up options',
      { DATABASE_URL: `${POOLED}&options=-cjit%3Don`, PORTAL_DATABASE_DIRECT_URL: DIRECT },
      /^DATABASE_URL must have no options with pooler=transaction/,
    ],
    [
      'several hosts',
      { DATABASE_URL: POOLED.replace(':6432', ',other:6432'), PORTAL_DATABASE_DIRECT_URL: DIRECT },
      /^DATABASE_URL must have one host and no target_session_attrs with pooler=transaction/,
    ],
    [
      'a pooler that is watched as a server',
      { DATABASE_URL: `${POOLED}&target_session_attrs=read-write`, PORTAL_DATABASE_DIRECT_URL: DIRECT },
      /^DATABASE_URL must have one host and no target_session_attrs with pooler=transaction/,
    ],
    [
      'exports without a pool',
      { DATABASE_URL: `${POOLED}&exports_database=`, PORTAL_DATABASE_DIRECT_URL: DIRECT },
      /^DATABASE_URL must have pooler=transaction and the name of a database of the pooler/,
    ],
    [
      'a pool for exports without a pooler',
      { DATABASE_URL: `${DIRECT}?exports_database=portal_exports` },
      /^DATABASE_URL must have pooler=transaction and the name of a database of the pooler/,
    ],
    [
      'an odd word for prepared statements',
      { DATABASE_URL: `${POOLED}&prepared_statements=yes`, PORTAL_DATABASE_DIRECT_URL: DIRECT },
      /^DATABASE_URL must have on or off as prepared_statements/,
    ],
    [
      'prepared statements without a pooler',
      { DATABASE_URL: `${DIRECT}?prepared_statements=on` },
      /^DATABASE_URL must have pooler=transaction where it has prepared_statements/,
    ],
    [
      'a direct way that cannot be read',
      { DATABASE_URL: POOLED, PORTAL_DATABASE_DIRECT_URL: 'db1' },
      /^PORTAL_DATABASE_DIRECT_URL must start with postgres/,
    ],
  ])('gets one sentence about %s', (_, own, sentence) => {
    expect(problems(own)).toEqual([expect.stringMatching(sentence)])
  })
})

describe('the connections of a node', () => {
  test('are shared as they are without a setting', () => {
    expect(readConfig({}).connections).toEqual({ requestConnections: 8, jobConnections: 3, streamConnections: 4 })
    expect(connectionShares(USUAL_CONNECTIONS)).toEqual(connectionShares())
  })

  test('are used up by their shares, whatever their number, and every share has some', () => {
    for (let total = LEAST_CONNECTIONS; total < 200; total++) {
      const { requestConnections, jobConnections, streamConnections } = connectionShares(total)
      expect(requestConnections + jobConnections + streamConnections + 6).toBe(total)
      expect([requestConnections >= 3, jobConnections >= 2, streamConnections >= 1]).toEqual([true, true, true])
    }
  })

  test('are refused where they are fewer than the shares need', () => {
    const own = { DATABASE_URL: DIRECT, PORTAL_DATABASE_POOL: '11' }
    expect(problems(own)).toEqual([
      expect.stringMatching(/^PORTAL_DATABASE_POOL must be a whole number from 12 to 1000: a node needs at least 12/),
    ])
    expect(readConfig(settings({ ...own, PORTAL_DATABASE_POOL: '12' })).connections.requestConnections).toBe(3)
  })
})
