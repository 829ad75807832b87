import { expect, test } from 'vitest'
import { changedBrand, DEFAULT_PARTS, mayBrandClient } from './branding-rules.ts'

const before = {
  tileColor: '111111',
  buttonColor: '222222',
  images: { ...DEFAULT_PARTS.images, logoImage: 'a', homeImage: 'b' },
}

test('a change replaces the parts that it names and keeps the others', () => {
  expect(changedBrand(before, { tileColor: '333333', images: { homeImage: 'c' } })).toEqual({
    tileColor: '333333',
    buttonColor: '222222',
    images: { logoImage: 'a', logoDarkImage: null, homeImage: 'c', loginImage: null },
  })
  expect(changedBrand(before, { images: {} })).toEqual(before)
})

test('null takes the default again', () => {
  expect(
    changedBrand(before, { tileColor: null, buttonColor: null, images: { logoImage: null, homeImage: null } }),
  ).toEqual(DEFAULT_PARTS)
})

test('internal administrators change every client, others only their own employer', () => {
  expect(mayBrandClient({ isInternal: true, clientId: 1 }, 2)).toBe(true)
  expect(mayBrandClient({ isInternal: false, clientId: 2 }, 2)).toBe(true)
  expect(mayBrandClient({ isInternal: false, clientId: 1 }, 2)).toBe(false)
})
