import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ReturnPath } from './return-path.ts'

const isTaken = (path: string) => z.safeDecode(ReturnPath, path).success
const start = '/content-authenticated'

describe('after a sign-in opens (S68)', () => {
  test.each(['/home', '/a/b-c_d~e/', '/~x', '/_x', '/-x', '/a%20b.c', '/9?x=/..', '/home#a/b?c', '/home/?x'])(
    'the page %s',
    (page) => expect(isTaken(start + page)).toBe(true),
  )

  test.each([
    '',
    '/',
    '//evil.test',
    '/a//b',
    '/.',
    '/../x',
    '/a/..',
    '/%2e%2e/x',
    '/a\\b',
    '/a b',
    '/a?b c',
    '/a?b\\c',
    '/a\n',
    '/a?b\n',
    '/ä',
  ])('no page %j', (page) => expect(isTaken(start + page)).toBe(false))

  test.each([
    '/home',
    'https://evil.test/content-authenticated/home',
    '//evil.test',
    'content-authenticated/home',
    '/content-authenticatedx/home',
  ])('nothing at %s', (path) => expect(isTaken(path)).toBe(false))

  test('no longer address than 500 characters', () => {
    const path = `${start}/${'x'.repeat(499 - start.length)}`
    expect([path.length, isTaken(path), isTaken(`${path}x`)]).toEqual([500, true, false])
  })
})
