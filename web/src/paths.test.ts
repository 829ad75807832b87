import { expect, test } from 'vitest'
import { ownPath } from './paths.ts'

test('after sign-in I come back to a page of the portal', () => {
  expect(ownPath('/content-authenticated/home?sort=recent#top')).toBe('/content-authenticated/home?sort=recent#top')
})

test.each([
  'https://evil.test/content-authenticated/home',
  '//evil.test/content-authenticated/home',
  '/content-authenticated/../../login',
  '/content-authenticated/..//evil.test',
  '/login',
  'javascript:alert(1)',
  undefined,
  7,
])('nobody is sent to %s after sign-in', (address) => {
  expect(ownPath(address)).toBeNull()
})
