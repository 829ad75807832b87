import { expect, test } from 'vitest'
import { brandImageNames, brandImageOf, brandImages, isImageName } from './brand-rules.ts'

test('each name of a file in a form stands for one image of the brand (BRND-035)', () => {
  expect(brandImageNames.map((name) => [name, brandImageOf(name)])).toEqual([
    ...brandImages.map((name) => [name, name]),
    ['clientLogoImg', 'logoImage'],
    ['clientHomeBgImg', 'homeImage'],
    ['defaultLogoImg', 'logoImage'],
    ['defaultHomeBgImg', 'homeImage'],
    ['defaultLoginPageBgImg', 'loginImage'],
  ])
})

test.each([
  ['logo.png', true],
  ['Logo.JPG', true],
  ['logo.jpeg', true],
  ['logo.svg', false],
  ['logo.png.exe', false],
  ['png', false],
])('%s is the name of an image: %s (UIGN-010)', (name, expected) => {
  expect(isImageName(name)).toBe(expected)
})
