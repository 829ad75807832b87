import { expect, test } from 'vitest'
import { brandImageNames, brandImageOf, brandImages } from './brand-rules.ts'

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
