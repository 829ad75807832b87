import { expect, test } from 'vitest'
import { categoryPages, gatePages, openPages, userPages } from '../../test/tour/pages.ts'
import { adminScreens, fileOf, frame, screenGroups, testPages } from '../../test/tour/screens.ts'

testPages(userPages)

test('every screen of the administration is in one of the tours', () => {
  const toursOf = (screen: (typeof adminScreens)[number]) =>
    Object.values(screenGroups).filter((has) => has(screen)).length
  const others = adminScreens.filter((screen) => toursOf(screen) !== 1)
  expect(others.map(({ address }) => address)).toEqual([])
})

test('every record is that of a screen', () => {
  const records = Object.keys(import.meta.glob('../../recorded/*.txt', { query: '?raw' }))
  const pages = [...userPages, ...openPages, ...gatePages, ...categoryPages]
  const screens = adminScreens.map(({ address }) => address)
  const files = new Set([...screens, ...pages, frame].map((address) => `../../recorded/${fileOf(address)}.txt`))
  expect(records.filter((record) => !files.has(record))).toEqual([])
})
