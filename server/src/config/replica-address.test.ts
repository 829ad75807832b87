import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const REPLICA = 'postgres://portal@db2/portal'

const settings = (own: Record<string, string>) => ({
  PORTAL_PUBLIC_URL: 'https://portal.example.com',
  PORTAL_SECRET_KEYS: 'first:0123456789abcdef0123456789abcdef',
  DATABASE_URL: 'postgres://portal@db1/portal',
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

describe('an operator with a replica', () => {
  test.each([
    ['one host', REPLICA, REPLICA],
    ['several hosts', 'postgres://portal@db2,db3:5433/portal', 'postgres://portal@db2,db3:5433/portal'],
    [
      'standbys as libpq asks for them',
      `${REPLICA}?target_session_attrs=standby&sslmode=require`,
      `${REPLICA}?sslmode=require`,
    ],
    ['a socket', 'postgres:///portal?host=/run/postgresql', 'postgres:///portal?host=/run/postgresql'],
  ])('names %s', (_, given, taken) => {
    expect(readConfig(settings({ PORTAL_DATABASE_REPLICA_URL: given })).replicaUrl).toBe(taken)
  })

  test('and without one none', () => {
    expect(readConfig(settings({})).replicaUrl).toBeUndefined()
  })

  test.each([
    ['another kind of address', 'mysql://portal@db2/portal', /REPLICA_URL must start with postgres:\/\//],
    ['hosts that cannot be read', 'postgres://portal@db2,,db3/portal', /REPLICA_URL must name a host on each side/],
    ['a host twice', 'postgres://portal@db2,DB2:5432/portal', /REPLICA_URL must name each host once/],
    [
      'ports that do not fit',
      'postgres://portal@a,b,c/portal?port=1,2',
      /REPLICA_URL must name one port for all hosts/,
    ],
    ['a primary', `${REPLICA}?target_session_attrs=read-write`, /REPLICA_URL must have standby, .* accept no writes/],
    ['a pooler', `${REPLICA}?pooler=transaction`, /REPLICA_URL must lead to the replicas themselves/],
  ])('%s is refused by its setting', (_, given, sentence) => {
    const found = problems({ PORTAL_DATABASE_REPLICA_URL: given }).filter((line) =>
      line.includes('PORTAL_DATABASE_REPLICA_URL'),
    )
    expect(found).toEqual([expect.stringMatching(sentence)])
    expect(found[0]).not.toContain(given)
  })

  test('one without a database that is named is refused', () => {
    const own = { DATABASE_URL: '', PORTAL_DATABASE_REPLICA_URL: REPLICA }
    expect(problems(own)).toContainEqual(
      expect.stringMatching(/^.*PORTAL_DATABASE_REPLICA_URL is only for a database that DATABASE_URL names/),
    )
  })
})
