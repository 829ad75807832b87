import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { redisAddress } from './redis-address.mjs'

describe('the address of the store for rate limits', () => {
  test('names host, port, user, password, database and encryption', () => {
    expect(redisAddress('rediss://portal:p%40ss%2Fword@redis.example.com/7')).toEqual({
      host: 'redis.example.com',
      port: 6379,
      user: 'portal',
      password: 'p@ss/word',
      database: 7,
      isEncrypted: true,
    })
    expect(redisAddress('redis://[fd00::5]:6380')).toEqual({
      host: 'fd00::5',
      port: 6380,
      user: undefined,
      password: undefined,
      database: 0,
      isEncrypted: false,
    })
    expect(redisAddress('redis://:secret@10.0.0.5')).toMatchObject({ user: undefined, password: 'secret' })
  })

  test.each([
    'http://redis.example.com',
    'redis://',
    'redis.example.com:6379',
    'redis://redis.example.com/portal',
    'redis://redis.example.com?db=1',
    'redis://user-only@redis.example.com',
    'redis://a:%E0%A4%A@redis.example.com',
    'redis://a:hunter2@redis.example.com/hunter2#hunter2',
    'redis://redis.example.com:99999',
  ])('is refused as %s in one sentence that names the setting, without repeating a password', (url) => {
    const problem = () => readConfig({ PORTAL_RATE_LIMIT_STORE: url })
    expect(problem).toThrow(/^PORTAL_RATE_LIMIT_STORE must [^\n]+$/)
    expect(problem).not.toThrow('hunter2')
  })
})
