import { inspect } from 'node:util'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { queueOptions } from '../db/job-schema.ts'
import { libpqConnection } from '../db/postgres-programs.ts'
import { shownAddress } from '../db/owner-connection.ts'
import { readConfig } from './config.ts'
import { changedAddress, hostAddresses, hostName, mayFailOver } from './database-hosts.mjs'

const settings = (address: string) => ({
  DATABASE_URL: address,
  PORTAL_PUBLIC_URL: 'https://portal.example.com',
  PORTAL_SECRET_KEYS: 'first:0123456789abcdef0123456789abcdef',
})
const refusal = (address: string): string => {
  try {
    readConfig(settings(address))
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}

describe('an operator names several hosts', () => {
  test.each([
    [
      'postgres://portal:s%40c@db1,db2/portal',
      ['postgres://portal:s%40c@db1/portal', 'postgres://portal:s%40c@db2/portal'],
    ],
    [
      'postgres://portal@db1:5433,db2:5434,[2001:db8::1]:5435/portal?sslmode=verify-full',
      [
        'postgres://portal@db1:5433/portal?sslmode=verify-full',
        'postgres://portal@db2:5434/portal?sslmode=verify-full',
        'postgres://portal@[2001:db8::1]:5435/portal?sslmode=verify-full',
      ],
    ],
    ['postgres://db1,db2', ['postgres://db1', 'postgres://db2']],
    [
      'postgres://portal@db1,db2/portal?port=6000',
      ['postgres://portal@db1:6000/portal', 'postgres://portal@db2:6000/portal'],
    ],
    [
      'postgres://portal:secret@/portal?host=/run/a,/run/b&port=5433,5434',
      [
        'postgres://portal:secret@/portal?host=%2Frun%2Fa&port=5433',
        'postgres://portal:secret@/portal?host=%2Frun%2Fb&port=5434',
      ],
    ],
    ['postgres://portal:secret@/portal', ['postgres://portal:secret@/portal']],
    ['postgres://portal@db1/portal?port=6000', ['postgres://portal@db1/portal?port=6000']],
    ['postgres:///portal?host=/run/postgresql', ['postgres:///portal?host=/run/postgresql']],
  ])('%s: each has its address', (address, each) => {
    expect(refusal(address)).toBe('accepted')
    expect(hostAddresses(address)).toEqual(each)
    expect(mayFailOver(address)).toBe(each.length > 1)
  })

  test.each([
    ['postgres://db1,db2/p?target_session_attrs=read-write', true],
    ['postgres://proxy:5000/p?target_session_attrs=primary', true],
    ['postgres://db1/p?target_session_attrs=any', false],
  ])('%s says which server is wanted', (address, expected) => {
    expect(refusal(address)).toBe('accepted')
    expect(mayFailOver(address)).toBe(expected)
  })

  test('and a message names a host with its port', () => {
    expect(hostAddresses('postgres://u:secret@db1,[2001:db8::1]:99/p').map(hostName)).toEqual([
      'db1:5432',
      '[2001:db8::1]:99',
    ])
    expect(hostName('postgres://%2Frun%2Fa/p')).toBe('/run/a:5432')
    expect(hostName('postgres://%zz/p')).toBe('%zz:5432')
    expect(hostName('postgres:///p')).toBe('localhost:5432')
  })

  test('and the database is changed for all of them', () => {
    const changed = changedAddress(
      'postgres://u:p%24$&@db1:1,db2:2/a?sslmode=disable',
      (url) => void (url.pathname = '/b'),
    )
    expect(changed).toBe('postgres://u:p%24$&@db1:1,db2:2/b?sslmode=disable')
    expect(changedAddress('postgres://u@db1:1/a', (url) => void (url.pathname = '/b'))).toBe('postgres://u@db1:1/b')
  })

  test.each(['host=/run/a,/run/b', 'host=/run/a'])('and folders of sockets behind user and password: %s', (hosts) => {
    const url = `postgres://portal:s%40c@/portal?${hosts}`
    const options = queueOptions(url, 'test')
    const client = new pg.Client({ connectionString: options.connectionString })
    expect(client).toMatchObject({ host: '/run/a', user: 'portal', password: 's@c', database: 'portal' })
    const { address, environment } = libpqConnection(url)
    expect(address).toMatch(/^postgres:\/\/portal@\/portal\?host=%2Frun%2Fa/)
    expect(environment).toMatchObject({ PGPASSWORD: 's@c' })
    expect(shownAddress(url)).toBe(`postgres://portal:***@/portal?${hosts}`)
  })

  test('and pg_dump gets all of them without the password, and writes nothing to a standby', () => {
    const { address, environment } = libpqConnection('postgres://portal:s%40c@db1:1,db2:2/portal?sslmode=no-verify')
    expect(address).toBe('postgres://portal@db1:1,db2:2/portal?sslmode=require&target_session_attrs=read-write')
    expect(environment).toMatchObject({ PGPASSWORD: 's@c', PGCONNECT_TIMEOUT: '10' })
  })

  test('and sees them in messages, without the password', () => {
    expect(shownAddress('postgres://portal:secret@db1:1,db2:2/p?target_session_attrs=read-write&password=x')).toBe(
      'postgres://portal:***@db1:1,db2:2/p?target_session_attrs=read-write',
    )
  })
})

describe('what contradicts itself is refused by one sentence without the password', () => {
  test.each([
    ['postgres://u:Qv1@db1,db2/p?port=1,2,3', 'one port for all hosts, or one for each: 2 hosts and 3 ports.'],
    ['postgres://u:Qv1@db1/p?port=1,2', 'one port for all hosts, or one for each: 1 hosts and 2 ports.'],
    ['postgres://u:Qv1@/p?host=/a,/b,/c&port=1,2', 'one port for all hosts, or one for each: 3 hosts and 2 ports.'],
    ['postgres://u:Qv1@db1,/p', 'a host on each side of a comma.'],
    ['postgres://u:Qv1@db1:5432,DB1/p', 'each host once.'],
    ['postgres://u:Qv1@:5432/p', 'a host in front of its port.'],
    ['postgres://u:Qv1@', 'a database where it names no host.'],
    ['postgres://u:Qv1@?host=/a,/b', 'a database where it names no host.'],
    ['postgres://u:Qv1@[::::]/p', 'hosts such as db1, 10.0.0.21 or [2001:db8::1].'],
    ['postgres://u:Qv1@db1,[::::]/p', 'hosts such as db1, 10.0.0.21 or [2001:db8::1].'],
    ['postgres://u:Qv1@db1:1,db2:70000/p', 'ports from 1 to 65535.'],
    [
      'postgres://u:Qv1@db1,db2/p?target_session_attrs=readwrite',
      'read-write or primary as target_session_attrs, because the portal writes.',
    ],
    [
      'postgres://u:Qv1@db1,db2/p?target_session_attrs=any',
      'read-write or primary as target_session_attrs, because the portal writes.',
    ],
    [
      'postgres://u:Qv1@db1/p?target_session_attrs=standby',
      'read-write or primary as target_session_attrs, because the portal writes.',
    ],
  ])('%s', (address, sentence) => {
    expect(refusal(address)).toMatch(/^DATABASE_URL must (name|have) /)
    expect(refusal(address)).toContain(sentence)
    expect(refusal(address)).not.toContain('Qv1')
  })
})

test('an address that cannot be read fails without its password', () => {
  const readings = [libpqConnection, (url: string) => queueOptions(url, 'test')]
  for (const read of readings)
    expect(() => read('postgres://u:Qv1@[::::]/p')).toThrow(/^The address of the database cannot be read\.$/)
  const leaked = readings.filter((read) => {
    try {
      read('postgres://u:Qv1@[::::]/p')
      return true
    } catch (error) {
      return inspect(error).includes('Qv1')
    }
  })
  expect(leaked).toEqual([])
})
