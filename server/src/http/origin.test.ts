import { describe, expect, test } from 'vitest'
import { originRule, type RefusedOrigin } from './origin.ts'

const ruleFor = (address: string) => {
  const refused: RefusedOrigin[] = []
  const rule = originRule(new URL(address), (one) => refused.push(one))
  const isOurs = (origin: string | undefined) => rule.isOurs(origin)
  const isOurHost = (host: string) => rule.isOurHost(host)
  return { refused, isOurs, isOurHost }
}

describe('a request is ours (S11, S28)', () => {
  test('by the origin and host of the public address, and without an origin', () => {
    const { isOurs, isOurHost, refused } = ruleFor('https://portal.test')
    expect([isOurs('https://portal.test'), isOurs(undefined), isOurHost('Portal.Test')]).toEqual([true, true, true])
    expect(refused).toEqual([])
  })

  test.each([
    'http://portal.test',
    'https://portal.test:8443',
    'https://portal.test.evil.test',
    'null',
    '',
    'https://localhost',
  ])('not with the origin %j', (origin) => {
    const { isOurs, refused } = ruleFor('https://portal.test')
    expect(isOurs(origin)).toBe(false)
    expect(refused).toEqual([{ refused: origin, publicUrl: 'https://portal.test' }])
  })

  test('only on the port of the public address', () => {
    const { isOurs, isOurHost } = ruleFor('https://portal.test:8443')
    expect([isOurs('https://portal.test:8443'), isOurHost('portal.test:8443')]).toEqual([true, true])
    expect([isOurs('https://portal.test'), isOurHost('portal.test')]).toEqual([false, false])
  })

  test.each(['localhost', '127.0.0.1', '[::1]'])('under each name of this machine, where it is %s', (name) => {
    const { isOurs, isOurHost } = ruleFor(`http://${name}:8080`)
    for (const other of ['localhost', '127.0.0.1', '[::1]']) {
      expect([isOurs(`http://${other}:8080`), isOurHost(`${other}:8080`)]).toEqual([true, true])
      expect(isOurHost(other)).toBe(false)
    }
  })

  test('and a long address is reported by its beginning', () => {
    const { isOurHost, refused } = ruleFor('https://portal.test')
    expect(isOurHost('x'.repeat(300))).toBe(false)
    expect(refused).toEqual([{ refused: 'x'.repeat(200), publicUrl: 'https://portal.test' }])
    expect(originRule(new URL('https://portal.test')).isOurHost('other.test')).toBe(false)
  })
})
