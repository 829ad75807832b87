import { describe, expect, test } from 'vitest'
import { completeAddress, isWebAddress } from './link-rules.ts'

describe('the address of a link (K1)', () => {
  test.each([
    'http://example.test',
    'HTTPS://Example.Test/',
    'https://example.test:8443/a/b?c=d&e#f',
    'https://a.b-c_d.example.test?x',
    'https://example.test#x',
    'https://x',
    'https://_x.test',
    'https://bücher.test/ä',
    'https://[2001:db8::1]:80/',
    'https://9.test',
  ])('%s is one of the web', (address) => expect(isWebAddress(address)).toBe(true))

  test.each([
    '',
    'example.test',
    'javascript:alert(1)',
    'mailto:a@example.test',
    'file:///etc/passwd',
    'ftp://example.test',
    'https://',
    'https:///x',
    'https://user@example.test',
    'https://user:pw@example.test/',
    'https://example.test@evil.test',
    'https://example.test:',
    'https://example.test:123456',
    'https://example.test:8o/',
    'https://-x.test',
    'https://x.test-',
    'https://x.test.',
    'https://exa mple.test',
    'https://example.test/a b',
    'https://example.test/a\\b',
    'https://example.test\\@evil.test',
    'https://example.test/\u202e',
    'https://example.test/\n',
    ' https://example.test',
    'xhttps://example.test',
    'https://[x]/',
    'https://[]/',
    'https://[2001:db8::1',
  ])('%j is none', (address) => expect(isWebAddress(address)).toBe(false))

  test.each([
    [' example.test ', 'https://example.test'],
    ['example.test:8443/a', 'https://example.test:8443/a'],
    ['example.test:1/a', 'https://example.test:1/a'],
    ['Example.Museum?x=1', 'https://Example.Museum?x=1'],
    ['a.b#c', 'a.b#c'],
    ['a.bc#d', 'https://a.bc#d'],
    ['http://example.test', 'http://example.test'],
    ['mailto:a@example.test', 'mailto:a@example.test'],
    ['localhost', 'localhost'],
    ['example.test:', 'example.test:'],
    ['example.test:123456', 'example.test:123456'],
    ['example.test/a b', 'example.test/a b'],
    ['example.t3', 'example.t3'],
    ['x example.test', 'x example.test'],
  ])('%j is completed to %s', (typed, complete) => expect(completeAddress(typed)).toBe(complete))
})
