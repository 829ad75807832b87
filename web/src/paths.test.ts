import { expect, test } from 'vitest'
import { returnPath } from './paths.ts'

test('after sign-in I come back to a page of the portal', () => {
  expect(returnPath('/content-authenticated/home?sort=recent#top')).toBe('/content-authenticated/home?sort=recent#top')
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
])('sign-in never redirects to %s', (address) => {
  expect(returnPath(address)).toBeNull()
})
